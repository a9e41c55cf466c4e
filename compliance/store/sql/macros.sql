-- A card's place in the deck, 0 (2c) to 51 (As), and a hand of three cards as one number.
CREATE OR REPLACE TEMP MACRO card_code(card) AS
    strpos('2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTsJcJdJhJsQcQdQhQsKcKdKhKsAcAdAhAs', card) // 2;
CREATE OR REPLACE TEMP MACRO hand_number(cards) AS CASE
    WHEN cards IS NULL THEN NULL
    WHEN length(cards) = 8
        THEN card_code(cards[1:2]) * 2704 + card_code(cards[4:5]) * 52 + card_code(cards[7:8])
    ELSE -1
END;

-- The parts of a round's content as text; content.sql says how they are parted.
CREATE OR REPLACE TEMP MACRO recorded(value) AS coalesce(value::VARCHAR, chr(1));
CREATE OR REPLACE TEMP MACRO wager_text(w) AS
    concat_ws(chr(31), w.kind, w.stake, w.outcome, w.net, recorded(w.placed_at)) || chr(30);
CREATE OR REPLACE TEMP MACRO participant_text(p) AS
    concat_ws(chr(31), p.participant_id, recorded(p.decision), p.decision_source, recorded(p.collection))
    || chr(31) || array_to_string(list_transform(p.wagers, lambda w: wager_text(w)), '') || chr(29);
CREATE OR REPLACE TEMP MACRO seat_text(s) AS
    s.seat::VARCHAR || chr(31) || recorded(s.cards) || chr(31)
    || array_to_string(list_transform(s.participants, lambda p: participant_text(p)), '') || chr(28);
