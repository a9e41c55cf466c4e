-- WAGR-008: more than one participant at a seat where back-line wagers are forbidden.
SELECT DISTINCT p.round_key, p.seat, 'violation' AS verdict
FROM settling_participants AS p
JOIN settling_rounds AS r USING (round_key)
WHERE NOT r.void AND r.back_line_forbidden AND p.participant_index = 1;

SELECT sum(c.seats)
FROM round_census AS c
JOIN terms AS t ON t.rules_id = c.rules_id AND t.variant = 0 AND t.back_line_forbidden
WHERE NOT c.void;
