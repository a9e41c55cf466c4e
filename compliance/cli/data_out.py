"""The commands that look into results: explain, export."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from compliance.cli.commands import AsJson, json_text, print_json
from compliance.cli.main import GlobalOptions, app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.workflows.explain import Explanation


class Exported(StrEnum):
    """What can be exported."""

    SETTLEMENTS = "settlements"
    FINDINGS = "findings"
    QUARANTINE = "quarantine"
    ROUNDS = "rounds"


class ExportFormat(StrEnum):
    """How it is written."""

    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"
    XLSX = "xlsx"


@app.command()
def export(
    context: typer.Context,
    what: Annotated[Exported, typer.Argument(help="What to export.")],
    form: Annotated[ExportFormat, typer.Option("--format", help="How to write it.")] = ExportFormat.JSONL,
    target: Annotated[Path | None, typer.Option("-o", "--output", help="The file; standard output without it.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write settlements, findings, quarantined lines or rounds for other programs to read."""
    from compliance.workflows.export import export as write
    from compliance.workflows.workspace import WorkflowError

    given: GlobalOptions = context.obj
    workspace = given.workspace
    if as_json and target is None:
        raise WorkflowError("--json prints the number of rows, and so does not go with rows on the terminal; give -o")
    with workspace.open(read_only=True) as db:
        rows = write(workspace, db, what.value, form.value, target)
    if as_json:
        print_json({"path": str(target), "format": form.value, "rows": rows})
    elif target is not None:
        typer.echo(f"{rows:,} rows in {target}", err=True)


class ExplainFormat(StrEnum):
    """How a derivation is printed."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


@app.command()
def explain(
    context: typer.Context,
    round_id: Annotated[str, typer.Argument(help="The round.")],
    seat: Annotated[int | None, typer.Option("--seat", help="Only what concerns this seat.")] = None,
    form: Annotated[ExplainFormat, typer.Option("--format", help="How to print it.")] = ExplainFormat.TEXT,
    target: Annotated[Path | None, typer.Option("-o", "--output", help="The file; standard output without it.")] = None,
    redact: Annotated[
        bool | None,
        typer.Option("--redact/--no-redact", help="Print pseudonyms for people; HTML does unless told otherwise."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Derive a round step by step, with the clause beside each step."""
    from compliance.workflows.explain import explain as derive
    from compliance.workflows.report_input import pseudonym_key

    given: GlobalOptions = context.obj
    workspace = given.workspace
    form = ExplainFormat.JSON if as_json else form
    hidden = form is ExplainFormat.HTML if redact is None else redact
    with workspace.open(read_only=True) as db:
        explained = derive(workspace, db, round_id, seat, pseudonym_key=pseudonym_key(db) if hidden else None)
    text = "".join(_shown(explained, form, hidden))
    if target is None:
        typer.echo(text, nl=False)
        return
    from compliance.reports.written import write_whole

    typer.echo(str(write_whole(target, text.encode("utf-8")).path), err=True)


def _shown(explained: list[Explanation], form: ExplainFormat, hidden: bool) -> Iterator[str]:
    if form is ExplainFormat.HTML:
        from compliance.reports.explained_round import round_html
        from compliance.workflows.explain_page import round_page

        yield round_html(tuple(round_page(each, pseudonyms=hidden) for each in explained))
    elif form is ExplainFormat.JSON:
        documents = [each.to_json() for each in explained]
        yield json_text(documents[0] if len(documents) == 1 else documents) + "\n"
    else:
        for each in explained:
            yield from (f"{line}\n" for line in _text(each, whose=len(explained) > 1))


def _text(explained: Explanation, *, whose: bool) -> Iterator[str]:
    """``whose``: say which licensee's round it is, since others have one of that name."""
    round_ = explained.round
    licensee = f"licensee {round_.licensee_id}, " if whose else ""
    about = f"{licensee}table {round_.table_id}, {round_.gaming_date}, sheet {round_.rule_sheet}, {round_.status}"
    yield f"Round {round_.round_id}, {about}"
    yield f"Source: line {round_.source.line}, byte {round_.source.byte_offset} of file {round_.source.file_sha256}"
    yield from _table(explained)
    step_name = None
    for step in explained.steps:
        if step.step != step_name:
            step_name = step.step
            yield f"\n{step_name.capitalize()}"
        where = f"seat {step.seat}" if step.seat is not None else "round"
        who = f" {step.participant_id}" if step.participant_id else ""
        yield f"  {where}{who}: {step.statement} → {step.value}"
        if step.clauses:
            yield f"      [{'; '.join(step.clauses)}]"
    yield "\nThe record beside it"
    for line in explained.lines:
        recorded = f"{line.recorded_outcome or 'no line'} {explained.money(line.recorded_net)}"
        due = f"{line.expected_outcome or ('undetermined' if line.expected_net is None else 'not due')}"
        codes = f"  {', '.join(line.codes)}" if line.codes else ""
        yield (
            f"  seat {line.seat} {line.participant_id} {line.wager_kind}: recorded {recorded},"
            f" due {due} {explained.money(line.expected_net)}: {line.verdict}{codes}"
        )
    for other in explained.detail.others:
        yield f"\nUnder reading {other.reading} of {other.interpretation}: {other.says}"
        for wager in other.wagers:
            yield (
                f"  seat {wager.seat} {wager.participant_id} {wager.wager_kind}: {explained.money(wager.other)}"
                f" instead of {explained.money(wager.adopted)}, recorded {explained.money(wager.recorded)}"
            )
    yield "\nFindings" if explained.findings or explained.stored else "\nNo findings"
    for finding, clauses in explained.findings:
        yield f"  {finding.code} [{finding.verdict}] {explained.message(finding)}"
        yield f"      [{'; '.join(clauses)}]"
    derived = {finding.code for finding, _ in explained.findings}
    for stored in (each for each in explained.stored if each.finding.code not in derived):
        yield f"  {stored.finding.code} [{stored.finding.verdict}] {stored.message}"
        yield f"      [{'; '.join(stored.clauses)}]"


def _table(explained: Explanation) -> Iterator[str]:
    """The table: dealer hand, player-dealer, seats with their cards by suit symbols, order of action."""
    from compliance.reports.figures import cards
    from compliance.workflows.explain_page import did, order_of_action

    round_ = explained.round
    yield "\nThe table"
    yield f"  dealer hand  {cards(' '.join(map(str, round_.dealer_cards or ())))}"
    if bank := round_.player_dealer:
        yield f"  seat {bank.seat}  player-dealer {bank.participant_id}, wager {explained.money(bank.wager)}"
    for seat in round_.seats:
        shown = cards(" ".join(map(str, seat.cards or ())))
        for who in seat.participants:
            yield f"  seat {seat.seat}  {shown}  {who.participant_id}: {did(explained, who)}"
    yield f"  {order_of_action(explained)}"
