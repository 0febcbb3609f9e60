//! Attachments of cards (SPEC M118 to M121): routes their intents and responses, and follows the boards.

use super::{App, StorageLoad};
use crate::api::Purpose;
use crate::attachments::NewUpload;
use crate::board::policy::{self, Action};
use crate::context::Context;
use crate::context::events::BoardChange;
use crate::env::Env;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::intent::Intent;
use crate::protocol::record::ItemContent;
use crate::protocol::response::ApiResponse;

impl App {
    /// Handles an intent about uploads, which need an account.
    pub(super) fn dispatch_uploads(&mut self, intent: Intent, env: &Env, ctx: &mut Context) -> Result<(), Rejection> {
        self.check_account()?;
        match intent {
            Intent::UploadAttachment { card_id, name, file, size } => {
                let board_id = self.check_attach(card_id)?;
                self.uploads.add(NewUpload { board_id, card_id, name, file, size }, env, ctx)?;
            }
            Intent::CancelUpload { upload_id } => self.uploads.cancel(upload_id, ctx),
            Intent::RetryUpload { upload_id } => self.uploads.retry(upload_id, ctx),
            _ => return Err(ErrorCode::NotFound.into()),
        }
        Ok(())
    }

    /// Checks that files can be attached to a card of the open board, and returns the board.
    fn check_attach(&self, card_id: Id) -> Result<Id, ErrorCode> {
        let open = self.boards.open_board().filter(|_| !self.boards.shows_first_screen());
        let board = open.ok_or(ErrorCode::UnknownBoard)?;
        policy::check(board.role, Action::EditContents)?;
        let card = self.boards.records_of(board.id).and_then(|records| records.cards.get(&card_id));
        card.filter(|card| card.trashed_at.is_none()).map(|_| board.id).ok_or(ErrorCode::UnknownCard)
    }

    /// Releases the file of a refused upload. A file whose intent is held until the board has been read is still needed.
    pub(super) fn release_refused_file(&self, rejection: &Rejection, file: u32, ctx: &mut Context) {
        let is_held = rejection.code == ErrorCode::UnknownBoard && self.boards.shows_first_screen();
        if !is_held {
            self.uploads.release_refused(file, ctx);
        }
    }

    /// Handles the response to a request about attachments.
    pub(super) fn on_attachment_response(
        &mut self,
        purpose: &Purpose,
        response: &ApiResponse,
        env: &Env,
        ctx: &mut Context,
    ) {
        match purpose {
            Purpose::UploadAttachment { upload_id } => {
                if let Some(board_id) = self.uploads.on_response(*upload_id, response, ctx) {
                    self.boards.catch_up(board_id, ctx);
                }
            }
            Purpose::LoadAttachmentLinks { board_id } => {
                self.attachment_links.on_response(*board_id, response, env, ctx);
            }
            _ => {}
        }
    }

    /// Sends the next upload, and keeps the addresses of the open board's attachments valid.
    pub(super) fn reconcile_attachments(&mut self, changes: &[BoardChange], env: &Env, ctx: &mut Context) {
        let boards = &self.boards;
        let open_id = boards.open_board().map(|board| board.id);
        let can_send = self.storage_load == StorageLoad::Done && self.outbox.is_empty();
        let has_item =
            |board_id, id: Id| boards.records_of(board_id).is_some_and(|records| records.items.contains_key(&id));
        let is_shown = |board_id, id: Id| open_id != Some(board_id) || has_item(board_id, id);
        self.uploads.reconcile(can_send, &|upload| is_shown(upload.board_id, upload.id), ctx);
        let board_id = open_id.filter(|_| self.account_id != Some(Id::GUEST) && !boards.shows_first_screen());
        let has_changed = changes.iter().any(|change| Some(change.board_id) == board_id);
        if self.attachment_links.follow(board_id, has_changed, ctx) {
            let records = board_id.and_then(|id| boards.records_of(id));
            let attachments = records.map(|records| {
                let items = records.items.values().filter(|item| item.trashed_at.is_none());
                items
                    .filter(|item| matches!(item.content, ItemContent::Attachment { .. }))
                    .map(|item| item.id)
                    .collect()
            });
            self.attachment_links.set_attachments(attachments);
        }
        self.attachment_links.reconcile(can_send && !self.leader.is_hidden(), env, ctx);
    }
}
