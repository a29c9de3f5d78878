-- Until when the like of what was approved needs no question.
ALTER TABLE approvals ADD COLUMN alike_until BIGINT;
CREATE INDEX approvals_alike ON approvals (requester) WHERE alike_until IS NOT NULL;
-- A message that is deleted is looked up here.
CREATE INDEX approvals_card ON approvals (card);
