-- PostgreSQL only. Servers that did not know `emails` and `slugs` have ended; this adds what they left out, and drops the unique
-- indexes that these tables replace.

-- Fails if a server changes one of the rows meanwhile, and is then run again. At a lower level, it could delete a row that an account
-- has just claimed.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;

DELETE FROM emails
WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = emails.user_id AND users.email = emails.email);

INSERT INTO emails (email, user_id) SELECT email, id FROM users
WHERE purge_started_at IS NULL AND NOT EXISTS (SELECT 1 FROM emails WHERE emails.email = users.email);

DELETE FROM slugs
WHERE NOT EXISTS (SELECT 1 FROM boards WHERE boards.id = slugs.board_id AND boards.slug = slugs.slug);

INSERT INTO slugs (slug, board_id) SELECT slug, id FROM boards
WHERE NOT EXISTS (SELECT 1 FROM slugs WHERE slugs.slug = boards.slug);

ALTER TABLE users DROP CONSTRAINT users_email_key;

ALTER TABLE boards DROP CONSTRAINT boards_slug_key;
