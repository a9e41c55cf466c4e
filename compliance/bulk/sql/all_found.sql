-- The findings of the rounds settled in long form, over all batches, and those rounds.
CREATE OR REPLACE TEMP TABLE kept_found (
    round_key BIGINT NOT NULL,
    rules_id INTEGER NOT NULL,
    code VARCHAR NOT NULL,
    verdict verdict NOT NULL,
    seat INTEGER,
    participant_index INTEGER,
    participant_id VARCHAR,
    wager_index INTEGER,
    wager_kind VARCHAR,
    expected_outcome outcome,
    expected_net BIGINT,
    recorded_outcome outcome,
    recorded_net BIGINT,
    variance BIGINT,
    direction VARCHAR,
    branch VARCHAR,
    interpretation VARCHAR,
    reading VARCHAR,
    also_fits VARCHAR[] NOT NULL,
    detail VARCHAR
);
CREATE OR REPLACE TEMP TABLE kept_rounds (round_key BIGINT NOT NULL);

-- Wagers without a chart, by what a participant wagers and decides. One lost by folding needs no chart.
CREATE OR REPLACE TEMP TABLE charts_missing AS
SELECT k.rules_id, s.shape::INTEGER AS shape, k.kind, w.wager_kind
FROM kind_rules AS k
JOIN wager_kinds AS w USING (kind)
CROSS JOIN range(256) AS s (shape)
WHERE k.variant = 0 AND k.offered AND NOT k.chart_known AND k.kind BETWEEN 2 AND 5 AND s.shape // 4 & (1 << k.kind) <> 0
    AND CASE k.role
        WHEN 'ante_bonus' THEN s.shape % 4 <> 1 AND (s.shape % 4 <> 2 OR k.paid_on_disconnect)
        ELSE s.shape % 4 NOT IN (1, 2) OR NOT k.forfeits
    END;

CREATE OR REPLACE TEMP TABLE order_places AS
SELECT wager_order, unnest(string_split(wager_order, ',')) AS wager_kind,
    generate_subscripts(string_split(wager_order, ','), 1) - 1 AS wager_index
FROM (SELECT DISTINCT wager_order FROM participants WHERE (SELECT count(*) FROM charts_missing) > 0);
