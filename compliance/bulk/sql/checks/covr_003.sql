-- COVR-003: the recorded player-dealer net differs from what the recorded nets of the answered wagers come to.
SELECT r.round_key, 'violation' AS verdict, (-s.net)::VARCHAR AS detail
FROM settling_rounds AS r
JOIN recorded_sums AS s USING (round_key)
WHERE NOT r.void AND r.banked AND r.pd_net <> -s.net;

SELECT sum(rounds) FROM round_census WHERE NOT void AND banked AND netted;
