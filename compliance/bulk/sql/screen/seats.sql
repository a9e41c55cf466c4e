-- One pass over the participants. bad: rounds with one whose record is not what the adopted sheet gives. closer: those
-- for whom the pass is not enough, because a suit makes something of the six cards, or a reading gives other money.
CREATE OR REPLACE TEMP TABLE seen AS
SELECT
    list(s.round_key) FILTER (
        s.signature & b.known <> b.signature OR s.second & (b.known_second | six.known) <> (b.second | six.second)
    ) AS bad,
    list({'round_key': s.round_key, 'hand': s.hand, 'dealer_hand': s.dealer_hand, 'second': s.second,
        'base_key': b.key, 'six_key': six.key, 'look': b.look | six.look}) FILTER (b.look | six.look <> 0) AS closer
FROM /*seats*/ AS s
JOIN screen_hands AS own ON own.key = s.hand_key + s.hand
JOIN screen_dealers AS d ON d.key = s.dealer_key + greatest(s.dealer_hand, 0)
JOIN screen_base AS b
    ON b.key = s.base_key + s.shape * 54 + d.qualifies + own.category
        + (own.strength > d.strength)::INTEGER * 9 + (own.strength >= d.strength)::INTEGER * 9
JOIN rank_pairs AS ranks ON ranks.pair = own.rank_set + d.rank_row
JOIN screen_six AS six
    ON six.key = s.six_key + b.six_mode + ranks.made
        + ((own.suits + d.suits + each_suit(3)) & each_suit(8) <> 0)::INTEGER * 12288
WHERE s.round_key BETWEEN getvariable('first_key') AND getvariable('last_key');

-- Six cards of which a suit makes something, with what it makes.
CREATE OR REPLACE TEMP TABLE closer AS
WITH listed AS (
    SELECT unnest(closer, recursive := true) FROM seen
)
SELECT
    c.round_key, c.base_key, c.second,
    CASE WHEN c.look & 2 = 0 THEN c.six_key ELSE c.six_key - 12288 + made_by_suits(own.cards | d.cards, own.suits + d.suits) END
        AS six_key,
    c.look & 2 <> 0 AS suited
FROM listed AS c
LEFT JOIN three_cards AS own ON own.hand = c.hand
LEFT JOIN three_cards AS d ON d.hand = c.dealer_hand;

CREATE OR REPLACE TEMP TABLE marked_seats AS
SELECT DISTINCT unnest(bad) AS round_key FROM seen
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
SELECT t.round_key, t.interpretation, sum(t.wagers) AS wagers, sum(t.most) AS most,
    sum(sum(t.most)) OVER (PARTITION BY t.round_key) AS most_together
FROM touches AS t
GROUP BY t.round_key, t.interpretation;

INSERT INTO marked_seats
SELECT DISTINCT t.round_key
FROM touched_rounds AS t
JOIN laid_rounds AS r USING (round_key)
JOIN place_terms AS p USING (place_id)
WHERE r.moved::HUGEINT + t.most_together::HUGEINT * r.greatest_stake > least(p.room, CASE WHEN p.limited THEN r.pd_wager END);
