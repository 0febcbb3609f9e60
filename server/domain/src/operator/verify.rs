//! `twentyfour admin verify`: reads all records with the server's own code and compares data that is stored
//! redundantly.

use crate::error::DomainError;
use crate::focus_days::FocusSumKey;
use crate::policy;
use crate::{focus_days as sums, notes as note_cases};
use core_wasm::notes::document::Document;
use core_wasm::protocol::http::DaySum;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::BoardOp;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use core_wasm::stats::FocusSum;
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
use twentyfour_model::Owner;
use twentyfour_store::Connection;
use twentyfour_store::boards::{self, BoardAddress};
use twentyfour_store::focus_days;
use twentyfour_store::pictures::StoredPicture;
use twentyfour_store::verification::VersionMismatch;
use twentyfour_store::{Database, StoreError};
use twentyfour_store::{
    Rows, accounts, admin, avatars, export, focus_sessions, logins, note_versions, notes, pictures, preferences,
    verification,
};

/// The maximum number of faults per kind that are listed individually.
const MAX_REPORTED_FAULTS: usize = 20;

/// The kinds of records, in the order of the report.
const KINDS: [&str; 16] = [
    "engine",
    "accounts",
    "preferences",
    "logins",
    "boards",
    "lists",
    "cards",
    "items",
    "ops",
    "focus sessions",
    "focus days",
    "pictures",
    "avatars",
    "notes",
    "note versions",
    "waitlist",
];

/// Verifies a database.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn run(database: &Database) -> Result<VerificationReport, DomainError> {
    let mut report = VerificationReport::default();
    verify_all(database, &mut report).await?;
    Ok(report)
}

/// The result of a verification: records and faults by kind.
#[derive(Default)]
pub struct VerificationReport(BTreeMap<&'static str, KindReport>);

/// The result for one kind of records.
#[derive(Default)]
pub struct KindReport {
    /// The number of records that were read.
    pub read: u64,
    /// The number of faults.
    pub faults: u64,
    /// The first faults, as phrases.
    pub reported: Vec<String>,
}

impl VerificationReport {
    /// Returns the kinds of records with their results, in the order of the report.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, &KindReport)> {
        static NOTHING: KindReport = KindReport { read: 0, faults: 0, reported: Vec::new() };
        KINDS.into_iter().map(|kind| (kind, self.0.get(kind).unwrap_or(&NOTHING)))
    }

    /// Returns the number of faults of all kinds.
    pub fn faults(&self) -> u64 {
        self.0.values().map(|kind| kind.faults).sum()
    }

    /// Counts a record that was read, and records its fault if it is invalid. Returns the record if it is valid.
    ///
    /// # Errors
    /// Returns the error if the database itself fails.
    fn count<T>(
        &mut self,
        kind: &'static str,
        location: &str,
        read: Result<T, impl Into<DomainError>>,
    ) -> Result<Option<T>, DomainError> {
        self.count_all(kind, location, read.map(|record| vec![record])).map(|records| records?.pop())
    }

    /// Like [`Self::count`], for records that are read together.
    fn count_all<T>(
        &mut self,
        kind: &'static str,
        location: &str,
        read: Result<Vec<T>, impl Into<DomainError>>,
    ) -> Result<Option<Vec<T>>, DomainError> {
        self.0.entry(kind).or_default().read += read.as_ref().map_or(1, |records| records.len() as u64);
        self.record(kind, location, read)
    }

    /// Like [`Self::count`], for records that were counted before.
    fn record<T>(
        &mut self,
        kind: &'static str,
        location: &str,
        read: Result<T, impl Into<DomainError>>,
    ) -> Result<Option<T>, DomainError> {
        match read.map_err(Into::into) {
            Ok(found) => return Ok(Some(found)),
            Err(DomainError::Internal(fault)) => self.fault(kind, format!("{location}: {fault}")),
            // SQLite columns may hold values of another type.
            Err(DomainError::Database(error)) if error.is_type_mismatch() => {
                self.fault(kind, format!("{location}: {error}"));
            }
            Err(error) => return Err(error),
        }
        Ok(None)
    }

    fn fault(&mut self, kind: &'static str, fault: String) {
        let kind = self.0.entry(kind).or_default();
        kind.faults += 1;
        if kind.reported.len() < MAX_REPORTED_FAULTS {
            kind.reported.push(fault);
        }
    }
}

/// Verifies all records in one snapshot.
async fn verify_all(database: &Database, report: &mut VerificationReport) -> Result<(), DomainError> {
    let mut snapshot = database.snapshot().await?;
    report.0.entry("engine").or_default().read = 1;
    for fault in verification::engine_faults(database, &mut snapshot).await? {
        report.fault("engine", fault);
    }
    for text in verification::account_ids(&mut snapshot).await? {
        match Id::parse(&text) {
            Some(id) => verify_account(&mut snapshot, report, id).await?,
            None => report.fault("accounts", format!("{text}: invalid id")),
        }
    }
    for VersionMismatch { table, board_id, record_id } in verification::version_mismatches(&mut snapshot).await? {
        if let Some(kind) = KINDS.into_iter().find(|kind| *kind == table) {
            report.fault(kind, format!("{record_id}: version is newer than that of its board {board_id}"));
        }
    }
    let mut waitlist_entries = admin::waitlist(&mut snapshot);
    while let Some(visitor) = waitlist_entries.next().await {
        let Some(visitor) = report.count("waitlist", "a visitor", visitor)? else { continue };
        if Email::parse(&visitor.email).is_err() {
            report.fault("waitlist", format!("{}: invalid email", visitor.email));
        }
    }
    drop(waitlist_entries);
    snapshot.commit().await?;
    Ok(())
}

async fn verify_account(
    connection: &mut Connection,
    report: &mut VerificationReport,
    id: Id,
) -> Result<(), DomainError> {
    let (owner, location) = (policy::owner_for_operator(id), format!("account {id}"));
    let row = accounts::by_id(&mut *connection, id).await;
    if let Some(Some(row)) = report.count("accounts", &location, row)?
        && Email::parse(&row.email).is_err()
    {
        report.fault("accounts", format!("{location}: invalid email"));
    }
    let stored = preferences::load(connection, owner).await;
    report.count("preferences", &location, stored)?;
    let stored = logins::list(&mut *connection, owner, id, Timestamp::from_millis(0)).await;
    report.count_all("logins", &location, stored)?;
    for board_id in export::board_ids(connection, owner).await? {
        verify_board(connection, report, board_id).await?;
    }
    verify_pictures(connection, report, owner).await?;
    verify_avatar(connection, report, owner).await?;
    verify_sessions(connection, report, owner).await?;
    verify_notes(connection, report, owner).await
}

async fn verify_board(
    connection: &mut Connection,
    report: &mut VerificationReport,
    board_id: Id,
) -> Result<(), DomainError> {
    let location = format!("board {board_id}");
    let row = boards::by_address(&mut *connection, &BoardAddress::Id(board_id)).await;
    report.count("boards", &location, row)?;
    count_rows(report, "lists", &location, export::lists(connection, board_id)).await?;
    count_rows(report, "cards", &location, export::cards(connection, board_id)).await?;
    count_rows(report, "items", &location, export::items(connection, board_id)).await?;
    let mut ops = export::ops(connection, board_id);
    while let Some(op) = ops.next().await {
        let Some(op) = report.count("ops", &location, op)? else { continue };
        // A body with shortened texts does not match the hash, which is that of the whole op, and old bodies are empty.
        if !op.body.is_empty() && serde_json::from_str::<BoardOp>(&op.body).map(|read| read.id).ok() != Some(op.id) {
            report.fault("ops", format!("{location}, op {}: unreadable body", op.id));
        }
    }
    Ok(())
}

async fn count_rows<T>(
    report: &mut VerificationReport,
    kind: &'static str,
    location: &str,
    mut rows: Rows<'_, T>,
) -> Result<(), DomainError> {
    while let Some(row) = rows.next().await {
        report.count(kind, location, row)?;
    }
    Ok(())
}

async fn verify_pictures(
    connection: &mut Connection,
    report: &mut VerificationReport,
    owner: Owner,
) -> Result<(), DomainError> {
    let location = format!("account {}", owner.id());
    let stored = pictures::all_stored(connection, owner).await;
    let Some(stored) = report.count_all("pictures", &location, stored)? else { return Ok(()) };
    for StoredPicture { picture, byte_count, hash } in stored {
        let location = format!("{location}, picture {}", picture.id.as_str());
        match pictures::bytes(connection, &picture.id).await {
            Ok(bytes) if i64::try_from(bytes.len()) == Ok(byte_count) && pictures::digest(&bytes) == hash => {}
            Ok(_) => report.fault("pictures", format!("{location}: the bytes do not match the stored size and hash")),
            Err(fault @ StoreError::CorruptColumn { .. }) => report.fault("pictures", format!("{location}: {fault}")),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

async fn verify_avatar(
    connection: &mut Connection,
    report: &mut VerificationReport,
    owner: Owner,
) -> Result<(), DomainError> {
    let location = format!("account {}", owner.id());
    let bytes = match avatars::id_of(connection, owner).await {
        Ok(None) => return Ok(()),
        Ok(Some(id)) => avatars::bytes(&mut *connection, &id).await,
        Err(error) => Err(error),
    };
    if let Some(bytes) = report.count("avatars", &location, bytes)?
        && !bytes.is_some_and(|bytes| bytes.starts_with(b"\xff\xd8\xff"))
    {
        report.fault("avatars", format!("{location}: the picture is not a JPEG"));
    }
    Ok(())
}

async fn verify_sessions(
    connection: &mut Connection,
    report: &mut VerificationReport,
    owner: Owner,
) -> Result<(), DomainError> {
    let location = format!("account {}", owner.id());
    let before = report.0.entry("focus sessions").or_default().faults;
    let mut sessions = focus_sessions::all_with_bounds(connection, owner);
    while let Some(row) = sessions.next().await {
        let Some(row) = report.count("focus sessions", &location, row)? else { continue };
        let ends = row.session.segments.first().zip(row.session.segments.last());
        if ends.map(|(first, last)| (first.start, last.end)) != Some((row.starts_at, row.ends_at)) {
            report.fault(
                "focus sessions",
                format!("{location}, session {}: start or end does not match its segments", row.session.id),
            );
        }
    }
    drop(sessions);
    let starts = focus_days::day_starts(connection, owner).await?;
    // Outdated sums are rebuilt before anybody reads them. If a session is invalid, the expected sums are unknown.
    if !starts.are_current() || report.0.entry("focus sessions").or_default().faults > before {
        return Ok(());
    }
    let stored = focus_days::rows(connection, owner).await;
    let Some(stored) = report.count_all("focus days", &location, stored)? else { return Ok(()) };
    let expected = by_key(sums::sums_of_all(connection, owner, starts.preferred).await?);
    let stored = by_key(stored);
    for key in stored.keys().chain(expected.keys()).collect::<BTreeSet<_>>() {
        if stored.get(key) != expected.get(key) {
            let day = key.day;
            report.fault("focus days", format!("{location}, {day}: the sum does not match the sessions"));
        }
    }
    Ok(())
}

async fn verify_notes(
    connection: &mut Connection,
    report: &mut VerificationReport,
    owner: Owner,
) -> Result<(), DomainError> {
    let ids = notes::ids(connection, owner).await;
    let Some(ids) = report.count_all("notes", &format!("account {}", owner.id()), ids)? else { return Ok(()) };
    for note_id in ids {
        let location = format!("account {}, note {note_id}", owner.id());
        // Its id was counted above.
        match report.record("notes", &location, note_cases::by_id(connection, owner, note_id, None).await)? {
            Some(Some(note)) => {
                verify_document(report, "notes", &location, note.document.as_deref().unwrap_or_default())
            }
            Some(None) => report.fault("notes", format!("{location}: not found by its id")),
            None => {}
        }
        let mut versions = note_versions::all(connection, owner, note_id);
        while let Some(stored) = versions.next().await {
            let Some(stored) = report.count("note versions", &location, stored)? else { continue };
            let location = format!("{location}, save {}", stored.version.save_id);
            verify_document(report, "note versions", &location, &stored.document);
        }
    }
    for id in notes::inconsistencies(connection, owner).await? {
        let location = format!("account {}, note {id}", owner.id());
        report.fault("notes", format!("{location}: both stored and removed, or newer than its account's version"));
    }
    Ok(())
}

fn verify_document(report: &mut VerificationReport, kind: &'static str, location: &str, document: &str) {
    if let Err(code) = Document::parse(document) {
        report.fault(kind, format!("{location}: invalid document: {}", code.as_str()));
    }
}

/// Returns the sums by day, board and card.
fn by_key(sums: Vec<FocusSum>) -> BTreeMap<FocusSumKey, DaySum> {
    sums.into_iter().map(|sum| (FocusSumKey::new(&sum), sum.sum)).collect()
}
