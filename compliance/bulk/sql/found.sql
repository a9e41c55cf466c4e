-- Findings gathered so far, and what open interpretations touched, over all batches.
CREATE OR REPLACE TEMP TABLE found (
    round_key BIGINT NOT NULL,
    code VARCHAR NOT NULL,
    verdict verdict NOT NULL,
    seat INTEGER,
    participant_index INTEGER,
    participant_id VARCHAR,
    wager_index BIGINT,
    kind INTEGER,
    expected_outcome outcome,
    expected_net BIGINT,
    recorded_outcome outcome,
    recorded_net BIGINT,
    variance BIGINT,
    direction VARCHAR,
    branch VARCHAR,
    interpretation VARCHAR,
    reading VARCHAR,
    also_fits VARCHAR[] NOT NULL DEFAULT [],
    detail VARCHAR
);
