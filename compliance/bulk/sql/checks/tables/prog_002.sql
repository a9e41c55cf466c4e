-- PROG-002: where shares of a meter are due, it does not stand where they and the round's wagers leave it.
SELECT round_key, 'violation' AS verdict, left_over::VARCHAR AS detail
FROM meter_rounds
WHERE in_scope AND NOT void AND taken <> 0 AND after <> left_over;

SELECT count(*) FILTER (taken <> 0 AND after IS NOT NULL AND left_over IS NOT NULL), count(*)
FROM meter_rounds
WHERE in_scope AND NOT void;
