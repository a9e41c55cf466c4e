-- The word by which outcomes compare: push and no action both hand the stake back.
CREATE OR REPLACE TEMP MACRO label(outcome) AS
    CASE WHEN outcome IN ('push', 'no_action') THEN 'returned' ELSE outcome::VARCHAR END;
