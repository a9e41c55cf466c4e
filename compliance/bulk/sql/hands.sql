-- Every class of three-card hands under every order of hands: its category, as finely as charts name it, and its
-- strength. A mini royal that the order leaves out ranks as the straight flush it is.
CREATE OR REPLACE TEMP TABLE hand_ranks AS
WITH named AS (
    SELECT
        g.ranking_id, r.*, s.suited, r.high - r.middle = 1 AND r.middle - r.low = 1 AS run,
        r.high = 12 AND r.middle = 1 AND r.low = 0
        AND CASE WHEN s.suited THEN g.ace_low_straight_flush ELSE g.ace_low_straight END AS low_run
    FROM rankings AS g, rank_sets AS r, (VALUES (false), (true)) AS s (suited)
),
sorted AS (
    SELECT
        *,
        CASE
            WHEN suited AND run AND high = 12 THEN 'mini_royal'
            WHEN suited AND (run OR low_run) THEN 'straight_flush'
            WHEN high = low THEN 'three_of_a_kind'
            WHEN run OR low_run THEN 'straight'
            WHEN suited THEN 'flush'
            WHEN high = middle OR middle = low THEN 'pair'
            ELSE 'high_card'
        END AS name,
        -- The order in which equal categories compare: a pair before its third card, the ace last in A-2-3.
        CASE WHEN low_run OR high = middle OR middle = low THEN middle ELSE high END AS first,
        CASE WHEN low_run THEN low WHEN high = middle THEN high ELSE middle END AS second,
        CASE WHEN low_run THEN -1 WHEN middle = low THEN high ELSE low END AS third
    FROM named
),
placed AS (
    SELECT s.*, c.category,
        coalesce(o.place, CASE s.name WHEN 'mini_royal' THEN f.place END, (SELECT count(*) FROM categories)) AS place
    FROM sorted AS s
    JOIN categories AS c ON c.cards = 3 AND c.name = s.name
    LEFT JOIN category_order AS o ON o.ranking_id = s.ranking_id AND o.cards = 3 AND o.category = c.category
    LEFT JOIN (
        SELECT ranking_id, place FROM category_order JOIN categories USING (cards, category)
        WHERE cards = 3 AND name = 'straight_flush'
    ) AS f ON f.ranking_id = s.ranking_id
)
SELECT
    (ranking_id * 910 + 2 * rank_set + suited::INTEGER)::INTEGER AS key, ranking_id,
    category, first AS led_by, place, (first * 256 + second * 16 + third - place * 4096)::INTEGER AS strength
FROM placed
ORDER BY key;

-- The weakest hand that qualifies, by sheet and reading.
CREATE OR REPLACE TEMP TABLE qualifying AS
SELECT t.rules_id, t.variant, min(h.strength) AS least_strength
FROM terms AS t
JOIN category_order AS q ON q.ranking_id = t.ranking_id AND q.cards = 3 AND q.category = t.qualify_category
JOIN hand_ranks AS h ON h.ranking_id = t.ranking_id
WHERE h.place < q.place OR (h.place = q.place AND h.led_by >= t.qualify_rank)
GROUP BY ALL;
