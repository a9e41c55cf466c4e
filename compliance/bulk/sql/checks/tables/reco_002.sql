-- RECO-002: what a player-dealer took away is not what was brought, with the derived settlements and less the collections.
WITH of_session AS (
    SELECT
        b.licensee_id, b.table_id, b.participant_id, b.opened_ns, b.opening, b.closing,
        arg_max(r.round_key, t.place) AS round_key, max(t.table_no) AS table_no,
        bool_and(t.in_scope AND d.due IS NOT NULL AND r.currency = b.currency) AS whole,
        sum(d.due) AS due, coalesce(any_value(b.collections), sum(coalesce(r.pd_collection, 0))) AS paid
    FROM bank_sessions AS b
    JOIN rounds AS r
        ON r.licensee_id = b.licensee_id AND r.table_id = b.table_id AND r.pd_participant_id = b.participant_id
        AND r.started_ns >= b.opened_ns AND r.started_ns < b.closed_ns
    JOIN table_rounds AS t ON t.round_key = r.round_key AND t.has_banker
    LEFT JOIN bank_due AS d ON d.round_key = r.round_key
    WHERE b.opening IS NOT NULL AND b.closing IS NOT NULL
    GROUP BY ALL
)
SELECT round_key, 'violation' AS verdict,
    '[' || string_agg(
        '[' || concat_ws(',', to_json(table_id), closing, opening + due - paid) || ']', ',' ORDER BY opened_ns, participant_id
    ) || ']' AS detail
FROM of_session
WHERE whole AND closing <> opening + due - paid
GROUP BY round_key;

WITH of_session AS (
    SELECT b.licensee_id, b.table_id, b.participant_id, b.opened_ns,
        bool_and(t.in_scope AND d.due IS NOT NULL AND r.currency = b.currency) AS whole
    FROM bank_sessions AS b
    JOIN rounds AS r
        ON r.licensee_id = b.licensee_id AND r.table_id = b.table_id AND r.pd_participant_id = b.participant_id
        AND r.started_ns >= b.opened_ns AND r.started_ns < b.closed_ns
    JOIN table_rounds AS t ON t.round_key = r.round_key AND t.has_banker
    LEFT JOIN bank_due AS d ON d.round_key = r.round_key
    WHERE b.opening IS NOT NULL AND b.closing IS NOT NULL
    GROUP BY ALL
)
SELECT
    (SELECT count(*) FROM of_session WHERE whole),
    (SELECT count(*) FROM bank_sessions SEMI JOIN scope_tables USING (licensee_id, table_id));
