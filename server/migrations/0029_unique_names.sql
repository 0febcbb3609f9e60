-- Which account has an email address, and which board has a slug: these rows make them unique. They are tables of their own, so that
-- a distributed database can spread them by email and by slug, and all other tables by account and board. They have no foreign
-- keys for the same reason. A row whose account or board has another name by now, or is gone, counts as missing.
CREATE TABLE emails (
    email TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL
);

CREATE TABLE slugs (
    slug TEXT NOT NULL PRIMARY KEY,
    board_id TEXT NOT NULL
);

-- An account whose permanent deletion has begun has no email address any more.
INSERT INTO emails (email, user_id) SELECT email, id FROM users WHERE purge_started_at IS NULL;

INSERT INTO slugs (slug, board_id) SELECT slug, id FROM boards;
