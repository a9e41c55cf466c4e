-- The word by which outcomes compare: push and no action both hand the stake back.
CREATE OR REPLACE TEMP MACRO label(outcome) AS
    CASE WHEN outcome IN ('push', 'no_action') THEN 'returned' ELSE outcome::VARCHAR END;

-- Whether an outcome goes with a net: won or lost with money moved, returned without.
CREATE OR REPLACE TEMP MACRO goes_with(outcome, net) AS
    CASE sign(net) WHEN 1 THEN outcome = 'win' WHEN -1 THEN outcome = 'lose' ELSE outcome IN ('push', 'no_action') END;
