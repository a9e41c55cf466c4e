-- What the rounds of STAGED have for ``participants``, by line instead of round key; of a round that is not known to be
-- sound, whether the participant has no kind twice and a name that is not too long. In two halves, so that two threads
-- can work on them: within the transaction that staged them, rows are numbered from a very large number on.
WITH at_seats AS (
    SELECT line, sound, unnest(seats) AS s FROM STAGED WHERE rowid < (SELECT min(rowid) + count(*) // 2 FROM STAGED)
    UNION ALL
    SELECT line, sound, unnest(seats) AS s FROM STAGED WHERE rowid >= (SELECT min(rowid) + count(*) // 2 FROM STAGED)
),
people AS (
    SELECT
        line, sound, s.seat AS seat, s.cards AS cards, hand_number(s.cards)::INTEGER AS hand,
        unnest(s.participants) AS p, (generate_subscripts(s.participants, 1) - 1)::INTEGER AS participant_index
    FROM at_seats
),
listed AS (
    SELECT *, p.wagers AS w, list_transform(p.wagers, lambda wager: wager.kind) AS kind_list FROM people
),
found AS (
    SELECT
        *,
        list_position(kind_list, 'ante') AS ante,
        list_position(kind_list, 'play') AS play,
        list_position(kind_list, 'ante_bonus') AS ante_bonus,
        list_position(kind_list, 'pair_plus') AS pair_plus,
        list_position(kind_list, 'six_card_bonus') AS six_card_bonus,
        list_position(kind_list, 'progressive') AS progressive
    FROM listed
)
SELECT
    line, seat, participant_index, p.participant_id AS participant_id, hand, cards,
    p.decision AS decision, p.decision_source AS decision_source, p.collection AS collection,
    (
        (ante IS NOT NULL)::UTINYINT + 2 * (play IS NOT NULL)::UTINYINT + 4 * (ante_bonus IS NOT NULL)::UTINYINT
        + 8 * (pair_plus IS NOT NULL)::UTINYINT + 16 * (six_card_bonus IS NOT NULL)::UTINYINT
        + 32 * (progressive IS NOT NULL)::UTINYINT
    )::UTINYINT AS kinds,
    array_to_string(kind_list, ',') AS wager_order,
    sound OR (len(kind_list) = bit_count(kinds) AND strlen(p.participant_id) <= 128) AS in_form, sound,
    coalesce(w[ante].stake, 0) AS ante_stake, coalesce(w[ante].net, 0) AS ante_net, w[ante].outcome AS ante_outcome,
    coalesce(w[play].stake, 0) AS play_stake, coalesce(w[play].net, 0) AS play_net, w[play].outcome AS play_outcome,
    coalesce(w[ante_bonus].stake, 0) AS ante_bonus_stake, coalesce(w[ante_bonus].net, 0) AS ante_bonus_net,
    w[ante_bonus].outcome AS ante_bonus_outcome,
    coalesce(w[pair_plus].stake, 0) AS pair_plus_stake, coalesce(w[pair_plus].net, 0) AS pair_plus_net,
    w[pair_plus].outcome AS pair_plus_outcome,
    coalesce(w[six_card_bonus].stake, 0) AS six_card_bonus_stake,
    coalesce(w[six_card_bonus].net, 0) AS six_card_bonus_net,
    w[six_card_bonus].outcome AS six_card_bonus_outcome,
    coalesce(w[progressive].stake, 0) AS progressive_stake, coalesce(w[progressive].net, 0) AS progressive_net,
    w[progressive].outcome AS progressive_outcome
FROM found
