-- What tools mean, as vectors of an embedding model, by the digest of their texts. All of it can be computed again.
CREATE TABLE embeddings (
    model  TEXT NOT NULL,
    hash   TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (model, hash)
);
