-- Rounds of rows between two numbers of first rows, staged with their participants in the columns of the store: those
-- of which every row agrees with the others, and every value is in its plainest writing. The others are for the strict
-- reader. ROUND_PLAIN, ROW_PLAIN and PERSON_PLAIN say what is plain, AMOUNT reads an amount, KINDS lists the kinds of
-- wager and PER_KIND has the columns of each. Casts are tried: the database may do them before it leaves the others
-- out.
CREATE OR REPLACE TEMP TABLE flat_people AS
SELECT
    first, seat, participant_id, min(number) AS place, PER_KIND,
    bit_or(1 << (list_position(KINDS, kind) - 1)) AS kinds,
    -- The number of a row and the place of its kind in the list, as one number.
    list(number * 8 + list_position(KINDS, kind)) AS in_order, count(*) AS wagers,
    min(decision) AS decision, min(decision_source) AS decision_source, min(collection) AS collection,
    min(cards) AS least_cards, max(cards) AS most_cards, count(cards) AS with_cards,
    bool_and(agrees AND ROW_PLAIN)
        AND min(decision) IS NOT DISTINCT FROM max(decision) AND count(decision) IN (0, count(*))
        AND min(decision_source) IS NOT DISTINCT FROM max(decision_source) AND count(decision_source) IN (0, count(*))
        AND min(collection) IS NOT DISTINCT FROM max(collection) AND count(collection) IN (0, count(*)) AS ok,
    bool_and(placed_at IS NULL) AS plain
FROM flat_keyed
WHERE first >= $start AND first < $stop
GROUP BY first, seat, participant_id;

INSERT INTO staged BY NAME
WITH at_seats AS (
    SELECT
        first, bool_and(plain) AS plain, sum(wagers) AS rows,
        bool_and(ok AND PERSON_PLAIN)
            AND min(least_cards) IS NOT DISTINCT FROM max(most_cards)
            AND sum(with_cards) IN (0, sum(wagers)) AS ok
    FROM flat_people GROUP BY first, seat
),
whole AS (
    SELECT first, bool_and(plain) AS plain, sum(rows) AS rows FROM at_seats GROUP BY first HAVING bool_and(ok)
)
SELECT
    r.number AS line, f.byte_offset, f.byte_length,
    coalesce(r.licensee_id, $licensee) AS licensee_id, r.round_id, r.table_id,
    try_cast(r.gaming_date AS DATE) AS gaming_date,
    r.rule_sheet, r.currency, DIGITS AS minor_digits, try_cast(r.status AS round_status) AS status, r.void_reason,
    try_cast(r.sequence AS BIGINT) AS sequence, r.started_at, instant(r.started_at) AS started_ns,
    r.wagers_closed_at, instant(r.wagers_closed_at) AS wagers_closed_ns,
    r.settled_at, instant(r.settled_at) AS settled_ns,
    r.deck, r.shuffler_id, r.house_dealer_id, r.shift, r.session_id, r.dealer_cards,
    try_cast(r.player_dealer_seat AS INTEGER) AS pd_seat, r.player_dealer_participant_id AS pd_participant_id,
    AMOUNT(r.player_dealer_wager) AS pd_wager, AMOUNT(r.player_dealer_collection) AS pd_collection,
    AMOUNT(r.player_dealer_net) AS pd_net, r.player_dealer_kind AS pd_kind,
    string_split(r.player_dealer_declined_by, ';') AS pd_declined_by,
    r.action_card, try_cast(r.action_seat AS INTEGER) AS action_seat, r.progressive_meter_id AS meter_id,
    AMOUNT(r.progressive_before) AS meter_before, AMOUNT(r.progressive_after) AS meter_after, r.extra,
    whole.plain, false AS sound
FROM whole
JOIN flat_told AS r ON r.number = whole.first
JOIN flat_rows AS f ON f.number = whole.first
WHERE ROUND_PLAIN;

INSERT INTO staged_participants BY NAME
SELECT
    first AS line, try_cast(seat AS INTEGER) AS seat,
    row_number() OVER (PARTITION BY first, seat ORDER BY place) - 1 AS participant_index,
    participant_id, hand_number(least_cards)::INTEGER AS hand, least_cards AS cards,
    try_cast(decision AS decision) AS decision,
    try_cast(coalesce(decision_source, 'player') AS decision_source) AS decision_source,
    AMOUNT(collection) AS collection,
    kinds::UTINYINT AS kinds,
    array_to_string(list_transform(list_sort(in_order), lambda row: KINDS[row & 7]), ',') AS wager_order,
    wagers = bit_count(kinds) AS in_form, false AS sound,
    COLUMNS('_(stake|net|outcome)$')
FROM flat_people SEMI JOIN staged ON staged.line = first;

INSERT INTO staged_times
SELECT line, p.seat, p.participant_index, r.kind, r.placed_at, instant(r.placed_at)
FROM staged JOIN flat_keyed AS r ON r.first = staged.line
JOIN staged_participants AS p USING (line)
WHERE NOT staged.plain AND r.placed_at IS NOT NULL AND p.seat = try_cast(r.seat AS INTEGER)
    AND p.participant_id = r.participant_id
