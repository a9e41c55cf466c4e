"""What a report says of the interpretations in force: the reading adopted, and the wagers that it bears on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.audit_input import InterpretationTouched
from compliance.rules.clauses import cited_texts

if TYPE_CHECKING:
    from compliance.rules.doubts import Interpretation
    from compliance.rules.sheet import RuleSheet
    from compliance.store import Database
    from compliance.store.results import StoredRun
    from compliance.workflows.workspace import Workspace


def interpretations(
    workspace: Workspace, db: Database, run: StoredRun, where: str, parameters: dict[str, object]
) -> tuple[InterpretationTouched, ...]:
    """Every interpretation of the sheets in force for the rounds of a run, each with the wagers that it bears on."""
    touched = {
        (sheet, name): (discriminating, adopted, other, of_all)
        for sheet, name, discriminating, adopted, other, of_all in db.rows(_TOUCHED, [run.run_id])
    }
    places = f"SELECT DISTINCT licensee_id, rule_sheet, table_id, gaming_date FROM rounds WHERE {where} ORDER BY ALL"
    shown: dict[tuple[str, str, str], InterpretationTouched] = {}
    for place in db.rows(places, parameters):
        in_force = workspace.rulebook.sheet_in_force(*place)
        for entry in in_force.sheet.interpretation if in_force else ():
            key = (place[1], entry.id, entry.adopted)
            if in_force and key not in shown:
                shown[key] = _interpretation(in_force.sheet, entry, touched.get(key[:2], _NONE))
    return tuple(shown.values())


_Counts = tuple[int, int, int, int | None]
_NONE: _Counts = (0, 0, 0, None)
_TOUCHED = """
SELECT rule_sheet, interpretation, sum(discriminating)::BIGINT, sum(fits_adopted)::BIGINT, sum(fits_other)::BIGINT,
    sum(touched)::BIGINT
FROM readings_told_apart JOIN rules_used USING (run_id, rules_id)
WHERE run_id = ?
GROUP BY ALL
"""


def _interpretation(sheet: RuleSheet, entry: Interpretation, counts: _Counts) -> InterpretationTouched:
    return InterpretationTouched(
        rule_sheet=sheet.id,
        id=entry.id,
        question=entry.question,
        adopted=entry.adopted,
        adopted_says=next(reading.says for reading in entry.readings if reading.name == entry.adopted),
        why=entry.why,
        others=tuple(reading.name for reading in entry.others),
        clauses=cited_texts(sheet, (name for name in entry.clauses if name in sheet.clauses)),
        authority=entry.authority,
        discriminating=counts[0],
        fits_adopted=counts[1],
        fits_other=counts[2],
        ruling=entry.ruling_ref,
        touched=counts[3],
    )
