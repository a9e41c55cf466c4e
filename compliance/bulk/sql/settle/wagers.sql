-- One row a wager: every recorded line in its place, and an Ante Bonus that may be due beside an Ante without one.
-- Such a line follows the recorded ones, with stake 0 and no record.
CREATE OR REPLACE TEMP TABLE wager_orders AS
SELECT o.wager_order, k.kind, o.wager_index
FROM (
    SELECT wager_order, unnest(string_split(wager_order, ',')) AS wager_kind,
        generate_subscripts(string_split(wager_order, ','), 1) - 1 AS wager_index
    FROM (SELECT DISTINCT wager_order FROM settling_participants WHERE wager_order <> '')
) AS o
JOIN wager_kinds AS k USING (wager_kind);

CREATE OR REPLACE TEMP TABLE wagers AS
WITH others AS (
    SELECT w.round_key, w.seat, w.participant_index, k.kind, w.stake, w.outcome, w.net
    FROM other_wagers AS w
    JOIN chosen USING (round_key)
    JOIN wager_kinds AS k USING (wager_kind)
),
lines AS (
    SELECT
        p.place, p.round_key, o.kind, o.wager_index,
        CASE o.kind
            WHEN 0 THEN p.ante_stake WHEN 1 THEN p.play_stake WHEN 2 THEN p.ante_bonus_stake
            WHEN 3 THEN p.pair_plus_stake WHEN 4 THEN p.six_card_bonus_stake WHEN 5 THEN p.progressive_stake
            ELSE x.stake
        END AS stake,
        CASE o.kind
            WHEN 0 THEN p.ante_outcome WHEN 1 THEN p.play_outcome WHEN 2 THEN p.ante_bonus_outcome
            WHEN 3 THEN p.pair_plus_outcome WHEN 4 THEN p.six_card_bonus_outcome WHEN 5 THEN p.progressive_outcome
            ELSE x.outcome
        END AS recorded_outcome,
        CASE o.kind
            WHEN 0 THEN p.ante_net WHEN 1 THEN p.play_net WHEN 2 THEN p.ante_bonus_net
            WHEN 3 THEN p.pair_plus_net WHEN 4 THEN p.six_card_bonus_net WHEN 5 THEN p.progressive_net
            ELSE x.net
        END AS recorded_net
    FROM settling_participants AS p
    JOIN wager_orders AS o USING (wager_order)
    LEFT JOIN others AS x
        ON x.round_key = p.round_key AND x.seat = p.seat AND x.participant_index = p.participant_index AND x.kind = o.kind
    UNION ALL
    SELECT p.place, p.round_key, b.kind, CASE p.wager_order WHEN '' THEN 0 ELSE len(string_split(p.wager_order, ',')) END,
        0, NULL, NULL
    FROM settling_participants AS p
    JOIN kind_rules AS b ON b.rules_id = p.rules_id AND b.variant = 0 AND b.role = 'ante_bonus' AND b.offered
    WHERE NOT p.void AND p.has_ante AND NOT p.has_ante_bonus AND NOT p.contradictory
)
SELECT row_number() OVER () AS line_id, *, recorded_net IS NOT NULL AS recorded
FROM lines;
