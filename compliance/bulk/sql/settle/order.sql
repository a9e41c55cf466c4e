-- Where action starts under each reading: as recorded, else where the action card puts it; NULL where unknown.
CREATE OR REPLACE TEMP TABLE action AS
SELECT r.round_key, v.variant, coalesce(r.action_seat, b.position) AS starts_at
FROM settling_rounds AS r
JOIN terms AS v USING (rules_id)
LEFT JOIN button AS b ON b.round_key = r.round_key AND b.occupied_only = v.occupied_only
WHERE NOT r.void AND (v.variant = 0 OR v.changes_full OR v.changes_cover);
