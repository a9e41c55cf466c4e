-- WAGR-003: kind not offered by the sheet.
SELECT w.round_key, p.seat, p.participant_index, p.participant_id, w.wager_index, w.kind, 'violation' AS verdict
FROM wagers AS w
JOIN settling_participants AS p USING (place)
LEFT JOIN kind_rules AS k ON k.rules_id = p.rules_id AND k.variant = 0 AND k.kind = w.kind
WHERE NOT p.void AND p.rules_id IS NOT NULL AND w.recorded AND NOT coalesce(k.offered, false);

SELECT
    (SELECT sum(participants * bit_count(kinds)) FROM census WHERE NOT void AND rules_id IS NOT NULL)
    + (SELECT count(*) FROM wagers JOIN settling_rounds USING (round_key)
        WHERE kind > 5 AND NOT void AND rules_id IS NOT NULL);
