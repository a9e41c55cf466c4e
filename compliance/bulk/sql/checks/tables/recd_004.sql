-- RECD-004: the sheet is known, and not in force at the table on the gaming date. That every round was examined is
-- counted with those whose sheet is unknown.
SELECT r.round_key, 'undetermined' AS verdict, 'not_in_force' AS branch, t.not_in_force AS detail
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND t.not_in_force IS NOT NULL;

SELECT 0, 0;
