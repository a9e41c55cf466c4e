-- The fates whose round says something else, in one TABLE, than the round that stays. Staged rounds go by
-- their line, stored ones by their key, negative. What no table holds is not compared: the order in which the
-- seats stand, and seats without people and cards. PLACE is what does not count: where a row came from, how times are written.
WITH ids AS (
    SELECT line AS id FROM fates
    UNION SELECT coalesce(stays_line, -stays_key) FROM fates
),
said AS (
    SELECT line AS id, * EXCLUDE (line STAGED_ONLY) FROM flattened_TABLE WHERE line IN (FROM ids)
    UNION ALL BY NAME
    SELECT -round_key AS id, * EXCLUDE (round_key STORED_PLACE) FROM TABLE
    WHERE round_key IN (SELECT -id FROM ids WHERE id < 0)
),
mine AS (
    SELECT fates.line AS of_line, said.* EXCLUDE (id PLACE) FROM fates JOIN said ON said.id = fates.line
),
theirs AS (
    SELECT fates.line AS of_line, said.* EXCLUDE (id PLACE)
    FROM fates JOIN said ON said.id = coalesce(stays_line, -stays_key)
)
SELECT of_line FROM ((FROM mine EXCEPT FROM theirs) UNION ALL (FROM theirs EXCEPT FROM mine))
