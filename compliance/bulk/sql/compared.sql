-- The wagers of a batch that were compared with the record, by what tells which checks looked at them.
WITH unmarked AS (
    SELECT r.rules_id, r.void, r.banked AND r.limited AS limited, p.kinds, count(*) AS participants
    FROM participants AS p
    JOIN judged_rounds AS r USING (round_key)
    ANTI JOIN chosen USING (round_key)
    GROUP BY ALL
)
SELECT rules_id, void, limited, wager_kind, sum(participants)::BIGINT
FROM unmarked JOIN wager_kinds ON kind < 6 AND kinds & (1 << kind) <> 0
GROUP BY ALL
UNION ALL
SELECT r.rules_id, r.void, r.put_up IS NOT NULL, wager_kind, count(*)
FROM lines JOIN settling_rounds AS r USING (round_key) JOIN wager_kinds USING (kind)
WHERE branch NOT IN ('deal_fault', 'sheet_unknown')
GROUP BY ALL;
