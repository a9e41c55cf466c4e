-- RECO-003: the collections of a table, gaming date and shift differ from what was counted out of the drop box.
WITH of_drop AS (
    SELECT d.drop_no, coalesce(sum(s.collections) FILTER (r.currency = d.currency), 0) AS recorded,
        arg_max(r.round_key, r.place) AS round_key
    FROM scope_drops AS d
    LEFT JOIN signed_rounds AS r
        ON r.table_no = d.table_no AND r.table_id = d.table_id
        AND (d.gaming_date IS NULL OR d.gaming_date = r.gaming_date) AND (d.shift IS NULL OR d.shift = r.shift)
    LEFT JOIN signed_sums AS s ON s.round_key = r.round_key
    GROUP BY d.drop_no
)
SELECT coalesce(o.round_key, l.round_key) AS round_key, 'violation' AS verdict,
    '[' || string_agg(
        '[' || concat_ws(',', to_json(d.table_id), coalesce(to_json(d.gaming_date::VARCHAR), 'null'),
            coalesce(to_json(d.shift), 'null'), d.collections, o.recorded) || ']',
        ',' ORDER BY d.table_id, d.gaming_date NULLS FIRST, d.shift NULLS FIRST
    ) || ']' AS detail
FROM scope_drops AS d
JOIN of_drop AS o USING (drop_no)
JOIN last_rounds AS l USING (table_no)
WHERE d.collections <> o.recorded
GROUP BY ALL;

SELECT count(*), count(*) FROM scope_drops;
