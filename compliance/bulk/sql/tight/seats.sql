-- Their participants in turn, with what each slot comes to in full, or its record where that cannot be derived: full. known
-- and by_folding have a bit for each slot. occupied_turn is the turn where action may start elsewhere. Participants at one
-- seat have one turn here. fair: the outcomes go with the nets, nobody wagers at the banking seat, and nothing else than the
-- limit can be behind a difference.
CREATE OR REPLACE TEMP TABLE tight_seats AS
WITH gathered AS MATERIALIZED (
    SELECT p.* EXCLUDE (participant_id, cards, collection, wager_order, ante_bonus_stake)
    FROM participants AS p
    SEMI JOIN tight_rounds USING (round_key)
),
dealt AS (
    SELECT
        p.*, r.* EXCLUDE (round_key), own.category,
        shape_of(p.kinds, p.decision, p.decision_source) AS shape,
        d.qualifies // 9 + 1 + sign(own.strength - d.strength) AS state,
        ranks.made + made_by_suits(cards_of(p.hand) | cards_of(r.dealer_hand), own.suits + d.suits) AS made
    FROM gathered AS p
    JOIN tight_rounds AS r USING (round_key)
    JOIN screen_hands AS own ON own.key = r.hand_key + coalesce(p.hand, -2)
    JOIN screen_dealers AS d ON d.key = r.dealer_key + r.dealer_hand
    JOIN rank_pairs AS ranks ON ranks.pair = own.rank_set + d.rank_row
),
keyed AS (
    SELECT *,
        rules_id * 65536 + CASE WHEN shape % 4 IN (1, 2) THEN 54 * (shape % 4) ELSE 0 END + 9 * state + category AS situation,
        rules_id * 65536 + 49152 + 4096 * (shape % 4 IN (1, 2))::INTEGER + made AS six_situation,
        base_key + shape * 54 + 9 * state + category AS base
    FROM dealt
)
SELECT
    s.round_key, 0 AS start, s.rules_id, s.pd_wager, s.room, s.participant_index,
    seats_below(s.seats, s.seat) - s.below_start + CASE WHEN s.seat < s.starts_at THEN s.taken ELSE 0 END AS turn,
    seats_below(s.seats, s.seat) - s.below_occupied + CASE WHEN s.seat < s.occupied_start THEN s.taken ELSE 0 END
        AS occupied_turn,
    s.situation, s.six_situation,
    s.ante_stake, s.play_stake, s.pair_plus_stake, s.six_card_bonus_stake,
    CASE WHEN a.known & 1 <> 0 THEN s.ante_stake * a.times_0 ELSE s.ante_net END AS full_0,
    CASE WHEN a.known & 2 <> 0 THEN s.play_stake * a.times_1 ELSE s.play_net END AS full_1,
    CASE WHEN a.known & 4 <> 0 THEN s.pair_plus_stake * a.times_2 ELSE s.pair_plus_net END AS full_2,
    CASE WHEN x.known THEN s.six_card_bonus_stake * x.times ELSE s.six_card_bonus_net END AS full_3,
    s.ante_net AS recorded_0, s.play_net AS recorded_1, s.pair_plus_net AS recorded_2, s.six_card_bonus_net AS recorded_3,
    a.known | (x.known::INTEGER << 3) AS known, a.by_folding | (x.by_folding::INTEGER << 3) AS by_folding,
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
JOIN screen_base AS b ON b.key = s.base
JOIN tight_three AS a ON a.key = s.situation
JOIN tight_six AS x ON x.key = s.six_situation;
