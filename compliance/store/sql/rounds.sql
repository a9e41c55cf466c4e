-- Numbers for the new rounds, on in the order of their lines.
CREATE OR REPLACE TEMP TABLE keys AS
SELECT line, $next_key + row_number() OVER (ORDER BY line) - 1 AS round_key
FROM staged ANTI JOIN fates USING (line)
