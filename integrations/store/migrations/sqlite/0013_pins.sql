-- Servers outside that were seen.
CREATE TABLE pinned_servers (
    server TEXT   PRIMARY KEY,
    since  BIGINT NOT NULL
);

-- What they said of their tools when somebody agreed to it, and what they say now.
CREATE TABLE pins (
    server  TEXT   NOT NULL,
    tool    TEXT   NOT NULL,
    agreed  TEXT,
    offered TEXT,
    at      BIGINT NOT NULL,
    PRIMARY KEY (server, tool)
);
