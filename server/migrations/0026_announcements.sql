-- Changes of committed writes that the other servers may not have received yet, written in the transactions of the writes. A server
-- that crashes between the commit and the announcement leaves its rows for the other servers. On SQLite it stays empty.
CREATE TABLE announcements (
    -- The board or the account that has changed.
    subject_id TEXT NOT NULL,
    -- Random.
    id TEXT NOT NULL,
    -- The changes, as the servers send them to one another.
    changes TEXT NOT NULL,
    PRIMARY KEY (subject_id, id)
);
