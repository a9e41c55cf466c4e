-- How a settled amount moves what is left to pay and to collect; both start at the wager put up. Paying c takes c
-- from what is left to pay and adds on_paying * c to what is left to collect; collecting c the other way round.
CREATE OR REPLACE TEMP TABLE cover_policies AS
SELECT * FROM (VALUES
    ('gross_consumed', -1, -1, false),
    ('running_net', 1, 1, false),
    ('separate_caps', 0, 0, false),
    ('collect_then_pay', 0, 1, true)
) AS p (policy, on_paying, on_collecting, losers_first);
