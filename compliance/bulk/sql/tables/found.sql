-- What the checks of tables find, in the shape of kept_found.
CREATE OR REPLACE TEMP TABLE table_found AS FROM kept_found LIMIT 0;
