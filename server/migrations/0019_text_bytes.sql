-- The bytes of a board's texts that count towards what its account may store: its description, those of its cards, and their
-- subtasks, comments and reminders. Those in the archive and in the trash are included.
ALTER TABLE boards ADD COLUMN text_bytes BIGINT NOT NULL DEFAULT 0;

UPDATE boards SET text_bytes = octet_length(description)
    + (SELECT CAST(COALESCE(SUM(octet_length(cards.description)), 0) AS BIGINT) FROM cards WHERE cards.board_id = boards.id)
    + (SELECT CAST(COALESCE(SUM(octet_length(items.content)), 0) AS BIGINT) FROM items WHERE items.board_id = boards.id);
