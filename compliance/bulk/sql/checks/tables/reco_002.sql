-- RECO-002: what a player-dealer took away is not what was brought, with the derived settlements and less the collections,
-- or the collections stated are not those of the log.
WITH rows AS (
    SELECT *, 1 AS place, 'collections' AS what, collections AS stated, fees AS derived FROM session_sums
    UNION ALL
    SELECT *, 2, 'closing', closing, opening + due - coalesce(fees, collections, 0) FROM session_sums
)
SELECT round_key, 'violation' AS verdict,
    '[' || string_agg(
        '[' || concat_ws(',', to_json(what), stated, derived) || ']', ',' ORDER BY opened_ns, participant_id, place
    ) || ']' AS detail
FROM rows
WHERE whole AND stated <> derived
GROUP BY round_key;

SELECT
    (SELECT count(*) FROM session_sums WHERE whole AND coalesce(opening + closing, fees + collections) IS NOT NULL),
    (SELECT count(*) FROM bank_sessions SEMI JOIN scope_tables USING (licensee_id, table_id));
