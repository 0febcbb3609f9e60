-- PostgreSQL only. The words of what can be searched, with a full-text index. The columns are those of SQLite, except its number of a row.
CREATE TABLE search_texts (
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
    PRIMARY KEY (subject_id, kind, record_id)
);

-- The words are lexemes already, so no parser of PostgreSQL, whose rules depend on the locale of the database, splits them.
CREATE INDEX search_texts_by_words ON search_texts USING GIN (array_to_tsvector(string_to_array(words, ' ')));
