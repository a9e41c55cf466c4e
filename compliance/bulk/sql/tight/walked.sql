-- Rounds in which the limit may bind, a row each with a column a wager, by turn and slot: full is what it comes to in full,
-- recorded its record; known and by_folding have a bit for each wager. full_of says whose full settlements these are: 0 the
-- adopted sheet's, -1 the same in the order from another start, else those of a reading, in rounds where it changes any.
CREATE OR REPLACE TEMP TABLE tight_walked AS
WITH adopted AS MATERIALIZED (
    SELECT
        t0.round_key, -t0.start AS full_of, t0.rules_id, t0.pd_wager, t0.room,
        t0.occupied_turn IS NOT NULL AS starts_elsewhere, /*fair*/ AS fair, /*known*/ AS known, /*by_folding*/ AS by_folding,
        /*adopted*/
    FROM tight_seats AS t0
    /*turns*/
    WHERE t0.turn = 0
),
changed AS (
    SELECT s.round_key, c.variant, 4 * s.turn + c.slot AS wager, CASE WHEN c.known THEN c.times * s.stake ELSE s.net END AS "full",
        c.known, c.by_folding, c.complex
    FROM (
        SELECT round_key, turn, situation AS key, ante_stake AS stake, recorded_0 AS net
        FROM tight_seats WHERE start = 0 AND ante_stake <> 0
        UNION ALL
        SELECT round_key, turn, situation + 16384, play_stake, recorded_1
        FROM tight_seats WHERE start = 0 AND play_stake <> 0
        UNION ALL
        SELECT round_key, turn, situation + 32768, pair_plus_stake, recorded_2
        FROM tight_seats WHERE start = 0 AND pair_plus_stake <> 0
        UNION ALL
        SELECT round_key, turn, six_situation, six_card_bonus_stake, recorded_3
        FROM tight_seats WHERE start = 0 AND six_card_bonus_stake <> 0
    ) AS s
    JOIN tight_changes AS c USING (key)
),
changes AS MATERIALIZED (
    SELECT round_key, variant, bool_or(complex) AS complex, bit_or(1::BIGINT << wager) AS wagers,
        bit_or(known::BIGINT << wager) AS known, bit_or(by_folding::BIGINT << wager) AS by_folding,
        /*changed*/
    FROM changed
    GROUP BY round_key, variant
),
full_settlements AS (
    SELECT a.* EXCLUDE (starts_elsewhere), coalesce(c.own, 0) | starts_elsewhere::BIGINT AS own
    FROM adopted AS a
    LEFT JOIN (SELECT round_key, bit_or(1::BIGINT << variant) AS own FROM changes GROUP BY round_key) AS c USING (round_key)
    UNION ALL BY NAME
    SELECT a.* EXCLUDE (starts_elsewhere) REPLACE (
            c.variant AS full_of, a.fair AND NOT c.complex AS fair,
            (a.known & ~c.wagers) | c.known AS known, (a.by_folding & ~c.wagers) | c.by_folding AS by_folding,
            /*replaced*/
        ), 0::BIGINT AS own
    FROM adopted AS a
    JOIN changes AS c USING (round_key)
    WHERE a.full_of = 0
),
-- What is lost by folding apart from what the wager comes to otherwise.
apart AS (
    SELECT
        round_key, full_of, own, rules_id, pd_wager, room, fair, known, by_folding <> 0 AS forfeits,
        /*total*/ AS total, /*losing*/ AS losing,
        /*apart*/
    FROM full_settlements
),
-- Each beside the readings that could give the round other money, with the money that the player-dealer has to pay from
-- and, as a negative amount, may collect; the wagers in the reading's order.
placed AS (
    SELECT
        s.round_key, s.rules_id, s.full_of, s.known, s.fair AND s.total <= s.room AS able,
        t.variant, t.interpretation, t.wager_major, t.gives,
        CASE
            WHEN t.limited THEN s.pd_wager + CASE WHEN t.collects_first THEN least(s.losing, s.pd_wager)::BIGINT ELSE 0 END
            ELSE 9223372036854775807
        END AS pay,
        CASE WHEN t.limited THEN -s.pd_wager ELSE -9223372036854775807 END AS collect,
        CASE WHEN t.forfeits_first THEN /*all_lost*/ ELSE 0 END AS lost,
        /*placed*/
    FROM apart AS s
    JOIN tight_readings AS t ON CASE
        WHEN s.rules_id <> t.rules_id THEN false
        WHEN s.full_of <> 0 THEN t.variant > 0 AND s.full_of = t.full_of
        ELSE t.variant = 0 OR (
            s.own & t.own = 0 AND s.total > s.pd_wager AND (t.walks_anew OR (t.orders_forfeits_anew AND s.forfeits))
        )
    END
)
-- The wagers that can be derived and of which the player-dealer's money does not cover what is recorded.
SELECT round_key, variant, interpretation, full_of, rules_id, able, known, known & /*differing*/ AS differing
FROM /*walked*/;
