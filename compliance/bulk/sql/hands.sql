-- Every hand of three cards under every order of hands: its category, as finely as charts name it, and its strength.
-- A mini royal that the order leaves out ranks as the straight flush it is.
CREATE OR REPLACE TEMP TABLE hands AS
WITH named AS (
    SELECT
        g.ranking_id,
        h.*,
        h.ace_low_run AND CASE WHEN h.suit < 4 THEN g.ace_low_straight_flush ELSE g.ace_low_straight END AS low_run
    FROM rankings AS g, three_cards AS h
),
sorted AS (
    SELECT
        *,
        CASE
            WHEN suit < 4 AND run AND high = 12 THEN 'mini_royal'
            WHEN suit < 4 AND (run OR low_run) THEN 'straight_flush'
            WHEN triple THEN 'three_of_a_kind'
            WHEN run OR low_run THEN 'straight'
            WHEN suit < 4 THEN 'flush'
            WHEN paired THEN 'pair'
            ELSE 'high_card'
        END AS name
    FROM named
),
placed AS (
    SELECT
        s.*,
        c.category,
        coalesce(o.place, CASE s.name WHEN 'mini_royal' THEN f.place END, (SELECT count(*) FROM categories)) AS place
    FROM sorted AS s
    JOIN categories AS c ON c.cards = 3 AND c.name = s.name
    LEFT JOIN category_order AS o ON o.ranking_id = s.ranking_id AND o.cards = 3 AND o.category = c.category
    LEFT JOIN (
        SELECT ranking_id, place FROM category_order JOIN categories USING (cards, category)
        WHERE cards = 3 AND name = 'straight_flush'
    ) AS f ON f.ranking_id = s.ranking_id
),
led AS (
    -- Cards in the order in which equal categories compare: a pair before its third card, the ace last in A-2-3.
    SELECT
        *,
        CASE WHEN low_run THEN middle WHEN paired THEN middle ELSE high END AS first,
        CASE WHEN low_run THEN low WHEN paired THEN middle ELSE middle END AS second,
        CASE WHEN low_run THEN -1 WHEN paired THEN high + low - middle ELSE low END AS third
    FROM placed
)
SELECT
    ranking_id, hand, category, suit, cards, suits, rank_set, rank_row, first AS led_by, place,
    (first * 256 + second * 16 + third - place * 4096)::INTEGER AS strength
FROM led
ORDER BY ranking_id, hand;

-- The weakest hand that qualifies, by sheet and reading.
CREATE OR REPLACE TEMP TABLE qualifying AS
SELECT t.rules_id, t.variant, min(h.strength) AS least_strength
FROM terms AS t
JOIN category_order AS q ON q.ranking_id = t.ranking_id AND q.cards = 3 AND q.category = t.qualify_category
JOIN hands AS h ON h.ranking_id = t.ranking_id
WHERE h.place < q.place OR (h.place = q.place AND h.led_by >= t.qualify_rank)
GROUP BY ALL;
