-- SQLite only. The words of what can be searched, with a full-text index that triggers keep up to date.
CREATE TABLE search_texts (
    -- The row of the full-text index.
    id INTEGER NOT NULL PRIMARY KEY,
    -- The board, or the account for its notes.
    subject_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    record_id TEXT NOT NULL,
    -- The card, or the one that the record belongs to; null for boards, lists and notes.
    card_id TEXT,
    -- When the record was created or its text was edited.
    moment BIGINT NOT NULL,
    -- The words of the title, and those of a card's labels, each after a space.
    title TEXT NOT NULL,
    labels TEXT NOT NULL,
    -- All words, separated by spaces: letters and digits, folded (`store/src/search/texts.rs`). The first one is that of the subject.
    words TEXT NOT NULL,
    UNIQUE (subject_id, kind, record_id)
);

-- The texts are not stored a second time. The words are separated already: the tokenizer only splits at spaces, since `_` and everything
-- beyond ASCII belong to a word.
CREATE VIRTUAL TABLE search_index USING fts5 (
    words, content = 'search_texts', content_rowid = 'id', detail = 'none', tokenize = "ascii tokenchars '_'"
);

CREATE TRIGGER search_texts_added AFTER INSERT ON search_texts BEGIN
    INSERT INTO search_index (rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER search_texts_changed AFTER UPDATE OF words ON search_texts WHEN new.words <> old.words BEGIN
    INSERT INTO search_index (search_index, rowid, words) VALUES ('delete', old.id, old.words);
    INSERT INTO search_index (rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER search_texts_removed AFTER DELETE ON search_texts BEGIN
    INSERT INTO search_index (search_index, rowid, words) VALUES ('delete', old.id, old.words);
END;
