-- The best category of all that six cards make, by the sheet's order of five-card hands.
-- A royal flush that the order leaves out ranks as the straight flush it is.
CREATE OR REPLACE TEMP TABLE five_best AS
WITH makes AS (
    SELECT g.ranking_id, b.bit, b.name, c.category, coalesce(o.place, f.place) AS place
    FROM rankings AS g
    CROSS JOIN made_bits AS b
    JOIN categories AS c ON c.cards = 5 AND c.name = b.name
    LEFT JOIN category_order AS o ON o.ranking_id = g.ranking_id AND o.cards = 5 AND o.category = c.category
    LEFT JOIN (
        SELECT ranking_id, place FROM category_order JOIN categories USING (cards, category)
        WHERE cards = 5 AND name = 'straight_flush'
    ) AS f ON f.ranking_id = g.ranking_id AND b.name = 'royal_flush'
    WHERE coalesce(
        CASE b.ace_low WHEN 'straight' THEN g.ace_low_straight WHEN 'straight_flush' THEN g.ace_low_straight_flush END, true
    )
)
SELECT
    (ranking_id * 4096 + made)::INTEGER AS key,
    arg_min(category, place * 16 + 15 - bit) AS category,
    arg_min(name IN ('royal_flush', 'straight_flush', 'flush'), place * 16 + 15 - bit) AS suited
FROM makes, range(1, 4096) AS r (made)
WHERE made & (1 << bit) <> 0 AND place IS NOT NULL
GROUP BY ranking_id, made;
