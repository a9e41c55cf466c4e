-- Every ordered hand of three cards, keyed as participants.hand. rank_set numbers its set of ranks among all sets of
-- three; class tells suited hands from others as well; cards has a bit for each card, suits four bits a suit to count in.
CREATE OR REPLACE TEMP TABLE three_cards AS
WITH deck AS (
    SELECT card::INTEGER AS card, (card // 4)::INTEGER AS rank, (card % 4)::INTEGER AS suit FROM range(52) AS d (card)
),
drawn AS (
    SELECT
        a.card * 2704 + b.card * 52 + c.card AS hand,
        greatest(a.rank, b.rank, c.rank) AS high,
        least(a.rank, b.rank, c.rank) AS low,
        a.rank + b.rank + c.rank AS ranks,
        CASE WHEN a.suit = b.suit AND b.suit = c.suit THEN a.suit ELSE 4 END AS suit,
        (1::BIGINT << a.card) | (1::BIGINT << b.card) | (1::BIGINT << c.card) AS cards,
        (1 << (4 * a.suit)) + (1 << (4 * b.suit)) + (1 << (4 * c.suit)) AS suits
    FROM deck AS a, deck AS b, deck AS c
)
SELECT hand, rank_set(high, ranks - high - low, low) AS rank_set,
    2 * rank_set(high, ranks - high - low, low) + (suit < 4)::INTEGER AS class, suit, suits, cards
FROM drawn
ORDER BY hand;
