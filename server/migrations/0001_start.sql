-- One text for SQLite and PostgreSQL: TEXT, BIGINT and SMALLINT only. Ids, dates and JSON are text, flags are 0 or 1,
-- moments are milliseconds since the epoch.

CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    date_joined BIGINT NOT NULL,
    last_login BIGINT,
    is_verified SMALLINT NOT NULL,
    is_admin SMALLINT NOT NULL,
    user_type TEXT NOT NULL
);

-- Only the hash of a token is kept. All tokens that one login led to are a family, which ends as one.
CREATE TABLE refresh_tokens (
    token_hash TEXT NOT NULL PRIMARY KEY,
    family_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);

CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family_id);

CREATE INDEX refresh_tokens_by_user ON refresh_tokens (user_id, expires_at);

CREATE TABLE preferences (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    theme TEXT NOT NULL,
    focus_minutes BIGINT NOT NULL,
    short_break_minutes BIGINT NOT NULL,
    long_break_minutes BIGINT NOT NULL,
    mins_for_streak BIGINT NOT NULL,
    day_start_minutes BIGINT NOT NULL,
    time_zone TEXT NOT NULL
);

CREATE TABLE waitlist (
    email TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    joined_at BIGINT NOT NULL
);

-- `version` counts the batches that changed something; `record_version` is the one that last wrote the board's own fields.
CREATE TABLE boards (
    id TEXT NOT NULL PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    color TEXT,
    image TEXT,
    favorite SMALLINT NOT NULL,
    trashed_at BIGINT,
    version BIGINT NOT NULL,
    record_version BIGINT NOT NULL
);

CREATE INDEX boards_by_owner ON boards (owner_id);

-- Ids are made by clients, so they are unique within a board only: nobody can learn, or block, an id of another's board.
-- `restored_version` is the version that last took the list out of the trash: its cards come with it then.
CREATE TABLE lists (
    board_id TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    rank TEXT NOT NULL,
    trashed_at BIGINT,
    version BIGINT NOT NULL,
    restored_version BIGINT NOT NULL,
    PRIMARY KEY (board_id, id)
);

CREATE INDEX lists_by_version ON lists (board_id, version);

CREATE TABLE cards (
    board_id TEXT NOT NULL,
    id TEXT NOT NULL,
    list_id TEXT NOT NULL,
    rank TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    priority TEXT NOT NULL,
    due_date TEXT,
    labels TEXT NOT NULL,
    trashed_at BIGINT,
    version BIGINT NOT NULL,
    PRIMARY KEY (board_id, id),
    FOREIGN KEY (board_id, list_id) REFERENCES lists (board_id, id) ON DELETE CASCADE
);

CREATE INDEX cards_by_version ON cards (board_id, version);

-- Holds all that counting the cards of a list asks for, so that the overview of boards reads no card.
CREATE INDEX cards_by_list ON cards (board_id, list_id, trashed_at);

-- Every op that became part of a board, for telling a repeated one from a new one.
CREATE TABLE ops (
    board_id TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    hash TEXT NOT NULL,
    body TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (board_id, id)
);

CREATE TABLE focus_sessions (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    planned BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    board_id TEXT,
    card_id TEXT,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    segments TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
);

CREATE INDEX focus_sessions_by_start ON focus_sessions (user_id, starts_at);
