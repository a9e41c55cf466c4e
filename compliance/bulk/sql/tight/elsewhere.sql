-- The participants once more, as start 1, in turn from where action may start elsewhere.
INSERT INTO tight_seats
SELECT * REPLACE (1 AS start, occupied_turn AS turn) FROM tight_seats WHERE occupied_turn IS NOT NULL;

-- A round with more participants than a walk is made for goes the long way.
DELETE FROM tight_seats
WHERE round_key IN (SELECT round_key FROM tight_seats WHERE turn >= getvariable('most_participants'));
