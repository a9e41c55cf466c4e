-- Every wager's record beside what the sheet derives, judged. Net alone decides between readings and faults.
CREATE OR REPLACE TEMP TABLE lines AS
WITH faced AS (
    SELECT
        w.line_id, w.round_key, w.place, w.wager_index, w.kind, w.stake, w.recorded,
        w.recorded_outcome, w.recorded_net, coalesce(w.recorded_net, 0) AS took, e.due, e.full_net,
        CASE
            WHEN r.void THEN 'void'
            WHEN r.rules_id IS NULL THEN 'sheet_unknown'
            WHEN e.line_id IS NULL THEN 'deal_fault'
            ELSE e.branch
        END AS branch,
        CASE WHEN r.void THEN 0 ELSE e.net END AS expected_net,
        CASE WHEN r.void THEN 'void'::outcome ELSE e.outcome::outcome END AS expected_outcome,
        x.interpretation, x.reading, x.also_fits, n.net = took AS explained
    FROM wagers AS w
    JOIN settling_rounds AS r USING (round_key)
    LEFT JOIN expected AS e ON e.line_id = w.line_id
    LEFT JOIN explanations AS x ON x.round_key = w.round_key
    LEFT JOIN otherwise AS n ON n.line_id = w.line_id AND n.variant = x.variant
    WHERE w.recorded OR e.due
),
judged AS (
    SELECT
        *,
        CASE
            WHEN branch IN ('sheet_unknown', 'deal_fault') THEN NULL
            WHEN expected_net IS NULL THEN 'SETL-005'
            WHEN took = expected_net THEN
                CASE WHEN recorded AND label(recorded_outcome) <> label(expected_outcome) THEN 'SETL-002' END
            WHEN explained THEN 'SETL-004'
            WHEN NOT recorded THEN 'SETL-003'
            WHEN NOT due THEN 'SETL-006'
            WHEN took = full_net THEN 'COVR-001'
            ELSE 'SETL-001'
        END AS code
    FROM faced
)
SELECT
    j.* EXCLUDE (interpretation, reading, also_fits, explained, took),
    p.seat, p.participant_index, p.participant_id,
    CASE
        WHEN code = 'SETL-005' OR branch IN ('sheet_unknown', 'deal_fault') THEN 'undetermined'
        WHEN code IS NULL THEN 'conforms'
        WHEN code IN ('SETL-002', 'SETL-004') THEN 'review'
        ELSE 'violation'
    END AS verdict,
    took - expected_net AS variance,
    CASE WHEN code = 'SETL-004' THEN interpretation END AS interpretation,
    CASE WHEN code = 'SETL-004' THEN reading END AS reading,
    CASE WHEN code = 'SETL-004' THEN also_fits ELSE [] END AS also_fits
FROM judged AS j
JOIN settling_participants AS p USING (place);
