-- One pass over the participants, one row a round out of it: the rounds that the long form has to settle.
-- A round not marked has every wager as the adopted sheet has it, under a limit that does not bind, no reading that
-- would give other money, and nothing wrong in its record.
CREATE OR REPLACE TEMP TABLE marked AS
WITH faced AS (
    SELECT
        p.*, r.six_key, r.rank_row, r.back_line_forbidden, r.suits AS dealer_suits, r.cards AS dealer_cards_seen,
        h.cards AS own_cards, h.suits AS own_suits, h.rank_set, h.shown,
        r.base_key + p.kinds::INTEGER * 216
        + CASE p.decision WHEN 'play' THEN 0 WHEN 'fold' THEN CASE p.decision_source WHEN 'disconnect' THEN 108 ELSE 54 END ELSE 162 END
        + ((h.strength > r.strength)::INTEGER + (h.strength >= r.strength)::INTEGER) * 9 + h.category AS base_key
    FROM participants AS p
    JOIN judged_rounds AS r USING (round_key)
    JOIN screen_hands AS h ON h.key = r.hand_key + coalesce(p.hand, -2)
),
settled AS (
    SELECT
        f.round_key,
        abs(f.ante_net) + abs(f.play_net) + abs(f.ante_bonus_net) + abs(f.pair_plus_net) + abs(f.six_card_bonus_net)
            + abs(f.progressive_net) AS money,
        f.ante_net + f.play_net + f.pair_plus_net + f.six_card_bonus_net AS net,
        f.own_cards | f.dealer_cards_seen AS cards,
        CASE WHEN f.seat BETWEEN 1 AND 30 THEN (1::BIGINT << f.seat) * f.shown END AS seats,
        b.mark OR s.mark OR f.seat > 30
        OR (f.participant_index > 0 AND f.back_line_forbidden)
        OR (b.bonus_limited AND greatest(f.pair_plus_stake, f.six_card_bonus_stake, f.progressive_stake) > f.ante_stake)
        OR f.ante_net <> f.ante_stake * b.ante_times
        OR (f.ante_outcome <> b.ante_outcome AND NOT (f.ante_outcome = 'no_action' AND b.ante_outcome = 'push'))
        OR f.play_net <> f.play_stake * b.play_times
        OR (f.play_outcome <> b.play_outcome AND NOT (f.play_outcome = 'no_action' AND b.play_outcome = 'push'))
        OR f.play_stake <> f.ante_stake AND f.kinds & 3 = 3
        OR f.pair_plus_net <> f.pair_plus_stake * b.pair_plus_times OR f.pair_plus_outcome <> b.pair_plus_outcome
        OR f.six_card_bonus_net <> f.six_card_bonus_stake * s.times OR f.six_card_bonus_outcome <> s.outcome
        OR f.ante_bonus_net <> f.ante_stake * b.ante_bonus_times OR f.ante_bonus_outcome <> b.ante_bonus_outcome
        OR f.progressive_net <> f.progressive_stake * b.progressive_times OR f.progressive_outcome <> b.progressive_outcome
        AS mark
    FROM faced AS f
    JOIN screen_base AS b ON b.key = f.base_key
    JOIN rank_pairs AS ranks ON ranks.pair = f.rank_set + f.rank_row
    JOIN screen_six AS s ON s.key = f.six_key + b.six_mode + ranks.made
        + CASE WHEN b.six_mode = 0 THEN 0 ELSE made_by_suits(f.own_cards | f.dealer_cards_seen, f.own_suits + f.dealer_suits) END
),
summed AS (
    SELECT round_key, sum(money) AS money, sum(net) AS net, bit_or(cards) AS cards, bit_or(seats) AS seats, bool_or(mark) AS mark
    FROM settled
    GROUP BY round_key
)
SELECT r.round_key
FROM judged_rounds AS r
LEFT JOIN summed AS s USING (round_key)
WHERE r.mark OR coalesce(s.mark, false)
    OR coalesce(s.money, 0) > r.room
    OR r.pd_net <> -coalesce(s.net, 0) AND r.banked
    OR bit_count(coalesce(s.cards, r.cards)) <> 3 * (1 + bit_count(coalesce(s.seats, 0) >> 31))
    OR r.action_seat <> r.target AND r.action_seat IS DISTINCT FROM first_seat(s.seats & 2147483647 & ~(1::BIGINT << coalesce(r.pd_seat, 0)), r.target)
    OR r.round_key IN (SELECT round_key FROM other_wagers) OR r.round_key IN (SELECT round_key FROM vacant_hands);
