-- The one reading that explains a round: of those that contradict none of its wagers whose record equals the adopted
-- result, the one that fits most of the differing ones; among equals the first in the sheet's order.
CREATE OR REPLACE TEMP TABLE beside_record AS
SELECT
    e.round_key, e.line_id, w.recorded, coalesce(w.recorded_net, 0) AS took, e.net,
    e.net IS NOT NULL AND coalesce(w.recorded_net, 0) = e.net AS fits_adopted
FROM expected AS e
JOIN wagers AS w USING (line_id)
WHERE e.variant = 0 AND e.net IS NOT NULL;

CREATE OR REPLACE TEMP TABLE explanations AS
WITH candidates AS (
    SELECT e.round_key, e.variant, any_value(e.interpretation) AS interpretation, any_value(e.reading) AS reading,
        count(*) FILTER (NOT b.fits_adopted AND e.net IS NOT DISTINCT FROM b.took) AS fits
    FROM expected AS e
    JOIN beside_record AS b USING (line_id)
    WHERE e.variant <> 0
    GROUP BY e.round_key, e.variant
    HAVING fits > 0 AND NOT bool_or(b.fits_adopted AND e.net IS DISTINCT FROM b.took)
),
best AS (
    SELECT round_key, variant, interpretation, reading, fits FROM candidates
    QUALIFY row_number() OVER (PARTITION BY round_key ORDER BY fits DESC, variant) = 1
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
    SELECT
        b.round_key, b.line_id, b.fits_adopted, e.interpretation, min(e.variant) AS place,
        coalesce(bool_or(e.net = b.took), false) AND NOT b.fits_adopted AS fits_other
    FROM expected AS e
    JOIN beside_record AS b USING (line_id)
    WHERE e.variant <> 0
    GROUP BY b.round_key, b.line_id, b.fits_adopted, e.interpretation
    HAVING bool_or(e.net <> b.net)
)
SELECT
    round_key, interpretation, min(place) AS place,
    count(*) AS discriminating,
    count(*) FILTER (fits_adopted) AS fits_adopted,
    count(*) FILTER (fits_other) AS fits_other
FROM by_wager
GROUP BY round_key, interpretation;
