-- Whom the policy of the house names beside the requester, and who of them has signed; both as JSON.
ALTER TABLE approvals ADD COLUMN deciders TEXT;
ALTER TABLE approvals ADD COLUMN signed TEXT;
