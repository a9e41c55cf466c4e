-- DECK-001: a deck is in use twice running, where two take turns. With a round missing in between nothing can be said.
SELECT r.round_key, 'violation' AS verdict, r.deck AS detail
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND NOT r.void AND t.alternate AND r.deck = r.last_deck
    AND (r.sequence::HUGEINT = r.last_sequence::HUGEINT + 1) IS NOT FALSE;

SELECT
    count(*) FILTER (
        t.alternate AND r.deck IS NOT NULL AND r.last_deck IS NOT NULL
        AND (r.sequence::HUGEINT = r.last_sequence::HUGEINT + 1) IS NOT FALSE
    ),
    count(*)
FROM table_rounds AS r
JOIN table_terms AS t USING (place_no)
WHERE r.in_scope AND NOT r.void;
