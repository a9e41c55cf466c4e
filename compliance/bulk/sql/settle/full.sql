-- Each wager's full settlement, before caps and the player-dealer's limit, under the adopted sheet and under every
-- reading that changes it. net is NULL where undetermined; due is false for an Ante Bonus that is not due.
CREATE OR REPLACE TEMP TABLE full_settlement AS
WITH faced AS (
    SELECT
        w.line_id, w.round_key, w.seat, w.participant_index, w.participant_id, w.kind, w.stake, w.recorded,
        w.folded, w.contradictory, w.disconnected, w.has_ante, w.ante_stake,
        r.rules_id, r.currency, r.other_currency, r.meter_before,
        v.variant, coalesce(k.offered, false) AS offered,
        k.role, k.forfeits, k.paid_on_disconnect, k.chart_known, k.must_beat, k.unpaid_above_ante, k.capped,
        own.strength > dealer.strength AS beats,
        own.hand IS NULL OR ((k.reads_six OR k.must_beat) AND dealer.hand IS NULL) AS hand_hidden,
        CASE
            WHEN k.role = 'ante' AND w.folded THEN 0
            ELSE 2 + sign(own.strength - dealer.strength)
                + CASE WHEN dealer.strength >= q.least_strength THEN 3 ELSE 0 END
        END AS state,
        CASE WHEN k.reads_six THEN five.category ELSE own.category END AS category,
        CASE WHEN NOT k.reads_six THEN own.suit WHEN five.suited THEN flush_suit(own.suits + dealer.suits) ELSE 4 END AS suit
    FROM wagers AS w
    JOIN settling_rounds AS r USING (round_key)
    JOIN terms AS v ON v.rules_id = r.rules_id AND (v.variant = 0 OR v.changes_full)
    JOIN qualifying AS q ON q.rules_id = v.rules_id AND q.variant = v.variant
    LEFT JOIN kind_rules AS k ON k.rules_id = v.rules_id AND k.variant = v.variant AND k.kind = w.kind
    LEFT JOIN hands AS own ON own.ranking_id = v.ranking_id AND own.hand = w.hand
    LEFT JOIN hands AS dealer ON dealer.ranking_id = v.ranking_id AND dealer.hand = r.dealer_hand
    LEFT JOIN rank_pairs AS ranks ON ranks.pair = own.rank_set + dealer.rank_row AND k.reads_six
    LEFT JOIN five_best AS five
        ON five.ranking_id = v.ranking_id
        AND five.made = ranks.made + made_by_suits(own.cards | dealer.cards, own.suits + dealer.suits)
    WHERE NOT r.void AND r.round_key NOT IN (SELECT round_key FROM deal_faults)
        AND (v.variant = 0 OR k.differs)
),
decided AS (
    SELECT
        f.*,
        p.num, p.den, p.fixed, p.pays_as, coalesce(p.envy, 0) AS envy,
        s.outcome AS showdown_outcome, s.num AS showdown_num, s.den AS showdown_den,
        CASE
            WHEN NOT f.offered THEN 'not_offered'
            WHEN f.role = 'ante_bonus' AND NOT f.has_ante THEN 'not_due'
            WHEN f.contradictory AND (f.role IN ('ante', 'play', 'ante_bonus') OR f.forfeits) THEN 'contradictory_decision'
            WHEN f.role = 'ante_bonus' AND f.folded AND NOT (f.disconnected AND f.paid_on_disconnect) THEN 'not_due'
            WHEN f.role = 'bonus' AND f.folded AND f.forfeits AND NOT (f.capped AND f.other_currency) THEN 'forfeited'
            WHEN f.role NOT IN ('ante', 'play') AND NOT f.chart_known THEN 'chart_missing'
            WHEN f.capped AND f.other_currency AND NOT (f.role = 'ante_bonus' AND p.pays_as IS NULL) THEN 'other_currency'
            WHEN f.role IN ('ante', 'play') THEN s.branch
            -- Only under another reading: what the adopted sheet needs is there, or the deal is at fault.
            WHEN f.hand_hidden THEN 'hand_hidden'
            WHEN f.role = 'ante_bonus' AND p.pays_as IS NULL THEN 'not_due'
            WHEN p.pays_as IS NULL THEN 'pays_nothing'
            WHEN f.must_beat AND NOT f.beats THEN 'dealer_not_beaten'
            WHEN f.unpaid_above_ante AND f.has_ante AND f.stake > f.ante_stake THEN 'above_ante'
            WHEN p.pays_as = 'fixed' AND p.currency <> f.currency THEN 'other_currency'
            WHEN p.pays_as = 'share' AND f.meter_before IS NULL THEN 'meter_unknown'
            ELSE 'pays'
        END AS branch
    FROM faced AS f
    LEFT JOIN pays AS p
        ON p.rules_id = f.rules_id AND p.variant = f.variant AND p.kind = f.kind
        AND p.category = f.category AND p.suit = f.suit
    LEFT JOIN showdown AS s
        ON s.rules_id = f.rules_id AND s.variant = f.variant AND s.role = f.role AND s.state = f.state
),
-- An envy amount goes to every other wager of its kind in the round.
envied AS (
    SELECT
        *,
        CASE WHEN branch IN ('pays', 'pays_nothing', 'dealer_not_beaten', 'above_ante') THEN
            sum(CASE WHEN recorded AND branch IN ('pays', 'meter_unknown', 'other_currency') THEN envy ELSE 0 END)
                OVER (PARTITION BY round_key, variant, kind)
            - CASE WHEN branch = 'pays' THEN envy ELSE 0 END
        ELSE 0 END AS from_others
    FROM decided
),
priced AS (
    SELECT
        *,
        CASE
            WHEN branch IN (
                'not_offered', 'contradictory_decision', 'chart_missing', 'hand_hidden', 'other_currency', 'meter_unknown'
            ) THEN NULL
            WHEN from_others <> 0 AND other_currency THEN NULL
            WHEN branch IN ('forfeited', 'pays_nothing') THEN -stake + from_others
            WHEN branch IN ('dealer_not_beaten', 'above_ante') THEN from_others
            WHEN branch = 'not_due' THEN 0
            WHEN role IN ('ante', 'play') THEN stake::HUGEINT * showdown_num // showdown_den
            WHEN pays_as = 'fixed' THEN fixed + from_others
            WHEN pays_as = 'share' THEN meter_before::HUGEINT * num // den + from_others
            ELSE (CASE WHEN role = 'ante_bonus' THEN ante_stake ELSE stake END)::HUGEINT * num // den + from_others
        END::BIGINT AS net
    FROM envied
)
SELECT
    line_id, round_key, seat, participant_index, participant_id, kind, variant, capped,
    CASE
        WHEN net IS NULL AND branch IN ('pays', 'pays_nothing', 'dealer_not_beaten', 'above_ante') THEN 'other_currency'
        ELSE branch
    END AS branch,
    branch <> 'not_due' AND (recorded OR branch <> 'chart_missing') AS due,
    branch IN ('folded', 'forfeited') AS by_folding,
    CASE
        WHEN net IS NULL OR branch = 'not_due' THEN NULL
        WHEN role IN ('ante', 'play') THEN showdown_outcome
        WHEN from_others <> 0 THEN CASE sign(net) WHEN 1 THEN 'win' WHEN 0 THEN 'push' ELSE 'lose' END
        WHEN branch IN ('forfeited', 'pays_nothing') THEN 'lose'
        WHEN branch IN ('dealer_not_beaten', 'above_ante') THEN 'push'
        ELSE 'win'
    END::outcome AS outcome,
    net
FROM priced;
