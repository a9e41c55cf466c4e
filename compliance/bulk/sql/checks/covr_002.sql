-- COVR-002: the recorded nets of the answered wagers take the player-dealer beyond the wager put up, either way.
SELECT r.round_key, 'violation' AS verdict, (-s.net)::VARCHAR AS detail
FROM settling_rounds AS r
JOIN recorded_sums AS s USING (round_key)
WHERE NOT r.void AND r.banked AND abs(s.net) > r.pd_wager;

SELECT sum(rounds) FROM round_census WHERE NOT void AND banked AND limited;
