-- The one reading that explains a round: of those that contradict none of its wagers whose record equals the adopted
-- result, the one that fits most of the differing ones; among equals the first in the sheet's order.
CREATE OR REPLACE TEMP TABLE against_record AS
SELECT o.*, p.interpretation, p.reading, coalesce(w.recorded_net, 0) AS took, coalesce(w.recorded_net, 0) = e.net AS fits_adopted
FROM otherwise AS o
JOIN pairs AS p USING (round_key, variant)
JOIN expected AS e USING (line_id)
JOIN wagers AS w USING (line_id);

CREATE OR REPLACE TEMP TABLE explanations AS
WITH candidates AS (
    SELECT round_key, variant, any_value(interpretation) AS interpretation, any_value(reading) AS reading,
        count(*) FILTER (net = took) AS fits
    FROM against_record
    WHERE round_key IN (SELECT round_key FROM against_record WHERE net = took AND NOT fits_adopted)
    GROUP BY round_key, variant
    HAVING fits > 0 AND NOT bool_or(fits_adopted)
),
best AS (
    SELECT * FROM candidates QUALIFY row_number() OVER (PARTITION BY round_key ORDER BY fits DESC, variant) = 1
)
SELECT
    b.round_key, b.variant, b.interpretation, b.reading,
    coalesce(list(o.interpretation || ' ' || o.reading ORDER BY o.variant) FILTER (o.variant <> b.variant), []) AS also_fits
FROM best AS b
JOIN candidates AS o ON o.round_key = b.round_key AND o.fits = b.fits
GROUP BY b.round_key, b.variant, b.interpretation, b.reading;

-- How each open interpretation bore on a round, in wagers.
CREATE OR REPLACE TEMP TABLE touched AS
WITH by_wager AS (
    SELECT round_key, line_id, interpretation, fits_adopted, min(variant) AS place, bool_or(net = took) AS fits_other
    FROM against_record
    WHERE net IS NOT NULL
    GROUP BY round_key, line_id, interpretation, fits_adopted
)
SELECT
    round_key, interpretation, min(place) AS place,
    count(*) AS discriminating,
    count(*) FILTER (fits_adopted) AS fits_adopted,
    count(*) FILTER (fits_other AND NOT fits_adopted) AS fits_other
FROM by_wager
GROUP BY round_key, interpretation;
