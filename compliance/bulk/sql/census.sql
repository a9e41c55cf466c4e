-- What stands in the rounds of a batch, counted once for all twins: rounds by their facts, participants by what they
-- wager and decide (shape as in laid_seats), void rounds apart.
CREATE OR REPLACE TEMP TABLE round_census AS
WITH counted AS (
    SELECT
        place_id, void, pd_wager IS NOT NULL AS limited, pd_net IS NOT NULL AS netted,
        action_seat IS NOT NULL AND button_rank < 15 AND pd_seat IS NOT NULL AS pointed,
        coalesce(pd_seat = 1, false) AS pd_first, count(*) AS rounds, sum(taken) AS seats
    FROM laid_rounds
    WHERE round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
    GROUP BY ALL
)
SELECT
    p.rules_id, c.void, p.banked, p.banked AND c.limited AS limited, p.banked AND c.netted AS netted,
    c.pointed AND p.positions - (c.pd_first AND p.positions > 0)::INTEGER > 0
        AND p.rules_id IN (SELECT rules_id FROM button_values) AS buttoned,
    sum(c.rounds) AS rounds, sum(c.seats) AS seats
FROM counted AS c
JOIN place_terms AS p USING (place_id)
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE census AS
WITH everyone AS (
    SELECT s.rules_id, s.shape, count(*) AS participants
    FROM /*seats*/ AS s
    WHERE s.round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
    GROUP BY ALL
),
voided AS (
    SELECT rules_id, shape_of(kinds, decision, decision_source) AS shape, count(*) AS participants
    FROM settling_participants WHERE void
    GROUP BY ALL
)
SELECT rules_id, void, shape, shape // 4 AS kinds, shape % 4 < 3 AS decided, sum(participants) AS participants
FROM (
    SELECT rules_id, false AS void, shape, participants FROM everyone
    UNION ALL
    SELECT rules_id, false, shape, -participants FROM voided
    UNION ALL
    SELECT rules_id, true, shape, participants FROM voided
)
GROUP BY ALL;
