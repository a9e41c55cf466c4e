-- A row a round.
INSERT INTO laid_rounds
WITH seated AS (
    SELECT
        p.round_key,
        sum(abs(p.ante_net) + abs(p.play_net) + abs(p.ante_bonus_net) + abs(p.pair_plus_net) + abs(p.six_card_bonus_net)
            + abs(p.progressive_net)) AS moved,
        sum(abs(p.ante_net) + abs(p.play_net) + abs(p.pair_plus_net) + abs(p.six_card_bonus_net)) AS answered,
        max(greatest(
            abs(p.ante_stake), abs(p.play_stake), abs(p.pair_plus_stake), abs(p.six_card_bonus_stake), abs(p.progressive_stake)
        )) AS greatest_stake,
        sum(p.ante_net + p.play_net + p.pair_plus_net + p.six_card_bonus_net) AS net,
        bit_or(h.cards) AS cards,
        count(*) FILTER (p.participant_index = 0 AND h.hand IS NOT NULL) AS hands,
        bit_or(CASE WHEN p.seat BETWEEN 1 AND 62 THEN 1::BIGINT << p.seat END) AS seats,
        count(*) FILTER (p.participant_index = 0) AS taken,
        bit_or(
            (p.kinds & 3 = 3 AND p.play_stake <> p.ante_stake)::INTEGER
            | ((
                p.kinds & 1 <> 0
                AND greatest(p.pair_plus_stake, p.six_card_bonus_stake, p.progressive_stake) > p.ante_stake
            )::INTEGER << 1)
            | ((p.participant_index > 0)::INTEGER << 2)
            | ((p.seat > 62 OR p.hand = -1 IS TRUE)::INTEGER << 3)
        ) AS oddities
    FROM participants AS p
    LEFT JOIN three_cards AS h USING (hand)
    WHERE p.round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
    GROUP BY p.round_key
)
SELECT
    r.round_key, l.place_id, r.status = 'void', coalesce(r.dealer_hand, -2), r.pd_seat, r.pd_wager, r.pd_net,
    coalesce((r.action_card // 4)::INTEGER, 15), r.action_seat,
    least(coalesce(s.moved, 0), 9223372036854775807)::BIGINT,
    least(coalesce(s.answered, 0), 9223372036854775807)::BIGINT,
    coalesce(s.greatest_stake, 0),
    CASE WHEN s.moved < 9223372036854775807 THEN s.net ELSE 0 END::BIGINT,
    coalesce(s.cards, 0) | coalesce(d.cards, 0),
    coalesce(s.hands, 0) + (d.hand IS NOT NULL)::INTEGER,
    coalesce(s.seats, 0), coalesce(s.taken, 0),
    coalesce(s.oddities, 0) | ((
        r.dealer_hand = -1 IS TRUE OR s.moved >= 9223372036854775807 IS TRUE
        OR r.round_key IN (SELECT round_key FROM other_wagers) OR r.round_key IN (SELECT round_key FROM vacant_hands)
    )::INTEGER << 3)
FROM rounds AS r
JOIN laid_places AS l USING (licensee_id, rule_sheet, table_id, gaming_date, currency)
LEFT JOIN seated AS s USING (round_key)
LEFT JOIN three_cards AS d ON d.hand = r.dealer_hand
WHERE r.round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
ORDER BY r.round_key;
