-- Participants of the chosen rounds. folded and contradictory follow the decision as recorded; without one,
-- a Play wager means play and an Ante alone means fold.
CREATE OR REPLACE TEMP TABLE settling_participants AS
SELECT
    p.*,
    p.kinds & 1 <> 0 AS has_ante,
    p.kinds & 2 <> 0 AS has_play,
    p.kinds & 4 <> 0 AS has_ante_bonus,
    coalesce(p.decision = 'fold', p.kinds & 3 = 1) AS folded,
    coalesce(p.decision = 'fold' AND p.kinds & 2 <> 0, false) AS contradictory,
    p.decision_source = 'disconnect' AS disconnected
FROM participants AS p
JOIN chosen USING (round_key);

INSERT INTO wager_kinds
SELECT (SELECT max(kind) FROM wager_kinds) + row_number() OVER (ORDER BY wager_kind), wager_kind
FROM (SELECT DISTINCT wager_kind FROM other_wagers JOIN chosen USING (round_key) ANTI JOIN wager_kinds USING (wager_kind));
