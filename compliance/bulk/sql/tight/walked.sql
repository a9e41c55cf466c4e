-- Each pair of round and reading, walked round the table: a bit of differing for each wager that can be derived and of which
-- the player-dealer's money does not cover what is recorded.
CREATE OR REPLACE TEMP TABLE tight_walked AS
WITH placed AS NOT MATERIALIZED (
    SELECT p.*, s.known, /*wagers*/
    FROM tight_pairs AS p
    JOIN tight_sets AS s USING (round_key, full_of)
),
walked AS NOT MATERIALIZED (/*walks*/)
SELECT round_key, variant, interpretation, full_of, rules_id, known, known & (/*differing*/) AS differing
FROM walked;
