-- Rounds whose record, or whose money on the table, the screen leaves to the long form.
CREATE OR REPLACE TEMP TABLE marked_rounds AS
WITH pointed AS (
    SELECT
        r.*, p.* EXCLUDE (place_id),
        CASE WHEN r.action_seat IS NOT NULL THEN
            nth_position(b.value, p.positions - (r.pd_seat <= p.positions)::INTEGER, r.pd_seat)
        END AS target,
        CASE WHEN r.pd_seat BETWEEN 1 AND 62 THEN r.seats & ~(1::BIGINT << r.pd_seat) ELSE r.seats END AS others
    FROM laid_rounds AS r
    JOIN place_terms AS p USING (place_id)
    JOIN screen_buttons AS b ON b.key = p.button_key + r.button_rank
    WHERE r.round_key BETWEEN getvariable('first_key') AND getvariable('last_key')
)
SELECT round_key
FROM pointed
WHERE mark OR void OR dealer_hand < 0 OR record_oddities & oddities <> 0
    OR moved > room
    OR (banked AND (
        pd_wager IS NULL OR abs(net) > pd_wager OR pd_net <> -net OR (answers_others AND pd_net IS NOT NULL)
    ))
    OR bit_count(cards) <> 3 * hands
    OR CASE
        WHEN action_seat <> target THEN
            occupied_only OR target > 62 OR action_seat IS DISTINCT FROM first_seat(others, least(target, 62))
        ELSE target IS NOT NULL AND occupied_only
    END;

-- Rounds in which the money that the player-dealer answers goes beyond the wager put up.
CREATE OR REPLACE TEMP TABLE exceeding_rounds AS
SELECT r.round_key
FROM laid_rounds AS r
JOIN place_terms AS p USING (place_id)
WHERE r.round_key BETWEEN getvariable('first_key') AND getvariable('last_key') AND p.limited AND r.answered > r.pd_wager;
