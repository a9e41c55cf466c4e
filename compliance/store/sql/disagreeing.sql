-- Staged rounds that differ from what a second reader made of the same lines, by line. ``plain`` and ``sound`` are
-- what a reader knows of a round, and no part of it.
SELECT DISTINCT line FROM (
    (SELECT * EXCLUDE (plain, sound) FROM first_reading EXCEPT SELECT * EXCLUDE (plain, sound) FROM second_reading)
    UNION ALL
    (SELECT * EXCLUDE (plain, sound) FROM second_reading EXCEPT SELECT * EXCLUDE (plain, sound) FROM first_reading)
) ORDER BY line
