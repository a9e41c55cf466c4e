-- Wagers of rounds that the screen leaves alone, all as the adopted sheet has them, to which a reading gives other money.
SELECT p.rules_id, t.interpretation, sum(t.wagers)
FROM touched_rounds AS t
ANTI JOIN chosen USING (round_key)
JOIN laid_rounds AS r USING (round_key)
JOIN place_terms AS p USING (place_id)
GROUP BY ALL;
