-- What a board takes of its account's limits: the number of its cards, and the bytes of its stored ops (200 for each, and
-- those of its body).
ALTER TABLE boards ADD COLUMN card_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE boards ADD COLUMN op_bytes BIGINT NOT NULL DEFAULT 0;

UPDATE boards SET card_count = (SELECT COUNT(*) FROM cards WHERE cards.board_id = boards.id), op_bytes =
    (SELECT CAST(COALESCE(SUM(octet_length(body) + 200), 0) AS BIGINT) FROM ops WHERE ops.board_id = boards.id);

-- The body of an op is emptied after some time; its id and hash are kept. This index finds the bodies that are left.
CREATE INDEX ops_with_body ON ops (board_id, version) WHERE body <> '';
