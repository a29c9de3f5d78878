-- In which thread something was used up: a message that is deleted is not always said to have stood in one.
ALTER TABLE used ADD COLUMN thread TEXT;
