-- What the ranks of two three-card hands make between them, suits apart, for every pair of the 455 sets of ranks.
-- Bits of made, here and of made_by_suits, as in made_bits.
CREATE OR REPLACE TEMP TABLE rank_pairs AS
WITH pairs AS (
    SELECT a.rank_set + 455 * b.rank_set AS pair, a.tally + b.tally AS tally FROM rank_sets AS a, rank_sets AS b
),
counted AS (
    SELECT
        pair,
        (tally + each_rank(7)) & each_rank(8) AS present,
        bit_count((tally + each_rank(6)) & each_rank(8)) AS twos,
        bit_count((tally + each_rank(5)) & each_rank(8)) AS threes,
        bit_count((tally + each_rank(4)) & each_rank(8)) AS fours
    FROM pairs
)
SELECT
    pair::INTEGER AS pair,
    (1
    + 2 * (twos >= 1)::INTEGER
    + 4 * (twos >= 2)::INTEGER
    + 8 * (threes >= 1)::INTEGER
    + 16 * (present & (present >> 4) & (present >> 8) & (present >> 12) & (present >> 16) <> 0)::INTEGER
    + 32 * (present & (present >> 4) & (present >> 8) & (present >> 12) & (present >> 48) & 8 <> 0)::INTEGER
    + 64 * (threes >= 1 AND twos >= 2)::INTEGER
    + 128 * (fours >= 1)::INTEGER) AS made
FROM counted
ORDER BY pair;
