-- A row a participant.
INSERT INTO laid_seats
SELECT
    p.round_key, coalesce(p.hand, -2), coalesce(r.dealer_hand, -2),
    shape_of(p.kinds, p.decision, p.decision_source),
    wager_code(ante_stake, ante_net, ante_outcome)::BIGINT
    | (wager_code(play_stake, play_net, play_outcome)::BIGINT << 14)
    | (wager_code(ante_stake, ante_bonus_net, ante_bonus_outcome)::BIGINT << 28)
    | (wager_code(pair_plus_stake, pair_plus_net, pair_plus_outcome)::BIGINT << 42),
    wager_code(six_card_bonus_stake, six_card_bonus_net, six_card_bonus_outcome)::INTEGER
    | (wager_code(progressive_stake, progressive_net, progressive_outcome)::INTEGER << 14)
FROM participants AS p
JOIN rounds AS r USING (round_key)
WHERE p.round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
ORDER BY p.round_key;
