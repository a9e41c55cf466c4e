-- COLL-001: a collection of more than nothing that no posted fee comes to.
SELECT f.round_key, f.seat, f.participant_index, f.participant_id, 'violation' AS verdict, f.amount::VARCHAR AS detail
FROM fees AS f
WHERE f.scheduled AND NOT f.as_posted;

SELECT sum(payments) FILTER (scheduled), sum(payments) FROM fee_census;
