-- Whether the board is a template for new boards.
ALTER TABLE boards ADD COLUMN is_template SMALLINT NOT NULL DEFAULT 0;
