-- PROG-001: a meter stands elsewhere than the round before left it, or does not move by the posted rate in a round that
-- pays no share of it.
SELECT round_key, 'violation' AS verdict,
    CASE WHEN before <> left_at THEN 'before ' || left_at ELSE 'after ' || moved END AS detail
FROM meter_rounds
WHERE in_scope AND NOT void AND (before <> left_at OR (taken = 0 AND after <> moved));

SELECT count(*) FILTER (left_at IS NOT NULL OR (taken = 0 AND after IS NOT NULL AND moved IS NOT NULL)), count(*)
FROM meter_rounds
WHERE in_scope AND NOT void;
