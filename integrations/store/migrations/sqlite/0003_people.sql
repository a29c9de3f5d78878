-- A row stands for a call to countersign, or for a button that undoes one.
ALTER TABLE approvals ADD COLUMN kind TEXT NOT NULL DEFAULT 'question';
UPDATE approvals SET kind = 'undo' WHERE substr(call, 1, 5) = 'undo_';
CREATE INDEX approvals_requester ON approvals (requester);

-- What people have chosen for themselves.
CREATE TABLE preferences (
    person TEXT PRIMARY KEY,
    asking TEXT NOT NULL
);
