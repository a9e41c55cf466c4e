-- The tables that rounds of the scope were played at, with the part of their order to look at: from some rounds before
-- the first of the scope to its last. Rounds without a number come after those that have one.
CREATE OR REPLACE TEMP MACRO order_number(sequence) AS coalesce(sequence, 9223372036854775807);

CREATE OR REPLACE TEMP TABLE scope_tables AS
WITH of_scope AS (
    SELECT licensee_id, table_id, min(order_number(sequence)) AS first, max(order_number(sequence)) AS last
    FROM rounds WHERE /*scope*/
    GROUP BY ALL
),
before AS (
    SELECT licensee_id, table_id, list_min(max(r.sequence, getvariable('rounds_before'))) AS first
    FROM rounds AS r
    JOIN of_scope AS s USING (licensee_id, table_id)
    WHERE r.sequence < s.first
    GROUP BY ALL
)
SELECT (row_number() OVER (ORDER BY s.licensee_id, s.table_id))::INTEGER AS table_no, s.licensee_id, s.table_id,
    coalesce(b.first, s.first) AS first, s.last
FROM of_scope AS s
LEFT JOIN before AS b USING (licensee_id, table_id);
