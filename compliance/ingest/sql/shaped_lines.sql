-- Lines of one shape, which says that every value has the form of its field, parsed. Runs without pushing filters
-- down: the conditions on ``r`` would otherwise parse each line several times, those that do not fit included.
lines AS (
    SELECT $numbers_1[place] AS number, $offsets_1[place] AS byte_offset, $lengths_1[place] AS byte_length, line
    FROM unnest(string_split($text_1, chr(10))) WITH ORDINALITY AS part (line, place)
    UNION ALL
    SELECT $numbers_2[place] AS number, $offsets_2[place] AS byte_offset, $lengths_2[place] AS byte_length, line
    FROM unnest(string_split($text_2, chr(10))) WITH ORDINALITY AS part (line, place)
),
fitting AS (
    FROM lines WHERE regexp_full_match(line, SHAPE) AND strlen(line) <= $longest
),
parsed AS (
    SELECT number, byte_offset, byte_length, EXTRA_TEXT AS extra, from_json(line, $structure) AS r
    FROM fitting
)
