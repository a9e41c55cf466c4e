"""The commands that work findings: list, show, dispose."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from compliance.cli.commands import AsJson, print_json
from compliance.cli.main import GlobalOptions, app
from compliance.cli.options import FirstDay, LastDay, cut_short
from compliance.domain.words import Verdict  # noqa: TC001

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.store.finding_work import WorkedFinding
    from compliance.workflows.findings import ShownFinding

findings = typer.Typer(help="Work the findings: list them, look at one, decide of it.")
app.add_typer(findings, name="findings")


class StateOption(StrEnum):
    """What became of a finding in the latest run over its round."""

    NEW = "new"
    STILL_OPEN = "still_open"
    GONE = "gone"


class DispositionOption(StrEnum):
    """What an auditor decides."""

    ACCEPTED = "accepted"
    EXPLAINED = "explained"
    DISMISSED = "dismissed"


class DispositionFilter(StrEnum):
    """What an auditor has decided, if anything."""

    ACCEPTED = "accepted"
    EXPLAINED = "explained"
    DISMISSED = "dismissed"
    NONE = "none"


@findings.command("list")
def list_(
    context: typer.Context,
    code: Annotated[list[str] | None, typer.Option("--code", help="Only this check; may be repeated.")] = None,
    table: Annotated[list[str] | None, typer.Option("--table", help="Only this table; may be repeated.")] = None,
    first: FirstDay = None,
    last: LastDay = None,
    amount: Annotated[
        str | None, typer.Option("--amount", help="Only differences of at least so much money, either way.")
    ] = None,
    house_dealer: Annotated[
        str | None, typer.Option("--house-dealer", help="Only rounds of this house dealer.")
    ] = None,
    participant: Annotated[str | None, typer.Option("--participant", help="Only about this participant.")] = None,
    verdict: Annotated[
        list[Verdict] | None, typer.Option("--verdict", help="Only of this verdict; may be repeated.")
    ] = None,
    disposition: Annotated[
        list[DispositionFilter] | None,
        typer.Option("--disposition", help="Only so disposed of, or not at all (none); may be repeated."),
    ] = None,
    state: Annotated[
        list[StateOption] | None,
        typer.Option("--state", help="Only of this state; may be repeated. Without it, all but those gone."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, metavar="N", help="Show only the first so many.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List findings with their ids, states and dispositions. Ends with 0 whatever it lists."""
    from compliance.store.finding_work import Filter, state_counts, worked_findings
    from compliance.store.results import require_findings
    from compliance.workflows.findings import least_amount, worked_record

    given: GlobalOptions = context.obj
    chosen = Filter(
        codes=code or (),
        tables=table or (),
        verdicts=verdict or (),
        states=state or (StateOption.NEW, StateOption.STILL_OPEN),
        dispositions=disposition or (),
        first=first,
        last=last,
        amount=least_amount(amount),
        house_dealer=house_dealer,
        participant=participant,
    )
    with given.workspace.open(read_only=True) as db:
        require_findings(db)
        counts = state_counts(db, chosen)
        count = sum(counts.values())
        found = worked_findings(db, chosen, limit)
        if as_json:
            rows = [worked_record(each) for each in found]
            print_json({"count": count, "states": counts, "shown": len(rows), "findings": rows})
            return
        told = ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in counts.items() if number)
        typer.echo(f"{count:,} finding{'s' if count != 1 else ''}{': ' + told if told else ''}")
        for each in found:
            typer.echo(_row(each))
        for line in cut_short(limit, count):
            typer.echo(line)


@findings.command()
def show(
    context: typer.Context,
    finding_id: Annotated[str, typer.Argument(metavar="ID", help="The finding, or the beginning of its id.")],
    as_json: AsJson = False,
) -> None:
    """Show a finding whole, with every disposition it was given."""
    from compliance.workflows.findings import shown

    given: GlobalOptions = context.obj
    with given.workspace.open(read_only=True) as db:
        found = shown(db, finding_id)
    if as_json:
        print_json(found.to_json())
        return
    for line in _lines(found):
        typer.echo(line)


@findings.command()
def dispose(
    context: typer.Context,
    ids: Annotated[list[str], typer.Argument(metavar="ID…", help="The findings, or the beginnings of their ids.")],
    disposition: Annotated[DispositionOption, typer.Option("--as", help="What is decided.")],
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who decides.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")],
    as_json: AsJson = False,
) -> None:
    """Decide of findings, by name and with a reason; kept for good in the audit log."""
    from compliance.workflows.dispositions import dispose as decide
    from compliance.workflows.findings import disposition_record
    from compliance.workflows.record import log_json

    given: GlobalOptions = context.obj
    workspace = given.workspace
    with workspace.open() as db:
        decided, checkpoint = decide(workspace, db, ids, disposition=disposition.value, by=by, reason=reason)
    if as_json:
        records = [{"finding_id": each.finding_id} | disposition_record(each) for each in decided]
        print_json({"disposed": records, "audit_log": log_json(checkpoint)})
        return
    for each in decided:
        typer.echo(f"{each.finding_id}  {each.disposition} by {each.given_by}: {each.reason}")


def _row(worked: WorkedFinding) -> str:
    stored, found = worked.stored, worked.stored.finding
    where = [f"seat {found.seat}" if found.seat is not None else "", found.participant_id or "", found.wager_kind or ""]
    decided = worked.disposition
    parts = [
        stored.finding_id,
        f"{worked.state.replace('_', ' '):<10}",
        f"{found.code} {found.verdict:<12}",
        f"{stored.gaming_date}  {stored.table_id}  {stored.round_id}",
        " ".join(part for part in where if part),
        f"{stored.money(found.variance)} {stored.currency}" if found.variance else "",
        f"[{decided.disposition} by {decided.given_by}]" if decided else "",
    ]
    return "  ".join(part for part in parts if part).rstrip()


def _lines(shown: ShownFinding) -> Iterator[str]:
    worked = shown.worked
    stored, found = worked.stored, worked.stored.finding
    yield f"{found.code} [{found.verdict}] {stored.message}"
    yield f"  id      {stored.finding_id}"
    gone = f", gone since the run of {worked.gone}" if worked.gone else ""
    yield f"  state   {worked.state.replace('_', ' ')}; found since the run of {worked.since}{gone}"
    yield f"  round   {stored.round_id}, table {stored.table_id}, {stored.gaming_date}, sheet {stored.rule_sheet}"
    if stored.house_dealer_id:
        yield f"  dealer  {stored.house_dealer_id}"
    if found.seat is not None:
        who = f" {found.participant_id}" if found.participant_id else ""
        kind = f", {found.wager_kind}" if found.wager_kind else ""
        yield f"  seat    {found.seat}{who}{kind}"
    if stored.cards or stored.dealer_cards:
        yield f"  cards   {stored.cards or 'not shown'}; dealer hand {stored.dealer_cards or 'not shown'}"
    if found.variance is not None:
        yield f"  money   {stored.money(found.variance)} {stored.currency} {found.direction or ''}".rstrip()
    for number, clause in enumerate(stored.clauses):
        yield f"  {'clauses' if number == 0 else '       '} {clause}"
    yield f"  source  line {stored.line}, byte {stored.byte_offset} of {stored.file} ({stored.file_sha256})"
    yield "  decided " + ("by nobody yet" if not shown.history else "")
    for each in shown.history:
        yield f"    {each.given_at}  {each.disposition} by {each.given_by}: {each.reason}"
    seat = f" --seat {found.seat}" if found.seat is not None else ""
    yield f"'compliance explain {stored.round_id}{seat}' derives the round."
