-- RECD-003: a round's times are out of order, or it overlaps the round before it at its table.
SELECT round_key, 'violation' AS verdict, concat_ws(', ', closing, settling, overlap) AS detail
FROM (
    SELECT
        round_key,
        CASE WHEN closed_ns < started_ns THEN 'wagers closed before it started' END AS closing,
        CASE
            WHEN settled_ns < closed_ns THEN 'settled before wagers closed'
            WHEN closed_ns IS NULL AND settled_ns < started_ns THEN 'settled before it started'
        END AS settling,
        CASE WHEN started_ns < last_settled_ns AND last_started_ns < settled_ns THEN 'overlaps the round before it' END
            AS overlap
    FROM table_rounds
    WHERE in_scope
)
WHERE closing IS NOT NULL OR settling IS NOT NULL OR overlap IS NOT NULL;

SELECT count(*), count(*) FROM table_rounds WHERE in_scope;
