-- What a board was imported from; null if it was not imported.
ALTER TABLE boards ADD COLUMN import_key TEXT;
