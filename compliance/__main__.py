"""``compliance`` and ``python -m compliance``."""

from __future__ import annotations

import sys


def start() -> None:
    """Run the command line. Where not even that can be loaded, exit as a program that could not run."""
    try:
        from compliance.cli.main import run
    except Exception as error:  # noqa: BLE001 - status 1 would say that something was found in the logs
        sys.stderr.write(f"compliance: it cannot start ({type(error).__name__}: {error}); install it again\n")
        sys.exit(2)
    run()


if __name__ == "__main__":
    start()
