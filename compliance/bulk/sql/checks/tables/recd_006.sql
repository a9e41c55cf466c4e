-- RECD-006: the round names another sheet than the one that the licensee's file has its table play.
SELECT r.round_key, 'violation' AS verdict, t.posted_sheet AS detail
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND t.rule_sheet <> t.posted_sheet;

SELECT count(*) FILTER (t.posted_sheet IS NOT NULL), count(*)
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope;
