-- Rounds whose record differs from the full settlements, or that a reading may bring to the limit, and that nothing else
-- speaks against so far: the limit may be all there is to it. starts_at is where action starts; occupied_start, where it
-- would start elsewhere if only occupied positions counted, as a reading may have it where the record has no action seat.
CREATE OR REPLACE TEMP TABLE tight_rounds AS
WITH placed AS (
    SELECT
        r.round_key, p.rules_id, r.pd_wager, r.pd_seat, r.dealer_hand, p.room, p.hand_key, p.dealer_key, p.base_key,
        t.may_count_occupied AND r.action_seat IS NULL AS may_start_elsewhere,
        coalesce(
            r.action_seat, nth_position(b.value, p.positions - (r.pd_seat <= p.positions)::INTEGER, r.pd_seat)
        ) AS starts_at,
        r.seats & ~(1::BIGINT << r.pd_seat) AS others,
        CASE WHEN may_start_elsewhere THEN
            list_filter(range(1, 63), lambda seat: others & (1::BIGINT << seat) <> 0 AND seat <= p.positions)
        END AS counted,
        counted[(b.value - 1) % nullif(len(counted), 0) + 1] AS counted_start
    FROM (SELECT DISTINCT round_key FROM marked_seats) AS m
    JOIN laid_rounds AS r USING (round_key)
    ANTI JOIN marked_rounds USING (round_key)
    JOIN place_terms AS p USING (place_id)
    JOIN tight_rules AS t USING (rules_id)
    JOIN screen_buttons AS b ON b.key = p.button_key + r.button_rank
    WHERE r.pd_wager >= 0 AND r.pd_seat BETWEEN 1 AND 62
)
SELECT * EXCLUDE (may_start_elsewhere, others, counted, counted_start),
    CASE WHEN counted_start <> first_seat(others, least(starts_at, 62)) THEN counted_start END AS occupied_start
FROM placed
WHERE starts_at IS NOT NULL AND (counted_start IS NOT NULL OR NOT may_start_elsewhere);

-- Their participants, each in turn, with the keys of what each wager comes to; a second time, as start 1, where action may
-- start elsewhere. fair: the outcomes go with the nets, nobody wagers at the banking seat, and nothing else than the limit
-- can be behind a difference.
CREATE OR REPLACE TEMP TABLE tight_seats AS
WITH dealt AS (
    SELECT
        p.*, r.rules_id, r.pd_seat, r.starts_at, r.occupied_start, r.base_key, own.category,
        shape_of(p.kinds, p.decision, p.decision_source) AS shape,
        d.qualifies // 9 + (own.strength > d.strength)::INTEGER + (own.strength >= d.strength)::INTEGER AS state,
        ranks.made + made_by_suits(coalesce(c.cards, 0) | dc.cards, own.suits + d.suits) AS made
    FROM participants AS p
    JOIN tight_rounds AS r USING (round_key)
    JOIN screen_hands AS own ON own.key = r.hand_key + coalesce(p.hand, -2)
    JOIN screen_dealers AS d ON d.key = r.dealer_key + r.dealer_hand
    JOIN rank_pairs AS ranks ON ranks.pair = own.rank_set + d.rank_row
    JOIN three_cards AS dc ON dc.hand = r.dealer_hand
    LEFT JOIN three_cards AS c ON c.hand = p.hand
),
keyed AS (
    SELECT *,
        rules_id * 65536 + CASE WHEN shape % 4 IN (1, 2) THEN 54 * (shape % 4) ELSE 0 END + 9 * state + category AS situation,
        rules_id * 65536 + 49152 + 4096 * (shape % 4 IN (1, 2))::INTEGER + made AS six_situation,
        base_key + shape * 54 + 9 * state + category AS key
    FROM dealt
)
SELECT
    s.round_key, f.start,
    row_number() OVER (
        PARTITION BY s.round_key, f.start
        ORDER BY s.seat < CASE f.start WHEN 0 THEN s.starts_at ELSE s.occupied_start END, s.seat, s.participant_index
    ) - 1 AS turn,
    s.situation, s.six_situation,
    s.ante_stake, s.play_stake, s.pair_plus_stake, s.six_card_bonus_stake,
    s.ante_net, s.play_net, s.pair_plus_net, s.six_card_bonus_net,
    b.signature <> -1 AND s.seat IS DISTINCT FROM s.pd_seat
    AND coalesce(goes_with(s.ante_outcome, s.ante_net), true) AND coalesce(goes_with(s.play_outcome, s.play_net), true)
    AND coalesce(goes_with(s.pair_plus_outcome, s.pair_plus_net), true)
    AND coalesce(goes_with(s.six_card_bonus_outcome, s.six_card_bonus_net), true)
    AND least(s.ante_stake, s.play_stake, s.pair_plus_stake, s.six_card_bonus_stake) >= 0
    AND (wager_code(s.ante_stake, s.ante_bonus_net, s.ante_bonus_outcome)::BIGINT << 28) & b.known
        = b.signature & (16383::BIGINT << 28)
    AND (wager_code(s.progressive_stake, s.progressive_net, s.progressive_outcome)::INTEGER << 14) & b.known_second
        = b.second
        AS fair
FROM keyed AS s
JOIN screen_base AS b USING (key)
JOIN (VALUES (0), (1)) AS f (start) ON f.start = 0 OR s.occupied_start IS NOT NULL;
