-- A seat's place in settlement order, as one number: wagers at the banking seat last; those lost by folding first where
-- the sheet says so; kind by kind round the table or seat by seat; seats from the action seat up, then the others.
-- Within it follow the participants as recorded, and their wagers in the sheet's order.
CREATE OR REPLACE TEMP MACRO order_key(banking, after_forfeits, round_the_table, wraps, seat) AS
    (banking::BIGINT << 50) | (after_forfeits::BIGINT << 49) | (round_the_table::BIGINT << 33) | (wraps::BIGINT << 32)
    | seat::BIGINT;
