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

-- Kinds of wagers without a chart. One that folding loses needs none.
CREATE OR REPLACE TEMP TABLE found_uncharted_kinds AS
SELECT '' AS run_id, k.rules_id, k.kind, w.wager_kind,
    CASE k.role WHEN 'ante_bonus' THEN false ELSE NOT k.forfeits END AS after_fold,
    CASE k.role WHEN 'ante_bonus' THEN k.paid_on_disconnect ELSE NOT k.forfeits END AS after_disconnection
FROM kind_rules AS k
JOIN wager_kinds AS w USING (kind)
WHERE k.variant = 0 AND k.offered AND NOT k.chart_known AND k.kind BETWEEN 2 AND 5;

-- The same by what a participant wagers and decides.
CREATE OR REPLACE TEMP TABLE charts_missing AS
SELECT k.rules_id, s.shape::INTEGER AS shape
FROM found_uncharted_kinds AS k
CROSS JOIN range(256) AS s (shape)
WHERE s.shape // 4 & (1 << k.kind) <> 0
    AND CASE s.shape % 4 WHEN 1 THEN k.after_fold WHEN 2 THEN k.after_disconnection ELSE true END;
