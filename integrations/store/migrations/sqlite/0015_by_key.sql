-- What is looked up by its key alone is kept by it: every turn writes here, and so into one tree instead of two.
CREATE TABLE audit_by_number (
    number INTEGER PRIMARY KEY,
    record TEXT NOT NULL,
    hash   TEXT NOT NULL
);
INSERT INTO audit_by_number (number, record, hash) SELECT number, record, hash FROM audit ORDER BY number;
DROP TABLE audit;
ALTER TABLE audit_by_number RENAME TO audit;

CREATE TABLE used_by_key (
    once   TEXT   PRIMARY KEY,
    at     BIGINT NOT NULL,
    thread TEXT
) WITHOUT ROWID;
INSERT INTO used_by_key (once, at, thread) SELECT once, at, thread FROM used ORDER BY once;
DROP TABLE used;
ALTER TABLE used_by_key RENAME TO used;
