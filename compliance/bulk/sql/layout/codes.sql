-- What a record says of one wager, as a number below 2^14: 0 no such wager; 4 * (2048 + net as a multiple of the stake)
-- + outcome (0 win, 1 lose, 2 returned, 3 void); 1 where the net is no such multiple, or one beyond any pay table.
CREATE OR REPLACE TEMP MACRO outcome_code(outcome) AS
    CASE outcome WHEN 'win' THEN 0 WHEN 'lose' THEN 1 WHEN 'void' THEN 3 ELSE 2 END;

CREATE OR REPLACE TEMP MACRO wager_code(stake, net, outcome) AS
    CASE
        WHEN outcome IS NULL THEN 0
        WHEN stake = 0 THEN 1
        WHEN net % nullif(stake, 0) <> 0 OR abs(net // nullif(stake, 0)) > 2046 THEN 1
        ELSE 4 * (2048 + net // nullif(stake, 0)) + outcome_code(outcome)
    END;

-- What a participant wagers and decides, as one number: 4 * kinds + 0 play, 1 fold, 2 fold by disconnection, 3 no decision.
CREATE OR REPLACE TEMP MACRO shape_of(kinds, decision, decision_source) AS
    4 * kinds + CASE
        WHEN decision IS NULL THEN 3
        WHEN decision = 'play' THEN 0
        WHEN decision_source = 'disconnect' THEN 2
        ELSE 1
    END;
