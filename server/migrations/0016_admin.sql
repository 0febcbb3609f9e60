-- When an invitation was last created for an address of the waitlist.
ALTER TABLE waitlist ADD COLUMN invited_at BIGINT;

-- What administrators, and the operator by `twentyfour admin`, have done. `admin_email` is null for the operator, and
-- `target_email` where nothing in particular was changed. Both become empty when the account is deleted or the address leaves
-- the waitlist; the ids stay, which then match no account.
CREATE TABLE audit_log (
    id TEXT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    admin_id TEXT,
    admin_email TEXT,
    action TEXT NOT NULL,
    target_id TEXT,
    target_email TEXT,
    detail TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX audit_log_by_time ON audit_log (at);

CREATE INDEX audit_log_by_admin ON audit_log (admin_id);

CREATE INDEX audit_log_by_target ON audit_log (target_id);
