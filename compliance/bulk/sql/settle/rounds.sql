-- The chosen rounds with their terms; rules_id is NULL where the sheet is unknown. put_up is the money that answers the
-- wagers, NULL where nothing limits it. target is the position that the action card gives when all are counted.
CREATE OR REPLACE TEMP TABLE settling_rounds AS
WITH placed AS (
    SELECT
        r.round_key, r.status = 'void' AS void, r.void_reason, r.rule_sheet, r.currency, r.dealer_hand, r.dealer_cards,
        r.pd_seat, r.pd_wager, r.pd_net, r.action_seat, r.meter_before,
        p.rules_id, p.positions, coalesce(t.banked, false) AS banked,
        coalesce(t.back_line_forbidden, false) AS back_line_forbidden,
        coalesce(t.occupied_only, false) AS occupied_only,
        t.currency IS DISTINCT FROM r.currency AS other_currency,
        CASE WHEN t.banked AND r.pd_wager IS NOT NULL THEN greatest(r.pd_wager, 0) END AS put_up,
        CASE WHEN r.pd_seat IS NOT NULL AND p.positions IS NOT NULL THEN b.value END AS button_value,
        p.positions - (r.pd_seat <= p.positions)::INTEGER AS counted
    FROM rounds AS r
    JOIN chosen USING (round_key)
    LEFT JOIN places AS p USING (licensee_id, rule_sheet, table_id, gaming_date)
    LEFT JOIN terms AS t ON t.rules_id = p.rules_id AND t.variant = 0
    LEFT JOIN button_values AS b ON b.rules_id = p.rules_id AND b.rank = r.action_card // 4
)
SELECT *, CASE WHEN counted > 0 THEN nth_position(button_value, counted, pd_seat) END AS target
FROM placed;
