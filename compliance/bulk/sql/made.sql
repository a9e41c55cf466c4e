-- The bits of what six cards make, and how a suit makes its own.
CREATE OR REPLACE TEMP TABLE made_bits AS
SELECT * FROM (VALUES
    (0, 'high_card', NULL),
    (1, 'pair', NULL),
    (2, 'two_pair', NULL),
    (3, 'three_of_a_kind', NULL),
    (4, 'straight', NULL),
    (5, 'straight', 'straight'),
    (6, 'full_house', NULL),
    (7, 'four_of_a_kind', NULL),
    (8, 'flush', NULL),
    (9, 'straight_flush', NULL),
    (10, 'straight_flush', 'straight_flush'),
    (11, 'royal_flush', NULL)
) AS m (bit, name, ace_low);

-- What a suit can make of six cards: a flush, and with it a straight flush of any kind.
CREATE OR REPLACE TEMP TABLE suits_make AS
SELECT 256 + 512 * a.bit + 1024 * b.bit + 2048 * c.bit AS suits FROM range(2) AS a (bit), range(2) AS b (bit), range(2) AS c (bit);

-- A number in each of the thirteen, or four, places of four bits.
CREATE OR REPLACE TEMP MACRO each_rank(number) AS number * 300239975158033;
CREATE OR REPLACE TEMP MACRO each_suit(number) AS number * 4369;

-- cards: the union of both hands' bits; suits: the sum of their counts of suits.
CREATE OR REPLACE TEMP MACRO made_by_suits(cards, suits) AS
    CASE WHEN (suits + each_suit(3)) & each_suit(8) = 0 THEN 0 ELSE
        256
        + 512 * (cards & (cards >> 4) & (cards >> 8) & (cards >> 12) & (cards >> 16) & 4294967295 <> 0)::INTEGER
        + 1024 * (cards & (cards >> 4) & (cards >> 8) & (cards >> 12) & (cards >> 48) & 15 <> 0)::INTEGER
        + 2048 * (cards & (cards >> 4) & (cards >> 8) & (cards >> 12) & (cards >> 16) >> 32 <> 0)::INTEGER
    END;

-- The suit of which six cards hold five or more; 4 where there is none.
CREATE OR REPLACE TEMP MACRO flush_suit(suits) AS
    CASE (suits + each_suit(3)) & each_suit(8) WHEN 8 THEN 0 WHEN 128 THEN 1 WHEN 2048 THEN 2 WHEN 32768 THEN 3 ELSE 4 END;

-- The bits of the three cards of a hand.
CREATE OR REPLACE TEMP MACRO cards_of(hand) AS
    (1::BIGINT << (hand // 2704)) | (1::BIGINT << (hand // 52 % 52)) | (1::BIGINT << (hand % 52));
