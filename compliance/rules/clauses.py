"""Which clauses a result rests on: from a check's code and the branch taken to places in the document.

A value is traced through the sheet's own citations. Where the sheet is silent, the answer says so instead of
being empty. Checks of the record itself rest on the log format, the licensee's file or a statute, named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.words import ANTE, Branch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compliance.rules.sheet import RuleSheet

SILENT = "not stated by the sheet"

_LIMIT = ("bank.policy", "bank.order", "bank.answers")
_RULES_OF_CODE: dict[str, tuple[str, ...]] = {
    "DEAL-001": ("deck.cards", "deck.decks"),
    "DEAL-002": ("deck.hand_cards",),
    "DEAL-003": ("deck.cards", "deck.decks"),
    "RECD-005": ("voids.causes",),
    "RECD-008": ("voids.causes",),
    "WAGR-001": ("wager.play.equals_ante",),
    "WAGR-002": ("showdown.folded_ante", "wager.play.equals_ante"),
    "WAGR-003": ("wager.*.name",),
    "WAGR-004": ("wager.KIND.needs_ante",),
    "WAGR-005": ("wager.KIND.at_most_ante",),
    "WAGR-006": ("table.limits_posted", "wager.KIND.fixed_stake"),
    "WAGR-007": ("wager.KIND.placed",),
    "WAGR-008": ("table.back_line",),
    "WAGR-009": ("table.positions",),
    "SETL-001": (),
    "SETL-002": (),
    "SETL-003": (),
    "SETL-004": (),
    "SETL-005": (),
    "SETL-006": (),
    "COVR-001": _LIMIT,
    "COVR-002": ("bank.policy",),
    "COVR-003": ("bank.answers",),
    "COVR-004": ("bank.policy",),
    "ROTN-001": ("bank.consecutive_rounds", "bank.after_consecutive"),
    "ROTN-002": ("button.counted", "button.values"),
    "ROTN-003": ("bank.house_may_bank",),
    "DECK-001": ("deck.alternate",),
    "COLL-001": ("collection.posted",),
    "COLL-003": ("collection.percentage",),
    "COLL-004": ("collection.required",),
    "PROG-001": ("wager.progressive.chart", "wager.progressive.chart_posted"),
    "PROG-002": ("wager.progressive.chart", "wager.progressive.chart_posted"),
}
"""Values of the sheet that a check compares the record with. ``KIND`` is the wager's; ``*`` is every kind."""

_OTHER_GROUND: dict[str, str] = {
    "RECD-001": "hand-history log, format 1: round_id",
    "RECD-002": "hand-history log, format 1: sequence",
    "RECD-003": "hand-history log, format 1: started_at, wagers_closed_at, settled_at",
    "RECD-004": "licensee's file: sheets in force at the table",
    "RECD-005": "hand-history log, format 1: void_reason",
    "RECD-006": "licensee's file: sheets in force at the table",
    "RECD-007": "licensee's file: time_zone, day_starts_at",
    "WAGR-006": "licensee's file: limits",
    "RECD-008": "hand-history log, format 1: void_reason",
    "WAGR-007": "hand-history log, format 1: wagers_closed_at, placed_at",
    "WAGR-009": "licensee's file: positions",
    "COVR-002": "California Penal Code section 330.11",
    "COVR-003": "hand-history log, format 1: player_dealer.net",
    "COVR-004": "hand-history log, format 1: player_dealer.wager",
    "ROTN-003": "California Penal Code section 330.11",
    "COLL-001": "licensee's file: collection schedule",
    "COLL-002": "California Penal Code section 337j(f)",
    "COLL-003": "California Penal Code section 337j(f)",
    "COLL-004": "hand-history log, format 1: collection",
    "PROG-001": "licensee's file: postings in force at the table",
    "PROG-002": "licensee's file: postings in force at the table",
    "RECO-001": "licensee's control totals",
    "RECO-002": "licensee's control totals",
    "RECO-003": "licensee's control totals",
    "ALIK-001": "hand-history log, format 1: wagers that are alike",
}
"""What a check rests on outside the sheet."""

_STATISTICAL = "no clause: a statistical test of the record"

CODES = frozenset(_RULES_OF_CODE) | frozenset(_OTHER_GROUND)
"""Every code that has its grounds here; ``STAT-…`` codes rest on no clause."""

_ANTE_OR_PLAY: dict[Branch, tuple[str, ...]] = {
    Branch.FOLDED: ("showdown.folded_ante",),
    Branch.NOT_QUALIFIED_BEATS: ("qualifying.rank", "showdown.not_qualified_ante", "showdown.ante_pays"),
    Branch.NOT_QUALIFIED_BEATEN: ("qualifying.rank", "showdown.not_qualified_ante"),
    Branch.NOT_QUALIFIED_EQUAL: ("qualifying.rank", "showdown.not_qualified_equal"),
    Branch.BEATS: ("qualifying.rank", "ranking.three_card", "showdown.beats", "showdown.WAGER_pays"),
    Branch.BEATEN: ("qualifying.rank", "ranking.three_card", "showdown.beaten"),
    Branch.EQUAL: ("qualifying.rank", "ranking.within_category", "showdown.equal"),
}

_ANY_WAGER: dict[Branch, tuple[str, ...]] = {
    Branch.VOID: ("voids.causes",),
    Branch.FORFEITED: ("wager.KIND.on_fold",),
    Branch.PAYS: ("wager.KIND.chart", "wager.KIND.hand", "wager.KIND.commission"),
    Branch.PAYS_NOTHING: ("wager.KIND.chart", "wager.KIND.hand"),
    Branch.DEALER_NOT_BEATEN: ("wager.KIND.must_beat_dealer",),
    Branch.ABOVE_ANTE: ("wager.KIND.at_most_ante", "wager.KIND.above_ante"),
    Branch.NOT_DUE: ("wager.KIND.chart", "wager.KIND.paid_on_disconnect"),
    Branch.DEAL_FAULT: ("deck.cards", "deck.decks", "deck.hand_cards"),
    Branch.CHART_MISSING: ("wager.KIND.chart_posted",),
    Branch.NOT_OFFERED: ("wager.*.name",),
    Branch.CONTRADICTORY_DECISION: ("showdown.folded_ante", "wager.play.equals_ante"),
    Branch.FOLD_SILENT: ("wager.KIND.on_fold",),
    Branch.HAND_NOT_SHOWN: ("wager.KIND.hand", "deck.hand_cards"),
    Branch.OTHER_CURRENCY: ("wager.KIND.chart",),
    Branch.METER_UNKNOWN: ("wager.KIND.chart",),
    Branch.ORDER_UNKNOWN: ("bank.order", "button.counted"),
    Branch.NOT_IN_FORCE: (),
}


def clauses_for(
    sheet: RuleSheet | None,
    code: str | None = None,
    wager_kind: str | None = None,
    branch: Branch | None = None,
    interpretation: str | None = None,
) -> tuple[str, ...]:
    """Return where it stands: citations of the document, then other grounds, each once.

    An interpretation appears as the clauses it is about, its authority outside the document, and its id; one
    over a silent place as ``not stated by the sheet (B2)``; a settled one with its ruling. ``sheet`` is None
    for a round whose sheet is unknown. Never empty.

    Raises:
        ValueError: a code or branch that has no entry here, or an interpretation the sheet does not have.
    """
    if code is not None and code not in CODES and not code.startswith("STAT-"):
        raise ValueError(f"no grounds are known for {code}; add it to compliance.rules.clauses")
    found: list[str] = []
    if sheet is not None:
        if branch is not None:
            found += _stated(sheet, _paths_of_branch(sheet, branch, wager_kind), wager_kind)
        if code is not None:
            found += _stated(sheet, _RULES_OF_CODE.get(code, ()), wager_kind)
        if interpretation is not None:
            found += _of_interpretation(sheet, interpretation)
    if sheet is None or branch is Branch.SHEET_UNKNOWN:
        found.append(_OTHER_GROUND["RECD-004"])
    if code is not None:
        if code in _OTHER_GROUND:
            found.append(_OTHER_GROUND[code])
        if code.startswith("STAT-"):
            found.append(_STATISTICAL)
    return tuple(dict.fromkeys(found)) or (SILENT,)


def cited_texts(sheet: RuleSheet, ids: Iterable[str]) -> tuple[str, ...]:
    """Turn ids of clauses and interpretations into citations, in order and each once.

    Raises:
        ValueError: an id is neither.
    """
    texts: list[str] = []
    for cited in ids:
        if cited in sheet.clauses:
            texts.append(sheet.clauses[cited].citation)
        else:
            texts += _of_interpretation(sheet, cited)
    return tuple(dict.fromkeys(texts))


def _paths_of_branch(sheet: RuleSheet, branch: Branch, kind: str | None) -> tuple[str, ...]:
    if branch is Branch.SHEET_UNKNOWN:
        return ()
    if branch is Branch.NOT_QUALIFIED:
        own = "showdown.not_qualified_ante" if kind == ANTE else "showdown.not_qualified_play"
        pays = ("showdown.ante_pays",) if kind == ANTE and sheet.showdown.not_qualified_ante == "pays_always" else ()
        return ("qualifying.rank", own, *pays)
    paths = _ANTE_OR_PLAY.get(branch) or _ANY_WAGER.get(branch)
    if paths is None:
        raise ValueError(f"no grounds are known for the branch {branch}; add it to compliance.rules.clauses")
    limited = branch in (Branch.PAYS, Branch.OTHER_CURRENCY) and any(kind in cap.kinds for cap in sheet.cap)
    return (*paths, "cap.amount", "cap.scope") if limited else paths


def _stated(sheet: RuleSheet, paths: Iterable[str], kind: str | None) -> Iterator[str]:
    for path in paths:
        for place in _filled_in(sheet, path, kind):
            ids = sheet.cited(place)
            if not ids:
                ids = tuple(entry.id for entry in sheet.interpretation if _fills(entry.fills, place))
            yield from cited_texts(sheet, ids)


def _filled_in(sheet: RuleSheet, path: str, kind: str | None) -> Iterator[str]:
    if "WAGER" in path:
        yield path.replace("WAGER", kind or ANTE)
    elif "*" in path:
        yield from (path.replace("*", offered) for offered in sheet.wagers)
    elif "KIND" not in path:
        yield path
    elif kind is not None:
        yield path.replace("KIND", kind)


def _fills(filled: Iterable[str], path: str) -> bool:
    return any(path == place or path.startswith(f"{place}.") for place in filled)


def _of_interpretation(sheet: RuleSheet, name: str) -> Iterator[str]:
    entry = sheet.interpretations.get(name)
    if entry is None:
        raise ValueError(f"{sheet.id} has no clause or interpretation {name!r}")
    yield from (sheet.clauses[clause].citation for clause in entry.clauses)
    yield from entry.authority
    if entry.ruling_ref is not None:
        yield f"{name} (ruling {entry.ruling_ref})"
    else:
        yield f"{SILENT} ({name})" if entry.nature == "silence" else name
