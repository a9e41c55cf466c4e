-- Collections of more than nothing in the settled rounds of the scope, counted by place, payer and amount. flat: a posted
-- fee for the payer is that amount whatever is wagered.
CREATE OR REPLACE TEMP TABLE fee_census AS
WITH paid AS (
    SELECT round_key, 'participant' AS payer, collection AS amount FROM participants WHERE collection <> 0
    UNION ALL
    SELECT round_key, 'player_dealer', pd_collection FROM rounds WHERE pd_collection <> 0
),
counted AS (
    SELECT r.table_no, r.place_no, r.currency, f.payer, f.amount, count(*) AS payments
    FROM paid AS f
    JOIN table_rounds AS r USING (round_key)
    WHERE r.in_scope AND NOT r.void AND (f.payer = 'participant' OR r.has_banker)
    GROUP BY ALL
)
SELECT c.*, t.gaming_date, t.banked, t.scheduled AND t.posted_currency = c.currency AS scheduled,
    EXISTS (
        FROM table_rates AS p
        WHERE p.place_no = c.place_no AND p.payer = c.payer AND p.fee = c.amount AND p.basis IN ('round', 'seat')
            AND t.posted_currency = c.currency
    ) AS flat
FROM counted AS c
JOIN table_terms AS t USING (place_no);

-- Those that a closer look may find something of, one by one, with what the participant wagered and won: amounts that are
-- no flat fee where fees are posted, or that are many on one gaming date.
CREATE OR REPLACE TEMP TABLE fees AS
WITH many AS (
    SELECT table_no, gaming_date FROM fee_census
    WHERE payer = 'participant' AND NOT flat
    GROUP BY ALL
    HAVING count(DISTINCT amount) >= getvariable('least_amounts')
),
doubtful AS (
    SELECT DISTINCT place_no, currency, payer, amount, scheduled, banked, gaming_date
    FROM fee_census
    WHERE NOT flat AND (scheduled OR (table_no, gaming_date) IN (SELECT (table_no, gaming_date) FROM many))
),
action AS (
    SELECT round_key, sum(stakes) AS action
    FROM (
        SELECT round_key, ante_stake + play_stake + pair_plus_stake + six_card_bonus_stake + progressive_stake AS stakes
        FROM participants
        WHERE EXISTS (FROM table_rates WHERE basis = 'table_action')
        UNION ALL
        SELECT round_key, stake FROM other_wagers WHERE EXISTS (FROM table_rates WHERE basis = 'table_action')
    )
    GROUP BY round_key
),
others AS (
    SELECT round_key, seat, participant_index, count(*) AS wagers, sum(stake) AS stakes, sum(greatest(net, 0)) AS winnings
    FROM other_wagers
    GROUP BY ALL
),
paid AS (
    SELECT p.round_key, 'participant' AS payer, p.seat, p.participant_index, p.participant_id, p.collection AS amount,
        bit_count(p.kinds & 59) + coalesce(o.wagers, 0) AS wagers,
        p.ante_stake + p.play_stake + p.pair_plus_stake + p.six_card_bonus_stake + p.progressive_stake
            + coalesce(o.stakes, 0) AS stakes,
        greatest(p.ante_net, 0) + greatest(p.play_net, 0) + greatest(p.ante_bonus_net, 0) + greatest(p.pair_plus_net, 0)
            + greatest(p.six_card_bonus_net, 0) + greatest(p.progressive_net, 0) + coalesce(o.winnings, 0) AS winnings
    FROM participants AS p
    LEFT JOIN others AS o USING (round_key, seat, participant_index)
    WHERE p.collection IN (SELECT amount FROM doubtful)
    UNION ALL
    SELECT round_key, 'player_dealer', pd_seat, NULL, NULL, pd_collection, 0, 0, 0
    FROM rounds
    WHERE pd_collection IN (SELECT amount FROM doubtful)
)
SELECT
    f.*, r.table_no, r.place, d.gaming_date, d.banked, d.scheduled,
    EXISTS (
        FROM table_rates AS p
        JOIN table_terms AS t USING (place_no)
        WHERE p.place_no = r.place_no AND p.payer = f.payer AND t.posted_currency = r.currency
            AND f.amount = CASE p.basis
                WHEN 'wager' THEN p.fee * f.wagers
                WHEN 'table_action' THEN
                    CASE
                        WHEN (coalesce(a.action, 0) >= p.action_from) IS NOT FALSE
                            AND (coalesce(a.action, 0) <= p.action_to) IS NOT FALSE THEN p.fee
                    END
            END
    ) AS as_posted
FROM paid AS f
JOIN table_rounds AS r USING (round_key)
JOIN doubtful AS d
    ON d.place_no = r.place_no AND d.currency = r.currency AND d.payer = f.payer AND d.amount = f.amount
LEFT JOIN action AS a USING (round_key)
WHERE r.in_scope AND NOT r.void AND (f.payer = 'participant' OR r.has_banker);
