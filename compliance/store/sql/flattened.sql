-- What the staged rounds have for each table, by line instead of round key.
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

CREATE OR REPLACE TEMP VIEW flattened_participants AS
WITH at_seats AS (
    SELECT line, unnest(seats) AS s FROM staged
),
people AS (
    SELECT
        line, s.seat AS seat, s.cards AS cards, hand_number(s.cards)::INTEGER AS hand,
        unnest(s.participants) AS p, (generate_subscripts(s.participants, 1) - 1)::INTEGER AS participant_index
    FROM at_seats
),
listed AS (
    SELECT *, p.wagers AS w, list_transform(p.wagers, lambda wager: wager.kind) AS kind_list FROM people
),
found AS (
    SELECT
        *,
        list_position(kind_list, 'ante') AS ante,
        list_position(kind_list, 'play') AS play,
        list_position(kind_list, 'ante_bonus') AS ante_bonus,
        list_position(kind_list, 'pair_plus') AS pair_plus,
        list_position(kind_list, 'six_card_bonus') AS six_card_bonus,
        list_position(kind_list, 'progressive') AS progressive
    FROM listed
)
SELECT
    line, seat, participant_index, p.participant_id AS participant_id, hand, cards,
    p.decision AS decision, p.decision_source AS decision_source, p.collection AS collection,
    (
        (ante IS NOT NULL)::UTINYINT + 2 * (play IS NOT NULL)::UTINYINT + 4 * (ante_bonus IS NOT NULL)::UTINYINT
        + 8 * (pair_plus IS NOT NULL)::UTINYINT + 16 * (six_card_bonus IS NOT NULL)::UTINYINT
        + 32 * (progressive IS NOT NULL)::UTINYINT
    )::UTINYINT AS kinds,
    array_to_string(kind_list, ',') AS wager_order,
    coalesce(w[ante].stake, 0) AS ante_stake, coalesce(w[ante].net, 0) AS ante_net, w[ante].outcome AS ante_outcome,
    coalesce(w[play].stake, 0) AS play_stake, coalesce(w[play].net, 0) AS play_net, w[play].outcome AS play_outcome,
    coalesce(w[ante_bonus].stake, 0) AS ante_bonus_stake, coalesce(w[ante_bonus].net, 0) AS ante_bonus_net,
    w[ante_bonus].outcome AS ante_bonus_outcome,
    coalesce(w[pair_plus].stake, 0) AS pair_plus_stake, coalesce(w[pair_plus].net, 0) AS pair_plus_net,
    w[pair_plus].outcome AS pair_plus_outcome,
    coalesce(w[six_card_bonus].stake, 0) AS six_card_bonus_stake,
    coalesce(w[six_card_bonus].net, 0) AS six_card_bonus_net,
    w[six_card_bonus].outcome AS six_card_bonus_outcome,
    coalesce(w[progressive].stake, 0) AS progressive_stake, coalesce(w[progressive].net, 0) AS progressive_net,
    w[progressive].outcome AS progressive_outcome
FROM found;

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
WHERE placed_at IS NOT NULL;
