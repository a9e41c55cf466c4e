-- Participants at one seat take their turns as recorded.
CREATE OR REPLACE TEMP TABLE tight_seats AS
SELECT * REPLACE (
    row_number() OVER (PARTITION BY round_key ORDER BY turn, participant_index) - 1 AS turn,
    CASE WHEN occupied_turn IS NOT NULL THEN
        row_number() OVER (PARTITION BY round_key ORDER BY occupied_turn, participant_index) - 1
    END AS occupied_turn
)
FROM tight_seats;
