//! Importing the archive of an account's export ([`crate::export::archive`]), which another server may have made.
//!
//! The archive is received into a temporary file and checked as a whole. Then its records are read and imported one after another.
//! Their ids are derived from the account and the ids in the archive ([`ids`]), so importing an archive again adds nothing, and an
//! import that was interrupted goes on. Nothing in an archive is trusted: what is invalid is refused and counted.

mod activity;
mod archive;
mod attachments;
mod boards;
mod focus_sessions;
mod ids;
mod notes;
mod pictures;
mod progress;
mod receive;
mod settings;
#[cfg(test)]
mod test_support;

pub use receive::receive;

use crate::account_slots::{AccountSlot, AccountSlots};
use crate::error::DomainError;
use crate::rate_limits::RateLimits;
use crate::services::{Context, Services};
use activity::BoardActivity;
use archive::{Archive, Records, text_of};
use attachments::ArchivedAttachment;
use boards::BoardOutcome;
use bytes::Bytes;
use core_wasm::protocol::account_import::{
    AccountImportCounts, AccountImportLine, AccountImportReport, AccountImportStep, MAX_REPORTED_BOARDS,
};
use core_wasm::protocol::attachment::MAX_ATTACHMENT_BYTES;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::photo::{MAX_PICTURE_BYTES, MAX_PICTURES, Picture};
use core_wasm::protocol::record::FocusSession;
use ids::{IdMap, Outcome};
use notes::ArchivedNote;
use progress::{ProgressSender, Stop};
use receive::FoundRecords;
use serde::de::DeserializeOwned;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use twentyfour_model::{Actor, Config, OpRetention};
use twentyfour_store::logins;

/// The maximum number of imports that are being received or run.
const MAX_IMPORTS: usize = 8;

/// The maximum number of imports that have a board or a note in memory, of which each may take hundreds of megabytes.
const MAX_LARGE_RECORDS: usize = 2;

/// How often the login of an import is checked.
const LOGIN_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// The number of focus sessions that are read at a time.
const SESSIONS_PER_STEP: usize = 200;

/// The maximum size of a focus session in bytes: one of 1,000 segments.
const MAX_SESSION_BYTES: u64 = 256 << 10;

/// The dependencies of receiving archives.
#[derive(Clone)]
pub struct ImportDeps {
    context: Context,
    limits: Arc<RateLimits>,
    slots: AccountSlots,
    /// Permits to have a board or a note in memory.
    large_records: Arc<Semaphore>,
    /// The folder in which archives are received.
    data_dir: PathBuf,
}

impl ImportDeps {
    /// Returns the dependencies of a server.
    pub(crate) fn new(config: &Config, context: Context, limits: Arc<RateLimits>) -> Self {
        let (slots, large_records) = (AccountSlots::new(MAX_IMPORTS), Arc::new(Semaphore::new(MAX_LARGE_RECORDS)));
        Self { context, limits, slots, large_records, data_dir: config.data_dir.clone() }
    }
}

/// An archive that was received and checked. The account's slot is free when it is dropped.
pub struct ReceivedArchive {
    archive: Arc<Archive>,
    found: FoundRecords,
    slot: AccountSlot,
}

/// Imports an archive into an account, and sends how far it is. The last line is the report or an error. The import ends after a
/// record if the receiver of the lines is dropped. `with_settings` is whether the preferences are replaced.
pub async fn run(
    services: &Services,
    account: Actor,
    received: ReceivedArchive,
    with_settings: bool,
    lines: mpsc::Sender<AccountImportLine>,
) {
    let ReceivedArchive { archive, found, slot } = received;
    let mut import = Import {
        services,
        account,
        archive,
        ids: IdMap::default(),
        report: AccountImportReport::default(),
        progress: ProgressSender::new(lines),
        login: LoginCheck { checked_at: Instant::now() },
    };
    let last_line = match import.run(found, with_settings).await {
        Ok(()) => AccountImportLine::Report { report: import.report },
        Err(Stop::Canceled) => return,
        Err(Stop::Failed(error)) => {
            let code = error.code();
            if code != ErrorCode::TokenInvalid {
                tracing::error!(%error, code = code.as_str(), "account import failed");
            }
            AccountImportLine::Failed { error: code }
        }
    };
    // Before the last line, after which the client may start another import.
    drop(slot);
    import.progress.finish(last_line).await;
}

/// An import in progress.
struct Import<'a> {
    services: &'a Services,
    account: Actor,
    archive: Arc<Archive>,
    ids: IdMap,
    report: AccountImportReport,
    progress: ProgressSender,
    login: LoginCheck,
}

impl Import<'_> {
    async fn run(&mut self, found: FoundRecords, with_settings: bool) -> Result<(), Stop> {
        let boards = self.archive.records("boards.json", found.boards)?;
        let activity = self.archive.records("activity.json", found.activity)?;
        self.import_boards(found.account_id, boards, activity).await?;
        self.import_notes(self.archive.records("notes.json", found.notes)?).await?;
        self.import_focus_sessions(self.archive.records("focus-sessions.json", found.focus_sessions)?).await?;
        self.import_pictures(self.archive.records("pictures.json", found.pictures)?).await?;
        self.import_attachments(self.archive.records("attachments.json", found.attachments)?).await?;
        if with_settings {
            self.import_settings(&found.preferences).await?;
        }
        Ok(())
    }

    /// Counts records that are done.
    ///
    /// # Errors
    /// Returns an error if the client has closed the connection or its login has ended.
    async fn advance(&mut self, count: usize) -> Result<(), Stop> {
        self.login.require(&self.services.context, self.account).await?;
        self.progress.advance(count)
    }

    async fn import_boards(
        &mut self,
        archived_account_id: Id,
        mut boards: Records,
        activity: Records,
    ) -> Result<(), Stop> {
        self.progress.start(AccountImportStep::Boards, boards.total());
        let deps = &self.services.changes;
        let mut activity = ActivityOfBoards { records: activity, next: None, retention: deps.op_retention };
        loop {
            let _permit = self.large_record_permit().await?;
            let Some(read) = boards.next(1, boards::read).await?.pop() else { return Ok(()) };
            let outcome = match read {
                Err(refused) => BoardOutcome::Refused(refused),
                Ok(records) => {
                    let trashed = boards::trashed_records(&records);
                    let activity = match &records.board {
                        Some(board) => activity.of(board.id).await?,
                        None => None,
                    };
                    let importing =
                        boards::import(deps, self.account, archived_account_id, records, activity, &mut self.ids);
                    let outcome = importing.await?;
                    if matches!(outcome, BoardOutcome::Imported(_)) {
                        self.report.trashed = self.report.trashed.saturating_add(trashed);
                    }
                    outcome
                }
            };
            self.report_board(outcome);
            self.advance(1).await?;
        }
    }

    /// Waits until a board or a note may be read.
    async fn large_record_permit(&self) -> Result<OwnedSemaphorePermit, ErrorCode> {
        self.services.imports.large_records.clone().acquire_owned().await.map_err(|_| ErrorCode::Unavailable)
    }

    fn report_board(&mut self, outcome: BoardOutcome) {
        let report = &mut self.report;
        match outcome {
            BoardOutcome::Imported(id) => {
                Outcome::Imported.count(&mut report.boards);
                if report.board_ids.len() < MAX_REPORTED_BOARDS {
                    report.board_ids.push(id);
                }
            }
            BoardOutcome::Existing => Outcome::Existing.count(&mut report.boards),
            BoardOutcome::Trashed => report.trashed = report.trashed.saturating_add(1),
            BoardOutcome::Refused(board) => {
                Outcome::Refused.count(&mut report.boards);
                if report.refused_boards.len() < MAX_REPORTED_BOARDS {
                    report.refused_boards.push(board);
                }
            }
        }
    }

    async fn import_notes(&mut self, mut notes: Records) -> Result<(), Stop> {
        self.progress.start(AccountImportStep::Notes, notes.total());
        loop {
            let _permit = self.large_record_permit().await?;
            let Some(note) = notes.next(1, ArchivedNote::read).await?.pop() else { return Ok(()) };
            let outcome = match note {
                Some(note) => notes::import(&self.services.notes, self.account, note).await?,
                None => Outcome::Refused,
            };
            outcome.count(&mut self.report.notes);
            self.advance(1).await?;
        }
    }

    async fn import_focus_sessions(&mut self, mut sessions: Records) -> Result<(), Stop> {
        self.progress.start(AccountImportStep::FocusSessions, sessions.total());
        loop {
            let read = sessions.next(SESSIONS_PER_STEP, parse_session).await?;
            if read.is_empty() {
                return Ok(());
            }
            let count = read.len();
            read.iter().filter(|session| session.is_none()).for_each(|_| {
                Outcome::Refused.count(&mut self.report.focus_sessions);
            });
            let valid = read.into_iter().flatten().collect();
            let added = focus_sessions::import(&self.services.context, self.account, valid, &self.ids).await?;
            add_counts(&mut self.report.focus_sessions, added);
            self.advance(count).await?;
        }
    }

    async fn import_pictures(&mut self, mut pictures: Records) -> Result<(), Stop> {
        self.progress.start(AccountImportStep::Pictures, pictures.total());
        let mut valid = 0;
        while let Some(picture) = pictures.next(1, parse::<Picture>).await?.pop() {
            valid += usize::from(picture.is_some());
            let outcome = match picture {
                // No account has more, and decoding takes long.
                Some(picture) if valid <= MAX_PICTURES => self.import_picture(picture).await?,
                _ => Outcome::Refused,
            };
            outcome.count(&mut self.report.pictures);
            self.advance(1).await?;
        }
        Ok(())
    }

    async fn import_picture(&self, picture: Picture) -> Result<Outcome, Stop> {
        let name = format!("pictures/{}.jpg", picture.id.as_str());
        let Some(file) = self.file(name, MAX_PICTURE_BYTES).await? else { return Ok(Outcome::Refused) };
        let Services { pictures, changes, .. } = self.services;
        Ok(pictures::import(pictures, changes, self.account, picture, file, &self.ids).await?)
    }

    async fn import_attachments(&mut self, mut attachments: Records) -> Result<(), Stop> {
        self.progress.start(AccountImportStep::Attachments, attachments.total());
        while let Some(attachment) = attachments.next(1, parse::<ArchivedAttachment>).await?.pop() {
            let outcome = match attachment {
                Some(attachment) => self.import_attachment(attachment).await?,
                None => Outcome::Refused,
            };
            outcome.count(&mut self.report.attachments);
            self.advance(1).await?;
        }
        Ok(())
    }

    async fn import_attachment(&self, attachment: ArchivedAttachment) -> Result<Outcome, Stop> {
        let deps = &self.services.attachments;
        if attachments::exists(deps, self.account, attachment.item.id).await? {
            return Ok(Outcome::Existing);
        }
        let file = match attachment.file.clone() {
            Some(name) => self.file(name, MAX_ATTACHMENT_BYTES).await?,
            None => None,
        };
        let Some(file) = file else { return Ok(Outcome::Refused) };
        Ok(attachments::import(deps, self.account, attachment, file, &self.ids).await?)
    }

    async fn import_settings(&mut self, preferences: &serde_json::Value) -> Result<(), Stop> {
        self.progress.start(AccountImportStep::Settings, 1);
        let Services { changes, pictures, avatars, .. } = self.services;
        let outcome = settings::import_preferences(changes, pictures, self.account, preferences, &self.ids).await?;
        self.report.has_settings = outcome == Outcome::Imported;
        if let Some(file) = self.file("avatar.jpg".to_owned(), MAX_PICTURE_BYTES).await? {
            settings::import_avatar(avatars, self.account, file).await?;
        }
        self.advance(1).await
    }

    /// Returns a file of the archive, or `None` if it is missing, damaged or too large.
    async fn file(&self, name: String, max_bytes: usize) -> Result<Option<Bytes>, DomainError> {
        let archive = self.archive.clone();
        let reading = tokio::task::spawn_blocking(move || archive.file(&name, max_bytes as u64));
        let read =
            reading.await.map_err(|error| DomainError::Internal(format!("reading an archive failed: {error}")))?;
        Ok(read.ok().flatten().map(Bytes::from))
    }
}

/// Checks from time to time whether the login that imports still exists, because an import may take hours.
struct LoginCheck {
    checked_at: Instant,
}

impl LoginCheck {
    /// # Errors
    /// Returns `ErrorCode::TokenInvalid` if the login has ended, or an error if the database fails.
    async fn require(&mut self, context: &Context, account: Actor) -> Result<(), DomainError> {
        if self.checked_at.elapsed() < LOGIN_CHECK_INTERVAL {
            return Ok(());
        }
        self.checked_at = Instant::now();
        let is_active = logins::exists(context.database.pool(), account.login_id, account.id, context.now()).await?;
        if is_active { Ok(()) } else { Err(ErrorCode::TokenInvalid.into()) }
    }
}

/// The activity of the boards of an archive, in the order of the boards' ids, as the boards are.
struct ActivityOfBoards {
    records: Records,
    /// What was read and belongs to a later board.
    next: Option<BoardActivity>,
    retention: OpRetention,
}

impl ActivityOfBoards {
    /// Returns the activity of a board, if there is any.
    async fn of(&mut self, board_id: Id) -> Result<Option<BoardActivity>, DomainError> {
        loop {
            let retention = self.retention;
            let next = match self.next.take() {
                Some(next) => Some(next),
                None => self.records.next(1, move |_, json| BoardActivity::read(retention, json)).await?.pop(),
            };
            let Some(next) = next else { return Ok(None) };
            match next.board_id {
                Some(id) if id == board_id => return Ok(Some(next)),
                Some(id) if id > board_id => {
                    self.next = Some(next);
                    return Ok(None);
                }
                _ => {}
            }
        }
    }
}

/// Returns a record, or `None` if it is too large or invalid.
fn parse<T: DeserializeOwned>(length: u64, json: &mut dyn Read) -> Option<T> {
    serde_json::from_slice(&text_of(length, json)?).ok()
}

/// Returns a focus session, or `None` if it is too large or invalid. Several are in memory.
fn parse_session(length: u64, json: &mut dyn Read) -> Option<FocusSession> {
    if length > MAX_SESSION_BYTES { None } else { parse(length, json) }
}

fn add_counts(counts: &mut AccountImportCounts, added: AccountImportCounts) {
    counts.imported = counts.imported.saturating_add(added.imported);
    counts.existing = counts.existing.saturating_add(added.existing);
    counts.refused = counts.refused.saturating_add(added.refused);
}

#[cfg(test)]
mod tests {
    use super::test_support::TestServer;
    use super::*;

    #[tokio::test]
    async fn import_ends_when_its_login_has_ended() {
        let server = TestServer::new().await;
        let mut check = LoginCheck { checked_at: Instant::now() };
        assert!(check.require(&server.services.context, server.account).await.is_ok(), "it was just checked");
        check.checked_at = Instant::now().checked_sub(LOGIN_CHECK_INTERVAL).unwrap();
        let ended = check.require(&server.services.context, server.account).await;
        assert_eq!(ended.unwrap_err().code(), ErrorCode::TokenInvalid);
    }

    #[test]
    fn oversized_sessions_are_not_read() {
        let text = " ".repeat(300 << 10) + "{}";
        let mut json = text.as_bytes();
        assert!(parse_session(text.len() as u64, &mut json).is_none());
        assert_eq!(json.len(), text.len(), "nothing was read");
    }
}
