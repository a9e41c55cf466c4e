-- Views for people who write SQL. Money is a decimal in the currency's own unit, so that it can be added up.
CREATE SCHEMA views;

-- Minor units as a decimal: exact, with the four decimals of the currency that has the most.
CREATE MACRO in_units(amount, minor_digits) AS
    amount::DECIMAL(30, 0) * [1.0000, 0.1000, 0.0100, 0.0010, 0.0001][minor_digits + 1];

CREATE MACRO card_text(code) AS substr('23456789TJQKA', code // 4 + 1, 1) || substr('cdhs', code % 4 + 1, 1);

CREATE VIEW views.files AS
SELECT path, sha256, size_bytes, profile, ingested_at, received_from, medium, read, loaded, duplicate, quarantined
FROM main.files;

CREATE VIEW views.quarantine AS
SELECT f.path AS file, f.sha256 AS file_sha256, q.line, q.byte_offset, q.reason, q.message, q.raw, q.licensee_id, q.round_id,
    q.resolved_by IS NOT NULL AS resolved
FROM main.quarantine AS q JOIN main.files AS f USING (file_id);

CREATE VIEW views.runs AS
SELECT run_id, started_at, finished_at, program_version, summary ->> '$.verdict' AS verdict, scope ->> '$.table' AS table_id,
    (scope ->> '$.from')::DATE AS first_date, (scope ->> '$.to')::DATE AS last_date
FROM main.runs;

CREATE VIEW views.checks AS
SELECT run_id, code, examined, skipped, findings, reason FROM main.checks;

-- How the record bears on the open questions of a sheet, in wagers.
CREATE VIEW views.interpretations AS
SELECT t.run_id, u.rule_sheet, t.interpretation, sum(t.touched)::BIGINT AS touched,
    sum(t.discriminating)::BIGINT AS discriminating, sum(t.fits_adopted)::BIGINT AS fits_adopted,
    sum(t.fits_other)::BIGINT AS fits_other
FROM main.readings_told_apart AS t JOIN main.rules_used AS u USING (run_id, rules_id)
GROUP BY ALL;

-- A row a round. run_id: the latest run that judged it, NULL where none has.
CREATE VIEW views.rounds AS
WITH latest AS (
    SELECT r.round_key, arg_max(j.run_id, j.rowid) AS run_id
    FROM main.rounds AS r
    JOIN main.judged AS j
        ON r.round_key <= j.last_key AND r.gaming_date BETWEEN j.first_date AND j.last_date
        AND r.table_id = coalesce(j.table_id, r.table_id)
    GROUP BY r.round_key
)
SELECT r.round_id, r.licensee_id, r.table_id, r.gaming_date, r.sequence, r.rule_sheet, r.status, r.void_reason, r.currency,
    make_timestamp_ns(r.started_ns) AS started_utc, make_timestamp_ns(r.wagers_closed_ns) AS wagers_closed_utc,
    make_timestamp_ns(r.settled_ns) AS settled_utc,
    r.deck, r.shuffler_id, r.house_dealer_id, r.shift, r.session_id, r.dealer_cards,
    r.pd_seat AS player_dealer_seat, r.pd_participant_id AS player_dealer_id, r.pd_kind AS player_dealer_kind,
    in_units(r.pd_wager, r.minor_digits) AS player_dealer_wager, in_units(r.pd_net, r.minor_digits) AS player_dealer_net,
    in_units(r.pd_collection, r.minor_digits) AS player_dealer_collection,
    card_text(r.action_card) AS action_card, r.action_seat,
    r.meter_id, in_units(r.meter_before, r.minor_digits) AS meter_before, in_units(r.meter_after, r.minor_digits) AS meter_after,
    f.path AS file, f.sha256 AS file_sha256, r.line, r.byte_offset, latest.run_id, r.round_key
FROM main.rounds AS r
JOIN main.files AS f USING (file_id)
LEFT JOIN latest USING (round_key);

-- A row a participant at a seat. participant_index: the place at the seat, from 0.
CREATE VIEW views.participants AS
SELECT r.round_id, r.licensee_id, r.table_id, r.gaming_date, p.seat, p.participant_index, p.participant_id, p.cards,
    p.decision, p.decision_source, in_units(p.collection, r.minor_digits) AS collection, r.currency, p.round_key
FROM main.participants AS p JOIN main.rounds AS r USING (round_key);

CREATE VIEW wagers_as_recorded AS
SELECT p.round_key, p.seat, p.participant_index, p.participant_id, w.wager_kind, w.stake, w.outcome, w.net,
    (list_position(string_split(p.wager_order, ','), w.wager_kind) - 1)::INTEGER AS wager_index
FROM (
    SELECT round_key, seat, participant_index, participant_id, wager_order, unnest([
        {'bit': 1, 'wager_kind': 'ante', 'stake': ante_stake, 'outcome': ante_outcome, 'net': ante_net},
        {'bit': 2, 'wager_kind': 'play', 'stake': play_stake, 'outcome': play_outcome, 'net': play_net},
        {'bit': 4, 'wager_kind': 'ante_bonus', 'stake': ante_bonus_stake, 'outcome': ante_bonus_outcome, 'net': ante_bonus_net},
        {'bit': 8, 'wager_kind': 'pair_plus', 'stake': pair_plus_stake, 'outcome': pair_plus_outcome, 'net': pair_plus_net},
        {
            'bit': 16, 'wager_kind': 'six_card_bonus', 'stake': six_card_bonus_stake, 'outcome': six_card_bonus_outcome,
            'net': six_card_bonus_net
        },
        {
            'bit': 32, 'wager_kind': 'progressive', 'stake': progressive_stake, 'outcome': progressive_outcome,
            'net': progressive_net
        }
    ]) AS w, kinds
    FROM main.participants
) AS p
WHERE p.kinds & p.w.bit <> 0
UNION ALL BY NAME
SELECT o.round_key, o.seat, o.participant_index, p.participant_id, o.wager_kind, o.stake, o.outcome, o.net,
    (list_position(string_split(p.wager_order, ','), o.wager_kind) - 1)::INTEGER AS wager_index
FROM main.other_wagers AS o JOIN main.participants AS p USING (round_key, seat, participant_index);

-- A row a recorded wager. wager_index: its place among the participant's, from 0.
CREATE VIEW views.wagers AS
SELECT r.round_id, r.licensee_id, r.table_id, r.gaming_date, w.seat, w.participant_index, w.participant_id, w.wager_index,
    w.wager_kind, in_units(w.stake, r.minor_digits) AS stake, w.outcome, in_units(w.net, r.minor_digits) AS net, r.currency,
    w.round_key
FROM main.wagers_as_recorded AS w JOIN main.rounds AS r USING (round_key);

-- A row a finding, those gone included: see state. disposition is the one that stands, NULL where there is none.
CREATE VIEW views.findings AS
SELECT finding_id, code, verdict, state, round_id, licensee_id, table_id, gaming_date, seat, participant_index, participant_id,
    wager_kind, expected_outcome, in_units(expected_net, minor_digits) AS expected_net, recorded_outcome,
    in_units(recorded_net, minor_digits) AS recorded_net, in_units(variance, minor_digits) AS variance, direction, currency,
    clauses, interpretation, reading, also_fits, rule_sheet, house_dealer_id, run_id, disposition, given_by, reason, given_at,
    file, file_sha256, line, byte_offset, round_key
FROM main.worked_findings;

CREATE VIEW views.dispositions AS
SELECT number, finding_id, disposition, given_by, reason, given_at FROM main.dispositions;

-- A row a recorded wager beside what is due, and a row each that is due and not recorded, which has no recorded outcome
-- and stake 0. verdict is NULL in a round that no run has judged. Of a wager that conforms the net due is the recorded one,
-- and expected_outcome is NULL: a label is stored only where it matters.
CREATE VIEW views.settlements AS
WITH standing AS (
    SELECT f.* FROM main.findings AS f
    WHERE f.wager_kind IS NOT NULL AND (f.code LIKE 'SETL-%' OR f.code = 'COVR-001')
),
underivable AS (
    SELECT DISTINCT round_key FROM main.findings
    WHERE code IN ('DEAL-001', 'DEAL-002') OR (code = 'RECD-004' AND rules_id = 0)
),
lines AS (
    SELECT w.round_key, w.seat, w.participant_index, w.participant_id, w.wager_index, w.wager_kind, w.stake,
        w.outcome AS recorded_outcome, w.net AS recorded_net, s.code, s.verdict, s.expected_outcome, s.expected_net
    FROM main.wagers_as_recorded AS w
    LEFT JOIN standing AS s USING (round_key, seat, participant_index, wager_kind)
    UNION ALL BY NAME
    SELECT s.round_key, s.seat, s.participant_index, s.participant_id, s.wager_index, s.wager_kind, 0 AS stake, s.code,
        s.verdict, s.expected_outcome, s.expected_net
    FROM standing AS s
    ANTI JOIN main.wagers_as_recorded AS w USING (round_key, seat, participant_index, wager_kind)
),
told AS (
    SELECT lines.*, r.status, CASE
        WHEN r.run_id IS NULL THEN NULL
        WHEN lines.verdict IS NOT NULL THEN lines.verdict
        WHEN r.status <> 'void' AND underivable.round_key IS NOT NULL THEN 'undetermined'
        ELSE 'conforms'
    END AS judged, r.round_id, r.licensee_id, r.table_id, r.gaming_date, r.sequence, r.rule_sheet, r.currency, m.minor_digits
    FROM lines
    JOIN views.rounds AS r USING (round_key)
    JOIN main.rounds AS m USING (round_key)
    LEFT JOIN underivable ON underivable.round_key = lines.round_key
)
SELECT round_id, licensee_id, table_id, gaming_date, rule_sheet, seat, participant_index, participant_id, wager_index,
    wager_kind, in_units(stake, minor_digits) AS stake, recorded_outcome, in_units(recorded_net, minor_digits) AS recorded_net,
    CASE WHEN judged <> 'undetermined' THEN expected_outcome END AS expected_outcome,
    in_units(
        CASE judged WHEN 'conforms' THEN recorded_net WHEN 'undetermined' THEN NULL ELSE expected_net END, minor_digits
    ) AS expected_net,
    judged::verdict AS verdict, code, currency, round_key
FROM told;
