-- The members of each board, the owner included, with what only they see: whether the board is a favorite, and the lists
-- that they have collapsed, as a JSON array of ids.
CREATE TABLE board_members (
    board_id TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    is_favorite SMALLINT NOT NULL,
    collapsed_list_ids TEXT NOT NULL,
    joined_at BIGINT NOT NULL,
    PRIMARY KEY (board_id, user_id)
);

CREATE INDEX board_members_by_user ON board_members (user_id, board_id);

INSERT INTO board_members (board_id, user_id, role, is_favorite, collapsed_list_ids, joined_at)
SELECT boards.id, boards.owner_id, 'owner', boards.favorite, COALESCE(collapsed.list_ids, '[]'), 0
FROM boards LEFT JOIN (
    SELECT board_id, '["' || string_agg(id, '","') || '"]' AS list_ids FROM lists WHERE is_collapsed <> 0 GROUP BY board_id
) AS collapsed ON collapsed.board_id = boards.id;

ALTER TABLE boards DROP COLUMN favorite;

ALTER TABLE lists DROP COLUMN is_collapsed;

-- Equal to the number of rows in `board_members`.
ALTER TABLE boards ADD COLUMN member_count BIGINT NOT NULL DEFAULT 1;

-- Who added an item. Only its author sees a reminder.
ALTER TABLE items ADD COLUMN author_id TEXT;

UPDATE items SET author_id = (SELECT owner_id FROM boards WHERE boards.id = items.board_id);

-- The members who are assigned to a card, as a JSON array of ids.
ALTER TABLE cards ADD COLUMN assignee_ids TEXT NOT NULL DEFAULT '[]';

CREATE INDEX cards_with_assignees ON cards (board_id) WHERE assignee_ids <> '[]';

-- Only the hash of a code is kept. An accepted invitation is kept until it expires, so that its link works again for the
-- person who accepted it.
CREATE TABLE board_invitations (
    id TEXT NOT NULL PRIMARY KEY,
    board_id TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL UNIQUE,
    email TEXT,
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    accepted_by TEXT REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX board_invitations_by_board ON board_invitations (board_id, created_at);

CREATE INDEX board_invitations_by_expiry ON board_invitations (expires_at);

-- Boards that anybody may read who has the code.
CREATE TABLE public_links (
    board_id TEXT NOT NULL PRIMARY KEY REFERENCES boards (id) ON DELETE CASCADE,
    code TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);

-- Accounts that were added to a board or removed from one a moment ago. Each server compares their live connections with
-- the members of the boards, in case it missed a notification.
CREATE TABLE membership_changes (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);

CREATE INDEX membership_changes_by_expiry ON membership_changes (expires_at);
