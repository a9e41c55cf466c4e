-- The rounds looked at, each with its place in its table's order and with what the round before it says. Only rounds in
-- the scope are examined.
CREATE OR REPLACE TEMP TABLE table_rounds AS
SELECT
    r.round_key, s.table_no, t.place_no, t.rules_id, r.in_scope, r.status = 'void' AS void,
    row_number() OVER played AS place,
    r.sequence, r.started_ns, r.wagers_closed_ns AS closed_ns, r.settled_ns, r.deck,
    lag(r.round_key) OVER played AS last_key, lag(r.sequence) OVER played AS last_sequence,
    lag(r.started_ns) OVER played AS last_started_ns, lag(r.settled_ns) OVER played AS last_settled_ns,
    lag(r.deck) OVER played AS last_deck,
    r.currency, t.banked AND r.pd_seat IS NOT NULL AS has_banker
FROM (SELECT *, (/*scope*/) AS in_scope FROM rounds) AS r
JOIN scope_tables AS s USING (licensee_id, table_id)
JOIN table_terms AS t
    ON t.licensee_id = r.licensee_id AND t.rule_sheet = r.rule_sheet AND t.table_id = r.table_id
    AND t.gaming_date = r.gaming_date
WHERE order_number(r.sequence) BETWEEN s.first AND s.last
WINDOW played AS (PARTITION BY s.table_no ORDER BY r.sequence NULLS LAST, r.settled_ns, r.round_id);
