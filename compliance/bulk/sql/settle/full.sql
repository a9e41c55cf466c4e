-- Each wager's full settlement, before caps and the player-dealer's limit, under the adopted sheet (variant 0) and
-- under every reading that changes its kind. net is NULL where undetermined; due is false for an Ante Bonus not due.
CREATE OR REPLACE TEMP TABLE full_settlement AS
WITH faced AS (
    SELECT
        w.line_id, w.place, w.round_key, w.kind, w.stake, w.recorded,
        p.folded, p.contradictory, p.disconnected, p.has_ante, p.ante_stake,
        r.currency, r.other_currency, r.meter_before,
        coalesce(k.variant, 0) AS variant, coalesce(k.offered, false) AS offered, k.rule_id, k.role, k.fights,
        k.forfeits, k.fold_silent, k.paid_on_disconnect, k.chart_known, k.must_beat, k.unpaid_above_ante, coalesce(k.capped, false) AS capped,
        own.strength > dealer.strength AS beats,
        p.own_class IS NULL OR ((k.reads_six OR k.must_beat) AND p.dealer_class IS NULL) AS hand_hidden,
        CASE
            WHEN k.role = 'ante' AND p.folded THEN 0
            ELSE 2 + sign(own.strength - dealer.strength)
                + CASE WHEN dealer.strength >= k.least_strength THEN 3 ELSE 0 END
        END AS state,
        CASE
            WHEN NOT k.reads_six THEN own.category * 5 + p.own_suit
            ELSE five.category * 5 + CASE WHEN five.suited THEN p.made_suit ELSE 4 END
        END AS hand_key
    FROM wagers AS w
    JOIN settling_participants AS p USING (place)
    JOIN settling_rounds AS r ON r.round_key = w.round_key
    LEFT JOIN kind_terms AS k ON k.rules_id = p.rules_id AND k.kind = w.kind AND (k.variant = 0 OR k.differs)
    LEFT JOIN hand_ranks AS own ON own.key = k.rank_key + p.own_class
    LEFT JOIN hand_ranks AS dealer ON dealer.key = k.rank_key + p.dealer_class
    LEFT JOIN five_best AS five ON five.key = k.made_key + p.made
    WHERE NOT p.void AND p.rules_id IS NOT NULL AND w.round_key NOT IN (SELECT round_key FROM deal_faults)
),
decided AS (
    SELECT
        f.*,
        p.num, p.den, p.fixed, p.pays_as, p.envy,
        s.outcome AS fought_outcome, s.num AS fought_num, s.den AS fought_den,
        CASE
            WHEN NOT f.offered THEN 'not_offered'
            WHEN f.role = 'ante_bonus' AND NOT f.has_ante THEN 'not_due'
            WHEN f.contradictory AND (f.fights OR f.forfeits OR f.role = 'ante_bonus') THEN 'contradictory_decision'
            WHEN f.capped AND f.other_currency AND f.role <> 'ante_bonus' THEN
                CASE WHEN f.fights OR f.chart_known THEN 'other_currency' ELSE 'chart_missing' END
            WHEN f.fights THEN s.branch
            WHEN f.role = 'ante_bonus' AND f.folded AND NOT (f.disconnected AND f.paid_on_disconnect) THEN 'not_due'
            WHEN f.role = 'bonus' AND f.folded AND f.forfeits THEN 'forfeited'
            WHEN NOT f.chart_known THEN 'chart_missing'
            WHEN f.role = 'bonus' AND f.folded AND f.fold_silent THEN 'fold_silent'
            -- Only under another reading: what the adopted sheet needs is there, or the deal is at fault.
            WHEN f.hand_hidden THEN 'hand_hidden'
            WHEN p.pays_as IS NULL THEN CASE f.role WHEN 'ante_bonus' THEN 'not_due' ELSE 'pays_nothing' END
            WHEN f.must_beat AND NOT f.beats THEN 'dealer_not_beaten'
            WHEN f.unpaid_above_ante AND f.has_ante AND f.stake > f.ante_stake THEN 'above_ante'
            WHEN (f.capped AND f.other_currency) OR (p.pays_as = 'fixed' AND p.currency <> f.currency) THEN 'other_currency'
            WHEN p.pays_as = 'share' AND f.meter_before IS NULL THEN 'meter_unknown'
            ELSE 'pays'
        END AS branch
    FROM faced AS f
    LEFT JOIN pay_lines AS p ON p.key = f.rule_id * 50 + f.hand_key
    LEFT JOIN fights AS s ON s.key = f.rule_id * 8 + f.state
),
derived AS (
    SELECT
        *,
        branch IN (
            'not_offered', 'contradictory_decision', 'chart_missing', 'fold_silent', 'hand_hidden', 'other_currency',
            'meter_unknown'
        ) AS underivable
    FROM decided
),
priced AS (
    SELECT
        *,
        CASE
            WHEN underivable THEN NULL
            WHEN fights THEN stake::HUGEINT * fought_num // fought_den
            WHEN branch IN ('forfeited', 'pays_nothing') THEN -stake
            WHEN branch <> 'pays' THEN 0
            -- An amount or a share of the meter is handed out, and the wager's own stake is not returned beside it.
            WHEN pays_as = 'fixed' THEN fixed - CASE WHEN role = 'ante_bonus' THEN 0 ELSE stake END
            WHEN pays_as = 'share' THEN
                meter_before::HUGEINT * num // den - CASE WHEN role = 'ante_bonus' THEN 0 ELSE stake END
            ELSE CASE WHEN role = 'ante_bonus' THEN ante_stake ELSE stake END::HUGEINT * num // den
        END::BIGINT AS net
    FROM derived
)
SELECT
    line_id, round_key, place, kind, variant, capped, branch,
    CASE WHEN recorded AND branch IN ('pays', 'meter_unknown', 'other_currency') THEN envy ELSE 0 END AS envy,
    branch <> 'not_due' AND (recorded OR branch <> 'chart_missing') AS due,
    branch IN ('folded', 'forfeited') AS by_folding,
    CASE
        WHEN underivable OR branch = 'not_due' THEN NULL
        WHEN fights THEN fought_outcome
        WHEN branch IN ('forfeited', 'pays_nothing') THEN 'lose'
        WHEN branch = 'pays' THEN 'win'
        ELSE 'push'
    END::outcome AS outcome,
    net
FROM priced;
