-- WAGR-006: a stake is not more than nothing, or outside the posted limits of its kind, in their currency.
WITH stakes AS (
    SELECT round_key, seat, participant_index, participant_id, wager_order,
        unnest(['ante', 'play', 'pair_plus', 'six_card_bonus', 'progressive']) AS wager_kind,
        unnest([ante_stake, play_stake, pair_plus_stake, six_card_bonus_stake, progressive_stake]) AS stake,
        unnest([kinds & 1, kinds & 2, kinds & 8, kinds & 16, kinds & 32]) <> 0 AS placed
    FROM participants
    WHERE least(
            CASE WHEN kinds & 1 <> 0 THEN ante_stake ELSE 1 END, CASE WHEN kinds & 2 <> 0 THEN play_stake ELSE 1 END,
            CASE WHEN kinds & 8 <> 0 THEN pair_plus_stake ELSE 1 END,
            CASE WHEN kinds & 16 <> 0 THEN six_card_bonus_stake ELSE 1 END,
            CASE WHEN kinds & 32 <> 0 THEN progressive_stake ELSE 1 END
        ) <= 0
        OR ante_stake > (SELECT coalesce(min(greatest), 9223372036854775807) FROM table_limits WHERE wager_kind = 'ante')
        OR play_stake > (SELECT coalesce(min(greatest), 9223372036854775807) FROM table_limits WHERE wager_kind = 'play')
        OR pair_plus_stake
            > (SELECT coalesce(min(greatest), 9223372036854775807) FROM table_limits WHERE wager_kind = 'pair_plus')
        OR six_card_bonus_stake
            > (SELECT coalesce(min(greatest), 9223372036854775807) FROM table_limits WHERE wager_kind = 'six_card_bonus')
        OR progressive_stake
            > (SELECT coalesce(min(greatest), 9223372036854775807) FROM table_limits WHERE wager_kind = 'progressive')
        OR (kinds & 1 <> 0 AND ante_stake < (SELECT max(least) FROM table_limits WHERE wager_kind = 'ante'))
        OR (kinds & 2 <> 0 AND play_stake < (SELECT max(least) FROM table_limits WHERE wager_kind = 'play'))
        OR (kinds & 8 <> 0 AND pair_plus_stake < (SELECT max(least) FROM table_limits WHERE wager_kind = 'pair_plus'))
        OR (kinds & 16 <> 0
            AND six_card_bonus_stake < (SELECT max(least) FROM table_limits WHERE wager_kind = 'six_card_bonus'))
        OR (kinds & 32 <> 0
            AND progressive_stake < (SELECT max(least) FROM table_limits WHERE wager_kind = 'progressive'))
    UNION ALL
    SELECT o.round_key, o.seat, o.participant_index, p.participant_id, p.wager_order, o.wager_kind, o.stake, true
    FROM other_wagers AS o
    JOIN participants AS p USING (round_key, seat, participant_index)
)
SELECT
    s.round_key, s.seat, s.participant_index, s.participant_id, s.wager_kind, 'violation' AS verdict,
    list_position(string_split(s.wager_order, ','), s.wager_kind) - 1 AS wager_index,
    CASE
        WHEN s.stake <= 0 THEN 'not positive'
        WHEN s.stake < l.least THEN 'below ' || l.least
        ELSE 'above ' || l.greatest
    END AS detail
FROM stakes AS s
JOIN table_rounds AS r USING (round_key)
JOIN table_terms AS t USING (place_no)
LEFT JOIN table_limits AS l
    ON l.place_no = r.place_no AND l.wager_kind = s.wager_kind AND t.posted_currency = r.currency
WHERE r.in_scope AND NOT r.void AND s.placed AND (s.stake <= 0 OR s.stake < l.least OR s.stake > l.greatest);

SELECT
    (SELECT coalesce(sum(k.wagers), 0) FROM table_kinds AS k
        JOIN table_terms AS t USING (place_no)
        SEMI JOIN table_limits AS l ON l.place_no = k.place_no AND l.wager_kind = k.wager_kind
        WHERE t.posted_currency = k.currency)
    + (SELECT count(*) FROM table_found AS f
        JOIN table_rounds AS r USING (round_key)
        JOIN table_terms AS t USING (place_no)
        ANTI JOIN table_limits AS l
            ON l.place_no = r.place_no AND l.wager_kind = f.wager_kind AND t.posted_currency = r.currency
        WHERE f.code = 'WAGR-006')
    + (SELECT count(*) FROM other_wagers AS o
        JOIN table_rounds AS r USING (round_key)
        JOIN table_terms AS t USING (place_no)
        SEMI JOIN table_limits AS l
            ON l.place_no = r.place_no AND l.wager_kind = o.wager_kind AND t.posted_currency = r.currency
        WHERE r.in_scope AND NOT r.void),
    (SELECT coalesce(sum(wagers), 0) FROM table_kinds)
    + (SELECT count(*) FROM other_wagers JOIN table_rounds USING (round_key) WHERE in_scope AND NOT void);
