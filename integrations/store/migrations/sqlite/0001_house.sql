-- Whatever came from outside, as it came.
CREATE TABLE inbound (
    id      INTEGER PRIMARY KEY,
    key     TEXT   NOT NULL UNIQUE,
    source  TEXT   NOT NULL,
    raw     TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    settled BIGINT
);
CREATE INDEX inbound_unsettled ON inbound (id) WHERE settled IS NULL;

-- What may start something once only.
CREATE TABLE used (
    once TEXT   PRIMARY KEY,
    at   BIGINT NOT NULL
);

-- One row per thread: who works on it, and whether somebody should.
CREATE TABLE lanes (
    thread TEXT   PRIMARY KEY,
    last   BIGINT NOT NULL,  -- number of the newest journal record
    awake  BIGINT NOT NULL,  -- since when it wants attention; 0 = it does not
    lease  BIGINT NOT NULL,  -- until when its holder holds it; 0 = let go
    fence  BIGINT NOT NULL
);
CREATE INDEX lanes_awake ON lanes (awake) WHERE awake > 0;

CREATE TABLE journal (
    thread TEXT   NOT NULL,
    number BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    entry  TEXT   NOT NULL,
    PRIMARY KEY (thread, number)
);

-- Words, apart from the journal so that they can be purged.
CREATE TABLE bodies (
    thread TEXT NOT NULL,
    digest TEXT NOT NULL,
    words  TEXT NOT NULL,
    PRIMARY KEY (thread, digest)
);

CREATE TABLE approvals (
    id         TEXT   PRIMARY KEY,
    thread     TEXT   NOT NULL,
    call       TEXT   NOT NULL,
    requester  TEXT   NOT NULL,
    digest     TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    expires    BIGINT NOT NULL,
    decided_by TEXT,
    card       TEXT
);
CREATE INDEX approvals_pending ON approvals (expires) WHERE state = 'pending';

-- Who was asked to sign in where.
CREATE TABLE consents (
    id     TEXT   PRIMARY KEY,
    thread TEXT   NOT NULL,
    person TEXT   NOT NULL,
    open   BIGINT NOT NULL
);
CREATE INDEX consents_open ON consents (person) WHERE open = 1;

-- hash = SHA-256(hash of the record before || record)
CREATE TABLE audit (
    number BIGINT PRIMARY KEY,
    record TEXT NOT NULL,
    hash   TEXT NOT NULL
);
