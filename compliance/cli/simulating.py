"""The command that makes synthetic logs."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from compliance.cli.commands import AsJson, print_json
from compliance.cli.main import GlobalOptions, app

START = "2026-11-28T18:00:00-08:00"


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a time; write it as {START}") from None
    if moment.tzinfo is None:
        raise typer.BadParameter(f"{text!r} has no offset; write it as {START}")
    return moment


@app.command()
def simulate(
    context: typer.Context,
    sheet: Annotated[str, typer.Argument(help="The rule sheet that the table plays.", metavar="SHEET")],
    target: Annotated[
        Path | None, typer.Option("-o", "--output", help="The log (.jsonl, .jsonl.gz, .jsonl.zst).")
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many rounds.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same log.")] = 1,
    table: Annotated[str, typer.Option("--table", help="The table's id.")] = "T01",
    fault: Annotated[list[str] | None, typer.Option("--fault", help="Plant this fault; may be repeated.")] = None,
    truth: Annotated[Path | None, typer.Option("--truth", help="Where to write what was planted.")] = None,
    write_licensee: Annotated[
        Path | None, typer.Option("--write-licensee", help="Where to write what is posted at the table.")
    ] = None,
    positions: Annotated[int | None, typer.Option("--positions", min=2, help="Places at the table.")] = None,
    start: Annotated[
        datetime, typer.Option("--start", parser=_moment, metavar="TIME", help="When the first round starts.")
    ] = START,  # type: ignore[assignment]  # Typer reads the default by the parser
    list_faults: Annotated[
        bool, typer.Option("--list-faults", help="List the faults that the sheet can have.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make a synthetic log, with named faults planted and a truth file beside it."""
    from compliance.workflows.simulate import known_faults
    from compliance.workflows.simulate import simulate as write

    given: GlobalOptions = context.obj
    workspace = given.workspace
    if list_faults:
        known = known_faults(workspace, sheet)
        if as_json:
            print_json(
                [{"name": name, "codes": list(each.codes), "says": each.sentence} for name, each in known.items()]
            )
        else:
            for name, each in known.items():
                typer.echo(f"{name:<40} {', '.join(each.codes):<20} {each.sentence}")
        return
    if target is None:
        raise typer.BadParameter("name the log with -o")
    planted = write(
        workspace,
        sheet,
        target,
        table_id=table,
        rounds=rounds,
        seed=seed,
        start=start,
        faults=fault or (),
        positions=positions,
        truth_file=truth,
        licensee_file=write_licensee,
    )
    if as_json:
        print_json({"path": str(target), "rounds": rounds, "planted": planted})
    else:
        typer.echo(f"{rounds:,} rounds in {target}, with {planted:,} findings to be found")
