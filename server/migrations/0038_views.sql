-- The saved views as a text of the web app, or an empty one.
ALTER TABLE preferences ADD COLUMN views TEXT NOT NULL DEFAULT '';
