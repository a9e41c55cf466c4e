-- Tables to look up a participant's whole result in one step, total over every key so that no join needs to be outer.
-- The screen settles by the adopted sheet alone. What it cannot settle to the last detail is marked for the long form.

-- Whether another reading would give the wager other money is told by comparing multiples, so the readings that
-- change full settlements stand beside the adopted sheet.
CREATE OR REPLACE TEMP TABLE screen_rules AS
SELECT
    t.rules_id, t.ranking_id, t.currency, t.banked, t.policy, t.occupied_only, t.back_line_forbidden, q.least_strength,
    EXISTS (
        FROM terms AS v
        WHERE v.rules_id = t.rules_id AND (v.ranking_id, v.qualify_category, v.qualify_rank)
            IS DISTINCT FROM (t.ranking_id, t.qualify_category, t.qualify_rank)
    ) AS reorders,
    (dense_rank() OVER (ORDER BY t.ranking_id) - 1)::INTEGER AS ranking_place,
    (SELECT min(amount) FROM caps AS c WHERE c.rules_id = t.rules_id) AS least_cap,
    EXISTS (FROM caps AS c WHERE c.rules_id = t.rules_id)
        OR EXISTS (FROM pays AS p WHERE p.rules_id = t.rules_id AND p.pays_as = 'fixed') AS names_amounts,
    -- Recorded sums are kept of the four kinds that the player-dealer answers in all sheets so far.
    t.banked AND (
        EXISTS (FROM kind_rules AS k WHERE k.rules_id = t.rules_id AND k.variant = 0 AND k.answered AND k.kind NOT IN (0, 1, 3, 4))
        OR (SELECT count(*) FROM kind_rules AS k WHERE k.rules_id = t.rules_id AND k.variant = 0 AND k.answered AND k.kind IN (0, 1, 3, 4)) < 4
    ) AS answers_others
FROM terms AS t
JOIN qualifying AS q USING (rules_id, variant)
WHERE t.variant = 0;

-- Key: place of the order of hands, then the hand; -1 a hand of another size, -2 one not shown.
-- state_category: 0 … 6 the category, 7 not shown, 8 another size.
CREATE OR REPLACE TEMP TABLE screen_hands AS
SELECT (g.ranking_place * 140610 + h.hand + 2)::INTEGER AS key, r.strength, r.category, h.cards, h.suits, h.rank_set,
    ((1::BIGINT << 31) + 1) AS shown
FROM (SELECT DISTINCT ranking_id, ranking_place FROM screen_rules) AS g
CROSS JOIN three_cards AS h
JOIN hand_ranks AS r ON r.key = g.ranking_id * 910 + h.class
UNION ALL
SELECT (g.ranking_place * 140610 + 2 + o.hand)::INTEGER, 0, o.category, 0, 0, 0, 1
FROM (SELECT DISTINCT ranking_place FROM screen_rules) AS g, (VALUES (-1, 8), (-2, 7)) AS o (hand, category);

-- What each wager of three cards, and Ante and Play, comes to in every situation: fold 0 not folded, 1 folded, 2 folded
-- by disconnection; state 3 * qualifies + 0 beaten, 1 equal, 2 beats; category as above, 7 not shown.
-- kind_of: known (times the stake), unknown (no chart), hidden (needs the hand), complex (for the long form).
CREATE OR REPLACE TEMP TABLE simple_pays AS
SELECT rules_id, variant, kind, category, any_value(num) AS num,
    count(*) = 5 AND bool_and(pays_as = 'odds' AND den = 1 AND envy = 0) AND min(num) = max(num) AS simple
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
            WHEN a.role IN ('ante', 'play') AND s.den = 1 THEN 'known'
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
        WHEN 'known' THEN fought_outcome WHEN 'paid' THEN 'win' WHEN 'lost' THEN 'lose' WHEN 'returned' THEN 'push'
    END::outcome AS outcome
FROM fought;

CREATE OR REPLACE TEMP TABLE adopted_outlook AS
SELECT
    a.*,
    EXISTS (
        FROM outlook AS v
        WHERE v.rules_id = a.rules_id AND v.variant > 0 AND v.kind = a.kind AND v.fold = a.fold AND v.state = a.state
            AND v.category = a.category AND (v.comes_to = 'complex' OR v.times <> a.times)
    ) AS touched
FROM outlook AS a
WHERE a.variant = 0;

-- A participant's key: kinds recorded, decision (0 play, 1 fold, 2 fold by disconnection, 3 none), state, category.
CREATE OR REPLACE TEMP TABLE screen_base AS
WITH offered AS (
    SELECT rules_id,
        bit_or((offered AND kind < 6)::INTEGER << least(kind, 6)) AS kinds,
        bit_or((offered AND needs_ante AND role <> 'ante_bonus' AND kind < 6)::INTEGER << least(kind, 6)) AS needing,
        bool_or(kind = 4 AND NOT reads_six) AS six_misread,
        bool_or(at_most_ante OR unpaid_above_ante) AS bonus_limited
    FROM kind_rules WHERE variant = 0
    GROUP BY rules_id
),
keys AS (
    SELECT
        o.rules_id, o.six_misread, o.bonus_limited, k.kinds::INTEGER AS kinds, d.decision, s.state::INTEGER AS state, c.category::INTEGER AS category,
        (o.rules_id - 1) * 13824 + k.kinds * 216 + d.decision * 54 + s.state * 9 + c.category AS key,
        d.decision IN (1, 2) AS folded,
        CASE WHEN d.decision IN (1, 2) THEN d.decision ELSE 0 END AS fold,
        c.category = 8
        OR k.kinds & ~o.kinds <> 0
        OR (k.kinds & o.needing <> 0 AND k.kinds & 1 = 0)
        OR CASE d.decision WHEN 0 THEN k.kinds & 2 = 0 WHEN 3 THEN k.kinds & 3 <> 0 ELSE k.kinds & 2 <> 0 END AS faulty
    FROM offered AS o, range(64) AS k (kinds), range(4) AS d (decision), range(6) AS s (state), range(9) AS c (category)
)
SELECT
    k.key::INTEGER AS key,
    k.faulty
    OR coalesce(k.kinds & 1 <> 0 AND (ante.comes_to IN ('hidden', 'complex') OR ante.touched), false)
    OR coalesce(k.kinds & 2 <> 0 AND (play.comes_to IN ('hidden', 'complex') OR play.touched), false)
    OR coalesce(k.kinds & 1 <> 0 AND (
        ab.comes_to IN ('hidden', 'complex') OR ab.touched OR (ab.comes_to = 'paid' AND k.kinds & 4 = 0)
    ), false)
    OR coalesce(k.kinds & 5 = 4, false)
    OR coalesce(k.kinds & 8 <> 0 AND (pair_plus.comes_to IN ('hidden', 'complex') OR pair_plus.touched), false)
    OR coalesce(k.kinds & 32 <> 0 AND (progressive.comes_to IN ('hidden', 'complex') OR progressive.touched), false)
    OR (k.kinds & 16 <> 0 AND (k.six_misread OR (k.category >= 7 AND NOT (k.folded AND coalesce(six.forfeits, false)))))
        AS mark,
    k.bonus_limited AND k.kinds & 1 <> 0 AS bonus_limited,
    CASE WHEN k.kinds & 1 = 0 THEN 0 ELSE ante.times END AS ante_times,
    CASE WHEN k.kinds & 1 <> 0 THEN ante.outcome END AS ante_outcome,
    CASE WHEN k.kinds & 2 = 0 THEN 0 ELSE play.times END AS play_times,
    CASE WHEN k.kinds & 2 <> 0 THEN play.outcome END AS play_outcome,
    CASE WHEN k.kinds & 1 = 0 OR ab.comes_to IS NULL THEN 0 ELSE ab.times END AS ante_bonus_times,
    CASE WHEN k.kinds & 4 <> 0 THEN ab.outcome END AS ante_bonus_outcome,
    CASE WHEN k.kinds & 8 = 0 THEN 0 ELSE pair_plus.times END AS pair_plus_times,
    CASE WHEN k.kinds & 8 <> 0 THEN pair_plus.outcome END AS pair_plus_outcome,
    CASE WHEN k.kinds & 32 = 0 THEN 0 ELSE progressive.times END AS progressive_times,
    CASE WHEN k.kinds & 32 <> 0 THEN progressive.outcome END AS progressive_outcome,
    CASE WHEN k.kinds & 16 = 0 THEN 0 WHEN k.folded THEN 8192 ELSE 4096 END AS six_mode
FROM keys AS k
LEFT JOIN adopted_outlook AS ante
    ON ante.kind = 0 AND ante.rules_id = k.rules_id AND ante.fold = k.fold AND ante.state = k.state AND ante.category = k.category
LEFT JOIN adopted_outlook AS play
    ON play.kind = 1 AND play.rules_id = k.rules_id AND play.fold = k.fold AND play.state = k.state AND play.category = k.category
LEFT JOIN adopted_outlook AS ab
    ON ab.kind = 2 AND ab.rules_id = k.rules_id AND ab.fold = k.fold AND ab.state = k.state AND ab.category = k.category
LEFT JOIN adopted_outlook AS pair_plus
    ON pair_plus.kind = 3 AND pair_plus.rules_id = k.rules_id AND pair_plus.fold = k.fold AND pair_plus.state = k.state AND pair_plus.category = k.category
LEFT JOIN adopted_outlook AS progressive
    ON progressive.kind = 5 AND progressive.rules_id = k.rules_id AND progressive.fold = k.fold AND progressive.state = k.state AND progressive.category = k.category
LEFT JOIN kind_rules AS six ON six.rules_id = k.rules_id AND six.variant = 0 AND six.kind = 4
ORDER BY key;

-- The six-card bonus: key is the mode (0 none, 4096 not folded, 8192 folded) and what the six cards make.
CREATE OR REPLACE TEMP TABLE screen_six AS
WITH situations AS (
    SELECT k.rules_id, k.variant, f.fold, m.made::INTEGER AS made, p.num,
        CASE
            WHEN f.fold > 0 AND k.forfeits THEN 'lost'
            WHEN NOT k.chart_known THEN 'unknown'
            WHEN p.simple IS NULL THEN 'lost'
            WHEN NOT p.simple OR k.must_beat THEN 'complex'
            ELSE 'paid'
        END AS comes_to
    FROM kind_rules AS k
    JOIN terms AS t USING (rules_id, variant)
    CROSS JOIN range(2) AS f (fold)
    CROSS JOIN range(4096) AS m (made)
    LEFT JOIN five_best AS five ON five.key = t.ranking_id * 4096 + m.made
    LEFT JOIN simple_pays AS p
        ON p.rules_id = k.rules_id AND p.variant = k.variant AND p.kind = k.kind AND p.category = five.category
    WHERE k.offered AND k.kind = 4 AND (k.variant = 0 OR k.differs)
),
timed AS (
    SELECT *, CASE comes_to WHEN 'lost' THEN -1 WHEN 'paid' THEN num END AS times FROM situations
),
adopted AS (
    SELECT a.rules_id, a.fold, a.made, a.times, a.comes_to,
        a.comes_to = 'complex' OR coalesce(bool_or(v.comes_to = 'complex' OR v.times <> a.times), false) AS mark
    FROM timed AS a
    LEFT JOIN timed AS v ON v.rules_id = a.rules_id AND v.variant > 0 AND v.fold = a.fold AND v.made = a.made
    WHERE a.variant = 0
    GROUP BY a.rules_id, a.fold, a.made, a.times, a.comes_to
)
SELECT
    ((r.rules_id - 1) * 12288 + f.mode * 4096 + m.made)::INTEGER AS key,
    coalesce(a.mark, false) AS mark,
    CASE WHEN f.mode = 0 OR a.rules_id IS NULL THEN 0 ELSE a.times END AS times,
    CASE a.comes_to WHEN 'lost' THEN 'lose' WHEN 'paid' THEN 'win' END::outcome AS outcome
FROM screen_rules AS r
CROSS JOIN range(3) AS f (mode)
CROSS JOIN range(4096) AS m (made)
LEFT JOIN adopted AS a ON a.rules_id = r.rules_id AND a.fold = f.mode - 1 AND a.made = m.made
ORDER BY key;
