-- The figures that only the detail of a finding holds: the Ante that a Play differs from, what a session should have
-- come to. NULL where it holds none. Which others a wager is held against is no figure of its own.
CREATE MACRO figures_of(code, detail) AS
    CASE WHEN code NOT LIKE 'ALIK-%' THEN nullif(array_to_string(regexp_extract_all(detail, '-?[0-9]+'), ' '), '') END;

-- What a finding is known by, whatever database and run it stands in. No identifier of a participant enters: an id is
-- printed where the identifiers are not, and a guess at one could be tried against it.
CREATE MACRO finding_id(
    licensee_id, round_id, code, seat, participant_index, wager_kind, expected_outcome, expected_net, recorded_outcome,
    recorded_net, interpretation, reading, detail
) AS left(sha256(concat_ws(
    chr(31), licensee_id, round_id, code, coalesce(seat::VARCHAR, ''), coalesce(participant_index::VARCHAR, ''),
    coalesce(wager_kind, ''), coalesce(expected_outcome::VARCHAR, ''), coalesce(expected_net::VARCHAR, ''),
    coalesce(recorded_outcome::VARCHAR, ''), coalesce(recorded_net::VARCHAR, ''), coalesce(interpretation, ''),
    coalesce(reading, ''), figures_of(code, detail)
)), 16);

-- The run since which every run over the round has found it; NULL where its own run is the first to.
ALTER TABLE findings ADD COLUMN since_run VARCHAR;

-- Findings that a later run over their round (gone_run) no longer has. run_id is the last that had them.
CREATE TABLE gone_findings AS SELECT *, run_id AS gone_run FROM findings LIMIT 0;

CREATE TYPE disposition AS ENUM ('accepted', 'explained', 'dismissed');

CREATE TABLE dispositions (              -- never changed: the last of a finding is the one that stands
    number BIGINT PRIMARY KEY,           -- from 1, in the order given
    finding_id VARCHAR NOT NULL,
    disposition disposition NOT NULL,
    given_by VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    given_at VARCHAR NOT NULL            -- RFC 3339, UTC
);

CREATE TABLE judged (                    -- which rounds a run judged: those up to last_key that fit
    run_id VARCHAR NOT NULL,
    started_at VARCHAR NOT NULL,
    table_id VARCHAR,                    -- NULL: every table
    first_date DATE NOT NULL,
    last_date DATE NOT NULL,
    last_key BIGINT NOT NULL
);

-- As finding_list, of those that are gone.
CREATE VIEW gone_list AS
SELECT f.*, r.licensee_id, r.round_id, r.table_id, r.gaming_date, r.sequence, r.rule_sheet, r.house_dealer_id,
       r.currency, r.minor_digits, r.line, r.byte_offset, s.sha256 AS file_sha256, s.path AS file, r.dealer_cards, p.cards,
       g.clauses
FROM gone_findings f
JOIN rounds r USING (round_key)
JOIN files s USING (file_id)
LEFT JOIN participants p
  ON p.round_key = f.round_key AND p.seat = f.seat AND p.participant_index = f.participant_index
JOIN grounds g
  ON g.run_id = f.run_id AND g.rules_id = f.rules_id AND g.code = f.code
 AND g.wager_kind IS NOT DISTINCT FROM f.wager_kind AND g.branch IS NOT DISTINCT FROM f.branch
 AND g.interpretation IS NOT DISTINCT FROM f.interpretation;

-- Every finding with its id and its state: new, still_open or gone.
CREATE VIEW identified_findings AS
SELECT *, finding_id(
    licensee_id, round_id, code, seat, participant_index, wager_kind, expected_outcome, expected_net, recorded_outcome,
    recorded_net, interpretation, reading, detail
) AS finding_id
FROM (
    SELECT *, NULL AS gone_run, CASE WHEN since_run IS NULL THEN 'new' ELSE 'still_open' END AS state FROM finding_list
    UNION ALL BY NAME
    SELECT *, 'gone' AS state FROM gone_list
);

-- The same with the disposition that stands.
CREATE VIEW worked_findings AS
SELECT f.*, d.disposition, d.given_by, d.reason, d.given_at
FROM identified_findings AS f
LEFT JOIN (FROM dispositions QUALIFY row_number() OVER (PARTITION BY finding_id ORDER BY number DESC) = 1) AS d
    USING (finding_id);
