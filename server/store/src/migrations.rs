//! The migrations in `server/migrations`, embedded in the binary.
//!
//! They are listed by hand because sqlx's `migrate!` would compile sqlx, both drivers and SQLite a second time, for the
//! macro: a fifth of the build of the server.

use crate::unique_names::UNIQUE_NAMES_CONTRACT;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};
use std::collections::HashSet;

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
        migration(28, "servers", include_str!("../../migrations/0028_servers.sql")),
        migration(29, "unique names", include_str!("../../migrations/0029_unique_names.sql")),
        migration(30, "unique name indexes", include_str!("../../migrations/0030_unique_name_indexes.sql")),
        migration(31, "keys", include_str!("../../migrations/0031_keys.sql")),
        migration(32, "shortcuts", include_str!("../../migrations/0032_shortcuts.sql")),
        migration(33, "templates", include_str!("../../migrations/0033_templates.sql")),
        migration(34, "search", include_str!("../../migrations/0034_search.sql")),
        migration(35, "search sqlite", include_str!("../../migrations/0035_search_sqlite.sql")),
        migration(36, "search postgres", include_str!("../../migrations/0036_search_postgres.sql")),
        migration(37, "planning", include_str!("../../migrations/0037_planning.sql")),
        migration(38, "views", include_str!("../../migrations/0038_views.sql")),
        migration(39, "estimates index", include_str!("../../migrations/0039_estimates_index.sql")),
        migration(40, "language", include_str!("../../migrations/0040_language.sql")),
        migration(41, "api tokens", include_str!("../../migrations/0041_api_tokens.sql")),
        migration(42, "webhooks", include_str!("../../migrations/0042_webhooks.sql")),
        migration(43, "calendar", include_str!("../../migrations/0043_calendar.sql")),
        migration(44, "import key", include_str!("../../migrations/0044_import_key.sql")),
        migration(45, "webhook failures", include_str!("../../migrations/0045_webhook_failures.sql")),
        migration(46, "appearance", include_str!("../../migrations/0046_appearance.sql")),
        migration(47, "list colors", include_str!("../../migrations/0047_list_colors.sql")),
    ])
}

/// The versions of the migrations that drop what the release before them uses: columns, tables, or values that it writes.
/// On PostgreSQL, they run when no server of an earlier release uses the database any more, perhaps after later
/// migrations.
pub(crate) const CONTRACTS: [i64; 2] = [UNIQUE_NAMES_CONTRACT, 31];

/// Migrations that are skipped on SQLite: the [`CONTRACTS`], and the full-text index of PostgreSQL. The contracts change keys and
/// unique indexes so that no check spans several parts of a distributed database. An SQLite database is one file, and would have
/// to copy its tables for that.
const POSTGRES_ONLY: [i64; 3] = [UNIQUE_NAMES_CONTRACT, 31, 36];

/// Migrations that only SQLite runs: its full-text index.
const SQLITE_ONLY: [i64; 1] = [35];

/// How long a migration waits for the lock of a table on PostgreSQL. Meanwhile, the statements of running servers wait behind it.
const LOCK_TIMEOUT: &str = "2s";

/// The migrations of a release.
pub(crate) struct Migrations {
    all: Migrator,
    contracts: Vec<i64>,
}

impl Migrations {
    /// Returns the migrations of this release.
    pub(crate) fn embedded() -> Self {
        Self { all: migrator(), contracts: CONTRACTS.to_vec() }
    }

    /// Makes the migrations of another release.
    #[cfg(test)]
    pub(crate) fn new(all: Vec<Migration>, contracts: Vec<i64>) -> Self {
        Self { all: Migrator::with_migrations(all), contracts }
    }

    /// Returns all migrations.
    #[cfg(test)]
    pub(crate) fn all(&self) -> &Migrator {
        &self.all
    }

    /// Returns the versions of the migrations that drop what earlier releases use.
    pub(crate) fn contracts(&self) -> &[i64] {
        &self.contracts
    }

    /// Returns the migrations of an SQLite database.
    pub(crate) fn of_sqlite(&self) -> Migrator {
        let is_included = |migration: &&Migration| !POSTGRES_ONLY.contains(&migration.version);
        Migrator::with_migrations(self.all.iter().filter(is_included).cloned().collect())
    }

    /// Returns the migrations of a PostgreSQL database.
    pub(crate) fn of_postgres(&self) -> Migrator {
        self.only(|_| true)
    }

    /// Returns the version of the latest migration.
    pub(crate) fn latest(&self) -> i64 {
        self.all.iter().map(|migration| migration.version).max().unwrap_or_default()
    }

    /// Returns the migrations that only add, so that servers of earlier releases go on running.
    pub(crate) fn expanding(&self) -> Migrator {
        self.only(|version| !self.contracts.contains(&version))
    }

    /// Returns the first version that drops something and was not applied.
    pub(crate) fn first_pending_contract(&self, applied: &HashSet<i64>) -> Option<i64> {
        self.contracts.iter().copied().filter(|version| !applied.contains(version)).min()
    }

    /// Returns the latest version that drops something and was applied, or 0.
    pub(crate) fn last_applied_contract(&self, applied: &HashSet<i64>) -> i64 {
        self.contracts.iter().copied().filter(|version| applied.contains(version)).max().unwrap_or_default()
    }

    /// Returns the migrations that only add, and those up to a version that drop something.
    pub(crate) fn up_to_contract(&self, last: i64) -> Migrator {
        self.only(|version| version <= last || !self.contracts.contains(&version))
    }

    /// Returns the migrations of a PostgreSQL whose versions fulfill a condition. The database may have others: those of a later
    /// release.
    fn only(&self, is_included: impl Fn(i64) -> bool) -> Migrator {
        let included = self
            .all
            .iter()
            .filter(|migration| !SQLITE_ONLY.contains(&migration.version) && is_included(migration.version));
        let mut migrator = Migrator::with_migrations(included.map(with_lock_timeout).collect());
        migrator.set_locking(false).set_ignore_missing(true);
        migrator
    }
}

/// Returns a migration that fails if another transaction holds the lock of a table for too long. Its checksum stays the same.
/// The limit ends with the transaction: a pooler gives its connection to other clients.
fn with_lock_timeout(migration: &Migration) -> Migration {
    let sql = format!("SET LOCAL lock_timeout = '{LOCK_TIMEOUT}';\n{}", migration.sql.as_str());
    Migration { sql: AssertSqlSafe(sql).into_sql_str(), ..migration.clone() }
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
