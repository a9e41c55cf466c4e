-- Rounds that the screen leaves alone may hold wagers without a chart: their findings come straight off the record.
INSERT INTO all_found BY NAME
WITH unknown AS (
    SELECT k.rules_id, k.kind, w.wager_kind, k.role, k.forfeits, k.paid_on_disconnect
    FROM kind_rules AS k JOIN wager_kinds AS w USING (kind)
    WHERE k.variant = 0 AND k.offered AND NOT k.chart_known AND k.role NOT IN ('ante', 'play') AND k.kind < 6
),
orders AS (
    SELECT wager_order, unnest(string_split(wager_order, ',')) AS wager_kind,
        generate_subscripts(string_split(wager_order, ','), 1) - 1 AS wager_index
    FROM (
        SELECT DISTINCT wager_order FROM participants
        WHERE round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
    )
),
missing AS (
    SELECT u.*, o.wager_order, o.wager_index FROM unknown AS u JOIN orders AS o USING (wager_kind)
)
SELECT
    s.round_key, m.rules_id, 'SETL-005' AS code, 'undetermined' AS verdict, s.seat, s.participant_index, s.participant_id,
    m.wager_index, m.wager_kind, 'chart_missing' AS branch, []::VARCHAR[] AS also_fits,
    CASE m.kind WHEN 2 THEN s.ante_bonus_outcome WHEN 3 THEN s.pair_plus_outcome WHEN 4 THEN s.six_card_bonus_outcome
        ELSE s.progressive_outcome END AS recorded_outcome,
    CASE m.kind WHEN 2 THEN s.ante_bonus_net WHEN 3 THEN s.pair_plus_net WHEN 4 THEN s.six_card_bonus_net
        ELSE s.progressive_net END AS recorded_net
FROM /*seats*/ AS s
JOIN missing AS m ON m.rules_id = s.rules_id AND m.wager_order = s.wager_order
ANTI JOIN chosen USING (round_key)
WHERE s.round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
    AND NOT coalesce(s.decision = 'fold' AND CASE m.role
        WHEN 'ante_bonus' THEN NOT (s.decision_source = 'disconnect' AND m.paid_on_disconnect)
        ELSE m.forfeits
    END, false);
