-- When the permanent deletion of an account began. From then on it cannot be canceled.
ALTER TABLE users ADD COLUMN purge_started_at BIGINT;
