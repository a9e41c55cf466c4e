-- One row a round and set of full settlements: for each participant in turn and each slot what is lost by folding, what
-- the wager comes to otherwise, and its record. known has a bit for each that can be derived.
CREATE OR REPLACE TEMP TABLE tight_sets AS
WITH whole AS (
    SELECT f.round_key, f.variant AS full_of, bool_and(f.fair) AS fair, count(*) AS participants,
        sum(abs(f.f1) + abs(f.f2) + abs(f.f3) + abs(f.f4)) AS total,
        sum(greatest(-f.f1, 0) + greatest(-f.f2, 0) + greatest(-f.f3, 0) + greatest(-f.f4, 0)) AS losing,
        bool_or(f.l1 OR f.l2 OR f.l3 OR f.l4) AS forfeits
    FROM tight_full AS f
    GROUP BY f.round_key, f.variant
)
SELECT
    w.round_key, w.full_of, w.fair, w.participants, w.forfeits, r.rules_id, r.pd_wager,
    least(w.losing, r.pd_wager)::BIGINT AS losing, w.total > r.pd_wager AS exceeds, w.total > r.room AS capped,
    /*wagers*/,
    /*known*/ AS known
FROM whole AS w
JOIN tight_rounds AS r USING (round_key)
/*turns*/;
