//! All that is kept of an account as a ZIP archive.
//!
//! It is read within one snapshot, row by row, and packed by a thread of its own into a file without a name, which goes when
//! it has been sent or when the server ends. So neither the size of an account nor the patience of whoever downloads costs
//! memory, or keeps a connection to the database.

use super::table::{BYTE_ORDER_MARK, line, local, written_by_a_person};
use super::{notes, readme, sessions};
use crate::Parts;
use crate::domain::preferences::utc_offset;
use crate::domain::{accounts, focus_days, policy};
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::archive::{self, CardInList};
use crate::store::boards::{self, BoardAddress};
use crate::store::{Rows, focus_sessions, json, pictures, preferences, tag};
use axum::body::Bytes;
use chrono::{DateTime, Datelike, Timelike};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::Board;
use core_wasm::protocol::text::Label;
use core_wasm::protocol::time::Timestamp;
use core_wasm::stats;
use futures_util::stream::{self, Stream, TryStreamExt};
use serde::Serialize;
use sqlx::AnyConnection;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use tokio::sync::mpsc;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// How much is packed, and sent, at once, in bytes.
const PIECE: usize = 64 << 10;

/// How many pieces may wait to be packed.
const MAXIMUM_WAITING: usize = 4;

/// An archive that is ready to be sent.
pub(crate) struct Archive {
    /// What the browser is to call it: the day is the person's own.
    pub(crate) name: String,
    /// How many bytes it has.
    pub(crate) length: u64,
    file: File,
}

impl Archive {
    /// Its bytes, read as they are sent.
    pub(crate) fn into_pieces(self) -> impl Stream<Item = io::Result<Bytes>> + Send + use<> {
        stream::try_unfold(self.file, |mut file| async move {
            let read = move || {
                let mut piece = vec![0; PIECE];
                let length = file.read(&mut piece)?;
                piece.truncate(length);
                Ok((length > 0).then(|| (Bytes::from(piece), file)))
            };
            tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
        })
    }
}

/// Makes the archive of an account.
pub(crate) async fn make(app: &Parts, account: Account) -> Result<Archive, ApiError> {
    let now = app.now();
    app.limits.export(account.id, now)?;
    // Each holds a connection to the database, of which there are few.
    let _place = app.exports.acquire().await.map_err(|error| ApiError::Internal(error.to_string()))?;
    let owner = policy::own(account);
    let (mut snapshot, day_start) = focus_days::snapshot(&app.database, owner).await?;
    let time_zone = preferences::load(&mut snapshot, owner).await?.time_zone;
    let utc_offset = utc_offset(&time_zone, now);

    let (sender, entries) = mpsc::channel(MAXIMUM_WAITING);
    let folder = app.data_dir.clone();
    let packed = tokio::task::spawn_blocking(move || pack(&folder, now, entries));
    let mut entries = Entries { sender, text: String::new() };
    let written = write(&mut entries, app, &mut snapshot, account, utc_offset).await;
    drop(entries);
    // Where packing has failed that is the reason, and what was written only its consequence.
    let packed = packed.await.map_err(|error| ApiError::Internal(format!("packing an archive panicked: {error}")))?;
    let (file, length) = packed.map_err(|error| ApiError::Internal(format!("an archive cannot be packed: {error}")))?;
    written?;
    snapshot.commit().await?;
    let day = stats::local_day(now, utc_offset, day_start);
    Ok(Archive { name: format!("twentyfour-{day}.zip"), length, file })
}

/// What the thread that packs is told.
enum Entry {
    /// A file begins here.
    Begin(Cow<'static, str>),
    /// More of it.
    More(Vec<u8>),
}

/// Packs files into an archive, until no more is told.
fn pack(folder: &Path, now: Timestamp, mut entries: mpsc::Receiver<Entry>) -> io::Result<(File, u64)> {
    crate::config::make_folder(folder)?;
    // It may outgrow 4 GiB, and nobody knows before.
    let options = SimpleFileOptions::default().large_file(true).last_modified_time(modified(now));
    let mut archive = ZipWriter::new(tempfile::tempfile_in(folder)?);
    while let Some(entry) = entries.blocking_recv() {
        match entry {
            Entry::Begin(name) => archive.start_file(name, options)?,
            Entry::More(bytes) => archive.write_all(&bytes)?,
        }
    }
    let mut file = archive.finish()?;
    let length = file.seek(io::SeekFrom::End(0))?;
    file.rewind()?;
    Ok((file, length))
}

/// A moment as archives have it, in UTC and to two seconds.
fn modified(now: Timestamp) -> zip::DateTime {
    let now = DateTime::from_timestamp_millis(now.millis()).unwrap_or_default();
    let part = |number: u32| u8::try_from(number).unwrap_or_default();
    zip::DateTime::from_date_and_time(
        u16::try_from(now.year()).unwrap_or_default(),
        part(now.month()),
        part(now.day()),
        part(now.hour()),
        part(now.minute()),
        part(now.second()),
    )
    .unwrap_or_default()
}

/// The files of an archive on their way to the thread that packs them.
pub(super) struct Entries {
    sender: mpsc::Sender<Entry>,
    /// What has still to be handed over.
    text: String,
}

impl Entries {
    pub(super) async fn begin(&mut self, name: impl Into<Cow<'static, str>>) -> Result<(), ApiError> {
        self.hand_over().await?;
        self.send(Entry::Begin(name.into())).await
    }

    pub(super) async fn write(&mut self, text: &str) -> Result<(), ApiError> {
        self.text.push_str(text);
        if self.text.len() < PIECE { Ok(()) } else { self.hand_over().await }
    }

    /// Writes records as an array of JSON, one on a line.
    pub(super) async fn write_array<T: Serialize>(&mut self, mut rows: Rows<'_, T>) -> Result<(), ApiError> {
        let mut before = "[\n";
        while let Some(row) = rows.try_next().await? {
            self.write(before).await?;
            self.write(&json(&row)).await?;
            before = ",\n";
        }
        self.write(if before == "[\n" { "[]" } else { "\n]" }).await
    }

    async fn hand_over(&mut self) -> Result<(), ApiError> {
        if self.text.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(&mut self.text);
        self.send(Entry::More(text.into_bytes())).await
    }

    async fn send(&self, entry: Entry) -> Result<(), ApiError> {
        let sent = self.sender.send(entry).await;
        sent.map_err(|_| ApiError::Internal("the thread that packs an archive has stopped".to_owned()))
    }
}

/// Writes every file.
async fn write(
    entries: &mut Entries,
    app: &Parts,
    snapshot: &mut AnyConnection,
    account: Account,
    utc_offset: i32,
) -> Result<(), ApiError> {
    let owner = policy::own(account);
    entries.begin("README.txt").await?;
    entries.write(readme::TEXT).await?;
    entries.begin("account.json").await?;
    entries.write(&account_json(app, snapshot, account).await?).await?;

    let board_ids = archive::board_ids(snapshot, owner).await?;
    entries.begin("boards.json").await?;
    entries.write("{\"boards\":[").await?;
    for (index, board_id) in board_ids.iter().enumerate() {
        entries.write(if index == 0 { "\n" } else { ",\n" }).await?;
        write_board(entries, snapshot, *board_id).await?;
    }
    entries.write("\n]}\n").await?;

    entries.begin("cards.csv").await?;
    entries.write(BYTE_ORDER_MARK).await?;
    entries.write(&line(CARD_COLUMNS)).await?;
    for board_id in &board_ids {
        let Some(board) = board(snapshot, *board_id).await? else { continue };
        let mut cards = archive::cards_in_lists(snapshot, *board_id);
        while let Some(card) = cards.try_next().await? {
            entries.write(&line(card_row(&board.1, &card, utc_offset))).await?;
        }
    }

    entries.begin("activity.json").await?;
    entries.write("{\"boards\":[").await?;
    for (index, board_id) in board_ids.iter().enumerate() {
        let head = format!("{{\"board_id\":\"{board_id}\",\"ops\":[");
        entries.write(if index == 0 { "\n" } else { ",\n" }).await?;
        entries.write(&head).await?;
        let mut ops = archive::ops(snapshot, *board_id);
        let mut before = "\n";
        while let Some(op) = ops.try_next().await? {
            entries.write(before).await?;
            entries.write(&op.body).await?;
            before = ",\n";
        }
        entries.write("]}").await?;
    }
    entries.write("\n]}\n").await?;

    entries.begin("focus-sessions.json").await?;
    entries.write("{\"sessions\":").await?;
    let sessions = focus_sessions::all(snapshot, owner).map_ok(|named| named.session);
    entries.write_array(Box::pin(sessions)).await?;
    entries.write("}\n").await?;

    entries.begin("focus-sessions.csv").await?;
    entries.write(BYTE_ORDER_MARK).await?;
    entries.write(&line(sessions::COLUMNS)).await?;
    let mut named = focus_sessions::all(snapshot, owner);
    while let Some(named) = named.try_next().await? {
        if let Some(row) = sessions::row(&named) {
            entries.write(&line(row)).await?;
        }
    }
    drop(named);

    let pictures = pictures::all(snapshot, owner).await?;
    entries.begin("pictures.json").await?;
    entries.write("{\"pictures\":").await?;
    entries.write(&json(&pictures)).await?;
    entries.write("}\n").await?;
    for picture in &pictures {
        entries.begin(format!("pictures/{}.jpg", picture.id.as_str())).await?;
        let mut pieces = pictures::pieces(snapshot, &picture.id);
        while let Some(piece) = pieces.try_next().await? {
            entries.send(Entry::More(piece)).await?;
        }
    }
    notes::write(entries, snapshot, owner).await?;
    entries.hand_over().await
}

/// The account itself, and all that is small.
async fn account_json(app: &Parts, snapshot: &mut AnyConnection, account: Account) -> Result<String, ApiError> {
    let owner = policy::own(account);
    let user = accounts::user_within(snapshot, account, app).await?;
    let preferences = preferences::load(snapshot, owner).await?;
    let account = accounts::about_within(snapshot, account, app.now()).await?;
    let identities: Vec<serde_json::Value> = archive::identities(snapshot, owner)
        .await?
        .into_iter()
        .map(|identity| {
            serde_json::json!({
                "issuer": identity.issuer, "subject": identity.subject, "linked_at": identity.linked_at
            })
        })
        .collect();
    let all = serde_json::json!({
        "user": user, "account": account, "preferences": preferences, "identities": identities
    });
    serde_json::to_string_pretty(&all).map_err(|error| ApiError::Internal(error.to_string()))
}

/// A board with its version.
async fn board(snapshot: &mut AnyConnection, board_id: Id) -> Result<Option<(i64, Board)>, ApiError> {
    let row = boards::by_address(&mut *snapshot, &BoardAddress::Id(board_id)).await?;
    Ok(row.map(|row| (row.version, row.board)))
}

/// Writes a board as [`core_wasm::protocol::record::BoardRecords`], with what is in the trash and in the archive.
async fn write_board(entries: &mut Entries, snapshot: &mut AnyConnection, board_id: Id) -> Result<(), ApiError> {
    let Some((version, board)) = board(snapshot, board_id).await? else { return Ok(()) };
    let head = format!("{{\"version\":{version},\"is_complete\":true,\"board\":{},\n\"lists\":", json(&board));
    entries.write(&head).await?;
    entries.write_array(archive::lists(snapshot, board_id)).await?;
    entries.write(",\n\"cards\":").await?;
    entries.write_array(archive::cards(snapshot, board_id)).await?;
    entries.write(",\n\"items\":").await?;
    entries.write_array(archive::items(snapshot, board_id)).await?;
    entries.write("}").await
}

/// The names of the columns of the table of cards.
const CARD_COLUMNS: [&str; 11] = [
    "board",
    "list",
    "title",
    "description",
    "priority",
    "due_date",
    "labels",
    "created",
    "completed",
    "archived",
    "trashed",
];

/// A card as a row, with moments by the clock of the person. What lies in the trash as a whole lies there with all its cards.
fn card_row(
    board: &Board,
    CardInList { card, list_name, list_trashed_at }: &CardInList,
    utc_offset: i32,
) -> [String; 11] {
    let moment = |moment: Option<Timestamp>| moment.map_or_else(String::new, |moment| local(moment, utc_offset));
    let labels: Vec<&str> = card.labels.iter().map(Label::as_str).collect();
    [
        written_by_a_person(board.name.as_str()),
        written_by_a_person(list_name),
        written_by_a_person(card.title.as_str()),
        written_by_a_person(card.description.as_str()),
        tag(&card.priority),
        card.due_date.as_ref().map(|due| due.as_str().to_owned()).unwrap_or_default(),
        written_by_a_person(&labels.join("; ")),
        moment(Some(card.created_at)),
        moment(card.completed_at),
        moment(card.archived_at),
        moment(card.trashed_at.or(*list_trashed_at).or(board.trashed_at)),
    ]
}
