-- What every reply of a model took; the cost in millionths of a US dollar.
CREATE TABLE spending (
    thread      TEXT   NOT NULL,
    number      BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    person      TEXT   NOT NULL,
    model       TEXT   NOT NULL,
    input       BIGINT NOT NULL,
    output      BIGINT NOT NULL,
    cache_read  BIGINT NOT NULL,
    cache_write BIGINT NOT NULL,
    cost        BIGINT NOT NULL,
    PRIMARY KEY (thread, number)
);
CREATE INDEX spending_at ON spending (at);
CREATE INDEX spending_person ON spending (person, at);
