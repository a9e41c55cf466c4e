-- RECO-002: what a player-dealer took away is not what was brought, with the derived settlements and less the collections,
-- or the collections stated are not those of the log. A session of which the log has no round gave and cost nothing.
WITH banked AS (
    SELECT
        b.licensee_id, b.table_id, b.participant_id, b.opened_ns,
        arg_max(r.round_key, t.place) AS round_key,
        bool_and(t.in_scope AND d.due IS NOT NULL AND r.currency = b.currency) AS whole,
        sum(d.due)::BIGINT AS due, sum(r.pd_collection)::BIGINT AS fees
    FROM bank_sessions AS b
    JOIN rounds AS r
        ON r.licensee_id = b.licensee_id AND r.table_id = b.table_id AND r.pd_participant_id = b.participant_id
        AND r.started_ns >= b.opened_ns AND r.started_ns < b.closed_ns
    JOIN table_rounds AS t ON t.round_key = r.round_key AND t.has_banker
    LEFT JOIN bank_due AS d ON d.round_key = r.round_key
    GROUP BY ALL
),
idle AS (
    SELECT b.licensee_id, b.table_id, b.participant_id, b.opened_ns,
        arg_max(t.round_key, t.place) FILTER (t.started_ns < b.closed_ns) AS round_key,
        true AS whole, 0::BIGINT AS due, 0::BIGINT AS fees
    FROM bank_sessions AS b
    JOIN scope_tables AS s USING (licensee_id, table_id)
    JOIN table_rounds AS t USING (table_no)
    ANTI JOIN banked USING (licensee_id, table_id, participant_id, opened_ns)
    WHERE t.in_scope
    GROUP BY b.licensee_id, b.table_id, b.participant_id, b.opened_ns, b.closed_ns
    HAVING b.opened_ns < max(t.settled_ns) AND b.closed_ns > min(t.started_ns)
),
held AS (
    SELECT l.*, b.opening, b.closing, b.collections
    FROM (FROM banked UNION ALL FROM idle) AS l
    JOIN bank_sessions AS b USING (licensee_id, table_id, participant_id, opened_ns)
    WHERE l.whole
),
rows AS (
    SELECT *, 1 AS place, 'collections' AS what, collections AS stated, fees AS derived FROM held
    UNION ALL
    SELECT *, 2, 'closing', closing, opening + due - coalesce(fees, collections, 0) FROM held
)
SELECT round_key, 'violation' AS verdict,
    '[' || string_agg(
        '[' || concat_ws(',', to_json(what), stated, derived) || ']', ',' ORDER BY opened_ns, participant_id, place
    ) || ']' AS detail
FROM rows
WHERE stated <> derived
GROUP BY round_key;

WITH banked AS (
    SELECT
        b.licensee_id, b.table_id, b.participant_id, b.opened_ns,
        bool_and(t.in_scope AND d.due IS NOT NULL AND r.currency = b.currency) AS whole, count(r.pd_collection) > 0 AS recorded
    FROM bank_sessions AS b
    JOIN rounds AS r
        ON r.licensee_id = b.licensee_id AND r.table_id = b.table_id AND r.pd_participant_id = b.participant_id
        AND r.started_ns >= b.opened_ns AND r.started_ns < b.closed_ns
    JOIN table_rounds AS t ON t.round_key = r.round_key AND t.has_banker
    LEFT JOIN bank_due AS d ON d.round_key = r.round_key
    GROUP BY ALL
),
idle AS (
    SELECT b.licensee_id, b.table_id, b.participant_id, b.opened_ns, true AS whole, true AS recorded
    FROM bank_sessions AS b
    JOIN scope_tables AS s USING (licensee_id, table_id)
    JOIN table_rounds AS t USING (table_no)
    ANTI JOIN banked USING (licensee_id, table_id, participant_id, opened_ns)
    WHERE t.in_scope
    GROUP BY b.licensee_id, b.table_id, b.participant_id, b.opened_ns, b.closed_ns
    HAVING b.opened_ns < max(t.settled_ns) AND b.closed_ns > min(t.started_ns)
)
SELECT
    (
        SELECT count(*)
        FROM (FROM banked UNION ALL FROM idle) AS l
        JOIN bank_sessions AS b USING (licensee_id, table_id, participant_id, opened_ns)
        WHERE l.whole AND (b.opening + b.closing IS NOT NULL OR (l.recorded AND b.collections IS NOT NULL))
    ),
    (SELECT count(*) FROM bank_sessions SEMI JOIN scope_tables USING (licensee_id, table_id));
