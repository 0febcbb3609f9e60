-- When an invitation was last created for an address of the waitlist.
ALTER TABLE waitlist ADD COLUMN invited_at BIGINT;

-- What administrators, and the operator by `twentyfour admin`, have done. `admin_id` is null for the operator. When an account is
-- deleted, its email is removed from here; the ids stay, which then lead to nobody.
CREATE TABLE audit_log (
    id TEXT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    admin_id TEXT,
    admin_email TEXT NOT NULL,
    action TEXT NOT NULL,
    target_id TEXT,
    target_email TEXT NOT NULL,
    detail TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX audit_log_by_time ON audit_log (at);

CREATE INDEX audit_log_by_admin ON audit_log (admin_id);

CREATE INDEX audit_log_by_target ON audit_log (target_id);
