-- COLL-003: most collections of a gaming date that are no posted fee stand in one proportion to the wagers, or to the
-- winnings.
WITH unposted AS (
    SELECT * FROM fees WHERE banked AND payer = 'participant' AND NOT as_posted
),
bases AS (
    SELECT *, 'wagers' AS of_what, stakes AS base FROM unposted
    UNION ALL
    SELECT *, 'winnings', winnings FROM unposted
),
proportions AS (
    SELECT table_no, gaming_date, of_what, amount // gcd(amount, base) AS part, base // gcd(amount, base) AS whole,
        count(*) AS payments, count(DISTINCT amount) AS amounts, arg_max(round_key, place) AS round_key
    FROM bases
    WHERE base > 0
    GROUP BY ALL
),
all_of_day AS (SELECT table_no, gaming_date, count(*) AS payments FROM unposted GROUP BY ALL)
SELECT p.round_key, 'review' AS verdict, concat_ws(' ', p.of_what, p.part, p.whole) AS detail
FROM proportions AS p
JOIN all_of_day AS a USING (table_no, gaming_date)
WHERE 2 * p.payments > a.payments AND p.amounts >= getvariable('least_amounts')
QUALIFY row_number() OVER (PARTITION BY table_no, gaming_date ORDER BY p.of_what) = 1;

SELECT sum(payments), sum(payments) FROM fee_census WHERE banked AND payer = 'participant';
