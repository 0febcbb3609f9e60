-- The attachment that is the cover of a card, which may have been deleted.
ALTER TABLE cards ADD COLUMN cover_id TEXT;

-- The files of attachments, which are items of cards. Their contents are objects in a store: `object_key`, and if it has a
-- preview, `object_key` with ".preview". Objects without a row are deleted after a day.
CREATE TABLE attachments (
    id TEXT NOT NULL PRIMARY KEY,
    board_id TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    object_key TEXT NOT NULL UNIQUE,
    byte_count BIGINT NOT NULL,
    FOREIGN KEY (board_id, id) REFERENCES items (board_id, id) ON DELETE CASCADE
);

CREATE INDEX attachments_by_board ON attachments (board_id, id);
