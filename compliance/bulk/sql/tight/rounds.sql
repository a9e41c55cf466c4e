-- Rounds whose record differs from the full settlements, or that a reading may bring to the limit, and that nothing else
-- speaks against so far: the limit may be all there is to it. starts_at is where action starts; occupied_start, where it
-- would start elsewhere if only occupied positions counted, as a reading may have it where the record has no action seat.
-- They are gathered first, for what follows to work on full vectors.
CREATE OR REPLACE TEMP TABLE tight_rounds AS
WITH gathered AS MATERIALIZED (
    SELECT r.round_key, r.place_id, r.pd_wager, r.pd_seat, r.dealer_hand, r.action_seat, r.button_rank, r.seats
    FROM laid_rounds AS r
    SEMI JOIN marked_seats USING (round_key)
    ANTI JOIN marked_rounds USING (round_key)
    WHERE r.pd_wager >= 0 AND r.pd_seat BETWEEN 1 AND 62
),
placed AS (
    SELECT
        r.round_key, p.rules_id, r.pd_wager, r.pd_seat, r.dealer_hand, p.room, p.hand_key, p.dealer_key, p.base_key,
        t.may_count_occupied AND r.action_seat IS NULL AS may_start_elsewhere,
        coalesce(
            r.action_seat, nth_position(b.value, p.positions - (r.pd_seat <= p.positions)::INTEGER, r.pd_seat)
        ) AS starts_at,
        r.seats, r.seats & ~(1::BIGINT << r.pd_seat) AS others,
        CASE WHEN may_start_elsewhere THEN
            list_filter(range(1, 63), lambda seat: others & (1::BIGINT << seat) <> 0 AND seat <= p.positions)
        END AS counted,
        counted[(b.value - 1) % nullif(len(counted), 0) + 1] AS counted_start
    FROM gathered AS r
    JOIN place_terms AS p USING (place_id)
    JOIN tight_rules AS t USING (rules_id)
    JOIN screen_buttons AS b ON b.key = p.button_key + r.button_rank
)
SELECT * EXCLUDE (may_start_elsewhere, others, counted, counted_start),
    CASE WHEN counted_start <> first_seat(others, least(starts_at, 62)) THEN counted_start END AS occupied_start,
    bit_count(seats) AS taken, seats_below(seats, starts_at) AS below_start, seats_below(seats, occupied_start) AS below_occupied
FROM placed
WHERE starts_at IS NOT NULL AND (counted_start IS NOT NULL OR NOT may_start_elsewhere);
