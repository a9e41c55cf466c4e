-- RECD-007: the round started before its gaming date began at the table, or after it had ended.
SELECT r.round_key, 'violation' AS verdict, CASE WHEN r.started_ns < t.day_begins THEN 'before' ELSE 'after' END AS detail
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND (r.started_ns < t.day_begins OR r.started_ns >= t.day_ends);

SELECT count(*) FILTER (t.day_begins IS NOT NULL), count(*)
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope;
