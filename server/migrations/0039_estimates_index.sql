-- For the estimates of completed cards in statistics. On PostgreSQL, cards can be read but not written while it is built.
CREATE INDEX cards_with_estimates ON cards (board_id, completed_at) WHERE estimate_minutes IS NOT NULL;
