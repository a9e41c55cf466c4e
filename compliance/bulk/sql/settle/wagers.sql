-- One row a wager: every recorded line in its place, and an Ante Bonus that may be due beside an Ante without one.
-- Such a line follows the recorded ones, with stake 0 and no record.
CREATE OR REPLACE TEMP TABLE wager_orders AS
SELECT o.wager_order, k.kind, o.place AS wager_index
FROM (
    SELECT wager_order, unnest(string_split(wager_order, ',')) AS wager_kind,
        generate_subscripts(string_split(wager_order, ','), 1) - 1 AS place
    FROM (SELECT DISTINCT wager_order FROM settling_participants WHERE wager_order <> '')
) AS o
JOIN wager_kinds AS k USING (wager_kind);

CREATE OR REPLACE TEMP TABLE wagers AS
WITH recorded AS (
    SELECT
        p.*, o.kind, o.wager_index,
        CASE o.kind
            WHEN 0 THEN ante_stake WHEN 1 THEN play_stake WHEN 2 THEN ante_bonus_stake
            WHEN 3 THEN pair_plus_stake WHEN 4 THEN six_card_bonus_stake WHEN 5 THEN progressive_stake
        END AS stake,
        CASE o.kind
            WHEN 0 THEN ante_outcome WHEN 1 THEN play_outcome WHEN 2 THEN ante_bonus_outcome
            WHEN 3 THEN pair_plus_outcome WHEN 4 THEN six_card_bonus_outcome WHEN 5 THEN progressive_outcome
        END AS recorded_outcome,
        CASE o.kind
            WHEN 0 THEN ante_net WHEN 1 THEN play_net WHEN 2 THEN ante_bonus_net
            WHEN 3 THEN pair_plus_net WHEN 4 THEN six_card_bonus_net WHEN 5 THEN progressive_net
        END AS recorded_net
    FROM settling_participants AS p
    JOIN wager_orders AS o USING (wager_order)
),
lines AS (
    SELECT
        r.round_key, r.seat, r.participant_index, r.participant_id, r.wager_index, r.kind,
        coalesce(x.stake, r.stake) AS stake,
        coalesce(x.outcome, r.recorded_outcome) AS recorded_outcome,
        coalesce(x.net, r.recorded_net) AS recorded_net,
        r.hand, r.folded, r.contradictory, r.disconnected, r.has_ante, r.ante_stake
    FROM recorded AS r
    LEFT JOIN (other_wagers JOIN wager_kinds USING (wager_kind)) AS x
        ON x.round_key = r.round_key AND x.seat = r.seat AND x.participant_index = r.participant_index AND x.kind = r.kind
    UNION ALL
    SELECT
        p.round_key, p.seat, p.participant_index, p.participant_id,
        CASE p.wager_order WHEN '' THEN 0 ELSE len(string_split(p.wager_order, ',')) END, b.kind,
        0, NULL, NULL, p.hand, p.folded, p.contradictory, p.disconnected, p.has_ante, p.ante_stake
    FROM settling_participants AS p
    JOIN settling_rounds AS r USING (round_key)
    JOIN kind_rules AS b ON b.rules_id = r.rules_id AND b.variant = 0 AND b.role = 'ante_bonus' AND b.offered
    WHERE NOT r.void AND p.has_ante AND NOT p.has_ante_bonus AND NOT p.contradictory
)
SELECT row_number() OVER () AS line_id, l.*, recorded_net IS NOT NULL AS recorded
FROM lines AS l;
