-- When something happens by itself. One table for every kind, so that one loop waits for the next of them.
CREATE TABLE timers (
    kind TEXT   NOT NULL,
    id   TEXT   NOT NULL,
    at   BIGINT NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX timers_at ON timers (at);
INSERT INTO timers SELECT 'approval', id, CASE state WHEN 'held' THEN due ELSE expires END
    FROM approvals WHERE state = 'pending' OR (state = 'held' AND due IS NOT NULL);
INSERT INTO timers SELECT 'sign_in', id, until FROM consents WHERE open = 1 AND until IS NOT NULL;
DROP INDEX approvals_held;
DROP INDEX consents_until;
