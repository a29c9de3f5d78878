-- Whether somebody wants to be told what would be done instead of having it done.
ALTER TABLE preferences ADD COLUMN dry_run BIGINT NOT NULL DEFAULT 0;
