//! The uploads of this page (SPEC M118 to M120). The files stay outside the core, which knows only their handles, so a
//! page that is closed loses what was not sent.

use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::attachment::{MAX_ATTACHMENT_BYTES, UploadStatus, UploadView};
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::text::FileName;

/// How long uploads wait after a request that failed for lack of a connection, in milliseconds, unless the connection
/// returns before.
const RETRY_MS: u32 = 15_000;

/// The number of responses after which an upload fails that the server neither accepts nor refuses.
const MAX_RESPONSES: u32 = 5;

/// The HTTP status of a body that is too large for the server, or for a proxy before it.
const PAYLOAD_TOO_LARGE: u16 = 413;

/// A file that the user attaches.
pub(crate) struct NewUpload {
    /// The board of the card.
    pub(crate) board_id: Id,
    /// The card.
    pub(crate) card_id: Id,
    /// The name of the file.
    pub(crate) name: String,
    /// The handle of the file.
    pub(crate) file: u32,
    /// Its size in bytes.
    pub(crate) size: u64,
}

#[derive(Debug)]
struct Upload {
    view: UploadView,
    /// The handle of the file.
    file: u32,
    /// The number of attempts that have failed without a decision of the server.
    attempts: u32,
    /// The number of responses among them; the others had none.
    responses: u32,
    /// Whether the server has stored the file. The upload stays until the board has the attachment.
    is_stored: bool,
}

/// The queue of uploads. One request is in flight at a time.
#[derive(Debug, Default)]
pub(crate) struct Uploads {
    /// All uploads, in the order in which they were added.
    queue: Vec<Upload>,
    /// The upload whose request is in flight.
    in_flight: Option<Id>,
    /// Whether the last request failed without a decision of the server. Nothing is sent until it is retried.
    is_paused: bool,
}

impl Uploads {
    /// Returns all uploads for the mirror, in the order in which they were added.
    pub(crate) fn view(&self) -> Vec<UploadView> {
        self.queue.iter().map(|upload| upload.view.clone()).collect()
    }

    /// Adds a file to the queue.
    ///
    /// # Errors
    ///
    /// Returns an error code if the file is too large or its name is invalid. The caller then releases the file with
    /// [`Self::release_refused`].
    pub(crate) fn add(&mut self, new: NewUpload, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let NewUpload { board_id, card_id, name, file, size } = new;
        let bytes = u32::try_from(size).ok().filter(|bytes| *bytes <= MAX_ATTACHMENT_BYTES as u32);
        let bytes = bytes.ok_or(ErrorCode::FileTooLarge)?;
        let name = FileName::parse(&name)?;
        let id = env.new_id();
        let view = UploadView { id, board_id, card_id, name, bytes, status: UploadStatus::Waiting, rejection: None };
        self.queue.push(Upload { view, file, attempts: 0, responses: 0, is_stored: false });
        self.show(ctx);
        Ok(())
    }

    /// Releases a file whose upload was refused, unless the same file is in the queue.
    pub(crate) fn release_refused(&self, file: u32, ctx: &mut Context) {
        if self.queue.iter().all(|upload| upload.file != file) {
            release(file, ctx);
        }
    }

    /// Removes an upload from the queue. If it is in flight, its request ends. One that is stored is only no longer shown.
    pub(crate) fn cancel(&mut self, id: Id, ctx: &mut Context) {
        self.remove(&|upload| upload.view.id == id, ctx);
    }

    /// Removes the uploads to a board that the user has lost.
    pub(crate) fn forget_board(&mut self, board_id: Id, ctx: &mut Context) {
        self.remove(&|upload| upload.view.board_id == board_id, ctx);
    }

    /// Removes all uploads after a change of account.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        self.remove(&|_| true, ctx);
        self.is_paused = false;
    }

    /// Sends a failed upload again.
    pub(crate) fn retry(&mut self, id: Id, ctx: &mut Context) {
        if let Some(upload) = self.find(id).filter(|upload| upload.view.status == UploadStatus::Failed) {
            (upload.view.status, upload.view.rejection) = (UploadStatus::Waiting, None);
            (upload.attempts, upload.responses) = (0, 0);
            self.show(ctx);
        }
        self.resume();
    }

    /// Sends waiting uploads again, because the connection may have returned.
    pub(crate) fn resume(&mut self) {
        self.is_paused = false;
    }

    /// Removes what the board shows as an attachment, and sends the next upload. `can_send` is false while changes are
    /// unsent, because they may include the card. `is_shown` returns whether an upload need not be shown any more once
    /// it is stored.
    pub(crate) fn reconcile(&mut self, can_send: bool, is_shown: &dyn Fn(&UploadView) -> bool, ctx: &mut Context) {
        self.remove(&|upload| upload.is_stored && is_shown(&upload.view), ctx);
        if !can_send || self.is_paused || self.in_flight.is_some() {
            return;
        }
        // A file that cannot be read looks like a lost connection, so that others come before the next attempt.
        let waiting = self.queue.iter_mut().filter(|upload| upload.view.status == UploadStatus::Waiting);
        if let Some(Upload { view, file, .. }) = waiting.min_by_key(|upload| upload.attempts) {
            view.status = UploadStatus::Uploading;
            let UploadView { id, board_id, card_id, name, .. } = view;
            let name = percent_encoded(name.as_str());
            let path = format!("/boards/{board_id}/cards/{card_id}/attachments/?name={name}&id={id}");
            ctx.requests.push(ApiRequest::upload(Purpose::UploadAttachment { upload_id: *id }, "POST", path, *file));
            self.in_flight = Some(*id);
            self.show(ctx);
        }
    }

    /// Handles the response to an upload. Returns the board that has a new attachment.
    pub(crate) fn on_response(&mut self, id: Id, response: &ApiResponse, ctx: &mut Context) -> Option<Id> {
        self.in_flight.take_if(|in_flight| *in_flight == id)?;
        let upload = self.find(id)?;
        if response.is_success() {
            upload.is_stored = true;
            let board_id = upload.view.board_id;
            release(upload.file, ctx);
            return Some(board_id);
        }
        upload.attempts += 1;
        upload.responses += u32::from(response.is_received());
        let refusal = match response.failure() {
            Failure::Permanent { rejection, .. } => Some(rejection),
            Failure::Transient if is_too_large(response) => Some(ErrorCode::FileTooLarge.into()),
            Failure::Transient if response.is_received() && upload.responses >= MAX_RESPONSES => {
                Some(response.rejection())
            }
            Failure::Transient => None,
        };
        upload.view.status = if refusal.is_some() { UploadStatus::Failed } else { UploadStatus::Waiting };
        if refusal.is_none() {
            self.is_paused = true;
            ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Uploads, after: RETRY_MS });
        } else {
            upload.view.rejection = refusal;
        }
        self.show(ctx);
        None
    }

    fn find(&mut self, id: Id) -> Option<&mut Upload> {
        self.queue.iter_mut().find(|upload| upload.view.id == id)
    }

    fn remove(&mut self, is_removed: &dyn Fn(&Upload) -> bool, ctx: &mut Context) {
        let count = self.queue.len();
        self.queue.retain(|upload| {
            let is_removed = is_removed(upload);
            if is_removed {
                self.in_flight.take_if(|in_flight| *in_flight == upload.view.id);
                if !upload.is_stored {
                    release(upload.file, ctx);
                }
            }
            !is_removed
        });
        if self.queue.len() != count {
            self.show(ctx);
        }
    }

    fn show(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::Uploads { uploads: self.view() });
    }
}

fn is_too_large(response: &ApiResponse) -> bool {
    matches!(response, ApiResponse::Received { status: PAYLOAD_TOO_LARGE, .. })
}

/// Releases a file, which also ends its request.
fn release(file: u32, ctx: &mut Context) {
    ctx.step.io_effects.push(IoEffect::ReleaseFile { file });
}
