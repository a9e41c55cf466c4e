-- The findings of the chosen rounds, as the store's table has them but for the run.
INSERT INTO kept_found BY NAME
SELECT
    f.round_key, coalesce(r.rules_id, 0) AS rules_id, f.code, f.verdict, f.seat, f.participant_index, f.participant_id,
    f.wager_index, k.wager_kind, f.expected_outcome, f.expected_net, f.recorded_outcome, f.recorded_net, f.variance,
    f.direction, f.branch, f.interpretation, f.reading, f.also_fits, f.detail
FROM found AS f
JOIN settling_rounds AS r USING (round_key)
LEFT JOIN wager_kinds AS k USING (kind);

INSERT INTO kept_rounds FROM chosen;
