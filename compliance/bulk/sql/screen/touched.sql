-- Wagers of rounds that need no long form, all as the adopted sheet has them, to which a reading gives other money.
SELECT p.rules_id, t.interpretation, sum(t.wagers)
FROM touched_rounds AS t
ANTI JOIN chosen USING (round_key)
ANTI JOIN tight_cleared USING (round_key)
JOIN laid_rounds AS r USING (round_key)
JOIN place_terms AS p USING (place_id)
GROUP BY ALL
UNION ALL
SELECT rules_id, interpretation, wagers FROM tight_touched;
