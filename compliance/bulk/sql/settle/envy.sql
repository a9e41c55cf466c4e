-- An envy amount of a chart goes to every other wager of its kind in the round that is neither forfeited nor underivable.
-- What a wager comes to with it decides its outcome.
CREATE OR REPLACE TEMP TABLE full_settlement AS
WITH shared AS (
    SELECT f.*, sum(f.envy) OVER (PARTITION BY f.round_key, f.variant, f.kind) - f.envy AS from_others, r.other_currency
    FROM full_settlement AS f
    JOIN settling_rounds AS r USING (round_key)
),
received AS (
    SELECT * REPLACE (
        CASE WHEN branch IN ('pays', 'pays_nothing', 'dealer_not_beaten', 'above_ante') THEN from_others ELSE 0 END AS from_others
    )
    FROM shared
)
SELECT
    line_id, round_key, place, kind, variant, capped,
    CASE WHEN from_others > 0 AND other_currency THEN 'other_currency' ELSE branch END AS branch,
    envy, due, by_folding,
    CASE
        WHEN from_others = 0 THEN outcome
        WHEN NOT other_currency THEN CASE sign(net + from_others) WHEN 1 THEN 'win' WHEN 0 THEN 'push' ELSE 'lose' END::outcome
    END AS outcome,
    CASE WHEN from_others > 0 AND other_currency THEN NULL ELSE (net + from_others)::BIGINT END AS net
FROM received;
