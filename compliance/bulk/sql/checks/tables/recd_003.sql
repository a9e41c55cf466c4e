-- RECD-003: a round's times are out of order, or it overlaps the round before it at its table, or of all before it the
-- one that was settled last.
WITH timed AS (
    SELECT *, max(settled_ns) OVER (
        PARTITION BY table_no ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS latest_ns
    FROM table_rounds
),
within AS (
    SELECT DISTINCT t.round_key
    FROM timed AS t
    JOIN table_rounds AS o ON o.table_no = t.table_no AND o.settled_ns = t.latest_ns AND o.place < t.place
    WHERE t.in_scope AND t.started_ns < t.latest_ns AND o.started_ns < t.settled_ns
)
SELECT round_key, 'violation' AS verdict, concat_ws(', ', closing, settling, overlap) AS detail
FROM (
    SELECT
        t.round_key,
        CASE WHEN closed_ns < started_ns THEN 'wagers closed before it started' END AS closing,
        CASE
            WHEN settled_ns < closed_ns THEN 'settled before wagers closed'
            WHEN closed_ns IS NULL AND settled_ns < started_ns THEN 'settled before it started'
        END AS settling,
        CASE
            WHEN started_ns < last_settled_ns AND last_started_ns < settled_ns THEN 'overlaps the round before it'
            WHEN w.round_key IS NOT NULL THEN 'overlaps an earlier round'
        END AS overlap
    FROM timed AS t
    LEFT JOIN within AS w USING (round_key)
    WHERE in_scope
)
WHERE closing IS NOT NULL OR settling IS NOT NULL OR overlap IS NOT NULL;

SELECT count(*), count(*) FROM table_rounds WHERE in_scope;
