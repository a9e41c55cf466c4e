-- A card's place in the deck, 0 (2c) to 51 (As), and a hand of three cards as one number.
CREATE OR REPLACE TEMP MACRO card_code(card) AS strpos(
    '2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTsJcJdJhJsQcQdQhQsKcKdKhKsAcAdAhAs', card
) // 2;
CREATE OR REPLACE TEMP MACRO hand_number(cards) AS CASE
    WHEN cards IS NULL THEN NULL
    WHEN length(cards) = 8
        THEN card_code(cards[1:2]) * 2704 + card_code(cards[4:5]) * 52 + card_code(cards[7:8])
    ELSE -1
END;

-- The instant of a time in its plainest writing, in nanoseconds since 1970 UTC; null where there is no such time.
CREATE OR REPLACE TEMP MACRO instant(stamp) AS try(epoch_us(try_cast(stamp AS TIMESTAMPTZ)) * 1000);
