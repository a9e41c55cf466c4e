-- RECD-004: the sheet that the round names is unknown. The detail is that name.
SELECT round_key, 'undetermined' AS verdict, rule_sheet AS detail
FROM settling_rounds
WHERE rules_id IS NULL;

SELECT sum(rounds) FROM round_census;
