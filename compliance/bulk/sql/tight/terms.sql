-- Terms of rounds in which the limit binds, for the four kinds that the layout sums up; slot is a kind's place in the
-- sheet's order. A variant stands here where it changes full settlements, beside the adopted sheet.
CREATE OR REPLACE TEMP TABLE tight_rules AS
SELECT s.rules_id, EXISTS (FROM terms AS v WHERE v.rules_id = s.rules_id AND v.occupied_only) AS may_count_occupied
FROM screen_rules AS s
WHERE s.banked AND s.policy <> 'unlimited' AND NOT s.answers_others AND NOT s.occupied_only AND NOT s.left_to_long_form
    AND (
        SELECT list(kind ORDER BY place) FROM kind_rules AS k
        WHERE k.rules_id = s.rules_id AND k.variant = 0 AND k.answered
    ) = [0, 1, 3, 4]
    AND NOT EXISTS (FROM kind_rules AS k WHERE k.rules_id = s.rules_id AND k.differs AND k.kind NOT IN (0, 1, 3, 4))
    -- A reading of where action starts changes nothing else, nor do other readings of the same question.
    AND NOT EXISTS (
        FROM terms AS v JOIN terms AS o USING (rules_id, interpretation)
        WHERE v.rules_id = s.rules_id AND v.occupied_only AND (v.changes_full OR NOT o.occupied_only)
    )
    -- Readings are told apart by bits.
    AND (SELECT max(variant) FROM terms AS v WHERE v.rules_id = s.rules_id) <= 62;

-- What a wager comes to in a situation: times the stake, or as recorded where it cannot be derived (known false).
-- situation is 54 * fold + 9 * state + category for Ante, Play and Pair Plus, 4096 * fold + made for the six-card bonus.
CREATE OR REPLACE TEMP TABLE tight_outlook AS
SELECT
    o.rules_id, o.variant, o.slot, (o.rules_id * 65536 + o.slot * 16384 + o.situation)::INTEGER AS key,
    coalesce(o.times, 0) AS times, o.comes_to IN ('known', 'paid', 'lost', 'returned') AS known,
    o.fold > 0 AND (o.kind = 0 OR coalesce(k.forfeits, false)) AS by_folding, o.comes_to = 'complex' AS complex
FROM (
    SELECT rules_id, variant, kind, CASE kind WHEN 3 THEN 2 ELSE kind END AS slot, fold,
        54 * fold + 9 * state + category AS situation, comes_to, times
    FROM outlook WHERE kind IN (0, 1, 3)
    UNION ALL
    SELECT rules_id, variant, 4, 3, fold, 4096 * fold + made, comes_to, times FROM six_outlook
) AS o
JOIN tight_rules USING (rules_id)
JOIN kind_rules AS k ON k.rules_id = o.rules_id AND k.variant = o.variant AND k.kind = o.kind;

CREATE OR REPLACE TEMP TABLE tight_changes AS
SELECT v.variant, v.key, v.slot, v.times, v.known, v.by_folding, v.complex
FROM tight_outlook AS v
LEFT JOIN tight_outlook AS a ON a.key = v.key AND a.variant = 0
WHERE v.variant > 0
    AND (v.times, v.known, v.by_folding, v.complex) IS DISTINCT FROM
        (coalesce(a.times, 0), coalesce(a.known, false), coalesce(a.by_folding, false), coalesce(a.complex, false));

-- The adopted sheet, a row a situation: known and by_folding have a bit for each slot. Kinds that the sheet does not offer
-- count as recorded.
CREATE OR REPLACE TEMP TABLE tight_three AS
SELECT (r.rules_id * 65536 + t.situation)::INTEGER AS key,
    coalesce(any_value(o.times) FILTER (o.slot = 0), 0) AS times_0,
    coalesce(any_value(o.times) FILTER (o.slot = 1), 0) AS times_1,
    coalesce(any_value(o.times) FILTER (o.slot = 2), 0) AS times_2,
    coalesce(bit_or(o.known::INTEGER << o.slot), 0) AS known,
    coalesce(bit_or(o.by_folding::INTEGER << o.slot), 0) AS by_folding
FROM tight_rules AS r
CROSS JOIN range(162) AS t (situation)
LEFT JOIN tight_outlook AS o
    ON o.variant = 0 AND o.slot < 3 AND o.key = r.rules_id * 65536 + o.slot * 16384 + t.situation
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE tight_six AS
SELECT (r.rules_id * 65536 + 49152 + t.situation)::INTEGER AS key,
    coalesce(o.times, 0) AS times, coalesce(o.known, false) AS known, coalesce(o.by_folding, false) AS by_folding
FROM tight_rules AS r
CROSS JOIN range(8192) AS t (situation)
LEFT JOIN tight_outlook AS o ON o.variant = 0 AND o.slot = 3 AND o.key = r.rules_id * 65536 + 49152 + t.situation;

-- The adopted sheet and the readings that could give a tight round other money. A policy is one number: what a unit paid
-- gives to what may still be collected, and a unit collected to what may still be paid. Where all losing wagers are
-- collected first, payments have the wager put up and the collections to go by from the beginning.
CREATE OR REPLACE TEMP TABLE tight_readings AS
WITH read AS (
    SELECT
        rules_id, variant, interpretation, forfeits_first, wager_major, occupied_only, changes_full, changes_cover,
        policy <> 'unlimited' AS limited,
        CASE policy WHEN 'gross_consumed' THEN -1 WHEN 'running_net' THEN 1 ELSE 0 END::BIGINT AS gives,
        policy = 'collect_then_pay' AS collects_first
    FROM terms
    JOIN tight_rules USING (rules_id)
)
SELECT
    r.* EXCLUDE (changes_full, changes_cover),
    -- Which full settlements it takes in rounds that have such: its own, or those in the order from another start.
    CASE WHEN r.occupied_only THEN -1 ELSE r.variant END AS full_of,
    1::BIGINT << CASE WHEN r.occupied_only THEN 0 ELSE r.variant END AS own,
    -- A reading of where action starts is another walk only where it starts elsewhere.
    (r.limited, r.gives, r.collects_first, r.wager_major) IS DISTINCT FROM (a.limited, a.gives, a.collects_first, a.wager_major)
        AS walks_anew,
    r.forfeits_first <> a.forfeits_first AS orders_forfeits_anew
FROM read AS r
JOIN read AS a ON a.rules_id = r.rules_id AND a.variant = 0
WHERE r.variant = 0 OR r.changes_full OR r.changes_cover;
