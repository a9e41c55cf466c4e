-- The rounds of a batch, with what the screen asks of each. room is the money on the table up to which nothing limits
-- a wager; target the position that the action card gives among all positions, where it can be checked.
CREATE OR REPLACE TEMP TABLE judged_rounds AS
WITH placed AS (
    SELECT
        r.round_key, s.rules_id, r.status = 'void' AS void, s.banked,
        r.pd_wager, r.pd_net, r.pd_seat, r.action_seat,
        least(CASE WHEN s.banked AND s.policy <> 'unlimited' THEN r.pd_wager END, s.least_cap, 9223372036854775807) AS room,
        coalesce(s.ranking_place, 0) * 140610 + 2 AS hand_key, coalesce(r.dealer_hand, -2) AS dealer_hand,
        s.least_strength, coalesce(s.rules_id - 1, 0) AS rules_place,
        b.value AS button_value, s.occupied_only, coalesce(s.back_line_forbidden, false) AS back_line_forbidden,
        p.positions - (r.pd_seat <= p.positions)::INTEGER AS counted,
        s.rules_id IS NULL OR r.status = 'void' OR r.dealer_hand IS NULL OR (s.banked AND r.pd_wager IS NULL)
        OR s.reorders OR (s.answers_others AND r.pd_net IS NOT NULL) OR (s.names_amounts AND r.currency <> s.currency) AS mark
    FROM rounds AS r
    LEFT JOIN places AS p USING (licensee_id, rule_sheet, table_id, gaming_date)
    LEFT JOIN screen_rules AS s USING (rules_id)
    LEFT JOIN button_values AS b ON b.rules_id = s.rules_id AND b.rank = r.action_card // 4
    WHERE r.round_key BETWEEN getvariable('first_key') AND getvariable('last_key') AND (/*condition*/)
)
SELECT
    p.round_key, p.rules_id, p.void, coalesce(p.banked, false) AS banked,
    p.pd_wager IS NOT NULL AS limited, p.pd_net, p.room, p.hand_key,
    (p.rules_place * 13824 + (d.strength >= p.least_strength)::INTEGER * 27)::INTEGER AS base_key,
    p.rules_place * 12288 AS six_key, p.back_line_forbidden,
    d.strength, 455 * d.rank_set AS rank_row, d.suits, d.cards,
    p.pd_seat, p.action_seat,
    CASE WHEN p.action_seat IS NOT NULL AND p.counted > 0 THEN nth_position(p.button_value, p.counted, p.pd_seat) END
        AS target,
    coalesce(p.mark, false) OR d.cards = 0 OR (p.occupied_only AND p.button_value IS NOT NULL AND p.action_seat IS NOT NULL)
        AS mark
FROM placed AS p
JOIN screen_hands AS d ON d.key = p.hand_key + p.dealer_hand;
