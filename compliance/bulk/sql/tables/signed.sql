-- What the licensees of the scope have signed for tables and gaming dates of it, with the table of the log at which a
-- difference is shown: its own, or the licensee's last where the log has nothing of it.
CREATE OR REPLACE TEMP TABLE shown_at AS
SELECT n.licensee_id, n.table_id, coalesce(own.table_no, l.table_no) AS table_no
FROM (
    SELECT licensee_id, table_id FROM control_totals UNION SELECT licensee_id, table_id FROM drops
) AS n
JOIN (SELECT licensee_id, arg_max(table_no, table_id) AS table_no FROM scope_tables GROUP BY licensee_id) AS l
    USING (licensee_id)
LEFT JOIN scope_tables AS own USING (licensee_id, table_id);

CREATE OR REPLACE TEMP TABLE scope_totals AS
SELECT row_number() OVER () AS total_no, c.*, s.table_no
FROM (SELECT * FROM control_totals WHERE /*scope*/) AS c
JOIN shown_at AS s USING (licensee_id, table_id);

CREATE OR REPLACE TEMP TABLE scope_drops AS
SELECT row_number() OVER () AS drop_no, d.*, s.table_no
FROM (SELECT * FROM drops WHERE /*scope*/) AS d
JOIN shown_at AS s USING (licensee_id, table_id)
WHERE d.collections IS NOT NULL;

-- The last round of the scope at a table.
CREATE OR REPLACE TEMP TABLE last_rounds AS
SELECT table_no, arg_max(round_key, place) AS round_key FROM table_rounds WHERE in_scope GROUP BY table_no;

-- The rounds that what is signed counts, with their collections and wagers.
CREATE OR REPLACE TEMP TABLE signed_rounds AS
SELECT r.round_key, t.table_no, t.place, b.table_id, b.gaming_date, b.shift, b.sequence, b.currency,
    coalesce(b.pd_collection, 0) AS pd_collection
FROM table_rounds AS t
JOIN (SELECT round_key FROM table_rounds WHERE in_scope) AS r USING (round_key)
JOIN rounds AS b USING (round_key)
WHERE EXISTS (FROM scope_totals) OR EXISTS (FROM scope_drops);

CREATE OR REPLACE TEMP TABLE signed_sums AS
SELECT round_key, sum(stakes) AS stakes, sum(nets) AS nets, sum(collections) AS collections
FROM (
    SELECT round_key,
        ante_stake + play_stake + ante_bonus_stake + pair_plus_stake + six_card_bonus_stake + progressive_stake AS stakes,
        ante_net + play_net + ante_bonus_net + pair_plus_net + six_card_bonus_net + progressive_net AS nets,
        coalesce(collection, 0) AS collections
    FROM participants SEMI JOIN signed_rounds USING (round_key)
    UNION ALL
    SELECT round_key, stake, net, 0 FROM other_wagers SEMI JOIN signed_rounds USING (round_key)
    UNION ALL
    SELECT round_key, 0, 0, pd_collection FROM signed_rounds
)
GROUP BY round_key;
