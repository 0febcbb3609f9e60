-- The servers that use the database.
CREATE TABLE servers (
    id TEXT NOT NULL PRIMARY KEY,
    release TEXT NOT NULL,
    -- The latest migration that the server knows.
    schema_version BIGINT NOT NULL,
    -- When it was last seen, by the clock of the database.
    seen_at BIGINT NOT NULL
);

-- One row: the migration that a server must know to use the database, since that migration dropped what earlier
-- releases use.
CREATE TABLE schema_support (
    id BIGINT NOT NULL PRIMARY KEY,
    oldest_version BIGINT NOT NULL
);
INSERT INTO schema_support (id, oldest_version) VALUES (1, 0);

-- Counts the changes to an account's focus sessions. A replica whose count is smaller has not replayed all of them.
ALTER TABLE users ADD COLUMN focus_version BIGINT NOT NULL DEFAULT 0;
