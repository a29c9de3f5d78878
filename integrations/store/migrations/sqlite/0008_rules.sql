-- What somebody has allowed without being asked each time.
CREATE TABLE rules (
    id     TEXT   PRIMARY KEY,
    owner  TEXT   NOT NULL,
    until  BIGINT NOT NULL,
    ended  BIGINT,
    rule   TEXT   NOT NULL
);
CREATE INDEX rules_owner ON rules (owner) WHERE ended IS NULL;

-- The calls that ran by a rule.
CREATE TABLE rule_uses (
    rule TEXT   NOT NULL,
    call TEXT   NOT NULL,
    at   BIGINT NOT NULL,
    PRIMARY KEY (rule, call)
);
CREATE INDEX rule_uses_at ON rule_uses (rule, at);
