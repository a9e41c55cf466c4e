-- RECD-004: the sheet that the round names is unknown.
SELECT round_key, 'undetermined' AS verdict FROM settling_rounds WHERE NOT void AND rules_id IS NULL;

SELECT count(*) FROM judged_rounds WHERE NOT void;
