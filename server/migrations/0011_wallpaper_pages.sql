-- Which pages show the wallpaper: `every` or `home`.
ALTER TABLE preferences ADD COLUMN wallpaper_pages TEXT NOT NULL DEFAULT 'every';
