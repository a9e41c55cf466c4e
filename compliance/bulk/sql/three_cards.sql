-- Every ordered hand of three cards (keyed as participants.hand), with all that any order of hands asks of it.
-- cards has bit 4 * rank + suit set for each card; tally counts ranks and suits counts suits, four bits each.
CREATE OR REPLACE TEMP TABLE three_cards AS
WITH deck AS (
    SELECT card::INTEGER AS card, (card // 4)::INTEGER AS rank, (card % 4)::INTEGER AS suit FROM range(52) AS d (card)
),
drawn AS (
    SELECT
        a.card * 2704 + b.card * 52 + c.card AS hand,
        greatest(a.rank, b.rank, c.rank) AS high,
        least(a.rank, b.rank, c.rank) AS low,
        a.rank + b.rank + c.rank - greatest(a.rank, b.rank, c.rank) - least(a.rank, b.rank, c.rank) AS middle,
        CASE WHEN a.suit = b.suit AND b.suit = c.suit THEN a.suit ELSE 4 END AS suit,
        (1::BIGINT << a.card) | (1::BIGINT << b.card) | (1::BIGINT << c.card) AS cards,
        (1::BIGINT << (4 * a.rank)) + (1::BIGINT << (4 * b.rank)) + (1::BIGINT << (4 * c.rank)) AS tally,
        (1 << (4 * a.suit)) + (1 << (4 * b.suit)) + (1 << (4 * c.suit)) AS suits
    FROM deck AS a, deck AS b, deck AS c
)
SELECT
    hand, high, middle, low, suit, cards, tally, suits,
    high = middle AND middle = low AS triple,
    high = middle OR middle = low AS paired,
    high - middle = 1 AND middle - low = 1 AS run,
    high = 12 AND middle = 1 AND low = 0 AS ace_low_run,
    -- The number of its set of ranks among all multisets of three ranks, and of the pair's row in rank_pairs.
    (high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low)::INTEGER AS rank_set,
    (455 * (high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low))::INTEGER AS rank_row
FROM drawn
ORDER BY hand;
