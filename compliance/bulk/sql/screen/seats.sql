-- One pass over the participants, each with the keys of its round's rules: those whose record is not what the adopted
-- sheet gives, and those that want a closer look, because a suit makes something of the six cards or a reading gives
-- other money.
CREATE OR REPLACE TEMP TABLE seen AS
SELECT
    s.round_key, s.hand, s.dealer_hand, own.suits + d.suits AS suits, s.second,
    b.key AS base_key, six.key AS six_key, six.look & 2 <> 0 AS suited,
    s.signature & b.known <> b.signature OR s.second & (b.known_second | six.known) <> (b.second | six.second) AS differs
FROM /*seats*/ AS s
JOIN screen_hands AS own ON own.key = s.hand_key + s.hand
JOIN screen_dealers AS d ON d.key = s.dealer_key + greatest(s.dealer_hand, 0)
JOIN screen_base AS b
    ON b.key = s.base_key + s.shape * 54 + d.qualifies + own.category + 9 + 9 * sign(own.strength - d.strength)
JOIN rank_pairs AS ranks ON ranks.pair = own.rank_set + d.rank_row
JOIN screen_six AS six
    ON six.key = s.six_key + b.six_mode + ranks.made
        + CASE WHEN (own.suits + d.suits + each_suit(3)) & each_suit(8) <> 0 THEN 12288 ELSE 0 END
WHERE s.round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
    AND (
        b.look | six.look <> 0
        OR s.signature & b.known <> b.signature OR s.second & (b.known_second | six.known) <> (b.second | six.second)
    );

CREATE OR REPLACE TEMP TABLE closer AS
SELECT
    round_key, base_key, second, suited,
    CASE WHEN suited THEN six_key - 12288 + made_by_suits(cards, suits) ELSE six_key END AS six_key
FROM (
    SELECT *, CASE WHEN suited AND dealer_hand >= 0 THEN cards_of(hand) | cards_of(dealer_hand) END AS cards
    FROM seen
    WHERE NOT differs
);

CREATE OR REPLACE TEMP TABLE marked_seats AS
SELECT round_key FROM seen WHERE differs
UNION
FROM exceeding_rounds
UNION
SELECT c.round_key
FROM closer AS c
JOIN screen_six AS six ON six.key = c.six_key
WHERE c.suited AND c.second & six.known <> six.second;

-- Where a reading gives a wager other money, that may also reach the limit; then only the long form tells.
CREATE OR REPLACE TEMP TABLE touched_rounds AS
WITH touches AS (
    SELECT c.round_key, t.interpretation, t.wagers, t.most FROM closer AS c JOIN screen_touches AS t ON t.key = c.base_key
    UNION ALL
    SELECT c.round_key, t.interpretation, 1, t.most FROM closer AS c JOIN six_touches AS t ON t.key = c.six_key
)
SELECT round_key, interpretation, sum(wagers) AS wagers, sum(most) AS most
FROM touches
GROUP BY round_key, interpretation;

INSERT INTO marked_seats
SELECT t.round_key
FROM (SELECT round_key, sum(most) AS most FROM touched_rounds GROUP BY round_key) AS t
JOIN laid_rounds AS r USING (round_key)
JOIN place_terms AS p USING (place_id)
WHERE r.moved::HUGEINT + t.most::HUGEINT * r.greatest_stake > p.room
    OR (p.limited AND r.answered::HUGEINT + t.most::HUGEINT * r.greatest_stake > r.pd_wager);
