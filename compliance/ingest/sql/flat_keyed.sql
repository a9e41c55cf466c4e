-- Rows of one wager each, with the number of the first row of their round, whether they agree with that row in all that
-- is said of the round, and what they say of a wager and whose it is. AGREES compares the columns.
CREATE OR REPLACE TEMP TABLE flat_keyed AS
WITH firsts AS (
    SELECT min(number) AS first, coalesce(licensee_id, '') AS licensee, round_id FROM flat_rows GROUP BY ALL
)
SELECT
    firsts.first, AGREES AS agrees, r.number, r.byte_offset, r.byte_length, r.seat, r.cards, r.participant_id, r.decision,
    r.decision_source, r.collection, r.kind, r.stake, r.outcome, r.net, r.placed_at
FROM flat_rows AS r
JOIN firsts ON firsts.round_id = r.round_id AND firsts.licensee = coalesce(r.licensee_id, '')
JOIN flat_rows AS f ON f.number = firsts.first
