-- RECD-004: the sheet that the round names is unknown.
SELECT round_key, 'undetermined' AS verdict FROM settling_rounds WHERE rules_id IS NULL;

SELECT count(*) FROM judged_rounds;
