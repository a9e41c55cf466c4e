-- Money is BIGINT in the minor unit of the round's currency. Times are kept as recorded (text) and, where they
-- are compared, as nanoseconds since 1970 UTC. A hand of exactly three cards is one number,
-- c1*2704 + c2*52 + c3 with card codes 0 (2c) … 51 (As) in recorded order: the key of every ranking join;
-- NULL where the hand was not shown, -1 where it has not exactly three cards. The *_cards columns hold canonical text.

CREATE TYPE outcome AS ENUM ('win', 'lose', 'push', 'no_action', 'void');
CREATE TYPE round_status AS ENUM ('settled', 'void');
CREATE TYPE decision AS ENUM ('play', 'fold');
CREATE TYPE decision_source AS ENUM ('player', 'timeout', 'disconnect', 'insufficient_balance', 'house_way');
CREATE TYPE verdict AS ENUM ('conforms', 'undetermined', 'review', 'violation');

CREATE TABLE files (
    file_id INTEGER PRIMARY KEY,
    sha256 VARCHAR NOT NULL UNIQUE,
    path VARCHAR NOT NULL,
    size_bytes BIGINT NOT NULL,
    profile VARCHAR NOT NULL,
    ingested_at VARCHAR NOT NULL,
    received_from VARCHAR,
    medium VARCHAR,
    kept BOOLEAN NOT NULL,
    read BIGINT NOT NULL,
    loaded BIGINT NOT NULL,
    duplicate BIGINT NOT NULL,
    quarantined BIGINT NOT NULL,
    CHECK (read = loaded + duplicate + quarantined)
);

CREATE TABLE rounds (
    round_key BIGINT NOT NULL,           -- dense, from 1, in order of loading
    file_id INTEGER NOT NULL,
    line BIGINT NOT NULL,                -- from 1
    byte_offset BIGINT NOT NULL,         -- in the decompressed text, from 0
    byte_length BIGINT NOT NULL,
    licensee_id VARCHAR NOT NULL,
    round_id VARCHAR NOT NULL,
    table_id VARCHAR NOT NULL,
    gaming_date DATE NOT NULL,
    rule_sheet VARCHAR NOT NULL,
    currency VARCHAR NOT NULL,
    minor_digits UTINYINT NOT NULL,
    status round_status NOT NULL,
    void_reason VARCHAR,
    sequence BIGINT,
    started_at VARCHAR NOT NULL,
    started_ns BIGINT NOT NULL,
    wagers_closed_at VARCHAR,
    wagers_closed_ns BIGINT,
    settled_at VARCHAR NOT NULL,
    settled_ns BIGINT NOT NULL,
    deck VARCHAR,
    shuffler_id VARCHAR,
    house_dealer_id VARCHAR,
    shift VARCHAR,
    session_id VARCHAR,
    dealer_hand INTEGER,
    dealer_cards VARCHAR,
    pd_seat INTEGER,                     -- pd_*: the player-dealer; all NULL where none is recorded
    pd_participant_id VARCHAR,
    pd_wager BIGINT,
    pd_collection BIGINT,
    pd_net BIGINT,
    pd_kind VARCHAR,
    pd_declined_by VARCHAR[],
    action_card UTINYINT,                -- card code
    action_seat INTEGER,
    meter_id VARCHAR,
    meter_before BIGINT,
    meter_after BIGINT,
    extra VARCHAR                        -- JSON text, as it came
);

CREATE TABLE participants (              -- one row a participant at a seat; absent wagers are zero with their bit unset
    round_key BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    participant_index INTEGER NOT NULL,  -- order within the seat, from 0
    participant_id VARCHAR NOT NULL,
    hand INTEGER,
    cards VARCHAR,
    decision decision,
    decision_source decision_source NOT NULL,
    collection BIGINT,
    kinds UTINYINT NOT NULL,             -- bit 0 ante, 1 play, 2 ante_bonus, 3 pair_plus, 4 six_card_bonus, 5 progressive
    wager_order VARCHAR NOT NULL,        -- kinds as recorded, joined by commas; other kinds included
    ante_stake BIGINT NOT NULL, ante_net BIGINT NOT NULL, ante_outcome outcome,
    play_stake BIGINT NOT NULL, play_net BIGINT NOT NULL, play_outcome outcome,
    ante_bonus_stake BIGINT NOT NULL, ante_bonus_net BIGINT NOT NULL, ante_bonus_outcome outcome,
    pair_plus_stake BIGINT NOT NULL, pair_plus_net BIGINT NOT NULL, pair_plus_outcome outcome,
    six_card_bonus_stake BIGINT NOT NULL, six_card_bonus_net BIGINT NOT NULL, six_card_bonus_outcome outcome,
    progressive_stake BIGINT NOT NULL, progressive_net BIGINT NOT NULL, progressive_outcome outcome
);

CREATE TABLE other_wagers (              -- wagers of kinds that no sheet knows
    round_key BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    participant_index INTEGER NOT NULL,
    wager_kind VARCHAR NOT NULL,
    stake BIGINT NOT NULL,
    net BIGINT NOT NULL,
    outcome outcome NOT NULL
);

CREATE TABLE wager_times (               -- placed_at, where recorded
    round_key BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    participant_index INTEGER NOT NULL,
    wager_kind VARCHAR NOT NULL,
    placed_at VARCHAR NOT NULL,
    placed_ns BIGINT NOT NULL
);

CREATE TABLE vacant_hands (              -- cards recorded at a seat without participants
    round_key BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    cards VARCHAR NOT NULL
);

CREATE TABLE duplicates (                -- lines equal to a round already loaded
    file_id INTEGER NOT NULL,
    line BIGINT NOT NULL,
    byte_offset BIGINT NOT NULL,
    licensee_id VARCHAR NOT NULL,
    round_id VARCHAR NOT NULL
);

CREATE TABLE quarantine (
    file_id INTEGER NOT NULL,
    line BIGINT NOT NULL,
    byte_offset BIGINT NOT NULL,
    reason VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    raw BLOB NOT NULL,
    licensee_id VARCHAR,                 -- with round_id, where they could be read
    round_id VARCHAR,
    resolved_by INTEGER                  -- file_id of the file that brought the corrected round
);

CREATE TABLE runs (
    run_id VARCHAR PRIMARY KEY,
    started_at VARCHAR NOT NULL,         -- RFC 3339, UTC
    finished_at VARCHAR NOT NULL,
    program_version VARCHAR NOT NULL,
    basis VARCHAR NOT NULL,              -- digest of all that the result depends on: bytes, sheets, licensee's file, program
    scope VARCHAR NOT NULL,              -- JSON: table, from, to
    sheets VARCHAR NOT NULL,             -- JSON: the sheets used, with digest, standing and readings
    summary VARCHAR NOT NULL             -- JSON: the document that verify --json prints
);

CREATE TABLE findings (                  -- of the last run over a round; the view finding_list adds what the round says
    run_id VARCHAR NOT NULL,
    round_key BIGINT NOT NULL,
    rules_id INTEGER NOT NULL,           -- the sheet in force, of rules_used; 0 where the sheet is unknown
    code VARCHAR NOT NULL,
    verdict verdict NOT NULL,
    seat INTEGER,
    participant_index INTEGER,
    participant_id VARCHAR,
    wager_index INTEGER,
    wager_kind VARCHAR,
    expected_outcome outcome,
    expected_net BIGINT,
    recorded_outcome outcome,
    recorded_net BIGINT,
    variance BIGINT,
    direction VARCHAR,
    branch VARCHAR,
    interpretation VARCHAR,
    reading VARCHAR,
    also_fits VARCHAR[] NOT NULL,
    detail VARCHAR
);

CREATE TABLE rules_used (                -- a sheet with the rulings and postings that a run applied to it
    run_id VARCHAR NOT NULL,
    rules_id INTEGER NOT NULL,
    rule_sheet VARCHAR NOT NULL,
    terms VARCHAR NOT NULL               -- JSON: rulings and postings
);

CREATE TABLE readings_told_apart (                   -- wagers for which another reading of an open interpretation gives other money
    run_id VARCHAR NOT NULL,
    rules_id INTEGER NOT NULL,
    interpretation VARCHAR NOT NULL,
    discriminating BIGINT NOT NULL,
    fits_adopted BIGINT NOT NULL,
    fits_other BIGINT NOT NULL
);

CREATE TABLE grounds (                   -- the clauses that a kind of finding rests on under a sheet in force
    run_id VARCHAR NOT NULL,
    rules_id INTEGER NOT NULL,
    code VARCHAR NOT NULL,
    wager_kind VARCHAR,
    branch VARCHAR,
    interpretation VARCHAR,
    clauses VARCHAR[] NOT NULL
);

CREATE TABLE checks (                    -- what each check examined in a run
    run_id VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    examined BIGINT NOT NULL,
    findings BIGINT NOT NULL,
    reason VARCHAR                       -- why nothing was examined
);

CREATE TABLE documents (                 -- written for a run
    run_id VARCHAR NOT NULL,
    path VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL
);

CREATE VIEW finding_list AS
SELECT f.*, r.licensee_id, r.round_id, r.table_id, r.gaming_date, r.sequence, r.rule_sheet, r.house_dealer_id,
       r.currency, r.minor_digits, r.line, r.byte_offset, s.sha256 AS file_sha256, s.path AS file, r.dealer_cards, p.cards,
       g.clauses
FROM findings f
JOIN rounds r USING (round_key)
JOIN files s USING (file_id)
LEFT JOIN participants p
  ON p.round_key = f.round_key AND p.seat = f.seat AND p.participant_index = f.participant_index
JOIN grounds g
  ON g.run_id = f.run_id AND g.rules_id = f.rules_id AND g.code = f.code
 AND g.wager_kind IS NOT DISTINCT FROM f.wager_kind AND g.branch IS NOT DISTINCT FROM f.branch
 AND g.interpretation IS NOT DISTINCT FROM f.interpretation;
