-- RECD-002: the number of a round is not the one after that of the round before, or its round started before that one.
SELECT
    round_key, 'violation' AS verdict,
    concat_ws(' ',
        CASE WHEN sequence = last_sequence THEN 'again' WHEN started_ns < last_started_ns THEN 'back' ELSE 'gap' END,
        last_sequence, sequence
    ) AS detail
FROM table_rounds
WHERE in_scope AND sequence IS NOT NULL AND last_sequence IS NOT NULL
    AND (sequence::HUGEINT <> last_sequence::HUGEINT + 1 OR started_ns < last_started_ns);

SELECT count(*) FILTER (sequence IS NOT NULL AND last_sequence IS NOT NULL), count(*) FROM table_rounds WHERE in_scope;
