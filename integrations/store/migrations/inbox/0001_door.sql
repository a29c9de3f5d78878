-- Whatever came from outside, as it came, until it is dealt with; that it came is remembered longer.
CREATE TABLE inbound (
    id      INTEGER PRIMARY KEY,
    key     TEXT   NOT NULL UNIQUE,
    source  TEXT   NOT NULL,
    raw     TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    settled BIGINT
);
CREATE INDEX inbound_unsettled ON inbound (id) WHERE settled IS NULL;
