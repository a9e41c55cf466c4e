-- Lines of one shape, which says that every value has the form of its field, parsed. Runs without pushing filters
-- down: the conditions on ``r`` would otherwise parse each line several times, those that do not fit included.
lines AS (
    SELECT
        unnest($numbers_1) AS number, unnest($offsets_1) AS byte_offset, unnest($lengths_1) AS byte_length,
        unnest($lines_1) AS line
    UNION ALL
    SELECT
        unnest($numbers_2) AS number, unnest($offsets_2) AS byte_offset, unnest($lengths_2) AS byte_length,
        unnest($lines_2) AS line
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
