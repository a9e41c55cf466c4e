"""The commands on rule sheets."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from compliance.cli.commands import AsJson, print_json
from compliance.cli.main import GlobalOptions, app

sheets = typer.Typer(help="Rule sheets: list them, read them back.", no_args_is_help=True)
app.add_typer(sheets, name="sheets")


@sheets.command("list")
def list_(context: typer.Context, as_json: AsJson = False) -> None:
    """List the rule sheets, with their standing and digest."""
    from compliance.workflows.sheets import listed

    given: GlobalOptions = context.obj
    rows = listed(given.workspace)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        typer.echo(f"{row['id']:<28} {row['standing']:<10} {row['sha256'][:16]}  {row['title']} ({row['document']})")


@sheets.command()
def show(
    context: typer.Context,
    sheet: Annotated[str, typer.Argument(help="The sheet's id.")],
    as_json: AsJson = False,
) -> None:
    """Read a sheet back as plain sentences, each with its citation."""
    from compliance.workflows.sheets import read_back

    given: GlobalOptions = context.obj
    statements = read_back(given.workspace, sheet)
    if as_json:
        print_json([asdict(each) for each in statements])
        return
    heading = None
    for each in statements:
        if each.heading != heading:
            heading = each.heading
            typer.echo(f"\n{heading}")
        typer.echo(f"  {each.says}")
        if each.clauses:
            typer.echo(f"      [{'; '.join(each.clauses)}]")
