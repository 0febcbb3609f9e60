-- A place to be: what a person wants behind Home, as JSON of `Background`.
ALTER TABLE preferences ADD COLUMN background TEXT NOT NULL DEFAULT '"daily"';
