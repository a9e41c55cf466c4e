-- A card's place in the deck from its text: 0 (two of clubs) … 51 (ace of spades).
CREATE OR REPLACE TEMP MACRO card_code(card) AS
    4 * (strpos('23456789TJQKA', card[1]) - 1) + strpos('cdhs', card[2]) - 1;
