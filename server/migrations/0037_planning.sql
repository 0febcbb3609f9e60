-- How a card repeats, as JSON, and how long it is estimated to take.
ALTER TABLE cards ADD COLUMN recurrence TEXT;

ALTER TABLE cards ADD COLUMN estimate_minutes BIGINT;
