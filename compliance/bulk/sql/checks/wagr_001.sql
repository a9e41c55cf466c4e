-- WAGR-001: Play differs from the Ante, both present.
SELECT w.round_key, w.seat, w.participant_index, w.participant_id, w.wager_index, w.kind, 'violation' AS verdict,
    w.ante_stake::VARCHAR AS detail
FROM wagers AS w
JOIN settling_rounds AS r USING (round_key)
JOIN kind_rules AS k ON k.rules_id = r.rules_id AND k.variant = 0 AND k.kind = w.kind
WHERE NOT r.void AND k.equals_ante AND w.recorded AND w.has_ante AND w.stake <> w.ante_stake;

SELECT sum(c.participants)
FROM census AS c
JOIN kind_rules AS k ON k.rules_id = c.rules_id AND k.variant = 0 AND k.equals_ante
WHERE NOT c.void AND c.kinds & 1 <> 0 AND c.kinds & (1 << k.kind) <> 0;
