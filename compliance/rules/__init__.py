"""Rule sheets as data: frozen models, the strict loader, licensee files, lint, differences, digests."""
