-- What the staged rounds have for each table but ``participants``, by line instead of round key.
CREATE OR REPLACE TEMP VIEW flattened_rounds AS
SELECT
    line, byte_offset, byte_length,
    licensee_id, round_id, table_id, gaming_date, rule_sheet, currency, minor_digits, status, void_reason, sequence,
    started_at, started_ns, wagers_closed_at, wagers_closed_ns, settled_at, settled_ns,
    deck, shuffler_id, house_dealer_id, shift, session_id,
    hand_number(dealer_cards)::INTEGER AS dealer_hand, dealer_cards,
    pd_seat, pd_participant_id, pd_wager, pd_collection, pd_net, pd_kind, pd_declined_by,
    card_code(action_card)::UTINYINT AS action_card, action_seat, meter_id, meter_before, meter_after, extra
FROM staged;

CREATE OR REPLACE TEMP VIEW flattened_vacant_hands AS
WITH at_seats AS (
    SELECT line, unnest(seats) AS s FROM staged WHERE NOT plain
)
SELECT line, s.seat AS seat, hand_number(s.cards)::INTEGER AS hand, s.cards AS cards
FROM at_seats
WHERE len(s.participants) = 0 AND s.cards IS NOT NULL;

CREATE OR REPLACE TEMP VIEW flattened_wagers AS
WITH at_seats AS (
    SELECT line, unnest(seats) AS s FROM staged WHERE NOT plain
),
people AS (
    SELECT
        line, s.seat AS seat,
        unnest(s.participants) AS p, (generate_subscripts(s.participants, 1) - 1)::INTEGER AS participant_index
    FROM at_seats
),
wagers AS (
    SELECT line, seat, participant_index, unnest(p.wagers) AS w FROM people
)
SELECT
    line, seat, participant_index, w.kind AS wager_kind, w.stake AS stake, w.net AS net, w.outcome AS outcome,
    w.placed_at AS placed_at, w.placed_ns AS placed_ns
FROM wagers;

CREATE OR REPLACE TEMP VIEW flattened_other_wagers AS
SELECT line, seat, participant_index, wager_kind, stake, net, outcome
FROM flattened_wagers
WHERE wager_kind NOT IN ('ante', 'play', 'ante_bonus', 'pair_plus', 'six_card_bonus', 'progressive');

CREATE OR REPLACE TEMP VIEW flattened_wager_times AS
SELECT line, seat, participant_index, wager_kind, placed_at, placed_ns
FROM flattened_wagers
WHERE placed_at IS NOT NULL
UNION ALL BY NAME
FROM staged_times;
