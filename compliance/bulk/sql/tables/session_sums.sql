-- What the log has of each player-dealer's session: what its rounds gave by the derived settlements, and the collections
-- recorded. whole: all of it lies in the scope and can be derived. A session without a round, though the table was played
-- meanwhile, gave and cost nothing.
CREATE OR REPLACE TEMP TABLE session_sums AS
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
)
SELECT l.*, b.opening, b.closing, b.collections
FROM (FROM banked UNION ALL FROM idle) AS l
JOIN bank_sessions AS b USING (licensee_id, table_id, participant_id, opened_ns);
