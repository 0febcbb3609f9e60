//! All data of an account as a ZIP archive.
//!
//! The data is read row by row in one snapshot, and then the files of attachments one by one. A blocking thread compresses them
//! into an anonymous temporary file, which the system deletes once it is sent or the server exits. So large accounts need
//! little memory, and slow downloads hold no database connection.

use super::limited_file::LimitedFile;
use super::local_time::format_local_time;
use super::{attachments, notes, readme, sessions};
use crate::account_slots::AccountSlot;
use crate::activity::{hide_other_boards, is_personal};
use crate::error::DomainError;
use crate::plans::Plans;
use crate::services::ExportDeps;
use crate::{accounts, focus_days, policy};
use bytes::Bytes;
use chrono::{DateTime, Datelike, Timelike};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::BoardOp;
use core_wasm::protocol::record::{Board, Item};
use core_wasm::protocol::text::Label;
use core_wasm::protocol::time::{Timestamp, local_day};
use core_wasm::protocol::webhook::WebhooksResponse;
use formats::csv_table::{BYTE_ORDER_MARK, csv_row, escape_formula};
use futures_util::stream::{self, Stream, TryStreamExt};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use twentyfour_model::time_zone::utc_offset;
use twentyfour_model::{Actor, Owner};
use twentyfour_store::Connection;
use twentyfour_store::api_tokens;
use twentyfour_store::boards::{self, BoardAddress, BoardRow, MemberBoard};
use twentyfour_store::export::{self, CardInList, StoredOp};
use twentyfour_store::{
    Rows, avatars, calendar, focus_sessions, json, members, pictures, preferences, records, tag, webhooks,
};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The size in bytes of the chunks that are compressed and sent.
const CHUNK_BYTES: usize = 64 << 10;

/// The maximum number of chunks waiting for compression.
const MAX_QUEUED_CHUNKS: usize = 4;

/// How long a download may take: the largest archive in this time is 600 KB a second.
const MAX_DOWNLOAD_TIME: Duration = Duration::from_secs(2 * 60 * 60);

/// A finished archive.
pub struct Archive {
    /// The file name, with the date in the user's time zone.
    pub name: String,
    /// The size in bytes.
    pub length: u64,
    file: File,
    slot: AccountSlot,
}

impl Archive {
    /// Streams the archive's bytes.
    pub fn into_stream(self) -> impl Stream<Item = io::Result<Bytes>> + Send + use<> {
        let deadline = Instant::now() + MAX_DOWNLOAD_TIME;
        stream::try_unfold((self.file, self.slot), move |(mut file, slot)| async move {
            if Instant::now() > deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let read = move || {
                let mut chunk = vec![0; CHUNK_BYTES];
                let length = file.read(&mut chunk)?;
                chunk.truncate(length);
                Ok((length > 0).then(|| (Bytes::from(chunk), (file, slot))))
            };
            tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
        })
    }
}

/// Creates the archive of an account.
///
/// # Errors
/// Returns `ErrorCode::ServerBusy` if the account's last archive is still being downloaded, or too many of others are,
/// `ErrorCode::TooManyRequests` if the rate limit is exceeded, an internal error if the file cannot be
/// written, or an error if the database fails.
pub async fn create(deps: &ExportDeps, account: Actor) -> Result<Archive, DomainError> {
    let now = deps.context.now();
    let slot = deps.slots.acquire(account.id)?;
    deps.limits.export(account.id, now).await?;
    // Each export holds one of the few database connections.
    let permit = deps.permits.acquire().await.map_err(|error| DomainError::Internal(error.to_string()))?;
    let owner = policy::owner_of(account);
    let (mut snapshot, day_start) = focus_days::snapshot(&deps.context.database, owner).await?;
    let time_zone = preferences::load(&mut snapshot, owner).await?.time_zone;
    let utc_offset = utc_offset(&time_zone, now);

    let (commands_sender, commands) = mpsc::channel(MAX_QUEUED_CHUNKS);
    let folder = deps.data_dir.clone();
    let packed = tokio::task::spawn_blocking(move || pack(&folder, now, commands));
    let mut sender = ZipSender { commands: commands_sender, text: String::new() };
    let written = async {
        write(&mut sender, &deps.plans, &mut snapshot, account, now, utc_offset).await?;
        let attachments = attachments::read(&mut snapshot, owner).await?;
        snapshot.commit().await?;
        drop(permit);
        attachments::write(&mut sender, &deps.objects, attachments).await
    };
    let written = written.await;
    // Closes the channel, which ends the thread.
    drop(sender);
    // If compression failed, the error of `written` is only its consequence.
    let packed = packed.await.map_err(|error| DomainError::Internal(format!("archive writer panicked: {error}")))?;
    let (file, length) = packed.map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => ErrorCode::ExportTooLarge.into(),
        io::ErrorKind::StorageFull => ErrorCode::Unavailable.into(),
        _ => DomainError::Internal(format!("cannot write an archive: {error}")),
    })?;
    written?;
    let day = local_day(now, utc_offset, day_start);
    Ok(Archive { name: format!("twentyfour-{day}.zip"), length, file, slot })
}

/// A command to the compression thread.
enum ZipCommand {
    /// Starts a file with this name.
    StartFile(Cow<'static, str>, CompressionMethod),
    /// Appends data to the current file.
    Data(Vec<u8>),
}

/// Writes an archive from commands, until the channel is closed.
fn pack(folder: &Path, now: Timestamp, mut commands: mpsc::Receiver<ZipCommand>) -> io::Result<(File, u64)> {
    twentyfour_model::paths::create_private_dir(folder)?;
    // The sizes are not known in advance and may exceed 4 GiB.
    let options = SimpleFileOptions::default().large_file(true).last_modified_time(zip_timestamp(now));
    let file = LimitedFile::new(tempfile::tempfile_in(folder)?, folder.to_owned());
    let mut archive = ZipWriter::new(file);
    while let Some(command) = commands.blocking_recv() {
        match command {
            ZipCommand::StartFile(name, method) => archive.start_file(name, options.compression_method(method))?,
            ZipCommand::Data(bytes) => archive.write_all(&bytes)?,
        }
    }
    let mut file = archive.finish()?.into_inner();
    let length = file.seek(io::SeekFrom::End(0))?;
    file.rewind()?;
    Ok((file, length))
}

/// Returns a time in the ZIP format: UTC, with a resolution of two seconds.
fn zip_timestamp(now: Timestamp) -> zip::DateTime {
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

/// Sends the contents of an archive to the compression thread.
pub(super) struct ZipSender {
    commands: mpsc::Sender<ZipCommand>,
    /// Text that was not sent yet.
    text: String,
}

impl ZipSender {
    /// Starts a file in the archive.
    ///
    /// # Errors
    /// Returns an error if the compression thread has stopped.
    pub(super) async fn start_file(&mut self, name: impl Into<Cow<'static, str>>) -> Result<(), DomainError> {
        self.flush().await?;
        self.send(ZipCommand::StartFile(name.into(), CompressionMethod::Deflated)).await
    }

    /// Starts a file that is not compressed, because most of its kind are already.
    ///
    /// # Errors
    /// Returns an error if the compression thread has stopped.
    pub(super) async fn start_stored_file(&mut self, name: String) -> Result<(), DomainError> {
        self.flush().await?;
        self.send(ZipCommand::StartFile(name.into(), CompressionMethod::Stored)).await
    }

    /// Appends text to the current file.
    ///
    /// # Errors
    /// Returns an error if the compression thread has stopped.
    pub(super) async fn write(&mut self, text: &str) -> Result<(), DomainError> {
        self.text.push_str(text);
        if self.text.len() < CHUNK_BYTES { Ok(()) } else { self.flush().await }
    }

    /// Writes records as a JSON array, one per line.
    ///
    /// # Errors
    /// Returns the error of a row, or an error if the compression thread has stopped.
    pub(super) async fn write_array<T: Serialize>(&mut self, mut rows: Rows<'_, T>) -> Result<(), DomainError> {
        let mut separator = "[\n";
        while let Some(row) = rows.try_next().await? {
            self.write(separator).await?;
            self.write(&json(&row)).await?;
            separator = ",\n";
        }
        self.write(if separator == "[\n" { "[]" } else { "\n]" }).await
    }

    /// Appends bytes to the current file.
    ///
    /// # Errors
    /// Returns an error if the compression thread has stopped.
    pub(super) async fn write_bytes(&mut self, bytes: Vec<u8>) -> Result<(), DomainError> {
        self.flush().await?;
        self.send(ZipCommand::Data(bytes)).await
    }

    /// Sends the text that was not sent yet.
    ///
    /// # Errors
    /// Returns an error if the compression thread has stopped.
    pub(super) async fn flush(&mut self) -> Result<(), DomainError> {
        if self.text.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(&mut self.text);
        self.send(ZipCommand::Data(text.into_bytes())).await
    }

    async fn send(&self, command: ZipCommand) -> Result<(), DomainError> {
        let sent = self.commands.send(command).await;
        sent.map_err(|_| DomainError::Internal("archive writer stopped".to_owned()))
    }
}

/// Writes all files of the archive.
async fn write(
    sender: &mut ZipSender,
    plans: &Plans,
    snapshot: &mut Connection,
    account: Actor,
    now: Timestamp,
    utc_offset: i32,
) -> Result<(), DomainError> {
    let owner = policy::owner_of(account);
    sender.start_file("README.txt").await?;
    sender.write(readme::TEXT).await?;
    sender.start_file("account.json").await?;
    sender.write(&account_json(plans, snapshot, account, now).await?).await?;
    let board_ids = export::board_ids(snapshot, owner).await?;
    write_boards(sender, snapshot, owner, &board_ids).await?;
    write_cards(sender, snapshot, owner, &board_ids, utc_offset).await?;
    write_activity(sender, snapshot, owner, &board_ids).await?;
    write_focus_sessions(sender, snapshot, owner).await?;
    write_focus_sessions_table(sender, snapshot, owner).await?;
    write_pictures(sender, snapshot, owner).await?;
    write_avatar(sender, snapshot, owner).await?;
    notes::write(sender, snapshot, owner).await?;
    sender.start_file("webhooks.json").await?;
    sender.write(&json(&WebhooksResponse { webhooks: webhooks::list(&mut *snapshot, owner).await? })).await?;
    sender.flush().await
}

/// Writes `boards.json`.
async fn write_boards(
    sender: &mut ZipSender,
    snapshot: &mut Connection,
    owner: Owner,
    board_ids: &[Id],
) -> Result<(), DomainError> {
    sender.start_file("boards.json").await?;
    sender.write("{\"boards\":[").await?;
    for (index, board_id) in board_ids.iter().enumerate() {
        sender.write(if index == 0 { "\n" } else { ",\n" }).await?;
        write_board(sender, snapshot, owner, *board_id).await?;
    }
    sender.write("\n]}\n").await
}

/// Writes `cards.csv`.
async fn write_cards(
    sender: &mut ZipSender,
    snapshot: &mut Connection,
    owner: Owner,
    board_ids: &[Id],
    utc_offset: i32,
) -> Result<(), DomainError> {
    sender.start_file("cards.csv").await?;
    sender.write(BYTE_ORDER_MARK).await?;
    sender.write(&csv_row(CARD_COLUMNS)).await?;
    for board_id in board_ids {
        let Some(MemberBoard { row: BoardRow { board, .. }, .. }) = board(snapshot, owner, *board_id).await? else {
            continue;
        };
        let mut cards = export::cards_in_lists(snapshot, *board_id);
        while let Some(card) = cards.try_next().await? {
            sender.write(&csv_row(card_row(&board, &card, utc_offset))).await?;
        }
    }
    Ok(())
}

/// Writes `activity.json`.
async fn write_activity(
    sender: &mut ZipSender,
    snapshot: &mut Connection,
    owner: Owner,
    board_ids: &[Id],
) -> Result<(), DomainError> {
    sender.start_file("activity.json").await?;
    sender.write("{\"boards\":[").await?;
    for (index, board_id) in board_ids.iter().enumerate() {
        let head = format!("{{\"board_id\":\"{board_id}\",\"ops\":[");
        sender.write(if index == 0 { "\n" } else { ",\n" }).await?;
        sender.write(&head).await?;
        let visible_ids = records::visible_items(&mut *snapshot, owner, *board_id, None).await?;
        let list_ids = records::list_ids(&mut *snapshot, *board_id).await?;
        let board = ActivityOfBoard { board_id: *board_id, visible_ids, list_ids };
        let mut ops = export::ops(snapshot, *board_id);
        let (mut by_others, mut moved) = (Vec::new(), Vec::new());
        let mut separator = "\n";
        while let Some(op) = ops.try_next().await? {
            let (id, is_own, is_copy) = (op.id, op.user_id == Some(owner.id()), op.is_copy);
            let Some(body) = board.body_for(owner, op) else { continue };
            sender.write(separator).await?;
            sender.write(&body).await?;
            separator = ",\n";
            by_others.extend((!is_own).then_some(id));
            moved.extend(is_copy.then_some(id));
        }
        sender.write(&format!("],\n\"by_others\":{},\"moved\":{}}}", json(&by_others), json(&moved))).await?;
    }
    sender.write("\n]}\n").await
}

/// What decides which ops of a board the archive has, and in which form.
struct ActivityOfBoard {
    board_id: Id,
    /// The items that the account sees.
    visible_ids: BTreeSet<Id>,
    list_ids: BTreeSet<Id>,
}

impl ActivityOfBoard {
    /// Returns the JSON of an op for the archive, or `None` if its body was emptied or cannot be read, or if only another
    /// member sees what it did. An op that the account has sent to this board is as it was sent. The others do not name
    /// other boards or their lists, because the account may not be a member of those.
    fn body_for(&self, owner: Owner, op: StoredOp) -> Option<String> {
        let is_own = op.user_id == Some(owner.id());
        if op.body.is_empty() {
            return None;
        }
        if is_own && !op.is_copy {
            return Some(op.body);
        }
        let mut read: BoardOp = serde_json::from_str(&op.body)
            .inspect_err(|error| tracing::warn!(%error, board = %self.board_id, "cannot read an op for an export, leaving it out"))
            .ok()?;
        if !is_own && is_personal(&read.change, &self.visible_ids) {
            return None;
        }
        hide_other_boards(&mut read.change, self.board_id, &self.list_ids);
        Some(json(&read))
    }
}

/// Writes `focus-sessions.json`.
async fn write_focus_sessions(
    sender: &mut ZipSender,
    snapshot: &mut Connection,
    owner: Owner,
) -> Result<(), DomainError> {
    sender.start_file("focus-sessions.json").await?;
    sender.write("{\"sessions\":").await?;
    let sessions = focus_sessions::all(snapshot, owner).map_ok(|named| named.session);
    sender.write_array(Box::pin(sessions)).await?;
    sender.write("}\n").await
}

/// Writes `focus-sessions.csv`.
async fn write_focus_sessions_table(
    sender: &mut ZipSender,
    snapshot: &mut Connection,
    owner: Owner,
) -> Result<(), DomainError> {
    sender.start_file("focus-sessions.csv").await?;
    sender.write(BYTE_ORDER_MARK).await?;
    sender.write(&csv_row(sessions::COLUMNS)).await?;
    let mut named_sessions = focus_sessions::all(snapshot, owner);
    while let Some(named) = named_sessions.try_next().await? {
        if let Some(row) = sessions::row(&named) {
            sender.write(&csv_row(row)).await?;
        }
    }
    Ok(())
}

/// Writes `pictures.json`, and each picture into the folder `pictures`.
async fn write_pictures(sender: &mut ZipSender, snapshot: &mut Connection, owner: Owner) -> Result<(), DomainError> {
    let pictures = pictures::all(snapshot, owner).await?;
    sender.start_file("pictures.json").await?;
    sender.write("{\"pictures\":").await?;
    sender.write(&json(&pictures)).await?;
    sender.write("}\n").await?;
    for picture in &pictures {
        sender.start_file(format!("pictures/{}.jpg", picture.id.as_str())).await?;
        let mut chunks = pictures::chunks(snapshot, &picture.id);
        while let Some(chunk) = chunks.try_next().await? {
            sender.send(ZipCommand::Data(chunk)).await?;
        }
    }
    Ok(())
}

/// Writes `avatar.jpg` if the person has a picture.
async fn write_avatar(sender: &mut ZipSender, snapshot: &mut Connection, owner: Owner) -> Result<(), DomainError> {
    let Some(id) = avatars::id_of(snapshot, owner).await? else { return Ok(()) };
    let Some(jpeg) = avatars::bytes(&mut *snapshot, &id).await? else { return Ok(()) };
    sender.start_file("avatar.jpg").await?;
    sender.send(ZipCommand::Data(jpeg)).await
}

/// Returns the account, its preferences and its identities as JSON.
async fn account_json(
    plans: &Plans,
    snapshot: &mut Connection,
    account: Actor,
    now: Timestamp,
) -> Result<String, DomainError> {
    let owner = policy::owner_of(account);
    let user = accounts::user_in(snapshot, account, plans, now).await?;
    let preferences = preferences::load(snapshot, owner).await?;
    let account = accounts::details_in(plans, snapshot, account, now).await?;
    let identities: Vec<serde_json::Value> = export::identities(snapshot, owner)
        .await?
        .into_iter()
        .map(|identity| {
            serde_json::json!({
                "issuer": identity.issuer, "subject": identity.subject, "linked_at": identity.linked_at
            })
        })
        .collect();
    // Without the secret addresses of both.
    let feed = calendar::feed_of(&mut *snapshot, owner).await?;
    let source = calendar::source_of(&mut *snapshot, owner).await?;
    let calendars = serde_json::json!({
        "feed": feed.map(|feed| serde_json::json!({"options": feed.options, "created_at": feed.created_at})),
        "source": source.map(|source| serde_json::json!({"added_at": source.added_at})),
    });
    let api_tokens = api_tokens::list(&mut *snapshot, owner, now).await?;
    let all = serde_json::json!({
        "user": user, "account": account, "preferences": preferences, "identities": identities, "calendars": calendars,
        "api_tokens": api_tokens
    });
    serde_json::to_string_pretty(&all).map_err(|error| DomainError::Internal(error.to_string()))
}

/// Returns a board as its owner sees it, with its members.
async fn board(snapshot: &mut Connection, owner: Owner, board_id: Id) -> Result<Option<MemberBoard>, DomainError> {
    let Some(mut board) = boards::of_member_at(&mut *snapshot, owner, &BoardAddress::Id(board_id)).await? else {
        return Ok(None);
    };
    members::fill_in(snapshot, [(&mut board.row.board, board.row.member_count)]).await?;
    Ok(Some(board))
}

/// Writes a board as [`core_wasm::protocol::record::BoardRecords`], including the trash and the archive, as its owner
/// sees it.
async fn write_board(
    sender: &mut ZipSender,
    snapshot: &mut Connection,
    owner: Owner,
    board_id: Id,
) -> Result<(), DomainError> {
    let Some(MemberBoard { row, membership }) = board(snapshot, owner, board_id).await? else { return Ok(()) };
    let (version, board) = (row.version, row.board);
    let head = format!("{{\"version\":{version},\"is_complete\":true,\"board\":{},\n\"lists\":", json(&board));
    sender.write(&head).await?;
    let lists = export::lists(snapshot, board_id).map_ok(|mut list| {
        membership.personalize_lists([&mut list]);
        list
    });
    sender.write_array(Box::pin(lists)).await?;
    sender.write(",\n\"cards\":").await?;
    sender.write_array(export::cards(snapshot, board_id)).await?;
    sender.write(",\n\"items\":").await?;
    let is_visible = |item: &Item| !item.is_reminder() || item.author_id == Some(owner.id());
    let items = export::items(snapshot, board_id).try_filter(|item| std::future::ready(is_visible(item)));
    sender.write_array(Box::pin(items)).await?;
    sender.write("}").await
}

/// The columns of `cards.csv`.
const CARD_COLUMNS: [&str; 12] = [
    "board",
    "list",
    "title",
    "description",
    "priority",
    "due_date",
    "estimate_minutes",
    "labels",
    "created",
    "completed",
    "archived",
    "trashed",
];

/// Returns a card as a CSV row with local times. A card is in the trash if its list or board is.
fn card_row(
    board: &Board,
    CardInList { card, list_name, list_trashed_at }: &CardInList,
    utc_offset: i32,
) -> [String; 12] {
    let moment =
        |moment: Option<Timestamp>| moment.map_or_else(String::new, |moment| format_local_time(moment, utc_offset));
    let labels: Vec<&str> = card.labels.iter().map(Label::as_str).collect();
    [
        escape_formula(board.name.as_str()),
        escape_formula(list_name),
        escape_formula(card.title.as_str()),
        escape_formula(card.description.as_str()),
        tag(&card.priority),
        card.due_date.as_ref().map(|due| due.as_str().to_owned()).unwrap_or_default(),
        card.estimate_minutes.map(|minutes| minutes.to_string()).unwrap_or_default(),
        escape_formula(&labels.join("; ")),
        moment(Some(card.created_at)),
        moment(card.completed_at),
        moment(card.archived_at),
        moment(card.trashed_at.or(*list_trashed_at).or(board.trashed_at)),
    ]
}
