-- When a sign-in that nobody has made is given up. Nothing for those that were asked for before this was known.
ALTER TABLE consents ADD COLUMN until BIGINT;
CREATE INDEX consents_until ON consents (until) WHERE open = 1;
