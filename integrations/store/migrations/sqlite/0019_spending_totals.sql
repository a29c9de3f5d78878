-- Running totals, so that a budget is checked by reading one row for each model instead of adding up a day.
-- The day of a thread is 0: its total is of all days.
CREATE TABLE spending_totals (
    spender     TEXT   NOT NULL,
    id          TEXT   NOT NULL,
    day         BIGINT NOT NULL,
    model       TEXT   NOT NULL,
    input       BIGINT NOT NULL,
    output      BIGINT NOT NULL,
    cache_read  BIGINT NOT NULL,
    cache_write BIGINT NOT NULL,
    cost        BIGINT NOT NULL,
    PRIMARY KEY (spender, id, day, model)
) WITHOUT ROWID;
INSERT INTO spending_totals
    SELECT 'thread', thread, 0, model, SUM(input), SUM(output), SUM(cache_read), SUM(cache_write), SUM(cost)
    FROM spending GROUP BY thread, model;
INSERT INTO spending_totals
    SELECT 'person', person, at - at % 86400000, model, SUM(input), SUM(output), SUM(cache_read), SUM(cache_write), SUM(cost)
    FROM spending GROUP BY person, at - at % 86400000, model;
INSERT INTO spending_totals
    SELECT 'everybody', '', at - at % 86400000, model, SUM(input), SUM(output), SUM(cache_read), SUM(cache_write), SUM(cost)
    FROM spending GROUP BY at - at % 86400000, model;
DROP INDEX spending_at;
