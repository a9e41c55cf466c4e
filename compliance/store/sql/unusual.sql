-- What only rounds that are not ``plain`` have.
INSERT INTO vacant_hands BY NAME
WITH at_seats AS (
    SELECT keys.round_key, unnest(staged.seats) AS s FROM staged JOIN keys USING (line) WHERE NOT plain
)
SELECT round_key, s.seat AS seat, hand_number(s.cards) AS hand, s.cards AS cards
FROM at_seats
WHERE len(s.participants) = 0 AND s.cards IS NOT NULL;

CREATE OR REPLACE TEMP TABLE unusual_wagers AS
WITH at_seats AS (
    SELECT keys.round_key, unnest(staged.seats) AS s FROM staged JOIN keys USING (line) WHERE NOT plain
),
people AS (
    SELECT
        round_key, s.seat AS seat,
        unnest(s.participants) AS p, generate_subscripts(s.participants, 1) - 1 AS participant_index
    FROM at_seats
)
SELECT round_key, seat, participant_index, unnest(p.wagers, max_depth := 2) FROM people;

INSERT INTO other_wagers BY NAME
SELECT round_key, seat, participant_index, kind AS wager_kind, stake, net, outcome
FROM unusual_wagers
WHERE kind NOT IN ('ante', 'play', 'ante_bonus', 'pair_plus', 'six_card_bonus', 'progressive');

INSERT INTO wager_times BY NAME
SELECT round_key, seat, participant_index, kind AS wager_kind, placed_at, placed_ns
FROM unusual_wagers
WHERE placed_at IS NOT NULL;
