-- One row a round as it was read, from any reader, before it is known whether it is new. Amounts are minor
-- units, cards canonical text such as 'Qh 7d 2c', times as recorded and as nanoseconds since 1970 UTC.
-- ``plain``: every wager is of a known kind and untimed, and no empty seat has cards. ``sound``: it is known that
-- no participant stands twice at a seat, no kind twice with a participant, and no participant's name is too long;
-- otherwise every kind is a known one. ``seats`` is null where the participants are staged beside it, in the columns of
-- ``participants``: a reader of rows has them so.
CREATE OR REPLACE TEMP TABLE staged (
    line BIGINT NOT NULL,
    byte_offset BIGINT NOT NULL,
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
    dealer_cards VARCHAR,
    pd_seat INTEGER,
    pd_participant_id VARCHAR,
    pd_wager BIGINT,
    pd_collection BIGINT,
    pd_net BIGINT,
    pd_kind VARCHAR,
    pd_declined_by VARCHAR[],
    action_card VARCHAR,
    action_seat INTEGER,
    meter_id VARCHAR,
    meter_before BIGINT,
    meter_after BIGINT,
    extra VARCHAR,
    plain BOOLEAN NOT NULL,
    sound BOOLEAN NOT NULL,
    seats STRUCT(
        seat INTEGER,
        cards VARCHAR,
        participants STRUCT(
            participant_id VARCHAR,
            decision decision,
            decision_source decision_source,
            collection BIGINT,
            wagers STRUCT(
                kind VARCHAR, stake BIGINT, outcome outcome, net BIGINT, placed_at VARCHAR, placed_ns BIGINT
            )[]
        )[]
    )[]
);

-- The rows that staged rounds were put together from, by the round's line, where it is not that line alone; a copy
-- only repeats another row.
CREATE OR REPLACE TEMP TABLE staged_rows (
    of_line BIGINT NOT NULL,
    line BIGINT NOT NULL,
    byte_offset BIGINT NOT NULL,
    byte_length BIGINT NOT NULL,
    copy BOOLEAN NOT NULL
);

-- When wagers of participants that are staged in columns were placed, by the round's line.
CREATE OR REPLACE TEMP TABLE staged_times (
    line BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    participant_index INTEGER NOT NULL,
    wager_kind VARCHAR NOT NULL,
    placed_at VARCHAR NOT NULL,
    placed_ns BIGINT NOT NULL
);
