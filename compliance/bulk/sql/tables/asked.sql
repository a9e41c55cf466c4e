-- Wagers whose settlement asks the question of an open interpretation, by sheet in force; each once.
SELECT rules_id, interpretation, sum(participants)
FROM (
    SELECT DISTINCT a.rules_id, a.interpretation, s.wager_kind, g.* EXCLUDE (rules_id)
    FROM asks AS a
    JOIN (VALUES ('ante', 1), ('play', 2), ('ante_bonus', 1), ('pair_plus', 8), ('six_card_bonus', 16), ('progressive', 32))
        AS s (wager_kind, bit) USING (wager_kind)
    JOIN asking AS g ON g.rules_id = a.rules_id AND g.kinds & s.bit <> 0
    WHERE CASE a.how
        WHEN 'placed' THEN true
        WHEN 'limited' THEN g.reached
        WHEN 'folded' THEN g.folded
        WHEN 'disconnected' THEN g.folded AND g.disconnected
        WHEN 'above_ante' THEN g.above & s.bit <> 0
        WHEN 'equal_qualified' THEN g.equal = 1 AND NOT g.folded
        WHEN 'equal_not_qualified' THEN g.equal = 2 AND NOT g.folded
    END
)
GROUP BY ALL;
