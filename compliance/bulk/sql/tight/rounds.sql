-- One row a round and set of full settlements: everything of each participant in settlement order, sixteen numbers each:
-- lost by folding, otherwise, derived or not, recorded; each by slot.
CREATE OR REPLACE TEMP TABLE tight_sets AS
WITH listed AS (
    SELECT
        f.round_key, f.variant AS full_of,
        flatten(list([
            CASE WHEN f.l1 THEN f.f1 ELSE 0 END, CASE WHEN f.l2 THEN f.f2 ELSE 0 END,
            CASE WHEN f.l3 THEN f.f3 ELSE 0 END, CASE WHEN f.l4 THEN f.f4 ELSE 0 END,
            CASE WHEN f.l1 THEN 0 ELSE f.f1 END, CASE WHEN f.l2 THEN 0 ELSE f.f2 END,
            CASE WHEN f.l3 THEN 0 ELSE f.f3 END, CASE WHEN f.l4 THEN 0 ELSE f.f4 END,
            f.k1::BIGINT, f.k2::BIGINT, f.k3::BIGINT, f.k4::BIGINT,
            s.ante_net, s.play_net, s.pair_plus_net, s.six_card_bonus_net
        ] ORDER BY s.wraps, s.seat, s.participant_index)) AS numbers,
        sum(abs(f.f1) + abs(f.f2) + abs(f.f3) + abs(f.f4)) AS total,
        sum(greatest(-f.f1, 0) + greatest(-f.f2, 0) + greatest(-f.f3, 0) + greatest(-f.f4, 0)) AS losing,
        bool_and(s.fair AND NOT f.complex) AS fair, count(*) AS participants
    FROM tight_full AS f
    JOIN tight_seats AS s USING (place)
    GROUP BY f.round_key, f.variant
)
SELECT
    l.round_key, l.full_of, l.numbers, l.fair, l.participants, r.rules_id, r.pd_wager,
    least(l.losing, r.pd_wager)::BIGINT AS losing, l.total > r.pd_wager AS exceeds, l.total > r.room AS capped
FROM listed AS l
JOIN tight_rounds AS r USING (round_key);

-- Every round beside the readings that could give it other money.
CREATE OR REPLACE TEMP TABLE tight_pairs AS
WITH able AS (
    SELECT round_key, bool_or(exceeds) FILTER (full_of = 0) AS tight
    FROM tight_sets
    GROUP BY round_key
    HAVING bool_and(fair AND NOT capped) AND max(participants) <= getvariable('most_participants')
)
SELECT
    a.round_key, t.variant, t.interpretation, t.forfeits_first, t.wager_major, t.carries, s.numbers,
    s.participants,
    CASE
        WHEN t.limited THEN s.pd_wager + CASE WHEN t.collects_first THEN s.losing ELSE 0 END
        ELSE 9223372036854775807
    END AS pay,
    CASE WHEN t.limited THEN s.pd_wager ELSE 9223372036854775807 END AS collect
FROM able AS a
JOIN tight_sets AS z ON z.round_key = a.round_key AND z.full_of = 0
JOIN tight_readings AS t USING (rules_id)
LEFT JOIN tight_sets AS v ON v.round_key = a.round_key AND v.full_of = t.variant
JOIN tight_sets AS s ON s.round_key = a.round_key AND s.full_of = coalesce(v.full_of, 0)
WHERE t.variant = 0 OR v.full_of IS NOT NULL OR (a.tight AND t.changes_cover);
