-- WAGR-005: a bonus above the Ante where the sheet limits it.
SELECT w.round_key, p.seat, p.participant_index, p.participant_id, w.wager_index, w.kind, 'violation' AS verdict,
    p.ante_stake::VARCHAR AS detail
FROM wagers AS w
JOIN settling_participants AS p USING (place)
JOIN kind_rules AS k ON k.rules_id = p.rules_id AND k.variant = 0 AND k.kind = w.kind
WHERE NOT p.void AND k.at_most_ante AND w.recorded AND p.has_ante AND w.stake > p.ante_stake;

SELECT sum(c.participants)
FROM census AS c
JOIN kind_rules AS k ON k.rules_id = c.rules_id AND k.variant = 0 AND k.at_most_ante
WHERE NOT c.void AND c.kinds & 1 <> 0 AND c.kinds & (1 << k.kind) <> 0;
