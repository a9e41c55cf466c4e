-- All findings of a run. Of rounds that needed no long form, what is found of wagers without a chart comes straight off the
-- record when the findings are read.
CREATE OR REPLACE TEMP TABLE found_uncharted_rounds AS
SELECT '' AS run_id, r.round_key, p.rules_id, NULL::VARCHAR AS since_run
FROM laid_rounds AS r
JOIN place_terms AS p USING (place_id)
SEMI JOIN found_uncharted_kinds AS k ON k.rules_id = p.rules_id
ANTI JOIN kept_rounds ON kept_rounds.round_key = r.round_key;

CREATE OR REPLACE TEMP VIEW all_found AS
FROM kept_found
UNION ALL BY NAME
SELECT * EXCLUDE (run_id, since_run) FROM uncharted_wagers('found_uncharted_rounds', 'found_uncharted_kinds');
