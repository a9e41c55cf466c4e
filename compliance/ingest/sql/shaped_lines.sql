-- Lines of one shape, which says that every value has the form of its field, parsed. Runs without pushing filters
-- down: the conditions on ``r`` would otherwise parse each line several times, those that do not fit included.
lines AS (
    FROM lines_1 UNION ALL BY NAME FROM lines_2
),
fitting AS (
    FROM lines WHERE regexp_full_match(line, SHAPE) AND strlen(line) <= $longest
),
structured AS (
    SELECT number, byte_offset, byte_length, line, from_json(line, $structure) AS r FROM fitting
),
parsed AS (
    SELECT number, byte_offset, byte_length, EXTRA_TEXT AS extra, r FROM structured
)
