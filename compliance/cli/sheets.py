"""The commands on rule sheets."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from compliance.cli.commands import AsJson, print_json
from compliance.cli.main import GlobalOptions, app
from compliance.cli.options import DocumentFormat

if TYPE_CHECKING:
    from compliance.workflows.workspace import Workspace

sheets = typer.Typer(help="Rule sheets: list, read back, check, compare.")
app.add_typer(sheets, name="sheets")

SheetId = Annotated[str, typer.Argument(help="The sheet's id.", metavar="SHEET")]


def _workspace(context: typer.Context) -> Workspace:
    given: GlobalOptions = context.obj
    return given.workspace


@sheets.command("list")
def list_(context: typer.Context, as_json: AsJson = False) -> None:
    """List the rule sheets, with their standing and digest."""
    from compliance.workflows.sheets import listed

    rows = listed(_workspace(context))
    if as_json:
        print_json(rows)
        return
    for row in rows:
        typer.echo(f"{row['id']:<28} {row['standing']:<10} {row['sha256'][:16]}  {row['title']} ({row['document']})")


@sheets.command()
def show(context: typer.Context, sheet: SheetId, as_json: AsJson = False) -> None:
    """Read a sheet back as plain sentences, each with its citation."""
    from compliance.workflows.sheets import read_back

    statements = read_back(_workspace(context), sheet)
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


@sheets.command()
def lint(
    context: typer.Context,
    sheet: Annotated[list[str] | None, typer.Argument(help="Sheets; all without any.", metavar="SHEET…")] = None,
    as_json: AsJson = False,
) -> None:
    """Look for silences, contradictions and faulty pay tables, over every deal. Exit 1 when there are any."""
    from compliance.workflows.sheets import linted

    results = linted(_workspace(context), sheet or ())
    if as_json:
        print_json([each.to_json() for each in results])
    else:
        for each in results:
            number = len(each.findings)
            defects = "1 defect" if number == 1 else f"{number} defects"
            typer.echo(f"{each.sheet.id}: {defects}; {each.examined:,} outcomes examined")
            for found in each.findings:
                typer.echo(f"  {found.severity} {found.id}: {found.says}")
                if found.clauses:
                    typer.echo(f"      [{'; '.join(found.clauses)}]")
    if any(each.findings for each in results):
        raise typer.Exit(1)


class DiffFormat(StrEnum):
    """How a comparison is given."""

    TEXT = "text"
    PDF = "pdf"
    HTML = "html"


@sheets.command()
def diff(
    context: typer.Context,
    left: Annotated[str, typer.Argument(help="A sheet's id.", metavar="A")],
    right: Annotated[str, typer.Argument(help="Another's.", metavar="B")],
    form: Annotated[
        DiffFormat, typer.Option("--format", help="Text here, or a redline as PDF or HTML.")
    ] = DiffFormat.TEXT,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The redline's file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two sheets: values that differ with both citations, and what the difference is worth."""
    from compliance.cli.tables import show
    from compliance.workflows.sheets import compared, write_diff

    if (form is DiffFormat.TEXT) != (output is None):
        raise typer.BadParameter("a redline needs both --format pdf or html, and -o FILE")
    result = compared(_workspace(context), left, right)
    written = write_diff(result, output, form.value) if output else None
    if as_json:
        document = {"document": {"path": str(written.path), "sha256": written.sha256}} if written else {}
        print_json(result.to_json() | document)
        return
    if written:
        typer.echo(str(written.path))
        return
    number = len(result.values)
    typer.echo(f"{'1 value differs' if number == 1 else f'{number} values differ'} between {left} and {right}")
    for each in result.values:
        typer.echo(f"\n{each.path}")
        for sheet_id, side in ((left, each.left), (right, each.right)):
            typer.echo(f"  {sheet_id}: {side.says or 'not stated'}")
            if side.clauses:
                typer.echo(f"      [{'; '.join(side.clauses)}]")
    show(result.money_tables)


@sheets.command()
def digest(
    context: typer.Context,
    lock: Annotated[Path | None, typer.Option("--lock", help="Add this folder's new sheets to its lock list.")] = None,
    keyed_by: Annotated[str | None, typer.Option("--keyed-by", help="Who keyed the new sheets.")] = None,
    checked_by: Annotated[
        str | None, typer.Option("--checked-by", help="Who checked them against the document.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the digests of sheets and postings, held against the lock list. Exit 3 when one was edited."""
    from compliance.workflows.sheets import digests
    from compliance.workflows.sheets import lock as add_to_lock

    if lock is not None:
        if not keyed_by or not checked_by:
            raise typer.BadParameter("a sheet is locked with --keyed-by and --checked-by")
        typer.echo(f"{add_to_lock(lock, keyed_by, checked_by)} is up to date", err=True)

    found = digests(_workspace(context))
    rows = [
        {
            "what": each.what,
            "id": each.id,
            "sha256": each.sha256,
            "locked": each.locked is not None,
            "keyed_by": each.locked.keyed_by if each.locked else None,
            "checked_by": each.locked.checked_by if each.locked else None,
        }
        for each in found
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        state = f"keyed by {row['keyed_by']}, checked by {row['checked_by']}" if row["locked"] else "not locked"
        typer.echo(f"{row['what']:<8} {row['id']:<36} {row['sha256']}  {state}")


@app.command()
def odds(context: typer.Context, sheet: SheetId, as_json: AsJson = False) -> None:
    """Exact odds of every wager of a sheet, by full enumeration."""
    from compliance.cli.tables import show
    from compliance.workflows.odds_view import odds_tables
    from compliance.workflows.sheets import odds as exact

    result = exact(_workspace(context), sheet)
    if as_json:
        print_json(result.plain())
        return
    show(odds_tables(result))


class Edition(StrEnum):
    """For whom a sheet is printed."""

    SUBMISSION = "submission"
    AUDITOR = "auditor"


@sheets.command()
def render(
    context: typer.Context,
    sheet: Annotated[list[str], typer.Argument(help="The sheets to print.", metavar="SHEET…")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the documents.")] = Path(),
    edition: Annotated[
        Edition, typer.Option("--edition", help="For a submission, or for an auditor.")
    ] = Edition.SUBMISSION,
    form: Annotated[DocumentFormat, typer.Option("--format", help="PDF, HTML or both.")] = DocumentFormat.PDF,
    as_json: AsJson = False,
) -> None:
    """Print rule sheets in the shape of a submission; the auditor's edition adds clauses, readings, lint and odds."""
    from compliance.workflows.sheets import render as print_sheets

    documents = print_sheets(_workspace(context), sheet, out, edition=edition.value, formats=form.editions)
    if as_json:
        print_json({"documents": [{"path": str(each.path), "sha256": each.sha256} for each in documents]})
        return
    for each in documents:
        typer.echo(str(each.path))
