//! The admin commands that work on the files of the database: backup, restore, move and migration.

use super::output_error;
use crate::config::{Settings, secret_file};
use crate::{Database, DatabaseLock, OpenError};
use std::io::Write;
use std::path::Path;
use twentyfour_domain::backup::{self, BackupError};
use twentyfour_domain::transfer;
use twentyfour_model::clock::system_time;

/// Locks an SQLite database unless a server uses it, because opening it migrates it. While a server uses it, no migration
/// may be pending.
///
/// # Errors
/// Returns a sentence for the operator if a server uses the database and migrations are pending.
pub(super) async fn lock_for_migrations(url: &str) -> Result<Option<DatabaseLock>, String> {
    match DatabaseLock::acquire(url) {
        Ok(lock) => Ok(Some(lock)),
        Err(OpenError::Locked { .. }) if backup::pending_migrations(url).await.map_err(sentence)?.is_empty() => {
            Ok(None)
        }
        Err(OpenError::Locked { .. }) => {
            Err("The server that runs uses an earlier version of the database. Restart it with this version first."
                .to_owned())
        }
        Err(error) => Err(format!("{error}.")),
    }
}

/// Copies the database into a file.
///
/// # Errors
/// Returns a sentence for the operator if that fails.
pub(super) async fn back_up(database: &Database, file: &Path, out: &mut impl Write) -> Result<(), String> {
    backup::back_up(database, file).await.map_err(sentence)?;
    writeln!(out, "Copied the database to {}.", file.display()).map_err(output_error)
}

/// Replaces the database by a copy.
///
/// # Errors
/// Returns a sentence for the operator if that fails.
pub(super) async fn restore(url: &str, file: &Path, out: &mut impl Write) -> Result<(), String> {
    let replaced = backup::restore(url, file, system_time().millis() / 1_000).await.map_err(sentence)?;
    writeln!(out, "Restored the database from {}.", file.display()).map_err(output_error)?;
    match replaced {
        Some(replaced) => writeln!(out, "The replaced database is {}.", replaced.display()).map_err(output_error),
        None => Ok(()),
    }
}

/// Moves the SQLite database of the settings to PostgreSQL, and checks the data there.
///
/// # Errors
/// Returns a sentence for the operator if that fails. The PostgreSQL database is then unchanged.
pub(super) async fn move_to(settings: &Settings, to: &str, out: &mut impl Write) -> Result<(), String> {
    let from = settings.database_url();
    let _lock = DatabaseLock::acquire(&from).map_err(|error| format!("{error}."))?;
    let open = async |url: &str| Database::open_with(url, settings.pool()).await.map_err(|error| format!("{error}."));
    let (source, target) = (open(&from).await?, open(to).await?);
    let moved = transfer::move_all(&source, &target).await.map_err(|error| format!("{error}."))?;
    for table in moved {
        writeln!(out, "{}: {} moved", table.name, table.rows).map_err(output_error)?;
    }
    super::verify(&target, out).await?;
    source.close().await;
    target.close().await;
    let mut needed = vec!["DATABASE_URL to the new database".to_owned()];
    if !settings.has_configured_secret() {
        needed.push(format!("JWT_SECRET_FILE to {}", secret_file::path(&settings.data_dir).display()));
    }
    if let Some(folder) = settings.unconfigured_attachments() {
        needed.push(format!("ATTACHMENTS_DIR to {}", folder.display()));
    }
    writeln!(out, "Moved all data. Set {}, keep DATA_DIR, and start the server.", needed.join(", "))
        .map_err(output_error)
}

/// Prints the migrations that a database still needs.
///
/// # Errors
/// Returns a sentence for the operator if the database cannot be read.
pub(super) async fn print_migrations(url: &str, out: &mut impl Write) -> Result<(), String> {
    let pending = backup::pending_migrations(url).await.map_err(sentence)?;
    if pending.is_empty() {
        return writeln!(out, "The database is up to date.").map_err(output_error);
    }
    writeln!(out, "Migrations to run: {}", pending.join(", ")).map_err(output_error)
}

fn sentence(error: BackupError) -> String {
    format!("{error}.")
}
