//! `twentyfour admin verify`: reads everything by the code that serves it, and holds what is kept twice against each other.

use super::{not_written, sentence};
use crate::Database;
use crate::domain::policy::{self, Owner};
use crate::domain::{focus_days as sums, notes as note_cases, tokens};
use crate::error::ApiError;
use crate::store::boards::{self, BoardAddress};
use crate::store::focus_days;
use crate::store::pictures::KeptPicture;
use crate::store::{
    Rows, accounts, admin, archive, focus_sessions, logins, note_versions, notes, pictures, preferences, verification,
};
use core_wasm::notes::document::Document;
use core_wasm::protocol::http::DaySum;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::BoardOp;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::{LocalDay, Timestamp};
use core_wasm::stats::FocusSum;
use futures_util::StreamExt;
use sqlx::AnyConnection;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// How many faults of a kind are told one by one.
const TOLD: usize = 20;

/// What is looked at, in the order in which it is told.
const KINDS: [&str; 15] = [
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
    "notes",
    "note versions",
    "waitlist",
];

/// Verifies a database and tells what was read of each kind. The error is that something is wrong.
pub(super) async fn run(database: &Database, out: &mut (impl Write + Send)) -> Result<(), String> {
    let mut report = Report::default();
    look(database, &mut report).await.map_err(sentence)?;
    report.write(out).map_err(not_written)?;
    match report.faults() {
        0 => Ok(()),
        1 => Err("There is 1 fault in the database.".to_owned()),
        count => Err(format!("There are {count} faults in the database.")),
    }
}

/// What was read, and what is wrong with it.
#[derive(Default)]
struct Report(BTreeMap<&'static str, Kind>);

#[derive(Default)]
struct Kind {
    read: u64,
    faults: u64,
    /// The first of them.
    told: Vec<String>,
}

impl Report {
    /// Counts a record, and what is wrong with it. Answers the record. The error is that the database itself fails.
    fn count<T>(&mut self, kind: &'static str, place: &str, read: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
        self.count_all(kind, place, read.map(|record| vec![record])).map(|records| records?.pop())
    }

    /// The same for records that are read together.
    fn count_all<T>(
        &mut self,
        kind: &'static str,
        place: &str,
        read: Result<Vec<T>, ApiError>,
    ) -> Result<Option<Vec<T>>, ApiError> {
        self.0.entry(kind).or_default().read += read.as_ref().map_or(1, |records| records.len() as u64);
        self.found(kind, place, read)
    }

    /// The same for what was counted already.
    fn found<T>(&mut self, kind: &'static str, place: &str, read: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
        match read {
            Ok(found) => return Ok(Some(found)),
            Err(ApiError::Internal(fault)) => self.fault(kind, format!("{place}: {fault}")),
            // A value of another type than the column's, which SQLite may hold.
            Err(ApiError::Database(error @ (sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)))) => {
                self.fault(kind, format!("{place}: {error}"));
            }
            Err(error) => return Err(error),
        }
        Ok(None)
    }

    fn fault(&mut self, kind: &'static str, fault: String) {
        let kind = self.0.entry(kind).or_default();
        kind.faults += 1;
        if kind.told.len() < TOLD {
            kind.told.push(fault);
        }
    }

    fn faults(&self) -> u64 {
        self.0.values().map(|kind| kind.faults).sum()
    }

    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let nothing = Kind::default();
        for name in KINDS {
            let kind = self.0.get(name).unwrap_or(&nothing);
            let wrong = if kind.faults == 0 { "none".to_owned() } else { kind.faults.to_string() };
            writeln!(out, "{name}: {} read, {wrong} wrong", kind.read)?;
            for fault in &kind.told {
                writeln!(out, "  {fault}")?;
            }
            if kind.faults > kind.told.len() as u64 {
                writeln!(out, "  and {} more", kind.faults - kind.told.len() as u64)?;
            }
        }
        Ok(())
    }
}

/// Looks at everything as it is at one moment.
async fn look(database: &Database, report: &mut Report) -> Result<(), ApiError> {
    let mut snapshot = database.snapshot().await?;
    report.0.entry("engine").or_default().read = 1;
    for fault in verification::engine_faults(database, &mut snapshot).await? {
        report.fault("engine", fault);
    }
    for text in verification::account_ids(&mut snapshot).await? {
        match Id::parse(&text) {
            Some(id) => look_at_account(&mut snapshot, report, id).await?,
            None => report.fault("accounts", format!("{text}: the id is none")),
        }
    }
    for (table, board_id, id) in verification::of_another_version(&mut snapshot).await? {
        if let Some(kind) = KINDS.into_iter().find(|kind| *kind == table) {
            report.fault(kind, format!("{id}: its board, {board_id}, has never had its version"));
        }
    }
    let mut visitors = admin::waitlist(&mut snapshot);
    while let Some(visitor) = visitors.next().await {
        let Some(visitor) = report.count("waitlist", "a visitor", visitor)? else { continue };
        if Email::parse(&visitor.email).is_err() {
            report.fault("waitlist", format!("{}: this is no email", visitor.email));
        }
    }
    drop(visitors);
    snapshot.commit().await?;
    Ok(())
}

async fn look_at_account(connection: &mut AnyConnection, report: &mut Report, id: Id) -> Result<(), ApiError> {
    let (owner, place) = (policy::of_operator(id), format!("account {id}"));
    let row = accounts::by_id(&mut *connection, id).await;
    if let Some(Some(row)) = report.count("accounts", &place, row)?
        && Email::parse(&row.email).is_err()
    {
        report.fault("accounts", format!("{place}: its email is none"));
    }
    let kept = preferences::load(connection, owner).await;
    report.count("preferences", &place, kept)?;
    let kept = logins::list(&mut *connection, owner, id, Timestamp::from_millis(0)).await;
    report.count_all("logins", &place, kept)?;
    for board_id in archive::board_ids(connection, owner).await? {
        look_at_board(connection, report, board_id).await?;
    }
    look_at_pictures(connection, report, owner).await?;
    look_at_sessions(connection, report, owner).await?;
    look_at_notes(connection, report, owner).await
}

async fn look_at_board(connection: &mut AnyConnection, report: &mut Report, board_id: Id) -> Result<(), ApiError> {
    let place = format!("board {board_id}");
    let row = boards::by_address(&mut *connection, &BoardAddress::Id(board_id)).await;
    report.count("boards", &place, row)?;
    read_all(report, "lists", &place, archive::lists(connection, board_id)).await?;
    read_all(report, "cards", &place, archive::cards(connection, board_id)).await?;
    read_all(report, "items", &place, archive::items(connection, board_id)).await?;
    let mut ops = archive::ops(connection, board_id);
    while let Some(op) = ops.next().await {
        let Some(op) = report.count("ops", &place, op)? else { continue };
        if tokens::hash(&op.body) != op.hash {
            report.fault("ops", format!("{place}, op {}: its body is not the one that was sent", op.id));
        } else if serde_json::from_str::<BoardOp>(&op.body).map(|read| read.id).ok() != Some(op.id) {
            report.fault("ops", format!("{place}, op {}: its body cannot be read", op.id));
        }
    }
    Ok(())
}

async fn read_all<T>(
    report: &mut Report,
    kind: &'static str,
    place: &str,
    mut rows: Rows<'_, T>,
) -> Result<(), ApiError> {
    while let Some(row) = rows.next().await {
        report.count(kind, place, row)?;
    }
    Ok(())
}

async fn look_at_pictures(connection: &mut AnyConnection, report: &mut Report, owner: Owner) -> Result<(), ApiError> {
    let place = format!("account {}", owner.id());
    let kept = pictures::all_kept(connection, owner).await;
    let Some(kept) = report.count_all("pictures", &place, kept)? else { return Ok(()) };
    for KeptPicture { picture, byte_count, hash } in kept {
        let place = format!("{place}, picture {}", picture.id.as_str());
        match pictures::bytes(connection, &picture.id).await {
            Ok(bytes) if i64::try_from(bytes.len()) == Ok(byte_count) && pictures::digest(&bytes) == hash => {}
            Ok(_) => report.fault("pictures", format!("{place}: its bytes are not those that were kept")),
            Err(ApiError::Internal(fault)) => report.fault("pictures", format!("{place}: {fault}")),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

async fn look_at_sessions(connection: &mut AnyConnection, report: &mut Report, owner: Owner) -> Result<(), ApiError> {
    let place = format!("account {}", owner.id());
    let before = report.0.entry("focus sessions").or_default().faults;
    let mut sessions = focus_sessions::filed(connection, owner);
    while let Some(filed) = sessions.next().await {
        let Some(filed) = report.count("focus sessions", &place, filed)? else { continue };
        let ends = filed.session.segments.first().zip(filed.session.segments.last());
        if ends.map(|(first, last)| (first.start, last.end)) != Some((filed.starts_at, filed.ends_at)) {
            report.fault("focus sessions", format!("{place}, session {}: it is filed elsewhere", filed.session.id));
        }
    }
    drop(sessions);
    let starts = focus_days::day_starts(connection, owner).await?;
    // Sums of other days than the person's are made anew before anybody reads them, and where a session cannot be read there
    // is nothing to hold them against.
    if !starts.agree() || report.0.entry("focus sessions").or_default().faults > before {
        return Ok(());
    }
    let kept = focus_days::rows(connection, owner).await;
    let Some(kept) = report.count_all("focus days", &place, kept)? else { return Ok(()) };
    let right = by_place(sums::sums_of_all(connection, owner, starts.chosen).await?);
    let kept = by_place(kept);
    for place_of_sum in kept.keys().chain(right.keys()).collect::<BTreeSet<_>>() {
        if kept.get(place_of_sum) != right.get(place_of_sum) {
            let (day, ..) = place_of_sum;
            report.fault("focus days", format!("{place}, {day}: the sum is not that of the sessions"));
        }
    }
    Ok(())
}

async fn look_at_notes(connection: &mut AnyConnection, report: &mut Report, owner: Owner) -> Result<(), ApiError> {
    let ids = notes::ids(connection, owner).await;
    let Some(ids) = report.count_all("notes", &format!("account {}", owner.id()), ids)? else { return Ok(()) };
    for note_id in ids {
        let place = format!("account {}, note {note_id}", owner.id());
        // Its id was counted.
        match report.found("notes", &place, note_cases::by_id(connection, owner, note_id, None).await)? {
            Some(Some(note)) => look_at_document(report, "notes", &place, note.document.as_deref().unwrap_or_default()),
            Some(None) => report.fault("notes", format!("{place}: it cannot be found by its id")),
            None => {}
        }
        let mut versions = note_versions::all(connection, owner, note_id);
        while let Some(kept) = versions.next().await {
            let Some(kept) = report.count("note versions", &place, kept)? else { continue };
            let place = format!("{place}, save {}", kept.version.save_id);
            look_at_document(report, "note versions", &place, &kept.document);
        }
    }
    for id in notes::contradictions(connection, owner).await? {
        let place = format!("account {}, note {id}", owner.id());
        report.fault(
            "notes",
            format!("{place}: it is there and not there, or of a version that its account has never had"),
        );
    }
    Ok(())
}

fn look_at_document(report: &mut Report, kind: &'static str, place: &str, document: &str) {
    if let Err(code) = Document::parse(document) {
        report.fault(kind, format!("{place}: its document is {}", code.as_str()));
    }
}

/// Sums by their day, their board and their card, of which there is one each.
fn by_place(sums: Vec<FocusSum>) -> BTreeMap<(LocalDay, Option<Id>, Option<Id>), DaySum> {
    sums.into_iter().map(|FocusSum { board_id, card_id, sum }| ((sum.day, board_id, card_id), sum)).collect()
}
