-- The waitlist tells who has joined that they have, once, and lets them leave it.

-- The mail that told of the entry, whether it has been sent or not: of all that are queued for an address that one goes. Null where no
-- mail was sent yet.
ALTER TABLE waitlist ADD COLUMN mail_id TEXT;

-- The links of those mails, by the hash of their token. One is good for the entry that it was mailed to, and leads to nothing when that is
-- gone: it is kept without the address, so that whoever opens it again hears the same.
CREATE TABLE waitlist_links (
    token_hash TEXT NOT NULL PRIMARY KEY,
    email TEXT REFERENCES waitlist (email) ON DELETE SET NULL
);

CREATE INDEX waitlist_links_by_email ON waitlist_links (email);
