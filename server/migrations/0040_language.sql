-- The language of the app and of mails: `en`, `de` or `es`.
ALTER TABLE preferences ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
