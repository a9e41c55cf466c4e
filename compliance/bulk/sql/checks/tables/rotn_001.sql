-- ROTN-001: a participant banks more rounds in a row than the sheet allows, and that others declined the bank is not
-- recorded, or does not suffice. Void rounds neither count nor interrupt.
WITH banked AS (
    SELECT
        r.round_key, r.table_no, r.place_no, r.in_scope, r.place,
        CASE WHEN r.has_banker THEN b.pd_participant_id END AS banker, len(b.pd_declined_by) > 0 AS declined
    FROM table_rounds AS r
    JOIN rounds AS b USING (round_key)
    WHERE NOT r.void AND EXISTS (FROM table_terms WHERE consecutive_rounds IS NOT NULL)
),
turned AS (
    SELECT *, (banker = lag(banker) OVER (PARTITION BY table_no ORDER BY place)) IS NOT TRUE AS changes
    FROM banked
),
terms_of_office AS (
    SELECT *, sum(changes::INTEGER) OVER (PARTITION BY table_no ORDER BY place) AS office FROM turned
),
counted AS (
    SELECT *, row_number() OVER (PARTITION BY table_no, office ORDER BY place) AS in_a_row FROM terms_of_office
)
SELECT
    c.round_key, CASE WHEN t.must_change THEN 'violation' ELSE 'review' END AS verdict,
    concat_ws(' ', c.in_a_row, t.consecutive_rounds) AS detail
FROM counted AS c
JOIN table_terms AS t USING (place_no)
WHERE c.in_scope AND c.banker IS NOT NULL AND c.in_a_row > t.consecutive_rounds
    AND (t.must_change OR NOT coalesce(c.declined, false));

SELECT count(*) FILTER (r.has_banker AND t.consecutive_rounds IS NOT NULL), count(*)
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND NOT r.void AND t.banked;
