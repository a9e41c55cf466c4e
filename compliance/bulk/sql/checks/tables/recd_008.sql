-- RECD-008: a void round of a sheet that gives no cause for voiding one.
SELECT r.round_key, 'review' AS verdict
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND r.void AND t.known AND NOT t.gives_cause;

SELECT count(*) FILTER (t.known), count(*)
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND r.void;
