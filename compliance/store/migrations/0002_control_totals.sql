-- What came beside or in other forms than lines of JSON. Money is BIGINT in the minor unit of ``currency``, which
-- is there wherever an amount is. What the licensee did not state is NULL.

CREATE TABLE manifests (                 -- control totals as the licensee signed them off
    sha256 VARCHAR PRIMARY KEY,
    path VARCHAR NOT NULL,
    licensee_id VARCHAR NOT NULL,        -- whose the rows are that do not say
    received_at VARCHAR NOT NULL,
    received_from VARCHAR,
    medium VARCHAR,
    text VARCHAR NOT NULL,               -- the whole manifest, as it came
    superseded_by VARCHAR                -- sha256 of the manifest that took its place; its rows below are gone then
);

CREATE TABLE control_totals (            -- of a table and gaming date; each at most once
    licensee_id VARCHAR NOT NULL,
    table_id VARCHAR NOT NULL,
    gaming_date DATE NOT NULL,
    first_sequence BIGINT,
    last_sequence BIGINT,
    rounds BIGINT,                       -- settled and void ones
    stakes BIGINT,
    nets BIGINT,                         -- of the participants' wagers, from their side
    collections BIGINT,
    shuffler_count BIGINT,
    currency VARCHAR,
    manifest_sha256 VARCHAR NOT NULL
);

CREATE TABLE bank_sessions (             -- of a player-dealer: what was brought to the table and taken away
    licensee_id VARCHAR NOT NULL,
    table_id VARCHAR NOT NULL,
    participant_id VARCHAR NOT NULL,
    opened_at VARCHAR NOT NULL,          -- RFC 3339 as stated, with the instant in nanoseconds since 1970 UTC
    opened_ns BIGINT NOT NULL,
    closed_at VARCHAR,
    closed_ns BIGINT,
    opening BIGINT,
    closing BIGINT,
    collections BIGINT,
    currency VARCHAR,
    manifest_sha256 VARCHAR NOT NULL
);

CREATE TABLE drops (                     -- collections counted out of a table's drop box
    licensee_id VARCHAR NOT NULL,
    table_id VARCHAR NOT NULL,
    gaming_date DATE,
    shift VARCHAR,
    collections BIGINT,
    currency VARCHAR,
    manifest_sha256 VARCHAR NOT NULL
);

CREATE TABLE file_forms (                -- of files that are not canonical JSON Lines: how they are read again
    file_id INTEGER PRIMARY KEY,
    form VARCHAR NOT NULL,               -- the reader
    profile VARCHAR NOT NULL,            -- the text of the source profile that was applied
    columns VARCHAR[]                    -- names of the columns, where rows have them
);

CREATE TABLE round_rows (                -- the rows that a round was put together from, where there may be several
    round_key BIGINT NOT NULL,
    line BIGINT NOT NULL,
    byte_offset BIGINT NOT NULL,
    byte_length BIGINT NOT NULL
);
