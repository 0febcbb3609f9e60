-- The changed keyboard shortcuts as a text of the web app, or an empty one.
ALTER TABLE preferences ADD COLUMN shortcuts TEXT NOT NULL DEFAULT '';
