-- COLL-002: more posted fees than the statute allows rates; where none are posted, more different amounts collected.
WITH days AS (
    SELECT r.table_no, t.gaming_date, arg_max(r.round_key, r.place) AS round_key
    FROM table_rounds AS r
    JOIN table_terms AS t USING (place_no)
    WHERE r.in_scope AND NOT r.void AND t.banked
    GROUP BY ALL
),
amounts AS (
    SELECT r.table_no, t.gaming_date, p.fee AS amount
    FROM (SELECT DISTINCT table_no, place_no, currency FROM table_rounds WHERE in_scope AND NOT void) AS r
    JOIN table_terms AS t USING (place_no)
    JOIN table_rates AS p USING (place_no)
    WHERE t.banked AND t.scheduled AND t.posted_currency = r.currency AND p.fee <> 0
    UNION
    SELECT table_no, gaming_date, amount FROM fee_census WHERE banked AND NOT coalesce(scheduled, false)
),
counted AS (SELECT table_no, gaming_date, count(DISTINCT amount) AS rates FROM amounts GROUP BY ALL)
SELECT d.round_key, 'review' AS verdict, concat_ws(' ', c.rates, getvariable('most_rates')) AS detail
FROM days AS d
JOIN counted AS c USING (table_no, gaming_date)
WHERE c.rates > getvariable('most_rates');

WITH days AS (
    SELECT DISTINCT r.table_no, t.gaming_date
    FROM table_rounds AS r
    JOIN table_terms AS t USING (place_no)
    WHERE r.in_scope AND NOT r.void AND t.banked
),
told AS (
    SELECT r.table_no, t.gaming_date
    FROM (SELECT DISTINCT table_no, place_no, currency FROM table_rounds WHERE in_scope AND NOT void) AS r
    JOIN table_terms AS t USING (place_no)
    WHERE t.banked AND t.scheduled AND t.posted_currency = r.currency AND t.posted_fees > 0
    UNION
    SELECT table_no, gaming_date FROM fee_census WHERE banked AND NOT coalesce(scheduled, false)
)
SELECT (SELECT count(*) FROM told), (SELECT count(*) FROM days);
