-- Tables to look up a participant's whole result in one step, total over every key so that no join needs to be outer.
-- The screen settles by the adopted sheet alone. What it cannot settle to the last detail goes to the long form.

CREATE OR REPLACE TEMP TABLE screen_rules AS
SELECT
    t.rules_id, t.ranking_id, t.currency, t.banked, t.policy, t.occupied_only, t.back_line_forbidden, q.least_strength,
    (dense_rank() OVER (ORDER BY t.ranking_id) - 1)::INTEGER AS ranking_place,
    (dense_rank() OVER (ORDER BY t.ranking_id, q.least_strength) - 1)::INTEGER AS dealer_place,
    EXISTS (
        FROM terms AS v
        WHERE v.rules_id = t.rules_id AND (v.ranking_id, v.qualify_category, v.qualify_rank)
            IS DISTINCT FROM (t.ranking_id, t.qualify_category, t.qualify_rank)
    )
    -- What a fold does to a wager is not said, or another reading orders the hands anew.
    OR EXISTS (
        FROM kind_rules AS k
        WHERE k.rules_id = t.rules_id AND k.variant = 0 AND k.role = 'bonus' AND k.fold_silent AND k.chart_known
    ) AS left_to_long_form,
    (SELECT min(amount) FROM caps AS c WHERE c.rules_id = t.rules_id) AS least_cap,
    EXISTS (FROM caps AS c WHERE c.rules_id = t.rules_id)
        OR EXISTS (FROM pays AS p WHERE p.rules_id = t.rules_id AND p.pays_as = 'fixed') AS names_amounts,
    -- Nets are summed up in the layout for the four kinds that the player-dealer answers in all sheets so far.
    t.banked AND (
        SELECT count(*) FILTER (kind IN (0, 1, 3, 4)) < 4 OR count(*) > 4 FROM kind_rules AS k
        WHERE k.rules_id = t.rules_id AND k.variant = 0 AND k.answered
    ) AS answers_others,
    8 + EXISTS (FROM kind_rules AS k WHERE k.rules_id = t.rules_id AND k.variant = 0 AND k.equals_ante)::INTEGER
        + 2 * EXISTS (
            FROM kind_rules AS k WHERE k.rules_id = t.rules_id AND k.variant = 0 AND (k.at_most_ante OR k.unpaid_above_ante)
        )::INTEGER
        + 4 * t.back_line_forbidden::INTEGER AS oddities
FROM terms AS t
JOIN qualifying AS q USING (rules_id, variant)
WHERE t.variant = 0;

-- A participant's hand under every order of hands: key is the order's place, then the hand; -1 of another size, -2 not
-- shown. Categories 7 not shown, 8 another size.
CREATE OR REPLACE TEMP TABLE screen_hands AS
SELECT (g.ranking_place * 140610 + h.hand + 2)::INTEGER AS key, r.strength, r.category, h.suits, h.rank_set
FROM (SELECT DISTINCT ranking_id, ranking_place FROM screen_rules) AS g
CROSS JOIN three_cards AS h
JOIN hand_ranks AS r ON r.key = g.ranking_id * 910 + h.class
UNION ALL
SELECT (g.ranking_place * 140610 + 2 + o.hand)::INTEGER, 0, o.category, 0, 0
FROM (SELECT DISTINCT ranking_place FROM screen_rules) AS g, (VALUES (-1, 8), (-2, 7)) AS o (hand, category);

-- The dealer hand the same, with whether it qualifies. Rounds without one are not left to the screen.
CREATE OR REPLACE TEMP TABLE screen_dealers AS
SELECT (g.dealer_place * 140610 + h.key - g.ranking_place * 140610)::INTEGER AS key, h.strength, h.suits,
    (h.strength >= g.least_strength)::INTEGER * 27 AS qualifies, 455 * h.rank_set AS rank_row
FROM (SELECT DISTINCT ranking_place, dealer_place, least_strength FROM screen_rules) AS g
JOIN screen_hands AS h ON h.key // 140610 = g.ranking_place;

-- The terms of every place: what the screen asks of a round beside the record.
CREATE OR REPLACE TEMP TABLE place_terms AS
SELECT
    l.place_id, p.rules_id, p.positions, coalesce(s.banked, false) AS banked,
    coalesce(s.banked AND s.policy <> 'unlimited', false) AS limited,
    coalesce(s.least_cap, 9223372036854775807) AS room, coalesce(s.oddities, 0) AS oddities,
    coalesce(s.occupied_only, false) AS occupied_only,
    s.rules_id IS NULL OR s.left_to_long_form OR (s.names_amounts AND s.currency <> l.currency) AS mark,
    coalesce(s.answers_others, false) AS answers_others,
    coalesce(s.ranking_place, 0) * 140610 + 2 AS hand_key, coalesce(s.dealer_place, 0) * 140610 + 2 AS dealer_key,
    coalesce(s.rules_id - 1, 0) * 13824 AS base_key, coalesce(s.rules_id - 1, 0) * 24576 AS six_key,
    coalesce(s.rules_id, 0) * 16 AS button_key
FROM laid_places AS l
JOIN places AS p USING (licensee_id, rule_sheet, table_id, gaming_date)
LEFT JOIN screen_rules AS s ON s.rules_id = p.rules_id;

CREATE OR REPLACE TEMP TABLE screen_buttons AS
SELECT (r.rules_id * 16 + k.rank)::INTEGER AS key, b.value
FROM (SELECT rules_id FROM screen_rules UNION ALL SELECT 0) AS r
CROSS JOIN range(16) AS k (rank)
LEFT JOIN button_values AS b ON b.rules_id = r.rules_id AND b.rank = k.rank;

-- What each wager of three cards, and Ante and Play, comes to in every situation: fold 0 not folded, 1 folded, 2 folded
-- by disconnection; state 3 * qualifies + 0 beaten, 1 equal, 2 beats; category as above, 7 not shown.
-- kind_of: known (times the stake), unknown (no chart), hidden (needs the hand), complex (for the long form).
CREATE OR REPLACE TEMP TABLE simple_pays AS
SELECT rules_id, variant, kind, category, any_value(num) AS num,
    count(*) = 5 AND bool_and(pays_as = 'odds' AND den = 1 AND envy = 0 AND num <= 2046) AND min(num) = max(num) AS simple
FROM pays
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE outlook AS
WITH situations AS (
    SELECT k.*, f.fold, s.state::INTEGER AS state, c.category::INTEGER AS category
    FROM kind_rules AS k, range(3) AS f (fold), range(6) AS s (state), range(8) AS c (category)
    WHERE k.offered AND k.kind IN (0, 1, 2, 3, 5) AND (k.variant = 0 OR k.differs)
),
fought AS (
    SELECT a.*, p.num, p.simple,
        s.outcome AS fought_outcome, CASE WHEN s.den = 1 THEN s.num END AS fought_times,
        CASE
            WHEN a.role IN ('ante', 'play') AND (a.fold = 0 OR a.role = 'play') AND a.category = 7 THEN 'hidden'
            WHEN a.role IN ('ante', 'play') AND s.den = 1 AND s.num <= 2046 THEN 'known'
            WHEN a.role = 'ante_bonus' AND a.fold > 0 AND NOT (a.fold = 2 AND a.paid_on_disconnect) THEN 'not_due'
            WHEN a.role = 'bonus' AND a.fold > 0 AND a.forfeits THEN 'lost'
            WHEN a.category = 7 THEN 'hidden'
            WHEN a.role IN ('ante', 'play') OR a.reads_six THEN 'complex'
            WHEN NOT a.chart_known THEN 'unknown'
            WHEN p.simple IS NULL THEN CASE a.role WHEN 'ante_bonus' THEN 'not_due' ELSE 'lost' END
            WHEN NOT p.simple THEN 'complex'
            WHEN a.must_beat AND a.state % 3 < 2 THEN 'returned'
            ELSE 'paid'
        END AS comes_to
    FROM situations AS a
    LEFT JOIN simple_pays AS p
        ON p.rules_id = a.rules_id AND p.variant = a.variant AND p.kind = a.kind AND p.category = a.category
    LEFT JOIN showdown AS s
        ON s.rules_id = a.rules_id AND s.variant = a.variant AND s.role = a.role
        AND s.state = CASE WHEN a.fold > 0 AND a.role = 'ante' THEN 0 ELSE a.state + 1 END
)
SELECT
    rules_id, variant, kind, fold, state, category, comes_to,
    CASE comes_to
        WHEN 'known' THEN fought_times WHEN 'paid' THEN num WHEN 'lost' THEN -1 WHEN 'returned' THEN 0 WHEN 'not_due' THEN 0
    END AS times,
    CASE comes_to
        WHEN 'known' THEN outcome_code(fought_outcome) WHEN 'paid' THEN 0 WHEN 'lost' THEN 1 WHEN 'returned' THEN 2 ELSE 0
    END AS outcome
FROM fought;

CREATE OR REPLACE TEMP TABLE adopted_outlook AS
SELECT
    rules_id, kind, fold, state, category, comes_to, times,
    CASE WHEN comes_to <> 'unknown' THEN 4 * (2048 + times) + outcome ELSE 0 END AS code,
    CASE comes_to WHEN 'unknown' THEN 0 WHEN 'not_due' THEN 16380 ELSE 16383 END AS known
FROM outlook
WHERE variant = 0;

-- Where a reading gives a wager other money: how much at most, as a multiple of the stake; complex for the long form.
CREATE OR REPLACE TEMP TABLE other_outlook AS
SELECT
    v.rules_id, v.kind, v.fold, v.state, v.category, t.interpretation,
    bool_or(v.comes_to = 'complex') AS complex, max(abs(v.times)) AS most
FROM outlook AS v
JOIN adopted_outlook AS a USING (rules_id, kind, fold, state, category)
JOIN terms AS t ON t.rules_id = v.rules_id AND t.variant = v.variant
WHERE v.variant > 0 AND (v.comes_to = 'complex' OR v.times <> a.times)
GROUP BY ALL;

-- A participant's key: kinds recorded, decision (0 play, 1 fold, 2 fold by disconnection, 3 none), state, category.
-- An Ante Bonus concerns everyone with an Ante, recorded or not.
CREATE OR REPLACE TEMP TABLE screen_keys AS
WITH offered AS (
    SELECT rules_id,
        bit_or((offered AND kind < 6)::INTEGER << least(kind, 6)) AS kinds,
        bit_or((offered AND needs_ante AND role <> 'ante_bonus' AND kind < 6)::INTEGER << least(kind, 6)) AS needing,
        bool_or(kind = 4 AND NOT reads_six) AS six_misread, bool_or(kind = 4 AND forfeits) AS six_forfeited
    FROM kind_rules WHERE variant = 0
    GROUP BY rules_id
)
SELECT
    o.rules_id, k.kinds::INTEGER AS kinds, s.state::INTEGER AS state, c.category::INTEGER AS category,
    ((o.rules_id - 1) * 13824 + k.kinds * 216 + d.decision * 54 + s.state * 9 + c.category)::INTEGER AS key,
    d.decision IN (1, 2) AS folded,
    CASE WHEN d.decision IN (1, 2) THEN d.decision ELSE 0 END AS fold,
    c.category = 8
    OR k.kinds & ~o.kinds <> 0
    OR (k.kinds & o.needing <> 0 AND k.kinds & 1 = 0) OR k.kinds & 5 = 4
    OR CASE d.decision WHEN 0 THEN k.kinds & 2 = 0 WHEN 3 THEN k.kinds & 3 <> 0 ELSE k.kinds & 2 <> 0 END
    OR (k.kinds & 16 <> 0 AND (o.six_misread OR (c.category = 7 AND NOT (d.decision IN (1, 2) AND o.six_forfeited)))) AS faulty
FROM offered AS o, range(64) AS k (kinds), range(4) AS d (decision), range(6) AS s (state), range(9) AS c (category);

CREATE OR REPLACE TEMP TABLE screen_touches AS
SELECT k.key, o.interpretation, count(*) AS wagers, sum(o.most)::BIGINT AS most, bool_or(o.complex) AS complex
FROM screen_keys AS k
JOIN other_outlook AS o
    ON o.rules_id = k.rules_id AND o.fold = k.fold AND o.state = k.state AND o.category = k.category
    AND (k.kinds & (1 << o.kind) <> 0 OR (o.kind = 2 AND k.kinds & 1 <> 0))
WHERE NOT k.faulty
GROUP BY k.key, o.interpretation;

-- What the record must be: signature and second, where known has bits. A key that the screen cannot judge expects what
-- no record is: nothing of it is compared, and minus one is never nothing. look: 1 where a reading gives other money.
CREATE OR REPLACE TEMP TABLE screen_base AS
WITH parts AS (
    SELECT
        k.key, a.kind, k.kinds & (1 << a.kind) <> 0 AS recorded, a.code::BIGINT AS code, a.known::BIGINT AS known,
        a.comes_to IN ('hidden', 'complex') OR (a.comes_to = 'paid' AND k.kinds & (1 << a.kind) = 0) AS bad,
        CASE a.kind WHEN 5 THEN 14 ELSE 14 * a.kind END AS bits
    FROM screen_keys AS k
    JOIN adopted_outlook AS a
        ON a.rules_id = k.rules_id AND a.fold = k.fold AND a.state = k.state AND a.category = k.category
        AND (k.kinds & (1 << a.kind) <> 0 OR (a.kind = 2 AND k.kinds & 1 <> 0))
    WHERE NOT k.faulty
),
gathered AS (
    SELECT key, bool_or(bad) AS bad,
        bit_or(code << bits) FILTER (recorded AND kind < 5) AS signature,
        bit_or((16383 - known) << bits) FILTER (recorded AND kind < 5) AS unknown,
        bit_or(code << bits) FILTER (recorded AND kind = 5) AS second,
        bit_or((16383 - known) << bits) FILTER (recorded AND kind = 5) AS unknown_second
    FROM parts
    GROUP BY key
),
touched AS (
    SELECT key, bool_or(complex) AS complex FROM screen_touches GROUP BY key
)
SELECT
    k.key,
    CASE WHEN k.faulty OR g.bad OR t.complex THEN 0 ELSE ~coalesce(g.unknown, 0) END AS known,
    CASE WHEN k.faulty OR g.bad OR t.complex THEN -1 ELSE coalesce(g.signature, 0) END AS signature,
    ((16383 << 14) & ~coalesce(g.unknown_second, 0))::INTEGER AS known_second,
    coalesce(g.second, 0)::INTEGER AS second,
    CASE WHEN k.kinds & 16 = 0 THEN 0 WHEN k.folded THEN 8192 ELSE 4096 END AS six_mode,
    CASE WHEN t.key IS NULL THEN 0 ELSE 1 END AS look
FROM screen_keys AS k
LEFT JOIN gathered AS g USING (key)
LEFT JOIN touched AS t USING (key)
ORDER BY k.key;

-- The six-card bonus: key is the mode (0 none, 4096 not folded, 8192 folded) and what the six cards make, suits apart;
-- 12288 more where a suit makes something, which wants a closer look. look: 1 another reading gives other money, 2 suits.
CREATE OR REPLACE TEMP TABLE six_outlook AS
SELECT k.rules_id, k.variant, f.fold::INTEGER AS fold, m.made::INTEGER AS made, p.num,
    CASE
        WHEN f.fold > 0 AND k.forfeits THEN 'lost'
        WHEN NOT k.chart_known THEN 'unknown'
        WHEN p.simple IS NULL THEN 'lost'
        WHEN NOT p.simple OR k.must_beat THEN 'complex'
        ELSE 'paid'
    END AS comes_to,
    CASE comes_to WHEN 'lost' THEN -1 WHEN 'paid' THEN p.num END AS times
FROM kind_terms AS k
CROSS JOIN range(2) AS f (fold)
CROSS JOIN (SELECT DISTINCT made FROM rank_pairs UNION SELECT made + suits FROM (SELECT DISTINCT made FROM rank_pairs), suits_make) AS m
LEFT JOIN five_best AS five ON five.key = k.made_key + m.made
LEFT JOIN simple_pays AS p
    ON p.rules_id = k.rules_id AND p.variant = k.variant AND p.kind = k.kind AND p.category = five.category
WHERE k.offered AND k.kind = 4 AND (k.variant = 0 OR k.differs);

CREATE OR REPLACE TEMP TABLE six_touches AS
SELECT ((v.rules_id - 1) * 24576 + (v.fold + 1) * 4096 + v.made)::INTEGER AS key, t.interpretation,
    max(abs(v.times)) AS most, bool_or(v.comes_to = 'complex') AS complex
FROM six_outlook AS v
JOIN six_outlook AS a ON a.rules_id = v.rules_id AND a.fold = v.fold AND a.made = v.made AND a.variant = 0
JOIN terms AS t ON t.rules_id = v.rules_id AND t.variant = v.variant
WHERE v.variant > 0 AND (v.comes_to = 'complex' OR v.times <> a.times)
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE screen_six AS
WITH adopted AS (
    SELECT ((rules_id - 1) * 24576 + (fold + 1) * 4096 + made)::INTEGER AS key, comes_to, times
    FROM six_outlook WHERE variant = 0
),
touched AS (
    SELECT key, bool_or(complex) AS complex FROM six_touches GROUP BY key
)
SELECT
    ((r.rules_id - 1) * 24576 + k.key)::INTEGER AS key,
    CASE WHEN k.key < 4096 THEN 16383 WHEN k.key >= 12288 OR a.comes_to IN ('unknown', 'complex') OR t.complex THEN 0 ELSE 16383 END
        AS known,
    CASE
        WHEN k.key < 4096 OR k.key >= 12288 THEN 0
        WHEN a.comes_to = 'complex' OR t.complex THEN -1
        WHEN a.comes_to = 'unknown' THEN 0
        ELSE coalesce(4 * (2048 + a.times) + (a.comes_to = 'lost')::INTEGER, 0)
    END::INTEGER AS second,
    CASE WHEN k.key >= 16384 THEN 2 WHEN t.key IS NOT NULL THEN 1 ELSE 0 END AS look
FROM screen_rules AS r
CROSS JOIN range(24576) AS k (key)
LEFT JOIN adopted AS a ON a.key = (r.rules_id - 1) * 24576 + k.key
LEFT JOIN touched AS t ON t.key = (r.rules_id - 1) * 24576 + k.key
ORDER BY key;
