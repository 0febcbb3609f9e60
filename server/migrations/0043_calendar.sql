-- The calendar feed of an account: a calendar program reads it at an address that contains `code`, which stays readable so that the
-- account can show the address again.
CREATE TABLE calendar_feeds (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code TEXT NOT NULL,
    cards TEXT NOT NULL,
    includes_sessions SMALLINT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX calendar_feeds_by_code ON calendar_feeds (code);

-- The address of another calendar, whose busy hours the account sees.
CREATE TABLE calendar_sources (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    added_at BIGINT NOT NULL
);
