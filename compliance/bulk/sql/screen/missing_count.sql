-- How many wagers without a chart stand in the rounds of a batch that needed no long form.
SELECT (
    SELECT coalesce(sum(participants), 0) FROM census JOIN charts_missing USING (rules_id, shape) WHERE NOT void
) - (
    SELECT count(*) FROM settling_participants AS p
    JOIN charts_missing AS m ON m.rules_id = p.rules_id AND m.shape = shape_of(p.kinds, p.decision, p.decision_source)
    WHERE NOT p.void
);
