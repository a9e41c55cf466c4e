-- The position that the action card gives, counting all positions or the occupied ones only, without the
-- player-dealer's, and the first occupied seat from there. Only where the sheet has a button rule, the positions
-- are known and a player-dealer sits somewhere.
CREATE OR REPLACE TEMP TABLE button AS
WITH counted AS (
    SELECT
        r.round_key, c.occupied_only, b.value,
        list_filter(r.occupied, lambda seat: seat <> r.pd_seat) AS taken,
        list_filter(
            range(1, r.positions + 1)::INTEGER[],
            lambda seat: seat <> r.pd_seat AND (NOT c.occupied_only OR list_contains(r.occupied, seat))
        ) AS seats
    FROM settling_rounds AS r
    JOIN button_values AS b ON b.rules_id = r.rules_id AND b.rank = r.button_rank
    CROSS JOIN (VALUES (false), (true)) AS c (occupied_only)
    WHERE NOT r.void AND r.positions IS NOT NULL AND r.pd_seat IS NOT NULL
),
pointed AS (
    SELECT round_key, occupied_only, taken, seats[(value - 1) % len(seats) + 1] AS position
    FROM counted WHERE len(seats) > 0
)
SELECT
    round_key, occupied_only, position,
    coalesce(list_filter(taken, lambda seat: seat >= position)[1], taken[1], position) AS first_occupied
FROM pointed;
