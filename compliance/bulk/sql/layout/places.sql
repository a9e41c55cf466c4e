-- Places of the rounds not laid out yet.
INSERT INTO laid_places
SELECT (SELECT coalesce(max(place_id), 0) FROM laid_places) + row_number() OVER (), n.*
FROM (
    SELECT DISTINCT licensee_id, rule_sheet, table_id, gaming_date, currency FROM rounds
    WHERE round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
) AS n
ANTI JOIN laid_places USING (licensee_id, rule_sheet, table_id, gaming_date, currency);
