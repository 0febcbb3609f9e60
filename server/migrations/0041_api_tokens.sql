-- The tokens with which programs act for an account, by their hash.
CREATE TABLE api_tokens (
    token_hash TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    last_characters TEXT NOT NULL,
    -- A JSON array of scopes.
    scopes TEXT NOT NULL,
    -- A JSON array of ids; null if the token is not limited to boards.
    board_ids TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    last_used_at BIGINT
);

CREATE INDEX api_tokens_by_user ON api_tokens (user_id, id);

CREATE INDEX api_tokens_by_expiry ON api_tokens (expires_at);
