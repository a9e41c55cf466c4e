-- What stands in the rounds of a batch, counted once for all twins: rounds by their facts, participants by what they wager.
CREATE OR REPLACE TEMP TABLE round_census AS
SELECT rules_id, void, banked, banked AND limited AS limited, banked AND pd_net IS NOT NULL AS netted,
    target IS NOT NULL AS buttoned, count(*) AS rounds
FROM judged_rounds
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE census AS
SELECT r.rules_id, r.void, r.banked AND r.limited AS limited, p.kinds, p.decision, p.participant_index = 0 AS first_at_seat,
    count(*) AS participants
FROM participants AS p
JOIN judged_rounds AS r USING (round_key)
GROUP BY ALL;
