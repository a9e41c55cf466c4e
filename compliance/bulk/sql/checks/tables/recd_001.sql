-- RECD-001: lines with a loaded round's id and other content were kept out of the log.
SELECT t.round_key, 'violation' AS verdict, count(*)::VARCHAR AS detail
FROM quarantine AS q
JOIN rounds AS r USING (licensee_id, round_id)
JOIN table_rounds AS t USING (round_key)
WHERE q.reason = 'conflicting_duplicate' AND t.in_scope
GROUP BY t.round_key;

SELECT count(*), count(*) FROM table_rounds WHERE in_scope;
