-- What the player-dealer's money covers of each wager it answers, where the limit binds and the order is known.
-- The wagers of a round stand in a list in settlement order, and one fold over it serves every policy. Wagers at the
-- banking seat itself come last.
CREATE OR REPLACE TEMP TABLE covered AS
WITH answered AS (
    SELECT p.round_key, p.variant, p.put_up, p.on_paying, p.on_collecting, coalesce(v.net, a.net) AS net, a.line_id,
        p.losers_first AND coalesce(v.net, a.net) > 0 AS after_losers,
        coalesce(a.seat = r.pd_seat, false) AS banking,
        NOT (p.forfeits_first AND coalesce(v.by_folding, a.by_folding)) AS after_forfeits,
        CASE WHEN p.wager_major THEN a.place END AS round_the_table,
        a.seat < p.starts_at AS wraps,
        a.seat, a.participant_index, a.place
    FROM pairs AS p
    JOIN settling_rounds AS r USING (round_key)
    JOIN weights AS a ON a.round_key = p.round_key AND a.variant = 0
    LEFT JOIN weights AS v ON v.line_id = a.line_id AND v.variant = p.variant
    WHERE p.binds AND p.starts_at IS NOT NULL
),
listed AS (
    SELECT
        round_key, variant, put_up, on_paying, on_collecting,
        list(line_id ORDER BY after_losers, banking, after_forfeits, round_the_table, wraps, seat, participant_index, place) AS line_ids,
        list(
            {'net': net, 'pay': on_paying::BIGINT, 'collect': on_collecting::BIGINT, 'covered': []::BIGINT[]}
            ORDER BY after_losers, banking, after_forfeits, round_the_table, wraps, seat, participant_index, place
        ) AS steps
    FROM answered
    GROUP BY ALL
),
folded AS (
    SELECT
        round_key, variant, line_ids,
        list_reduce(
            steps,
            lambda money, step: {
                'net': 0::BIGINT,
                'pay': CASE
                    WHEN step.net > 0 THEN money.pay - least(step.net, money.pay)
                    ELSE money.pay + step.collect * least(-step.net, money.collect)
                END,
                'collect': CASE
                    WHEN step.net > 0 THEN money.collect + step.pay * least(step.net, money.pay)
                    ELSE money.collect - least(-step.net, money.collect)
                END,
                'covered': list_append(
                    money.covered,
                    CASE WHEN step.net > 0 THEN least(step.net, money.pay) ELSE -least(-step.net, money.collect) END
                )
            },
            {'net': 0::BIGINT, 'pay': put_up, 'collect': put_up, 'covered': []::BIGINT[]}
        ).covered AS covered
    FROM listed
)
SELECT round_key, variant, unnest(line_ids) AS line_id, unnest(covered) AS net
FROM folded;
