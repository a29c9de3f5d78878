-- What comes from outside lies in a file of its own, so that nobody who works stands in the way of it. Here stands which of
-- it was dealt with, written together with what came of it.
CREATE TABLE settled (
    id INTEGER PRIMARY KEY,
    at BIGINT NOT NULL
);
-- What lies here from before is carried over when the store is opened.
DROP INDEX inbound_unsettled;
ALTER TABLE inbound RENAME TO inbound_before;
