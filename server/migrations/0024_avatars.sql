-- The pictures of people, at most one per account. The id is 128 random bits in hexadecimal, and a new picture gets a new one.
-- The bytes are a JPEG in base64 (RFC 4648, section 4).
CREATE TABLE avatars (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL UNIQUE,
    bytes TEXT NOT NULL
);
