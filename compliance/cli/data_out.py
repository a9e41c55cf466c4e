"""The commands that look into results: explain, export."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from compliance.cli.commands import AsJson, print_json
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


@app.command()
def explain(
    context: typer.Context,
    round_id: Annotated[str, typer.Argument(help="The round.")],
    seat: Annotated[int | None, typer.Option("--seat", help="Only what concerns this seat.")] = None,
    form: Annotated[ExplainFormat, typer.Option("--format", help="How to print it.")] = ExplainFormat.TEXT,
    as_json: AsJson = False,
) -> None:
    """Derive a round step by step, with the clause beside each step."""
    from compliance.workflows.explain import explain as derive

    given: GlobalOptions = context.obj
    workspace = given.workspace
    with workspace.open(read_only=True) as db:
        explained = derive(workspace, db, round_id, seat)
    if as_json or form is ExplainFormat.JSON:
        documents = [each.to_json() for each in explained]
        print_json(documents[0] if len(documents) == 1 else documents)
        return
    for each in explained:
        for line in _text(each):
            typer.echo(line)


def _text(explained: Explanation) -> Iterator[str]:
    round_ = explained.round
    about = f"table {round_.table_id}, {round_.gaming_date}, sheet {round_.rule_sheet}, {round_.status}"
    yield f"Round {round_.round_id}, {about}"
    yield f"Source: line {round_.source.line}, byte {round_.source.byte_offset} of file {round_.source.file_sha256}"
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
    yield "\nFindings" if explained.findings else "\nNo findings"
    for finding, clauses in explained.findings:
        yield f"  {finding.code} [{finding.verdict}] {explained.message(finding)}"
        yield f"      [{'; '.join(clauses)}]"
