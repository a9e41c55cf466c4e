-- DEAL-003: a card that came in no hand shown, over so many dealer hands of the deck that a fair one would hardly leave
-- any card out.
WITH dealt AS (
    SELECT r.table_no, r.deck, t.deck_cards, t.hand_cards, t.rounds_enough, count(*) AS rounds
    FROM table_rounds AS r
    JOIN rounds AS b USING (round_key)
    JOIN table_terms AS t USING (place_no)
    WHERE r.in_scope AND NOT r.void AND b.dealer_hand >= 0 AND t.deck_cards IS NOT NULL
    GROUP BY ALL
    HAVING count(*) >= t.rounds_enough
),
-- The dealer hands alone leave few decks in doubt; only of these every hand is looked at.
doubtful AS (
    SELECT r.table_no, r.deck
    FROM table_rounds AS r
    JOIN rounds AS b USING (round_key)
    JOIN three_cards AS c ON c.hand = b.dealer_hand
    WHERE r.in_scope AND NOT r.void
    GROUP BY ALL
    HAVING bit_count(bit_or(c.cards)) < 52
),
rounds_of AS (
    SELECT r.round_key, r.table_no, r.deck, r.place
    FROM table_rounds AS r
    JOIN doubtful AS d ON d.table_no = r.table_no AND d.deck IS NOT DISTINCT FROM r.deck
    WHERE r.in_scope AND NOT r.void
),
shown AS (
    SELECT round_key, dealer_hand AS hand FROM rounds SEMI JOIN rounds_of USING (round_key) WHERE dealer_hand >= 0
    UNION ALL
    SELECT round_key, hand FROM participants SEMI JOIN rounds_of USING (round_key) WHERE participant_index = 0 AND hand >= 0
    UNION ALL
    SELECT round_key, hand FROM vacant_hands SEMI JOIN rounds_of USING (round_key) WHERE hand >= 0
),
seen AS (
    SELECT r.table_no, r.deck, bit_or(c.cards) AS cards, arg_max(r.round_key, r.place) AS round_key
    FROM rounds_of AS r
    LEFT JOIN shown AS s USING (round_key)
    LEFT JOIN three_cards AS c USING (hand)
    GROUP BY ALL
),
missing AS (
    SELECT d.*, s.round_key,
        string_agg('23456789TJQKA'[(card // 4 + 1)::INTEGER] || 'cdhs'[(card % 4 + 1)::INTEGER], ',' ORDER BY card) AS unseen
    FROM dealt AS d
    JOIN seen AS s ON s.table_no = d.table_no AND s.deck IS NOT DISTINCT FROM d.deck
    JOIN range(52) AS c (card) ON s.cards & (1::BIGINT << card) = 0
    GROUP BY ALL
)
SELECT round_key, 'review' AS verdict, concat_ws(' ', rounds, hand_cards, deck_cards, unseen, deck) AS detail
FROM missing;

WITH decks AS (
    SELECT r.table_no, r.deck, t.deck_cards, t.hand_cards, t.rounds_enough,
        count(*) FILTER (b.dealer_hand >= 0 AND t.deck_cards IS NOT NULL) AS rounds
    FROM table_rounds AS r
    JOIN rounds AS b USING (round_key)
    JOIN table_terms AS t USING (place_no)
    WHERE r.in_scope AND NOT r.void
    GROUP BY ALL
)
SELECT count(*) FILTER (rounds >= rounds_enough), count(DISTINCT (table_no, deck)) FROM decks;
