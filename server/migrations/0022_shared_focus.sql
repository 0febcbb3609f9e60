-- Whether the other members see how long this member has focused on each card of the board.
ALTER TABLE board_members ADD COLUMN shares_focus SMALLINT NOT NULL DEFAULT 0;
