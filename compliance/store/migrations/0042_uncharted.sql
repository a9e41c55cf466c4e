-- A chart that the sheet leaves out is missing in every round of it: millions of findings that all follow from the record.
-- Of a round that needed no long form they are kept as one row; the view ``findings`` has them wager by wager.
ALTER TABLE findings RENAME TO written_findings;

CREATE TABLE uncharted_rounds (          -- rounds of which only the wagers without a chart cannot be derived
    run_id VARCHAR NOT NULL,
    round_key BIGINT NOT NULL,
    rules_id INTEGER NOT NULL,
    since_run VARCHAR                    -- as in written_findings
);

CREATE TABLE uncharted_kinds (           -- kinds of wagers whose chart a sheet in force leaves out
    run_id VARCHAR NOT NULL,
    rules_id INTEGER NOT NULL,
    kind INTEGER NOT NULL,               -- bit of participants.kinds
    wager_kind VARCHAR NOT NULL,
    after_fold BOOLEAN NOT NULL,         -- whether what the wager of somebody who folded comes to needs the chart too
    after_disconnection BOOLEAN NOT NULL
);

-- The findings of rounds, given by the name of a table shaped like uncharted_rounds and of one like uncharted_kinds.
CREATE MACRO uncharted_wagers(rounds_named, kinds_named) AS TABLE
SELECT
    u.run_id, u.round_key, u.rules_id, 'SETL-005' AS code, 'undetermined'::verdict AS verdict, p.seat, p.participant_index,
    p.participant_id, (list_position(string_split(p.wager_order, ','), k.wager_kind) - 1)::INTEGER AS wager_index,
    k.wager_kind, 'chart_missing' AS branch, []::VARCHAR[] AS also_fits, u.since_run,
    CASE k.wager_kind WHEN 'ante_bonus' THEN p.ante_bonus_outcome WHEN 'pair_plus' THEN p.pair_plus_outcome
        WHEN 'six_card_bonus' THEN p.six_card_bonus_outcome ELSE p.progressive_outcome END AS recorded_outcome,
    CASE k.wager_kind WHEN 'ante_bonus' THEN p.ante_bonus_net WHEN 'pair_plus' THEN p.pair_plus_net
        WHEN 'six_card_bonus' THEN p.six_card_bonus_net ELSE p.progressive_net END AS recorded_net
FROM query_table(rounds_named) AS u
JOIN participants AS p ON p.round_key = u.round_key
JOIN query_table(kinds_named) AS k
    ON k.run_id = u.run_id AND k.rules_id = u.rules_id AND p.kinds & (1 << k.kind) <> 0
    AND CASE WHEN p.decision IS DISTINCT FROM 'fold' THEN true
        WHEN p.decision_source = 'disconnect' THEN k.after_disconnection ELSE k.after_fold END;

CREATE VIEW findings AS
FROM written_findings
UNION ALL BY NAME
FROM uncharted_wagers('uncharted_rounds', 'uncharted_kinds');
