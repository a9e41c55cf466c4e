-- Lines on which a kind stands twice with a participant, a participant twice at a seat, or a name is too long.
SELECT line FROM flattened_participants WHERE NOT in_form
UNION
SELECT line FROM (
    SELECT line, seat, participant_id FROM flattened_participants
    WHERE NOT sound AND (line, seat) IN (SELECT (line, seat) FROM flattened_participants WHERE participant_index = 1)
    GROUP BY ALL HAVING count(*) > 1
)
