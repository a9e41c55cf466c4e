"""The commands that work the quarantine: list, show, retry."""

from __future__ import annotations

from typing import Annotated

import typer

from compliance.cli.commands import AsJson, print_json
from compliance.cli.main import GlobalOptions, app
from compliance.cli.options import cut_short
from compliance.ingest.faults import Reason  # noqa: TC001 - Typer reads the annotations of commands

quarantine = typer.Typer(help="Work the lines that could not be read: list them, look at one, read them again.")
app.add_typer(quarantine, name="quarantine")

SHOWN_BYTES = 4096
"""Bytes of a line that are shown on a terminal; ``--json`` has all."""


@quarantine.command("list")
def list_(
    context: typer.Context,
    reason: Annotated[Reason | None, typer.Option("--reason", help="Only lines set aside for this reason.")] = None,
    only_open: Annotated[bool, typer.Option("--open", help="Only lines that no later file resolved.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, metavar="N", help="Show only the first so many.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the lines in quarantine with their reasons. Ends with 0 whatever it lists."""
    from compliance.workflows.quarantine import counts, lines

    given: GlobalOptions = context.obj
    with given.workspace.open(read_only=True) as db:
        by_reason = counts(db)
        total = sum(
            number["open"] + (0 if only_open else number["resolved"])
            for name, number in by_reason.items()
            if reason in (None, name)
        )
        found = lines(db, reason=reason, only_open=only_open, limit=limit)
        if as_json:
            rows = [each.to_json() for each in found]
            print_json({"count": total, "reasons": by_reason, "shown": len(rows), "lines": rows})
            return
        for each in found:
            state = "" if each.resolved_by is None else "  (resolved)"
            typer.echo(f"{each.id}  {each.reason}  {each.path} line {each.line:,}{state}")
            typer.echo(f"    {each.message}")
    typer.echo(f"{total:,} line{'' if total == 1 else 's'}")
    for cut in cut_short(limit, total):
        typer.echo(cut)


@quarantine.command()
def show(
    context: typer.Context,
    line: Annotated[str, typer.Argument(help="The id that the list shows, such as 3c718d24f523:17.", metavar="ID")],
    as_json: AsJson = False,
) -> None:
    """Show one line: where it stands, why it could not be read, and its bytes."""
    from compliance.workflows.quarantine import line_of

    given: GlobalOptions = context.obj
    with given.workspace.open(read_only=True) as db:
        found = line_of(db, line)
    if as_json:
        print_json(found.to_json())
        return
    typer.echo(f"{found.path} line {found.line:,}, byte {found.byte_offset:,}")
    typer.echo(f"file SHA-256 {found.sha256}")
    typer.echo(f"{found.reason}: {found.message}")
    if found.round_id is not None:
        typer.echo(f"round {found.round_id} of licensee {found.licensee_id}")
    typer.echo("open" if found.resolved_by is None else f"resolved by the file with SHA-256 {found.resolved_by}")
    # Nothing in a licensee's line may act on the terminal: what is not plain text is shown as an escape.
    part = found.raw[:SHOWN_BYTES]
    typer.echo(ascii(part.decode(errors="backslashreplace"))[1:-1])
    if len(found.raw) > SHOWN_BYTES:
        typer.echo(f"… the first {SHOWN_BYTES:,} of {len(found.raw):,} bytes; --json has them all, as base64")


@quarantine.command()
def retry(
    context: typer.Context,
    profile: Annotated[
        str | None,
        typer.Option("--profile", metavar="NAME|FILE", help="Read them by this source profile; else as they were."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read all open lines again; what can be read now is loaded. Exit 1 while any stays open."""
    from compliance.workflows.quarantine import retry as read_again
    from compliance.workflows.record import FOUND, ingest_entry, log_entries

    given: GlobalOptions = context.obj
    workspace = given.workspace
    with workspace.open() as db:
        result = read_again(workspace, db, profile)
    if result.files:
        log_entries(workspace, [ingest_entry(result.files)])
    if as_json:
        print_json(result.to_json())
    else:
        for file in result.files:
            typer.echo(
                f"{file.path}: read {file.read:,} = loaded {file.loaded:,} + duplicate {file.duplicate:,}"
                f" + quarantined {file.quarantined:,}"
            )
        typer.echo(f"resolved {result.resolved:,}, still open {result.still_open:,}")
    if result.still_open:
        raise typer.Exit(FOUND)
