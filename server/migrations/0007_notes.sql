-- Notes.

-- How many times an account's notes have changed.
ALTER TABLE users ADD COLUMN notes_version BIGINT NOT NULL DEFAULT 0;

-- A note with the text that is shown. `recent_saves` are the saves that it had last, and `equal_saves` those among them whose text is
-- this one, both as JSON. The text comes last: what is before it is read without it. `hash` is its SHA-256 in hexadecimal, and
-- `version` that of the account's notes which last wrote the row.
CREATE TABLE notes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    version BIGINT NOT NULL,
    save_id TEXT NOT NULL,
    login_id TEXT NOT NULL,
    device TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    edited_at BIGINT NOT NULL,
    pinned_at BIGINT,
    trashed_at BIGINT,
    recent_saves TEXT NOT NULL,
    equal_saves TEXT NOT NULL,
    hash TEXT NOT NULL,
    snippet TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
);

CREATE INDEX notes_by_version ON notes (user_id, version);

CREATE INDEX notes_in_trash ON notes (trashed_at) WHERE trashed_at IS NOT NULL;

-- Texts of a note that are not the one shown: earlier ones, and those that were written apart. One row stands for a stretch of writing
-- by one login, which began at `began_at`. `kept_version` is that of the account's notes at which the text came here, and `kept_at` the
-- moment by the server's clock.
CREATE TABLE note_versions (
    user_id TEXT NOT NULL,
    note_id TEXT NOT NULL,
    save_id TEXT NOT NULL,
    is_apart SMALLINT NOT NULL,
    kept_version BIGINT NOT NULL,
    kept_at BIGINT NOT NULL,
    login_id TEXT NOT NULL,
    device TEXT NOT NULL,
    began_at BIGINT NOT NULL,
    edited_at BIGINT NOT NULL,
    hash TEXT NOT NULL,
    snippet TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (user_id, note_id, save_id),
    FOREIGN KEY (user_id, note_id) REFERENCES notes (user_id, id) ON DELETE CASCADE
);

CREATE INDEX note_versions_by_note ON note_versions (user_id, note_id, is_apart, kept_version);

CREATE INDEX note_versions_by_age ON note_versions (kept_at) WHERE is_apart = 0;

-- Notes that were removed for good, so that every device learns of it, however late it asks.
CREATE TABLE removed_notes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);

CREATE INDEX removed_notes_by_version ON removed_notes (user_id, version);
