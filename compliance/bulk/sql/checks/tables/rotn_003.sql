-- ROTN-003: the player-dealer banks for the house, where the sheet does not let it.
SELECT r.round_key, 'violation' AS verdict
FROM rounds AS b
JOIN table_rounds AS r USING (round_key)
JOIN table_terms AS t USING (place_no)
WHERE b.pd_kind = 'house' AND r.in_scope AND NOT r.void AND r.has_banker AND NOT t.house_may_bank;

SELECT count(*) FILTER (r.has_banker AND NOT t.house_may_bank AND b.pd_kind IS NOT NULL), count(*)
FROM table_rounds AS r
JOIN rounds AS b USING (round_key)
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND NOT r.void AND t.banked;
