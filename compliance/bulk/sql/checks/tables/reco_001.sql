-- RECO-001: figures of the log that differ from the licensee's control totals.
WITH of_day AS (
    SELECT
        t.total_no,
        min(r.sequence) AS first_sequence, max(r.sequence) AS last_sequence, count(r.round_key) AS rounds,
        coalesce(sum(s.stakes) FILTER (r.currency = t.currency), 0) AS stakes,
        coalesce(sum(s.nets) FILTER (r.currency = t.currency), 0) AS nets,
        coalesce(sum(s.collections) FILTER (r.currency = t.currency), 0) AS collections,
        arg_max(r.round_key, r.place) AS round_key
    FROM scope_totals AS t
    LEFT JOIN signed_rounds AS r ON r.table_no = t.table_no AND r.table_id = t.table_id AND r.gaming_date = t.gaming_date
    LEFT JOIN signed_sums AS s ON s.round_key = r.round_key
    GROUP BY t.total_no
),
figures AS (
    SELECT
        t.total_no, coalesce(d.round_key, l.round_key) AS round_key, t.table_id, t.gaming_date,
        unnest([1, 2, 3, 4, 5, 6, 7]) AS place,
        unnest(['first_sequence', 'last_sequence', 'rounds', 'stakes', 'nets', 'collections', 'shuffler_count']) AS name,
        unnest([t.first_sequence, t.last_sequence, t.rounds, t.stakes, t.nets, t.collections, t.shuffler_count]) AS stated,
        unnest([d.first_sequence, d.last_sequence, d.rounds, d.stakes, d.nets, d.collections, d.rounds]) AS logged
    FROM scope_totals AS t
    JOIN of_day AS d USING (total_no)
    JOIN last_rounds AS l USING (table_no)
)
SELECT round_key, 'violation' AS verdict,
    '[' || string_agg(
        '[' || concat_ws(',', to_json(table_id), to_json(gaming_date::VARCHAR), to_json(name), stated,
            coalesce(logged::VARCHAR, 'null')) || ']',
        ',' ORDER BY table_id, gaming_date, place
    ) || ']' AS detail
FROM figures
WHERE stated IS NOT NULL AND stated IS DISTINCT FROM logged
GROUP BY round_key;

SELECT count(*), count(*) FROM scope_totals;
