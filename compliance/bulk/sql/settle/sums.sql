-- What the recorded nets of the wagers that the player-dealer answers come to, in player-banked rounds.
CREATE OR REPLACE TEMP TABLE recorded_sums AS
SELECT r.round_key, coalesce(sum(w.recorded_net) FILTER (k.answered), 0)::BIGINT AS net
FROM settling_rounds AS r
LEFT JOIN wagers AS w ON w.round_key = r.round_key AND w.recorded
LEFT JOIN kind_rules AS k ON k.rules_id = r.rules_id AND k.variant = 0 AND k.kind = w.kind
WHERE NOT r.void AND r.banked
GROUP BY r.round_key;
