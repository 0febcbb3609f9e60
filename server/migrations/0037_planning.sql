-- How a card repeats, as JSON, and how long it is estimated to take.
ALTER TABLE cards ADD COLUMN recurrence TEXT;

ALTER TABLE cards ADD COLUMN estimate_minutes BIGINT;

-- For the estimates of completed cards in statistics.
CREATE INDEX cards_with_estimates ON cards (board_id, completed_at) WHERE estimate_minutes IS NOT NULL;
