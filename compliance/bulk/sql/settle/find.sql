-- Findings of the wagers' settlement.
INSERT INTO found BY NAME
SELECT
    round_key, code, verdict, seat, participant_index, participant_id, wager_index, kind,
    CASE WHEN code <> 'SETL-005' THEN expected_outcome END AS expected_outcome,
    CASE WHEN code <> 'SETL-005' THEN expected_net END AS expected_net,
    recorded_outcome, recorded_net,
    CASE WHEN code <> 'SETL-005' THEN variance END AS variance,
    CASE WHEN variance > 0 THEN 'overpaid' WHEN variance < 0 THEN 'underpaid' END AS direction,
    branch, interpretation, reading, also_fits
FROM lines
WHERE code IS NOT NULL;
