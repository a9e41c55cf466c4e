-- WAGR-004: a wager that needs an Ante (Play always), without one. An Ante Bonus is a settlement, not a wager placed.
SELECT w.round_key, p.seat, p.participant_index, p.participant_id, w.wager_index, w.kind, 'violation' AS verdict
FROM wagers AS w
JOIN settling_participants AS p USING (place)
JOIN kind_rules AS k ON k.rules_id = p.rules_id AND k.variant = 0 AND k.kind = w.kind
WHERE NOT p.void AND k.needs_ante AND k.role <> 'ante_bonus' AND w.recorded AND NOT p.has_ante;

SELECT sum(c.participants)
FROM census AS c
JOIN kind_rules AS k ON k.rules_id = c.rules_id AND k.variant = 0 AND k.needs_ante AND k.role <> 'ante_bonus'
WHERE NOT c.void AND c.kinds & (1 << k.kind) <> 0;
