-- COVR-002: the recorded nets of the answered wagers take the player-dealer beyond the wager put up, either way.
-- A sheet that sets no limit has none to go beyond.
SELECT r.round_key, 'violation' AS verdict, (-s.net)::VARCHAR AS detail
FROM settling_rounds AS r
JOIN recorded_sums AS s USING (round_key)
JOIN terms AS t ON t.rules_id = r.rules_id AND t.variant = 0
WHERE NOT r.void AND t.policy <> 'unlimited' AND abs(s.net) > r.put_up;

SELECT sum(rounds) FROM round_census WHERE NOT void AND banked AND limited;
