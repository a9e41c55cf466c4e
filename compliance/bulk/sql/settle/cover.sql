-- How far the player-dealer's money goes, where the limit binds and the order is known. Readings that leave the order
-- and the wagers as they are share a walk round the table; a walk without anything lost by folding has but one order,
-- and one that starts at the same occupied seat is the same walk.
CREATE OR REPLACE TEMP TABLE walked AS
WITH seated AS (
    SELECT w.round_key, p.seat, bool_or(w.by_folding) FILTER (w.variant = 0) AS folds, bool_or(w.variant > 0) AS altered
    FROM weights AS w
    JOIN settling_participants AS p USING (place)
    GROUP BY ALL
),
bound AS (
    SELECT p.round_key, p.variant, p.policy, p.altered_as, p.wager_major, p.put_up,
        bool_and(p.forfeits_first) AND (bool_or(s.folds) OR p.altered_as > 0) AS forfeits_first,
        coalesce(
            min(s.seat) FILTER (s.seat >= p.starts_at AND s.seat IS DISTINCT FROM p.pd_seat),
            min(s.seat) FILTER (s.seat IS DISTINCT FROM p.pd_seat), 0
        ) AS from_seat
    FROM pairs AS p
    JOIN seated AS s USING (round_key)
    WHERE p.binds AND p.starts_at IS NOT NULL
    GROUP BY p.round_key, p.variant, p.policy, p.altered_as, p.wager_major, p.put_up
)
SELECT *, dense_rank() OVER (ORDER BY round_key, altered_as, wager_major, forfeits_first, from_seat) AS walk FROM bound;

-- used counts what earlier wagers came to, paid what was won of it, collected what was lost; book is the participants'
-- net so far, this wager included.
CREATE OR REPLACE TEMP TABLE walks AS
WITH stood AS (
    SELECT
        u.walk, u.put_up, a.line_id, coalesce(v.underivable, a.underivable) AS underivable, coalesce(v.net, a.net) AS net,
        order_key(
            coalesce(p.seat = r.pd_seat, false),
            NOT (u.forfeits_first AND coalesce(v.by_folding, a.by_folding)),
            CASE WHEN u.wager_major THEN a.kind_place ELSE 0 END,
            p.seat < u.from_seat,
            p.seat
        ) AS in_order,
        p.participant_index, a.kind_place
    FROM (SELECT DISTINCT walk, round_key, altered_as, wager_major, forfeits_first, from_seat, put_up FROM walked) AS u
    JOIN weights AS a ON a.round_key = u.round_key AND a.variant = 0
    JOIN settling_participants AS p USING (place)
    JOIN settling_rounds AS r ON r.round_key = u.round_key
    LEFT JOIN weights AS v ON v.line_id = a.line_id AND v.variant = u.altered_as AND v.variant > 0
)
SELECT
    walk, line_id, put_up, underivable, net, in_order, participant_index, kind_place,
    (sum(abs(net)) OVER so_far - abs(net))::BIGINT AS used,
    (sum(greatest(net, 0)) OVER so_far - greatest(net, 0))::BIGINT AS paid,
    (sum(greatest(-net, 0)) OVER so_far - greatest(-net, 0))::BIGINT AS collected,
    (sum(greatest(-net, 0)) OVER (PARTITION BY walk))::BIGINT AS losing,
    (sum(net) OVER so_far)::BIGINT AS book
FROM stood
WINDOW so_far AS (PARTITION BY walk ORDER BY in_order, participant_index, kind_place ROWS UNBOUNDED PRECEDING);

-- A running net needs a fold, wager by wager, but only where it would leave the band that the limit gives it.
CREATE OR REPLACE TEMP TABLE folded AS
WITH listed AS (
    SELECT walk, any_value(put_up) AS put_up,
        list(line_id ORDER BY in_order, participant_index, kind_place) AS line_ids,
        list({'book': net, 'nets': []::BIGINT[]} ORDER BY in_order, participant_index, kind_place) AS steps
    FROM walks
    WHERE walk IN (SELECT walk FROM walked WHERE policy = 'running_net')
    GROUP BY walk
    HAVING bool_or(abs(book) > put_up)
),
run AS (
    SELECT
        walk, line_ids,
        list_reduce(
            steps,
            lambda so_far, step: {
                'book': greatest(-put_up, least(put_up, so_far.book + step.book)),
                'nets': list_append(so_far.nets, greatest(-put_up, least(put_up, so_far.book + step.book)) - so_far.book)
            },
            {'book': 0::BIGINT, 'nets': []::BIGINT[]}
        ).nets AS nets
    FROM listed
)
SELECT walk, unnest(line_ids) AS line_id, unnest(nets) AS net FROM run;

CREATE OR REPLACE TEMP TABLE covered AS
SELECT
    p.round_key, p.variant, w.line_id,
    CASE
        WHEN w.underivable THEN NULL
        WHEN f.line_id IS NOT NULL AND p.policy = 'running_net' THEN f.net
        ELSE sign(w.net) * greatest(0, least(abs(w.net), CASE p.policy
            WHEN 'gross_consumed' THEN w.put_up - w.used
            WHEN 'separate_caps' THEN w.put_up - CASE WHEN w.net > 0 THEN w.paid ELSE w.collected END
            WHEN 'collect_then_pay' THEN
                CASE WHEN w.net > 0 THEN w.put_up + least(w.put_up, w.losing) - w.paid ELSE w.put_up - w.collected END
            ELSE abs(w.net)
        END))
    END::BIGINT AS net
FROM walked AS p
JOIN walks AS w USING (walk)
LEFT JOIN folded AS f ON f.walk = w.walk AND f.line_id = w.line_id;
