-- All findings of a run. Rounds that needed no long form may hold wagers without a chart: what is found of those comes
-- straight off the record when the findings are read, and is written nowhere before.
CREATE OR REPLACE TEMP VIEW all_found AS
FROM kept_found
UNION ALL BY NAME
SELECT
    s.round_key, s.rules_id, 'SETL-005' AS code, 'undetermined'::verdict AS verdict, s.seat, s.participant_index,
    s.participant_id, o.wager_index, m.wager_kind, 'chart_missing' AS branch, []::VARCHAR[] AS also_fits,
    CASE m.kind WHEN 2 THEN s.ante_bonus_outcome WHEN 3 THEN s.pair_plus_outcome WHEN 4 THEN s.six_card_bonus_outcome
        ELSE s.progressive_outcome END AS recorded_outcome,
    CASE m.kind WHEN 2 THEN s.ante_bonus_net WHEN 3 THEN s.pair_plus_net WHEN 4 THEN s.six_card_bonus_net
        ELSE s.progressive_net END AS recorded_net
FROM /*seats*/ AS s
JOIN charts_missing AS m ON m.rules_id = s.rules_id AND m.shape = shape_of(s.kinds, s.decision, s.decision_source)
JOIN order_places AS o ON o.wager_order = s.wager_order AND o.wager_kind = m.wager_kind
ANTI JOIN kept_rounds ON kept_rounds.round_key = s.round_key;
