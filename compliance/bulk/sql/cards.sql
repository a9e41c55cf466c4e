-- A card's place in the deck from its text: 0 (two of clubs) … 51 (ace of spades).
CREATE OR REPLACE TEMP MACRO card_code(card) AS
    4 * (strpos('23456789TJQKA', card[1]) - 1) + strpos('cdhs', card[2]) - 1;

CREATE OR REPLACE TEMP MACRO lowest_bit(bits) AS
    CASE WHEN bits <> 0 THEN bit_count((bits & -bits) - 1) END;

-- Of seats given as bits, the first at or after one of them, going round; NULL where there is none.
CREATE OR REPLACE TEMP MACRO first_seat(seats, from_seat) AS
    lowest_bit(CASE WHEN seats >> from_seat <> 0 THEN (seats >> from_seat) << from_seat ELSE seats END);

-- The position that a value gives, counting round the positions without the player-dealer's.
CREATE OR REPLACE TEMP MACRO nth_position(value, counted, pd_seat) AS
    (value - 1) % nullif(counted, 0) + 1 + ((value - 1) % nullif(counted, 0) + 1 >= pd_seat)::INTEGER;

-- How many of the seats given as bits are below one of them.
CREATE OR REPLACE TEMP MACRO seats_below(seats, seat) AS
    bit_count(CASE WHEN seat > 62 THEN seats ELSE seats & ((1::BIGINT << seat) - 1) END);
