"""Wagers that are alike and were settled differently: a doubt that needs no rule to be raised (ALIK-001).

Looked at are the recorded wagers for which nothing can be derived, because a chart is missing or the sheet is not
known or silent; of all others both evaluators say what is due. Alike are wagers of one kind and stake, on the same
cards up to a change of suits, with the same decision and Ante, under the same sheet and meter; what else was wagered
plays no part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.catalogue import CHECKS

if TYPE_CHECKING:
    from compliance.bulk.evaluate import Evaluation
    from compliance.store import Database

CODE = "ALIK-001"

_OPEN = """
CREATE OR REPLACE TEMP TABLE open_wagers AS
WITH of_run AS (FROM findings WHERE run_id = $run_id),
capped AS (SELECT unnest($capped_rules::INTEGER[]) AS rules_id, unnest($capped_kinds::VARCHAR[]) AS wager_kind)
SELECT round_key, seat, participant_index, wager_index, wager_kind, rules_id, recorded_net AS net
FROM of_run ANTI JOIN capped USING (rules_id, wager_kind)
WHERE code = 'SETL-005' AND recorded_net IS NOT NULL AND branch IN ('chart_missing', 'fold_silent', 'not_offered')
UNION ALL
SELECT round_key, seat, participant_index, wager_index, wager_kind, 0, net
FROM wagers_as_recorded
SEMI JOIN (SELECT round_key FROM of_run WHERE code = 'RECD-004' AND rules_id = 0) USING (round_key)
"""

# For each suit, the ranks in the hand and in the dealer hand, as the bits of one number: the four of them in order are
# the same for two deals that differ in suits alone. Cards are as three_cards has them, four bits a rank.
_LIKENESS = """
SELECT
    o.*, p.participant_id, {of}(
        r.licensee_id, r.rule_sheet, o.rules_id, o.wager_kind, r.currency, p.ante_stake, p.decision, p.decision_source,
        r.meter_id, r.meter_before, CASE o.wager_kind
            WHEN 'ante' THEN p.ante_stake WHEN 'play' THEN p.play_stake WHEN 'ante_bonus' THEN p.ante_bonus_stake
            WHEN 'pair_plus' THEN p.pair_plus_stake WHEN 'six_card_bonus' THEN p.six_card_bonus_stake
            WHEN 'progressive' THEN p.progressive_stake ELSE w.stake
        END, list_sort([{suits}])
    ) AS likeness
FROM {wagers} AS o
JOIN participants AS p USING (round_key, seat, participant_index)
JOIN rounds AS r USING (round_key)
JOIN three_cards AS h ON h.hand = p.hand
JOIN three_cards AS d ON d.hand = r.dealer_hand
LEFT JOIN other_wagers AS w USING (round_key, seat, participant_index, wager_kind)
WHERE r.status = 'settled'
"""

_SUITS = ", ".join(
    f"(h.cards >> {suit} & 300239975158033) | ((d.cards >> {suit} & 300239975158033) << 1)" for suit in range(4)
)

_BY_HASH, _BY_ITSELF = (
    _LIKENESS.format(of=of, wagers=wagers, suits=_SUITS) for of, wagers in (("hash", "open_wagers"), ("row", "perhaps"))
)
_HASHED = f"CREATE OR REPLACE TEMP TABLE hashed_wagers AS {_BY_HASH}"

# Of groups that were settled differently, those wagers that neither impossible cards nor a player-dealer's wager that
# does not cover everything can have touched; the net that most of a group have is taken for what is usual in it.
_UNLIKE = f"""
CREATE OR REPLACE TEMP TABLE unlike_wagers AS
WITH perhaps AS (
    SELECT * EXCLUDE (likeness, participant_id) FROM hashed_wagers
    SEMI JOIN (SELECT likeness FROM hashed_wagers GROUP BY likeness HAVING min(net) <> max(net)) USING (likeness)
),
suspect AS ({_BY_ITSELF}),
answered AS (
    SELECT round_key, sum(abs(net::HUGEINT)) AS money
    FROM wagers_as_recorded SEMI JOIN suspect USING (round_key) GROUP BY round_key
),
sound AS (
    SELECT s.*, r.gaming_date, r.sequence, r.round_id
    FROM suspect AS s JOIN rounds AS r USING (round_key) JOIN answered AS a USING (round_key)
    WHERE coalesce(a.money <= r.pd_wager, true) AND s.round_key NOT IN (
        SELECT round_key FROM findings WHERE run_id = $run_id AND code IN ('DEAL-001', 'DEAL-002')
    )
),
ranked AS (
    SELECT *, count(*) OVER (PARTITION BY likeness, net) AS so_many,
        row_number() OVER (
            PARTITION BY likeness ORDER BY gaming_date, sequence NULLS LAST, round_id, seat, participant_index
        ) AS place
    FROM sound
)
SELECT *,
    first_value(net) OVER usual AS usual_net, first_value(round_id) OVER usual AS usual_round
FROM ranked
WINDOW usual AS (PARTITION BY likeness ORDER BY so_many DESC, place)
"""

_EXAMINED = """
SELECT coalesce(sum(wagers), 0)::BIGINT
FROM (SELECT count(*) AS wagers FROM hashed_wagers GROUP BY likeness HAVING count(*) > 1)
"""

_FOUND = """
INSERT INTO written_findings BY NAME
SELECT $run_id AS run_id, round_key, rules_id, $code AS code, 'review' AS verdict, seat, participant_index,
    participant_id, wager_index, wager_kind, net AS recorded_net, []::VARCHAR[] AS also_fits,
    usual_net || ' ' || usual_round AS detail
FROM unlike_wagers WHERE net <> usual_net
"""


def find_alike(db: Database, run_id: str, evaluation: Evaluation) -> None:
    """Add to the findings of a run, and to its figures, the wagers that differ from what is usual among their like.

    Follows ``evaluate`` on the same connection, when its findings are stored.
    """
    capped = [
        (rules_id, kind)
        for rules_id, in_force in evaluation.rules.items()
        for cap in in_force.sheet.cap
        for kind in cap.kinds
    ]
    run = {"run_id": run_id}
    rules, kinds = [rules_id for rules_id, _ in capped], [kind for _, kind in capped]
    db.connection.execute(_OPEN, run | {"capped_rules": rules, "capped_kinds": kinds})
    (population,) = db.one("SELECT count(*) FROM open_wagers")
    if not population:
        return
    db.connection.execute(_HASHED)
    (examined,) = db.one(_EXAMINED)
    db.connection.execute(_UNLIKE, run)
    db.connection.execute(_FOUND, run | {"code": CODE})
    (found,) = db.one("SELECT count(*) FROM unlike_wagers WHERE net <> usual_net")
    figures = evaluation.figures
    figures.examined[CODE] += examined
    figures.skipped[CODE] += population - examined
    if found:
        figures.findings[CODE] += found
        figures.verdicts[CHECKS[CODE].verdict] += found
