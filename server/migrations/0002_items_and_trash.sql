-- Sub-tasks, comments and reminders, label colours, the archive, what a card remembers of its making and of its end, the
-- activity of a card, and what the trash needs to be emptied.

ALTER TABLE boards ADD COLUMN label_colors TEXT NOT NULL DEFAULT '[]';
-- What was gone for good at this version: whoever catches up from an earlier one is told everything anew.
ALTER TABLE boards ADD COLUMN purged_version BIGINT NOT NULL DEFAULT 0;
-- When what lies in the trash goes for good. The server sets it when it finds something new there, by its own clock: the
-- mark of the trash itself is by the clock of whoever put it there, which may be years off.
ALTER TABLE boards ADD COLUMN kept_until BIGINT;

ALTER TABLE lists ADD COLUMN is_collapsed SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE lists ADD COLUMN kept_until BIGINT;

ALTER TABLE cards ADD COLUMN importance TEXT NOT NULL DEFAULT 'low';
ALTER TABLE cards ADD COLUMN completed_at BIGINT;
ALTER TABLE cards ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE cards ADD COLUMN archived_at BIGINT;
-- The version that last brought the card back into sight: what lies on it comes with it then.
ALTER TABLE cards ADD COLUMN restored_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE cards ADD COLUMN kept_until BIGINT;

-- Who made an op, for whom it is part of a card's activity, and when, by their clock.
ALTER TABLE ops ADD COLUMN user_id TEXT NOT NULL DEFAULT '';
ALTER TABLE ops ADD COLUMN card_id TEXT;
ALTER TABLE ops ADD COLUMN at BIGINT NOT NULL DEFAULT 0;

-- What lies on a card: `content` is the JSON of a sub-task, a comment or a reminder.
CREATE TABLE items (
    board_id TEXT NOT NULL,
    id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    edited_at BIGINT,
    trashed_at BIGINT,
    kept_until BIGINT,
    version BIGINT NOT NULL,
    PRIMARY KEY (board_id, id),
    FOREIGN KEY (board_id, card_id) REFERENCES cards (board_id, id) ON DELETE CASCADE
);

CREATE INDEX items_by_version ON items (board_id, version);

CREATE INDEX items_by_card ON items (board_id, card_id);

CREATE INDEX ops_by_card ON ops (board_id, card_id, at);

-- The cards of a list that are in use are those in no archive either.
DROP INDEX cards_by_list;

CREATE INDEX cards_by_list ON cards (board_id, list_id, trashed_at, archived_at);

CREATE INDEX cards_with_due_date ON cards (board_id) WHERE due_date IS NOT NULL;

CREATE INDEX cards_in_archive ON cards (board_id) WHERE archived_at IS NOT NULL;

CREATE INDEX boards_in_trash ON boards (kept_until) WHERE trashed_at IS NOT NULL;

CREATE INDEX lists_in_trash ON lists (board_id, kept_until) WHERE trashed_at IS NOT NULL;

CREATE INDEX cards_in_trash ON cards (board_id, kept_until) WHERE trashed_at IS NOT NULL;

CREATE INDEX items_in_trash ON items (board_id, kept_until) WHERE trashed_at IS NOT NULL;

-- Cards of before: those that are done have lost how important they were.
UPDATE cards SET importance = priority WHERE priority <> 'completed';

-- An id of version 7 begins with its moment: twelve hexadecimal digits, which SQL reads only one by one.
CREATE TABLE hexadecimal_digits (digit TEXT NOT NULL PRIMARY KEY, value BIGINT NOT NULL);

INSERT INTO hexadecimal_digits (digit, value) VALUES
    ('0', 0), ('1', 1), ('2', 2), ('3', 3), ('4', 4), ('5', 5), ('6', 6), ('7', 7),
    ('8', 8), ('9', 9), ('a', 10), ('b', 11), ('c', 12), ('d', 13), ('e', 14), ('f', 15);

UPDATE cards SET created_at =
    (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 1, 1)) * 17592186044416
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 2, 1)) * 1099511627776
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 3, 1)) * 68719476736
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 4, 1)) * 4294967296
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 5, 1)) * 268435456
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 6, 1)) * 16777216
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 7, 1)) * 1048576
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 8, 1)) * 65536
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 10, 1)) * 4096
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 11, 1)) * 256
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 12, 1)) * 16
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(cards.id, 13, 1))
WHERE substr(id, 15, 1) = '7';

-- Other ids tell nothing, so the card is as old as the account.
UPDATE cards SET created_at =
    (SELECT users.date_joined FROM boards JOIN users ON users.id = boards.owner_id WHERE boards.id = cards.board_id)
WHERE substr(id, 15, 1) <> '7';

-- When a card was done was not kept: the moment of its making stands for it.
UPDATE cards SET completed_at = created_at WHERE priority = 'completed';

UPDATE ops SET user_id = (SELECT owner_id FROM boards WHERE boards.id = ops.board_id);

-- The server wrote each op as {"id":"…","at":"…","change":{"type":"…", with the card first where there is one: what is
-- looked for always begins at the same place.
UPDATE ops SET card_id = CASE
    WHEN substr(body, 96, 21) = 'add_card","card_id":"' THEN substr(body, 117, 36)
    WHEN substr(body, 96, 22) = 'move_card","card_id":"' THEN substr(body, 118, 36)
    WHEN substr(body, 96, 22) = 'edit_card","card_id":"' THEN substr(body, 118, 36)
    WHEN substr(body, 96, 23) = 'trash_card","card_id":"' THEN substr(body, 119, 36)
    WHEN substr(body, 96, 25) = 'restore_card","card_id":"' THEN substr(body, 121, 36)
END;

-- The moment of an op's id is that of the op, since the browser makes both at once.
UPDATE ops SET at =
    (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 1, 1)) * 17592186044416
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 2, 1)) * 1099511627776
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 3, 1)) * 68719476736
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 4, 1)) * 4294967296
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 5, 1)) * 268435456
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 6, 1)) * 16777216
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 7, 1)) * 1048576
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 8, 1)) * 65536
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 10, 1)) * 4096
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 11, 1)) * 256
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 12, 1)) * 16
    + (SELECT value FROM hexadecimal_digits WHERE digit = substr(ops.id, 13, 1))
WHERE substr(id, 15, 1) = '7' AND card_id IS NOT NULL;

DROP TABLE hexadecimal_digits;
