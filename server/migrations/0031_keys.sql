-- PostgreSQL only. Keys that begin with the id of the account or the board that a row belongs to, so that a distributed database
-- finds all rows of an account, or of a board, in one place, and compares a new row only with those. Ids and codes that are random
-- numbers of 128 bits or more are looked up by an index, but not compared: they do not repeat.

ALTER TABLE logins DROP CONSTRAINT logins_pkey, ADD PRIMARY KEY (user_id, id);

ALTER TABLE inbox_entries DROP CONSTRAINT inbox_entries_pkey, ADD PRIMARY KEY (user_id, id);
-- The same as the new key.
DROP INDEX inbox_entries_by_user;

ALTER TABLE membership_changes DROP CONSTRAINT membership_changes_pkey, ADD PRIMARY KEY (user_id, id);
-- The beginning of the new key.
DROP INDEX membership_changes_by_user;

ALTER TABLE board_invitations
    DROP CONSTRAINT board_invitations_pkey,
    ADD PRIMARY KEY (board_id, id),
    DROP CONSTRAINT board_invitations_code_hash_key;
CREATE INDEX board_invitations_by_code ON board_invitations (code_hash);
-- From the inbox, an invitation is answered by its id.
CREATE INDEX board_invitations_by_id ON board_invitations (id);

ALTER TABLE attachments DROP CONSTRAINT attachments_object_key_key;
CREATE INDEX attachments_by_object_key ON attachments (object_key);

ALTER TABLE avatars DROP CONSTRAINT avatars_id_key;
CREATE INDEX avatars_by_id ON avatars (id);

ALTER TABLE public_links DROP CONSTRAINT public_links_code_key;
CREATE INDEX public_links_by_code ON public_links (code);

ALTER TABLE inbox_mailings DROP CONSTRAINT inbox_mailings_unsubscribe_token_key;
CREATE INDEX inbox_mailings_by_token ON inbox_mailings (unsubscribe_token);
