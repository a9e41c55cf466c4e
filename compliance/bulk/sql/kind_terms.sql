-- All that settles a kind under a sheet and reading, in one row each. rule_id keys its pay lines and showdown states,
-- rank_key and made_key its order of hands.
CREATE OR REPLACE TEMP TABLE kind_terms AS
SELECT
    k.*, (row_number() OVER (ORDER BY k.rules_id, k.variant, k.kind))::INTEGER AS rule_id,
    (t.ranking_id * 910)::INTEGER AS rank_key, (t.ranking_id * 4096)::INTEGER AS made_key, q.least_strength,
    k.role IN ('ante', 'play') AS fights
FROM kind_rules AS k
JOIN terms AS t USING (rules_id, variant)
JOIN qualifying AS q USING (rules_id, variant);

CREATE OR REPLACE TEMP TABLE pay_lines AS
SELECT (k.rule_id * 50 + p.category * 5 + p.suit)::INTEGER AS key, p.pays_as, p.num, p.den, p.fixed, p.currency, p.envy
FROM pays AS p
JOIN kind_terms AS k USING (rules_id, variant, kind);

CREATE OR REPLACE TEMP TABLE fights AS
SELECT (k.rule_id * 8 + s.state)::INTEGER AS key, s.outcome, s.branch, s.num, s.den
FROM showdown AS s
JOIN kind_terms AS k USING (rules_id, variant, role);
