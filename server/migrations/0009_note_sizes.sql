-- How much an account keeps of notes.

-- The bytes of all texts of a note, the one shown and all beside it, so that those of an account are summed by the index alone.
ALTER TABLE notes ADD COLUMN stored_bytes BIGINT NOT NULL DEFAULT 0;

UPDATE notes SET stored_bytes = octet_length(document) + (SELECT COALESCE(SUM(octet_length(note_versions.document)), 0)
    FROM note_versions WHERE note_versions.user_id = notes.user_id AND note_versions.note_id = notes.id);

CREATE INDEX notes_by_size ON notes (user_id, stored_bytes);
