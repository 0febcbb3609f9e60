-- People's own pictures.

-- Each as it is shown: JPEG, with its size in pixels, the mean of its colours (#rrggbb), and the length in bytes and the SHA-256 in
-- hexadecimal of what is kept of it.
CREATE TABLE pictures (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    color TEXT NOT NULL,
    byte_count BIGINT NOT NULL,
    hash TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX pictures_by_user ON pictures (user_id, created_at, id);

-- Its bytes in base64 (RFC 4648, section 4), in pieces by their position from 0.
CREATE TABLE picture_pieces (
    picture_id TEXT NOT NULL REFERENCES pictures (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    bytes TEXT NOT NULL,
    PRIMARY KEY (picture_id, position)
);
