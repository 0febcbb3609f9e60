-- The appearance as a text of the web app, or an empty one.
ALTER TABLE preferences ADD COLUMN appearance TEXT NOT NULL DEFAULT '';
