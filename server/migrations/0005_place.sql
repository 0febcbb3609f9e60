-- A place to be: in which unit a person wants temperatures.
ALTER TABLE preferences ADD COLUMN temperature_unit TEXT NOT NULL DEFAULT 'automatic';
