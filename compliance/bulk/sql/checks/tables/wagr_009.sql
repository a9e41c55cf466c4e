-- WAGR-009: a seat beyond the table's positions, or wagers at the seat that banks.
WITH seats AS (
    SELECT p.round_key, p.seat, p.wager_order <> '' AS wagers
    FROM participants AS p
    JOIN rounds AS b USING (round_key)
    WHERE p.seat > (SELECT coalesce(min(positions), 2147483647) FROM table_terms) OR p.seat = b.pd_seat
    UNION ALL
    SELECT b.round_key, b.pd_seat, false
    FROM rounds AS b
    JOIN table_rounds AS r USING (round_key)
    WHERE r.has_banker AND b.pd_seat > (SELECT coalesce(min(positions), 2147483647) FROM table_terms)
),
taken AS (SELECT round_key, seat, bool_or(wagers) AS wagers FROM seats GROUP BY ALL)
SELECT
    s.round_key, s.seat, 'violation' AS verdict,
    CASE WHEN s.seat > t.positions THEN 'outside ' || t.positions ELSE 'banks' END AS detail
FROM taken AS s
JOIN table_rounds AS r USING (round_key)
JOIN rounds AS b USING (round_key)
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND NOT r.void
    AND (s.seat > t.positions OR (r.has_banker AND s.seat = b.pd_seat AND s.wagers));

WITH looked AS (
    SELECT place_no, has_banker, sum(seats - CASE WHEN has_banker THEN seats_at_bank ELSE 0 END) AS seats
    FROM table_census
    GROUP BY ALL
    UNION ALL
    SELECT place_no, has_banker, count(*) FROM table_rounds
    WHERE in_scope AND NOT void AND has_banker
    GROUP BY ALL
)
SELECT sum(l.seats) FILTER (t.positions IS NOT NULL OR l.has_banker), sum(l.seats)
FROM looked AS l
JOIN table_terms AS t USING (place_no);
