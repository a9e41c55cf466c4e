-- New rounds, numbered on in the order of their lines.
CREATE OR REPLACE TEMP TABLE keys AS
SELECT line, content_sha256, $next_key + row_number() OVER (ORDER BY line) - 1 AS round_key
FROM contents ANTI JOIN fates USING (line);

INSERT INTO rounds BY NAME
SELECT
    keys.round_key, $file_id AS file_id, staged.line, byte_offset, byte_length, keys.content_sha256,
    licensee_id, round_id, table_id, gaming_date, rule_sheet, currency, minor_digits, status, void_reason, sequence,
    started_at, started_ns, wagers_closed_at, wagers_closed_ns, settled_at, settled_ns,
    deck, shuffler_id, house_dealer_id, shift, session_id,
    hand_number(dealer_cards) AS dealer_hand, dealer_cards,
    pd_seat, pd_participant_id, pd_wager, pd_collection, pd_net, pd_kind, pd_declined_by,
    card_code(action_card) AS action_card, action_seat, meter_id, meter_before, meter_after, extra
FROM staged JOIN keys USING (line);
