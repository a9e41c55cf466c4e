-- WAGR-007: a wager, other than Play, was placed after wagers were closed.
SELECT
    w.round_key, w.seat, w.participant_index, p.participant_id, w.wager_kind, 'violation' AS verdict,
    list_position(string_split(p.wager_order, ','), w.wager_kind) - 1 AS wager_index
FROM wager_times AS w
JOIN table_rounds AS r USING (round_key)
JOIN participants AS p USING (round_key, seat, participant_index)
WHERE r.in_scope AND NOT r.void AND w.wager_kind NOT IN ('play', 'ante_bonus') AND w.placed_ns > r.closed_ns;

SELECT
    (SELECT count(*) FROM wager_times AS w
        JOIN table_rounds AS r USING (round_key)
        WHERE r.in_scope AND NOT r.void AND w.wager_kind NOT IN ('play', 'ante_bonus') AND r.closed_ns IS NOT NULL),
    (SELECT coalesce(sum(wagers), 0) FROM table_kinds WHERE wager_kind <> 'play')
    + (SELECT count(*) FROM other_wagers JOIN table_rounds USING (round_key) WHERE in_scope AND NOT void);
