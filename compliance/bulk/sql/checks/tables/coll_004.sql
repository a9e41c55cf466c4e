-- COLL-004: a participant with a wager shows no collection at any seat, where the sheet requires one and the log of the
-- table and gaming date records collections.
WITH recording AS (
    SELECT DISTINCT table_no, gaming_date FROM fee_census WHERE payer = 'participant'
),
wagering AS (
    SELECT p.round_key, p.seat, p.participant_index, p.participant_id, p.wager_order <> '' AS wagers,
        bool_or(coalesce(p.collection, 0) <> 0) OVER (PARTITION BY p.round_key, p.participant_id) AS paid
    FROM participants AS p
    JOIN table_rounds AS r USING (round_key)
    JOIN table_terms AS t USING (place_no)
    SEMI JOIN recording AS c ON c.table_no = r.table_no AND c.gaming_date = t.gaming_date
    WHERE r.in_scope AND NOT r.void AND t.requires_collection
        AND r.round_key IN (SELECT round_key FROM participants WHERE coalesce(collection, 0) = 0)
)
SELECT round_key, seat, participant_index, participant_id, 'violation' AS verdict
FROM wagering
WHERE wagers AND NOT paid;

SELECT
    sum(c.wagering) FILTER (
        EXISTS (FROM fee_census AS f WHERE f.payer = 'participant' AND f.table_no = s.table_no
            AND f.gaming_date = t.gaming_date)
    ),
    sum(c.wagering)
FROM table_census AS c
JOIN table_terms AS t USING (place_no)
JOIN scope_tables AS s USING (licensee_id, table_id)
WHERE t.requires_collection;
