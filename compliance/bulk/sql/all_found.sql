-- The findings of all batches, as the store's table has them but for the run.
CREATE OR REPLACE TEMP TABLE all_found (
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
