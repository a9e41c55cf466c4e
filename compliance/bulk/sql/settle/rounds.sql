-- The chosen rounds with their terms; rules_id is NULL where the sheet is unknown.
-- occupied lists the seats that have a participant; button_rank is the rank of the action card.
CREATE OR REPLACE TEMP TABLE settling_rounds AS
SELECT
    r.round_key, r.status = 'void' AS void, r.void_reason, p.rules_id, r.currency,
    r.dealer_hand, r.dealer_cards,
    r.pd_seat, r.pd_participant_id IS NOT NULL AS has_player_dealer, r.pd_wager, r.pd_net,
    (r.action_card // 4)::INTEGER AS button_rank, r.action_seat, r.meter_before,
    p.positions,
    coalesce(o.occupied, []) AS occupied,
    coalesce(t.banked, false) AS banked,
    coalesce(t.back_line_forbidden, false) AS back_line_forbidden,
    t.currency IS DISTINCT FROM r.currency AS other_currency,
    -- The money that answers the wagers: NULL where nothing limits it.
    CASE WHEN t.banked AND r.pd_wager IS NOT NULL THEN greatest(r.pd_wager, 0) END AS put_up
FROM rounds AS r
JOIN chosen USING (round_key)
LEFT JOIN places AS p USING (licensee_id, rule_sheet, table_id, gaming_date)
LEFT JOIN terms AS t ON t.rules_id = p.rules_id AND t.variant = 0
LEFT JOIN (
    SELECT round_key, list(DISTINCT seat ORDER BY seat) AS occupied
    FROM participants JOIN chosen USING (round_key)
    GROUP BY round_key
) AS o ON o.round_key = r.round_key;
