-- Rounds of rows between two numbers of first rows, staged: those of which every row agrees with the others, and
-- every value is in its plainest writing. The others are for the strict reader. ROUND_PLAIN, ROW_PLAIN and
-- PERSON_PLAIN say what is plain, AMOUNT reads an amount. Seats, participants and wagers keep the order of their first rows, by sorting lists
-- that begin with it: an ordered aggregate takes three times as long.
INSERT INTO staged BY NAME
WITH judged AS (
    SELECT *, agrees AND ROW_PLAIN AS ok FROM flat_keyed WHERE first >= $start AND first < $stop
),
people AS (
    SELECT
        first, seat, participant_id, min(number) AS place,
        list_transform(list_sort(list(struct_pack(
            place := number, kind := kind, stake := AMOUNT(stake), outcome := try_cast(outcome AS outcome),
            net := AMOUNT(net), placed_at := placed_at, placed_ns := instant(placed_at)
        ))), lambda w: struct_pack(
            kind := w.kind, stake := w.stake, outcome := w.outcome, net := w.net,
            placed_at := w.placed_at, placed_ns := w.placed_ns
        )) AS wagers,
        min(decision) AS decision, min(decision_source) AS decision_source, min(collection) AS collection,
        min(cards) AS least_cards, max(cards) AS most_cards, count(cards) AS with_cards, count(*) AS all_rows,
        bool_and(ok)
            AND min(decision) IS NOT DISTINCT FROM max(decision) AND count(decision) IN (0, count(*))
            AND min(decision_source) IS NOT DISTINCT FROM max(decision_source)
            AND count(decision_source) IN (0, count(*))
            AND min(collection) IS NOT DISTINCT FROM max(collection) AND count(collection) IN (0, count(*)) AS ok,
        bool_and(placed_at IS NULL) AS plain
    FROM judged GROUP BY first, seat, participant_id
),
at_seats AS (
    SELECT
        first, seat, min(place) AS place, min(least_cards) AS cards,
        list_transform(list_sort(list(struct_pack(
            place := place, participant_id := participant_id, decision := try_cast(decision AS decision),
            decision_source := try_cast(coalesce(decision_source, 'player') AS decision_source),
            collection := AMOUNT(collection), wagers := wagers
        ))), lambda p: struct_pack(
            participant_id := p.participant_id, decision := p.decision, decision_source := p.decision_source,
            collection := p.collection, wagers := p.wagers
        )) AS participants,
        bool_and(ok AND PERSON_PLAIN)
            AND min(least_cards) IS NOT DISTINCT FROM max(most_cards)
            AND sum(with_cards) IN (0, sum(all_rows)) AS ok,
        bool_and(plain) AS plain
    FROM people GROUP BY first, seat
),
whole AS (
    SELECT
        first, bool_and(ok) AS ok, bool_and(plain) AS plain,
        list_transform(list_sort(list(struct_pack(
            place := place, seat := try_cast(seat AS INTEGER), cards := cards, participants := participants
        ))), lambda s: struct_pack(seat := s.seat, cards := s.cards, participants := s.participants)) AS seats
    FROM at_seats GROUP BY first
)
SELECT
    r.number AS line, r.byte_offset, r.byte_length,
    coalesce(r.licensee_id, $licensee) AS licensee_id, r.round_id, r.table_id, r.gaming_date::DATE AS gaming_date,
    r.rule_sheet, r.currency, DIGITS AS minor_digits, r.status::round_status AS status, r.void_reason,
    r.sequence::BIGINT AS sequence, r.started_at, instant(r.started_at) AS started_ns,
    r.wagers_closed_at, instant(r.wagers_closed_at) AS wagers_closed_ns,
    r.settled_at, instant(r.settled_at) AS settled_ns,
    r.deck, r.shuffler_id, r.house_dealer_id, r.shift, r.session_id, r.dealer_cards,
    r.player_dealer_seat::INTEGER AS pd_seat, r.player_dealer_participant_id AS pd_participant_id,
    AMOUNT(r.player_dealer_wager) AS pd_wager, AMOUNT(r.player_dealer_collection) AS pd_collection,
    AMOUNT(r.player_dealer_net) AS pd_net, r.player_dealer_kind AS pd_kind,
    string_split(r.player_dealer_declined_by, ';') AS pd_declined_by,
    r.action_card, r.action_seat::INTEGER AS action_seat, r.progressive_meter_id AS meter_id,
    AMOUNT(r.progressive_before) AS meter_before, AMOUNT(r.progressive_after) AS meter_after,
    whole.plain, false AS sound, whole.seats
FROM whole JOIN flat_rows AS r ON r.number = whole.first
WHERE whole.ok AND ROUND_PLAIN
