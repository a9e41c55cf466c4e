-- The number of a set of three ranks (0 … 12, highest first) among all of them.
CREATE OR REPLACE TEMP MACRO rank_set(high, middle, low) AS
    (high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low)::INTEGER;

-- Every set of three ranks; tally counts ranks, four bits each.
CREATE OR REPLACE TEMP TABLE rank_sets AS
SELECT
    rank_set(h.rank, m.rank, l.rank) AS rank_set, h.rank::INTEGER AS high, m.rank::INTEGER AS middle, l.rank::INTEGER AS low,
    (1::BIGINT << (4 * h.rank)) + (1::BIGINT << (4 * m.rank)) + (1::BIGINT << (4 * l.rank)) AS tally
FROM range(13) AS h (rank), range(13) AS m (rank), range(13) AS l (rank)
WHERE h.rank >= m.rank AND m.rank >= l.rank;
