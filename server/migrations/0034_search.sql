-- How far the boards, and the notes of the accounts, are indexed for search. A row that is missing, or behind, is brought up to
-- date in the background. The texts themselves are in `search_texts`, which each database defines in its own way.
CREATE TABLE search_progress (
    -- The board, or the account for its notes.
    subject_id TEXT NOT NULL PRIMARY KEY,
    -- The version of the board, or of the account's notes, up to which its records are indexed.
    version BIGINT NOT NULL,
    -- The `purged_version` of the board then; 0 for notes.
    purged_version BIGINT NOT NULL
);
