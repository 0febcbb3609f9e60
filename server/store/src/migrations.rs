//! The migrations in `server/migrations`, embedded in the binary.
//!
//! They are listed by hand because sqlx's `migrate!` would compile sqlx, both drivers and SQLite a second time, for the
//! macro: a fifth of the build of the server.

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Returns all migrations, which run in the order of their versions.
pub(crate) fn migrator() -> Migrator {
    Migrator::with_migrations(vec![
        migration(1, "start", include_str!("../../migrations/0001_start.sql")),
        migration(2, "items and trash", include_str!("../../migrations/0002_items_and_trash.sql")),
        migration(3, "focus", include_str!("../../migrations/0003_focus.sql")),
        migration(4, "accounts", include_str!("../../migrations/0004_accounts.sql")),
        migration(5, "place", include_str!("../../migrations/0005_place.sql")),
        migration(6, "pictures", include_str!("../../migrations/0006_pictures.sql")),
        migration(7, "notes", include_str!("../../migrations/0007_notes.sql")),
        migration(8, "background", include_str!("../../migrations/0008_background.sql")),
        migration(9, "note sizes", include_str!("../../migrations/0009_note_sizes.sql")),
        migration(10, "waitlist", include_str!("../../migrations/0010_waitlist.sql")),
        migration(11, "wallpaper pages", include_str!("../../migrations/0011_wallpaper_pages.sql")),
        migration(12, "google links", include_str!("../../migrations/0012_google_links.sql")),
        migration(13, "op retention", include_str!("../../migrations/0013_op_retention.sql")),
        migration(14, "jobs", include_str!("../../migrations/0014_jobs.sql")),
        migration(15, "account purge", include_str!("../../migrations/0015_account_purge.sql")),
        migration(16, "admin", include_str!("../../migrations/0016_admin.sql")),
        migration(17, "op activity", include_str!("../../migrations/0017_op_activity.sql")),
        migration(18, "body bytes", include_str!("../../migrations/0018_body_bytes.sql")),
        migration(19, "text bytes", include_str!("../../migrations/0019_text_bytes.sql")),
        migration(20, "members", include_str!("../../migrations/0020_members.sql")),
        migration(21, "inbox", include_str!("../../migrations/0021_inbox.sql")),
        migration(22, "shared focus", include_str!("../../migrations/0022_shared_focus.sql")),
        migration(23, "attachments", include_str!("../../migrations/0023_attachments.sql")),
        migration(24, "avatars", include_str!("../../migrations/0024_avatars.sql")),
        migration(25, "due soon", include_str!("../../migrations/0025_due_soon.sql")),
        migration(26, "announcements", include_str!("../../migrations/0026_announcements.sql")),
        migration(27, "rate limits", include_str!("../../migrations/0027_rate_limits.sql")),
    ])
}

fn migration(version: i64, description: &'static str, sql: &'static str) -> Migration {
    Migration::new(version, description.into(), MigrationType::Simple, SqlStr::from_static(sql), false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[tokio::test]
    async fn every_file_of_the_folder_is_embedded() {
        let folder = Migrator::new(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations"))).await.unwrap();
        let describe = |migrator: &Migrator| -> Vec<_> {
            migrator
                .iter()
                .map(|one| {
                    (one.version, one.description.to_string(), one.migration_type, one.checksum.to_vec(), one.no_tx)
                })
                .collect()
        };
        assert_eq!(describe(&migrator()), describe(&folder));
    }
}
