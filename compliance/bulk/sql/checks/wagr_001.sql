-- WAGR-001: Play differs from the Ante, both present.
SELECT w.round_key, p.seat, p.participant_index, p.participant_id, w.wager_index, w.kind, 'violation' AS verdict,
    p.ante_stake::VARCHAR AS detail
FROM wagers AS w
JOIN settling_participants AS p USING (place)
JOIN kind_rules AS k ON k.rules_id = p.rules_id AND k.variant = 0 AND k.kind = w.kind
WHERE NOT p.void AND k.equals_ante AND w.recorded AND p.has_ante AND w.stake <> p.ante_stake;

SELECT sum(c.participants)
FROM census AS c
JOIN kind_rules AS k ON k.rules_id = c.rules_id AND k.variant = 0 AND k.equals_ante
WHERE NOT c.void AND c.kinds & 1 <> 0 AND c.kinds & (1 << k.kind) <> 0;
