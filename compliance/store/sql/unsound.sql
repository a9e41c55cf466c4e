-- Lines on which a kind stands twice with a participant, or a participant twice at a seat.
SELECT line FROM flattened_participants WHERE NOT kinds_once
UNION
SELECT line FROM (
    SELECT line, seat, participant_id FROM flattened_participants
    WHERE NOT sound AND (line, seat) IN (SELECT (line, seat) FROM flattened_participants WHERE participant_index = 1)
    GROUP BY ALL HAVING count(*) > 1
)
