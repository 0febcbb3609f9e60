-- The color of a list, as #rrggbb; null for none.
ALTER TABLE lists ADD COLUMN color TEXT;
