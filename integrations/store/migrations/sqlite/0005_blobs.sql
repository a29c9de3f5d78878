-- Pictures people attached, apart from the journal so that they can be purged.
CREATE TABLE blobs (
    thread TEXT NOT NULL,
    digest TEXT NOT NULL,
    bytes  BLOB NOT NULL,
    PRIMARY KEY (thread, digest)
);
