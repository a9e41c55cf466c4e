-- Staged rounds that differ from what a second reader made of the same lines, by line. ``plain`` and ``sound`` are
-- what a reader knows of a round, and no part of it. Rounds whose participants are staged in columns are compared by
-- those.
WITH beside AS (
    SELECT line FROM first_reading WHERE seats IS NULL
),
first AS (
    SELECT * EXCLUDE (plain, sound) FROM first_reading
),
second AS (
    SELECT * EXCLUDE (plain, sound) REPLACE (CASE WHEN line NOT IN (FROM beside) THEN seats END AS seats)
    FROM second_reading
),
first_people AS (
    SELECT * EXCLUDE (sound, in_form) FROM flattened_participants SEMI JOIN beside USING (line)
),
second_people AS (
    SELECT * EXCLUDE (sound, in_form) FROM (PARTICIPANTS) SEMI JOIN beside USING (line)
),
first_times AS (
    FROM staged_times SEMI JOIN beside USING (line)
),
second_times AS (
    SELECT line, seat, participant_index, w.kind AS wager_kind, w.placed_at, w.placed_ns
    FROM (
        SELECT line, seat, unnest(p.wagers) AS w, participant_index
        FROM (
            SELECT
                line, s.seat AS seat, unnest(s.participants) AS p,
                (generate_subscripts(s.participants, 1) - 1)::INTEGER AS participant_index
            FROM (SELECT line, unnest(seats) AS s FROM second_reading SEMI JOIN beside USING (line))
        )
    )
    WHERE w.placed_at IS NOT NULL
)
SELECT DISTINCT line FROM (
    (SELECT line FROM (FROM first EXCEPT FROM second))
    UNION ALL (SELECT line FROM (FROM second EXCEPT FROM first))
    UNION ALL (SELECT line FROM (FROM first_people EXCEPT FROM second_people))
    UNION ALL (SELECT line FROM (FROM second_people EXCEPT FROM first_people))
    UNION ALL (SELECT line FROM (FROM first_times EXCEPT FROM second_times))
    UNION ALL (SELECT line FROM (FROM second_times EXCEPT FROM first_times))
) ORDER BY line
