"""The commands for whoever has to be convinced: evidence, verify-pdf."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer

from compliance.cli.commands import AsJson, print_json
from compliance.cli.main import GlobalOptions, app


@app.command()
def evidence(
    context: typer.Context,
    round_id: Annotated[str | None, typer.Argument(help="A round with findings.")] = None,
    target: Annotated[Path | None, typer.Option("-o", "--output", help="The file; standard output without it.")] = None,
    redact: Annotated[bool, typer.Option("--redact/--no-redact", help="Withhold what names people.")] = True,
    size: Annotated[
        int | None,
        typer.Option(
            "--size", min=1, metavar="N", help="Prove against the checkpoint for N entries; the run's own without it."
        ),
    ] = None,
    of: Annotated[
        str | None, typer.Option("--of", metavar="LICENSEE", help="Whose round, where several have one of that id.")
    ] = None,
    verifier: Annotated[
        Path | None, typer.Option("--verifier", metavar="FILE", help="Write the script that checks such files here.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write one file that proves what was found about a round, to be checked without this tool."""
    from compliance.workflows.evidence import evidence as prove
    from compliance.workflows.evidence import verifier as script
    from compliance.workflows.evidence import write

    if round_id is None and verifier is None:
        raise typer.BadParameter("name a round, or a file for the script with --verifier")
    if verifier is not None:
        write(verifier, script())
    if round_id is None:
        if as_json:
            print_json({"verifier": str(verifier)})
        return
    given: GlobalOptions = context.obj
    workspace = given.workspace
    with workspace.open(read_only=True) as db:
        made = prove(workspace, db, round_id, licensee_id=of, redact=redact, size=size)
    if target is None:
        typer.echo(made.text, nl=False)
        return
    data = made.text.encode()
    write(target, data)
    if as_json:
        print_json(
            {
                "path": str(target),
                "sha256": sha256(data).hexdigest(),
                "licensee_id": made.licensee_id,
                "round_id": made.round_id,
                "run_id": made.run_id,
                "entry": made.entry,
                "size": made.size,
                "withheld": list(made.withheld),
                "verifier": str(verifier) if verifier else None,
            }
        )
        return
    typer.echo(f"{target}: round {made.round_id} in run {made.run_id}, withholding {', '.join(made.withheld)}.")
    typer.echo(
        f"Proved against the checkpoint for {made.size:,} entries; check with: python verify_evidence.py {target}"
        " --checkpoint FILE"
    )


@app.command("verify-pdf")
def verify_pdf(
    context: typer.Context,
    document: Annotated[Path, typer.Argument(help="A signed PDF.", metavar="FILE")],
    trust: Annotated[
        list[Path] | None,
        typer.Option("--trust", metavar="CERT", help="A certificate you trust, PEM or DER; may be repeated."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a signed PDF: whether a byte of it was changed, who signed it, and whether you trust them."""
    from compliance.workflows.record import INTEGRITY, UNDETERMINED
    from compliance.workflows.signing import verify_pdf as check

    given: GlobalOptions = context.obj
    found = check(given.workspace, document, trust or ())
    if as_json:
        before = found.before_signing
        print_json(
            {
                "verdict": found.verdict,
                "signed_by": found.signer,
                "signed_at": found.signed_at.isoformat() if found.signed_at else None,
                "unsigned": {"bytes": before.size, "sha256": before.sha256} if before else None,
                "sentences": list(found.sentences),
            }
        )
    else:
        for sentence in found.sentences:
            typer.echo(sentence)
    if not found.holds:
        raise typer.Exit(INTEGRITY if found.broken else UNDETERMINED)
