-- The record laid out for the screen, beside the tables it comes from: facts of the record alone, whatever the sheet.
-- Filled from them round by round in order of key, so that the last key laid out says how far it is.

CREATE TABLE IF NOT EXISTS laid_by (          -- what laid it out: another program lays it out anew
    sha256 VARCHAR NOT NULL
);

CREATE TABLE IF NOT EXISTS laid_places (      -- where, when and by which sheet rounds were played
    place_id INTEGER NOT NULL,
    licensee_id VARCHAR NOT NULL,
    rule_sheet VARCHAR NOT NULL,
    table_id VARCHAR NOT NULL,
    gaming_date DATE NOT NULL,
    currency VARCHAR NOT NULL
);

CREATE TABLE IF NOT EXISTS laid_rounds (
    round_key BIGINT NOT NULL,
    place_id INTEGER NOT NULL,
    void BOOLEAN NOT NULL,
    dealer_hand INTEGER NOT NULL,             -- as in rounds; -2 where not shown
    pd_seat INTEGER,
    pd_wager BIGINT,
    pd_net BIGINT,
    button_rank INTEGER NOT NULL,             -- rank of the action card; 15 where there is none
    action_seat INTEGER,
    moved BIGINT NOT NULL,                    -- sum of the amounts of all recorded nets, either way
    answered BIGINT NOT NULL,                 -- the same of ante, play, pair_plus and six_card_bonus
    greatest_stake BIGINT NOT NULL,           -- the greatest amount of any stake
    net BIGINT NOT NULL,                      -- sum of the nets of those four
    cards BIGINT NOT NULL,                    -- a bit for each card shown
    hands INTEGER NOT NULL,                   -- hands of exactly three cards shown
    seats BIGINT NOT NULL,                    -- a bit for each seat with a participant
    taken INTEGER NOT NULL,                   -- how many such seats
    record_oddities INTEGER NOT NULL          -- bit 0 a Play differs from its Ante, 1 a bonus is above its Ante,
);                                            -- 2 several participants at a seat, 3 anything the screen cannot read

CREATE TABLE IF NOT EXISTS laid_seats (       -- one row a participant
    round_key BIGINT NOT NULL,
    hand INTEGER NOT NULL,                    -- as in participants; -2 where not shown
    dealer_hand INTEGER NOT NULL,
    shape INTEGER NOT NULL,                   -- 4 * kinds + decision: 0 play, 1 fold, 2 fold by disconnection, 3 none
    signature BIGINT NOT NULL,                -- wager codes of ante, play, ante_bonus and pair_plus, 14 bits each
    second INTEGER NOT NULL                   -- of six_card_bonus and progressive
);
