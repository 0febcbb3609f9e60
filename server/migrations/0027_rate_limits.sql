-- Rate limits that servers share. Their keys are keyed hashes, so these tables contain no email addresses and no
-- network addresses.

CREATE TABLE rate_limits (
    key_hash TEXT PRIMARY KEY NOT NULL,
    -- When a limit has refilled (GCRA's theoretical arrival time), when an attempt last failed, or when a login last succeeded.
    moment BIGINT NOT NULL,
    -- The number of failures; 0 for other kinds of limits.
    failures BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX rate_limits_expiry ON rate_limits (expires_at);

CREATE TABLE mail_recipients (
    recipient_hash TEXT PRIMARY KEY NOT NULL,
    -- When mails were sent within the last hour: a JSON list of milliseconds since the Unix epoch.
    sent_at TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX mail_recipients_expiry ON mail_recipients (expires_at);
