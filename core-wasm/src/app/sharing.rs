//! Sharing of boards (SPEC M7 to M18): routes its intents and responses, and applies what they change to the boards.

use super::App;
use crate::api::Purpose;
use crate::context::Context;
use crate::protocol::effect::UiEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::intent::Intent;
use crate::protocol::response::ApiResponse;
use crate::protocol::sharing::SharingChange;

/// The path of My Boards.
const MY_BOARDS: &str = "/app/b";

/// The path of the inbox.
const INBOX: &str = "/app/inbox";

impl App {
    /// Handles an intent about sharing, which needs an account.
    pub(super) fn dispatch_sharing(&mut self, intent: Intent, ctx: &mut Context) -> Result<(), Rejection> {
        self.check_account()?;
        match intent {
            Intent::LoadInvitations => {
                self.sharing.load_invitations(ctx)?;
                // The dialog shows whether the server sends mails.
                self.session.load_features(ctx);
            }
            Intent::ChangeSharing { change } => {
                let account = self.account_id.ok_or(ErrorCode::SignedOut)?;
                self.sharing.change(change, account, ctx)?;
            }
            Intent::AcceptInvitation { code } => self.sharing.answer_invitation(code, false, ctx),
            Intent::DeclineInvitation { code } => self.sharing.answer_invitation(code, true, ctx),
            _ => return Err(ErrorCode::NotFound.into()),
        }
        Ok(())
    }

    /// Handles the response to a request about sharing.
    pub(super) fn on_sharing_response(&mut self, purpose: &Purpose, response: &ApiResponse, ctx: &mut Context) {
        match purpose {
            Purpose::LoadInvitations { board_id } => self.sharing.on_invitations_response(*board_id, response, ctx),
            Purpose::ChangeSharing { board_id, change } => {
                self.sharing.on_change_response(*board_id, change, response, ctx);
                if *change == SharingChange::Leave && response.is_success() {
                    if self.boards.open_id() == Some(*board_id) {
                        navigate(MY_BOARDS.to_owned(), true, ctx);
                    }
                    self.boards.on_left(*board_id, ctx);
                } else if !self.live.is_live() {
                    // Otherwise the live connection reports the new members.
                    self.boards.catch_up(*board_id, ctx);
                }
            }
            Purpose::AcceptInvitation { path } => {
                if let Some(accepted) = self.sharing.on_accept_response(path, response, ctx) {
                    let is_join_page = self.session.invitation_code() == Some(&accepted.code);
                    if is_join_page || self.session.path() == INBOX {
                        navigate(format!("{MY_BOARDS}/{}", accepted.board.slug.as_str()), is_join_page, ctx);
                    }
                    self.boards.on_joined(accepted.board, ctx);
                    self.inbox.refresh(ctx);
                }
            }
            Purpose::DeclineInvitation { path } => {
                self.sharing.on_decline_response(path, response, ctx);
                // After a refusal too, because the invitation may have been revoked.
                self.inbox.refresh(ctx);
            }
            _ => {}
        }
    }

    /// Updates the share dialog after a change of the open board, or of the reader's role on it.
    pub(super) fn reconcile_sharing(&mut self, ctx: &mut Context) {
        let board = self.boards.open_board().filter(|board| !self.is_guest() && !self.boards.is_unsent(board.id));
        self.sharing.reconcile(board, ctx);
    }
}

fn navigate(path: String, replace: bool, ctx: &mut Context) {
    ctx.step.ui_effects.push(UiEffect::Navigate { path, replace });
}
