-- DEAL-001: a card appears twice in the round, the dealer hand and all seats together.
WITH shown AS (
    SELECT round_key, dealer_hand AS hand, NULL AS seat FROM settling_rounds WHERE NOT void AND dealer_hand IS NOT NULL
    UNION ALL
    SELECT round_key, hand, seat FROM settling_participants WHERE NOT void AND participant_index = 0 AND hand IS NOT NULL
    UNION ALL
    SELECT v.round_key, v.hand, v.seat FROM vacant_hands AS v JOIN settling_rounds AS r USING (round_key) WHERE NOT r.void
),
-- Only a count of cards that the union of hands does not reach, or a hand of another size, calls for a closer look.
suspected AS (
    SELECT s.round_key
    FROM shown AS s
    LEFT JOIN three_cards AS t USING (hand)
    GROUP BY s.round_key
    HAVING bool_or(t.hand IS NULL) OR bit_count(bit_or(t.cards)) <> 3 * count(*)
),
written AS (
    SELECT round_key, dealer_cards AS cards FROM settling_rounds JOIN suspected USING (round_key)
    UNION ALL
    SELECT round_key, cards FROM participants JOIN suspected USING (round_key) WHERE participant_index = 0
    UNION ALL
    SELECT round_key, cards FROM vacant_hands JOIN suspected USING (round_key)
),
repeated AS (
    SELECT round_key, card
    FROM (SELECT round_key, unnest(string_split(cards, ' ')) AS card FROM written WHERE cards <> '')
    GROUP BY round_key, card
    HAVING count(*) > 1
)
SELECT round_key, 'violation' AS verdict, string_agg(card, ' ' ORDER BY card_code(card)) AS detail
FROM repeated
GROUP BY round_key;

SELECT sum(rounds) FROM round_census WHERE NOT void;
