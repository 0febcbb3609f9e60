-- What a member watches on a board, as a JSON array of ids: cards, lists, or the board itself. Nothing about a muted board is
-- added to the member's inbox.
ALTER TABLE board_members ADD COLUMN watched_ids TEXT NOT NULL DEFAULT '[]';

ALTER TABLE board_members ADD COLUMN is_muted SMALLINT NOT NULL DEFAULT 0;

-- When unread entries of the inbox are mailed.
ALTER TABLE preferences ADD COLUMN inbox_mails TEXT NOT NULL DEFAULT 'daily';

-- Rows are deleted with their account.
CREATE INDEX board_invitations_by_acceptance ON board_invitations (accepted_by);

CREATE INDEX membership_changes_by_user ON membership_changes (user_id);

-- What others did that concerns an account. The id of an entry about an invitation is that of the invitation.
CREATE TABLE inbox_entries (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    board_id TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    card_id TEXT,
    item_id TEXT,
    author_id TEXT NOT NULL,
    text TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    is_read SMALLINT NOT NULL,
    is_mailed SMALLINT NOT NULL
);

CREATE INDEX inbox_entries_by_user ON inbox_entries (user_id, id);

CREATE INDEX inbox_entries_by_board ON inbox_entries (board_id);

CREATE INDEX inbox_entries_by_expiry ON inbox_entries (expires_at);

CREATE INDEX inbox_entries_to_mail ON inbox_entries (created_at) WHERE is_read = 0 AND is_mailed = 0;

-- The accounts whose inbox was mailed: when it was mailed last, and the token of the link that turns these mails off.
CREATE TABLE inbox_mailings (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    mailed_at BIGINT NOT NULL,
    unsubscribe_token TEXT NOT NULL UNIQUE
);
