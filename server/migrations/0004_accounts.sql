-- Accounts that hold: where somebody is logged in, Google, links by mail, the queue of mails, invitations, and the end of an
-- account.

-- The email that replaces the account's as soon as it is confirmed.
ALTER TABLE users ADD COLUMN pending_email TEXT;

-- When the account goes for good; null unless that was asked for. An empty password_hash is that of an account without one.
ALTER TABLE users ADD COLUMN delete_at BIGINT;

CREATE INDEX users_to_delete ON users (delete_at) WHERE delete_at IS NOT NULL;

-- A browser or program that is logged in. Its id is the family of its refresh tokens, and the `sid` of its access tokens.
CREATE TABLE logins (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    device TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX logins_by_user ON logins (user_id, last_seen);

-- What has run out is forgotten every hour. A login leaves a token every 15 minutes.
CREATE INDEX logins_by_expiry ON logins (expires_at);

CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

-- Those of before: a token was good for 30 days.
INSERT INTO logins (id, user_id, device, created_at, last_seen, expires_at)
SELECT family_id, user_id, '', min(expires_at) - 2592000000, max(expires_at) - 2592000000, max(expires_at)
FROM refresh_tokens GROUP BY family_id, user_id;

-- Whom Google knows under which subject (the `iss` and `sub` of its ID tokens).
CREATE TABLE google_identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    linked_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);

CREATE INDEX google_identities_by_user ON google_identities (user_id);

-- Logins with Google that are under way, by the hash of what the browser's cookie holds. Once Google has answered, `user_id` tells
-- whose login the browser may complete. `invitation_hash` is that of the invitation that came along, for an account that may have to
-- be made.
CREATE TABLE google_attempts (
    cookie_hash TEXT NOT NULL PRIMARY KEY,
    state_hash TEXT NOT NULL,
    nonce TEXT NOT NULL,
    code_verifier TEXT NOT NULL,
    invitation_hash TEXT,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);

-- What a mailed link is good for, by the hash of its token: `reset_password` or `confirm_email`. `email` is the address that the
-- link was mailed to: it is that one which opening the link confirms.
CREATE TABLE links (
    token_hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX links_by_user ON links (user_id, purpose);

-- Mails that wait to be sent. They hold no secret: the token of a link is made at the moment of sending. One for an address that
-- nobody has is dropped then, so that asking for it costs the same for all addresses.
CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    user_id TEXT,
    parameters TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    next_try_at BIGINT NOT NULL,
    tries BIGINT NOT NULL
);

CREATE INDEX mails_by_next_try ON mails (next_try_at);

-- Invitations to sign up, by the hash of their code; each is good once.
CREATE TABLE invitations (
    code_hash TEXT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    used_at BIGINT
);
