-- The bytes of the bodies among `op_bytes`. As long as they are below their limit, trimming counts bodies without reading them.
ALTER TABLE boards ADD COLUMN body_bytes BIGINT NOT NULL DEFAULT 0;

UPDATE boards SET body_bytes =
    (SELECT CAST(COALESCE(SUM(octet_length(body)), 0) AS BIGINT) FROM ops WHERE ops.board_id = boards.id AND body <> '');

-- Bodies are counted in the order of versions and ids, by the index alone.
DROP INDEX ops_with_body;

CREATE INDEX ops_with_body ON ops (board_id, version, id) WHERE body <> '';
