-- COVR-004: the player-dealer, or the wager put up, is not recorded in a player-banked round.
SELECT round_key, 'undetermined' AS verdict FROM settling_rounds ANTI JOIN deal_faults USING (round_key)
WHERE NOT void AND banked AND pd_wager IS NULL;

SELECT sum(rounds)::BIGINT - (SELECT count(*) FROM settling_rounds SEMI JOIN deal_faults USING (round_key) WHERE banked)
FROM round_census
WHERE NOT void AND banked;
