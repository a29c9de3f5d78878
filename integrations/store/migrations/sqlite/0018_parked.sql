-- Why a thread cannot go on, as long as it cannot.
ALTER TABLE lanes ADD COLUMN parked TEXT;
