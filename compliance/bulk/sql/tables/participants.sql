-- How many wagers, participants and collections of each kind stand in the settled rounds of the scope, by place.
CREATE OR REPLACE TEMP TABLE table_census AS
SELECT
    r.place_no, r.currency, r.has_banker,
    count(*) AS participants,
    count(*) FILTER (p.participant_index = 0) AS seats,
    count(*) FILTER (p.participant_index = 0 AND p.seat = b.pd_seat) AS seats_at_bank,
    count(*) FILTER (p.wager_order <> '') AS wagering,
    count(*) FILTER (p.collection > 0 OR p.collection < 0) AS collections,
    count(*) FILTER (p.kinds & 1 <> 0) AS ante,
    count(*) FILTER (p.kinds & 2 <> 0) AS play,
    count(*) FILTER (p.kinds & 8 <> 0) AS pair_plus,
    count(*) FILTER (p.kinds & 16 <> 0) AS six_card_bonus,
    count(*) FILTER (p.kinds & 32 <> 0) AS progressive
FROM participants AS p
JOIN table_rounds AS r USING (round_key)
JOIN rounds AS b USING (round_key)
WHERE r.in_scope AND NOT r.void
GROUP BY ALL;

-- The same by kind.
CREATE OR REPLACE TEMP TABLE table_kinds AS
FROM table_census
UNPIVOT (wagers FOR wager_kind IN (ante, play, pair_plus, six_card_bonus, progressive));
