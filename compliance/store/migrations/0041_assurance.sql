-- Faults that were planted in a copy of a run's rounds, and what came of them.
CREATE TABLE assurance (
    run_id VARCHAR NOT NULL,
    asked BIGINT NOT NULL,               -- how many faults were to be planted
    document VARCHAR NOT NULL            -- JSON: rounds copied, and by kind of fault how many were planted and detected
);
