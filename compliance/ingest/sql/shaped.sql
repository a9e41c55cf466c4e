-- Rounds that are known to be of a plain shape, staged from SOURCE, which gives ``parsed`` with the round as a
-- structure ``r``, and what else must be so, CONDITIONS. What remains to be seen is whether days exist and what must
-- stand once does; for participants and kinds, the store sees to that when it has the rounds spread out. DIGITS are the
-- decimals of the currency, AMOUNT reads what has so many; the words with PLACED are what the shape leaves open.
INSERT INTO staged BY NAME
WITH SOURCE
SELECT
    number AS line, byte_offset, byte_length,
    coalesce(r.licensee_id, $licensee) AS licensee_id, r.round_id AS round_id, r.table_id AS table_id,
    r.gaming_date::DATE AS gaming_date, r.rule_sheet AS rule_sheet,
    r.currency AS currency, DIGITS AS minor_digits, r.status AS status, r.void_reason AS void_reason,
    r.sequence AS sequence,
    r.started_at AS started_at, instant(r.started_at) AS started_ns,
    r.wagers_closed_at AS wagers_closed_at, instant(r.wagers_closed_at) AS wagers_closed_ns,
    r.settled_at AS settled_at, instant(r.settled_at) AS settled_ns,
    r.deck AS deck, r.shuffler_id AS shuffler_id, r.house_dealer_id AS house_dealer_id,
    r.shift AS shift, r.session_id AS session_id,
    array_to_string(r.dealer_cards, ' ') AS dealer_cards,
    r.player_dealer.seat AS pd_seat, r.player_dealer.participant_id AS pd_participant_id,
    AMOUNT(r.player_dealer.wager) AS pd_wager, AMOUNT(r.player_dealer.collection) AS pd_collection,
    AMOUNT(r.player_dealer.net) AS pd_net, r.player_dealer.kind AS pd_kind,
    r.player_dealer.declined_by AS pd_declined_by,
    r.action_card AS action_card, r.action_seat AS action_seat,
    r.progressive.meter_id AS meter_id, AMOUNT(r.progressive.before) AS meter_before,
    AMOUNT(r.progressive.after) AS meter_after,
    extra,
    PLAIN AS plain,
    false AS sound,
    list_transform(r.seats, lambda s: struct_pack(
        seat := s.seat,
        cards := array_to_string(s.cards, ' '),
        participants := list_transform(s.participants, lambda p: struct_pack(
            participant_id := p.participant_id,
            decision := p.decision::decision,
            decision_source := coalesce(p.decision_source, 'player')::decision_source,
            collection := AMOUNT(p.collection),
            wagers := list_transform(p.wagers, lambda w: struct_pack(
                kind := w.kind, stake := AMOUNT(w.stake), outcome := w.outcome::outcome, net := AMOUNT(w.net),
                placed_at := PLACED_AT, placed_ns := PLACED_NS
            ))
        ))
    )) AS seats
FROM parsed
WHERE try_cast(r.gaming_date AS DATE) IS NOT NULL
    AND instant(r.started_at) IS NOT NULL AND instant(r.settled_at) IS NOT NULL
    AND (r.wagers_closed_at IS NULL OR instant(r.wagers_closed_at) IS NOT NULL)
    AND list_unique(list_transform(r.seats, lambda s: s.seat)) = len(r.seats)
    AND CONDITIONS
    AND PLACED_EXISTS
