-- WAGR-002: decision and wagers disagree.
SELECT p.round_key, p.seat, p.participant_index, p.participant_id, 'violation' AS verdict
FROM settling_participants AS p
WHERE NOT p.void AND p.rules_id IS NOT NULL AND CASE
    WHEN p.decision IS NULL THEN p.has_ante
    WHEN p.decision = 'fold' THEN p.has_play
    ELSE NOT p.has_play
END;

SELECT sum(participants) FROM census WHERE NOT void AND rules_id IS NOT NULL AND (decided OR kinds & 3 <> 0);
