-- How long something can be taken back after it was countersigned, in milliseconds, and when that time is over.
ALTER TABLE approvals ADD COLUMN hold BIGINT NOT NULL DEFAULT 0;
ALTER TABLE approvals ADD COLUMN due BIGINT;
CREATE INDEX approvals_held ON approvals (due) WHERE state = 'held';
