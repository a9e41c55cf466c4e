-- Places of rounds that come before the scope or between its rounds.
SELECT DISTINCT licensee_id, rule_sheet, table_id, gaming_date
FROM (
    SELECT r.licensee_id, r.rule_sheet, r.table_id, r.gaming_date
    FROM rounds AS r
    JOIN scope_tables AS s USING (licensee_id, table_id)
    WHERE order_number(r.sequence) BETWEEN s.first AND s.last
)
ANTI JOIN places USING (licensee_id, rule_sheet, table_id, gaming_date)
ORDER BY ALL;
