-- Digest of what a round says, however its line was spelt. Fields are parted by 1F, wagers, participants and
-- seats ended by 1E, 1D and 1C, and 01 stands for what is not recorded: identifiers hold no control character,
-- and free text is written as JSON, which escapes them. So two rounds have one text only if they are equal.
CREATE OR REPLACE TEMP TABLE contents AS
SELECT
    line, licensee_id, round_id,
    unhex(sha256(
        concat_ws(
            chr(31),
            table_id, gaming_date, rule_sheet, currency, status, started_at, settled_at, recorded(wagers_closed_at),
            recorded(to_json(void_reason)), recorded(sequence), recorded(deck), recorded(shuffler_id),
            recorded(house_dealer_id), recorded(shift), recorded(session_id), recorded(dealer_cards),
            recorded(pd_seat), recorded(pd_participant_id), recorded(pd_wager), recorded(pd_collection),
            recorded(pd_net), recorded(pd_kind),
            recorded(len(pd_declined_by)), recorded(array_to_string(pd_declined_by, chr(30))),
            recorded(action_card), recorded(action_seat),
            recorded(meter_id), recorded(meter_before), recorded(meter_after), recorded(extra_sorted)
        )
        || chr(28) || array_to_string(list_transform(seats, lambda s: seat_text(s)), '')
    )) AS content_sha256
FROM staged;
