-- Rounds that the screen did not mark may hold wagers without a chart: their findings come straight off the record.
INSERT INTO found BY NAME
WITH unknown AS (
    SELECT rules_id, kind FROM kind_rules
    WHERE variant = 0 AND offered AND NOT chart_known AND role NOT IN ('ante', 'play') AND kind < 6
),
orders AS (
    SELECT wager_order, unnest(string_split(wager_order, ',')) AS wager_kind,
        generate_subscripts(string_split(wager_order, ','), 1) - 1 AS wager_index
    FROM (SELECT DISTINCT wager_order FROM participants JOIN judged_rounds USING (round_key))
),
missing AS (
    SELECT u.rules_id, u.kind, o.wager_order, o.wager_index
    FROM unknown AS u JOIN wager_kinds USING (kind) JOIN orders AS o USING (wager_kind)
)
SELECT
    p.round_key, 'SETL-005' AS code, 'undetermined' AS verdict, p.seat, p.participant_index, p.participant_id,
    m.wager_index, m.kind, 'chart_missing' AS branch,
    CASE m.kind WHEN 2 THEN ante_bonus_outcome WHEN 3 THEN pair_plus_outcome WHEN 4 THEN six_card_bonus_outcome
        ELSE progressive_outcome END AS recorded_outcome,
    CASE m.kind WHEN 2 THEN ante_bonus_net WHEN 3 THEN pair_plus_net WHEN 4 THEN six_card_bonus_net
        ELSE progressive_net END AS recorded_net
FROM participants AS p
JOIN judged_rounds AS r USING (round_key)
JOIN missing AS m ON m.rules_id = r.rules_id AND m.wager_order = p.wager_order
ANTI JOIN chosen USING (round_key);
