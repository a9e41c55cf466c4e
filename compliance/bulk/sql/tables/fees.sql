-- Every collection of more than nothing in the settled rounds of the scope, with what the participant wagered and won,
-- and whether some posted fee for the payer comes to it.
CREATE OR REPLACE TEMP TABLE fees AS
WITH action AS (
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
    WHERE p.collection <> 0
    UNION ALL
    SELECT round_key, 'player_dealer', pd_seat, NULL, NULL, pd_collection, 0, 0, 0
    FROM rounds
    WHERE pd_collection <> 0
)
SELECT
    f.*, r.table_no, r.place, t.licensee_id, t.table_id, t.gaming_date, t.banked,
    coalesce(t.scheduled AND t.posted_currency = r.currency, false) AS scheduled,
    EXISTS (
        FROM table_rates AS p
        WHERE p.place_no = r.place_no AND p.payer = f.payer AND t.posted_currency = r.currency
            AND f.amount = CASE p.basis
                WHEN 'wager' THEN p.fee * f.wagers
                WHEN 'table_action' THEN
                    CASE WHEN (a.action >= p.action_from) IS NOT FALSE AND (a.action <= p.action_to) IS NOT FALSE THEN p.fee END
                ELSE p.fee
            END
    ) AS as_posted
FROM paid AS f
JOIN table_rounds AS r USING (round_key)
JOIN table_terms AS t USING (place_no)
LEFT JOIN action AS a USING (round_key)
WHERE r.in_scope AND NOT r.void AND (f.payer = 'participant' OR r.has_banker);
