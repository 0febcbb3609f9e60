-- The identity that a browser may link to the account `user_id` once it sends the account's password. Null for the other
-- steps of a login with Google.
ALTER TABLE google_attempts ADD COLUMN issuer TEXT;
ALTER TABLE google_attempts ADD COLUMN subject TEXT;
