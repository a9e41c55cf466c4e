-- One row a round and set of full settlements: for each participant in turn and each slot what is lost by folding, what
-- the wager comes to otherwise, and its record. known has a bit for each that can be derived.
CREATE OR REPLACE TEMP TABLE tight_sets AS
WITH summed AS (
    SELECT
        f.round_key, f.variant AS full_of,
        /*wagers*/,
        bit_or((
            f.k1::BIGINT | (f.k2::BIGINT << 1) | (f.k3::BIGINT << 2) | (f.k4::BIGINT << 3)
        ) << (4 * least(s.turn, 15))) AS known,
        sum(abs(f.f1) + abs(f.f2) + abs(f.f3) + abs(f.f4)) AS total,
        sum(greatest(-f.f1, 0) + greatest(-f.f2, 0) + greatest(-f.f3, 0) + greatest(-f.f4, 0)) AS losing,
        bool_and(s.fair AND NOT f.complex) AS fair, count(*) AS participants
    FROM tight_full AS f
    JOIN tight_seats AS s USING (place)
    GROUP BY f.round_key, f.variant
)
SELECT
    u.* EXCLUDE (total, losing), r.rules_id, r.pd_wager, least(u.losing, r.pd_wager)::BIGINT AS losing,
    u.total > r.pd_wager AS exceeds, u.total > r.room AS capped
FROM summed AS u
JOIN tight_rounds AS r USING (round_key);
