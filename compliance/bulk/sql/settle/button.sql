-- The position that the action card gives, counting all positions or the occupied ones only, and the first occupied
-- seat from there. Only where the sheet has a button rule, the positions are known and a player-dealer sits somewhere.
CREATE OR REPLACE TEMP TABLE button AS
WITH asked AS (
    -- Counting occupied positions needs their list: only where the order rests on it, or all positions do not explain
    -- the action seat.
    SELECT r.round_key, r.pd_seat, r.positions, r.button_value, r.target
    FROM settling_rounds AS r
    WHERE NOT r.void AND r.target IS NOT NULL AND (r.occupied_only OR r.action_seat IS DISTINCT FROM r.target)
),
seated AS (
    SELECT a.*, coalesce(t.taken, []) AS taken
    FROM asked AS a
    LEFT JOIN (
        SELECT a.round_key, list(DISTINCT p.seat ORDER BY p.seat) AS taken
        FROM asked AS a
        JOIN settling_participants AS p ON p.round_key = a.round_key AND p.seat <> a.pd_seat
        GROUP BY a.round_key
    ) AS t USING (round_key)
),
placed AS (
    SELECT
        s.round_key, c.occupied_only, s.taken,
        CASE WHEN c.occupied_only THEN list_filter(s.taken, lambda seat: seat <= s.positions) END AS counted,
        CASE WHEN c.occupied_only THEN counted[(s.button_value - 1) % nullif(len(counted), 0) + 1] ELSE s.target END AS position
    FROM seated AS s, (VALUES (false), (true)) AS c (occupied_only)
)
SELECT
    round_key, occupied_only, position,
    coalesce(list_filter(taken, lambda seat: seat >= position)[1], taken[1], position) AS first_occupied
FROM placed
WHERE position IS NOT NULL;
