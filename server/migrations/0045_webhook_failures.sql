-- When events of a webhook were last dropped because there were too many. Null if never.
ALTER TABLE webhooks ADD COLUMN dropped_at BIGINT;

-- The delivery whose attempt was the first one to fail after all attempts of three days had failed.
ALTER TABLE webhooks ADD COLUMN late_failure_id TEXT;
