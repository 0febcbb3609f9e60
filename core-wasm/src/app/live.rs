//! The live connection and its messages (SPEC Y25 to Y28), and presence (SPEC M70 to M75).

use super::App;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::live::LiveMessage;
use crate::sync::live::TokenNeed;

impl App {
    /// Updates the live connection after a change of the account or of its token.
    pub(super) fn reconcile_live(&mut self, env: &Env, ctx: &mut Context) {
        let need = self.live.reconcile(
            self.account_id.filter(|_| !self.is_guest()),
            self.session.interceptor.access(env),
            ctx,
        );
        self.handle_token_need(need, env, ctx);
    }

    /// Reports what is open and being edited, if the open board has other members.
    pub(super) fn reconcile_presence(&mut self, ctx: &mut Context) {
        let board = self.boards.open_board().filter(|board| board.members.len() > 1);
        let board_id = board.map(|board| board.id);
        self.presence.reconcile(board_id, ctx);
    }

    /// Sends the token after the connection has opened.
    pub(super) fn on_socket_open(&mut self, env: &Env, ctx: &mut Context) {
        self.live.on_open(self.session.interceptor.access(env), env, ctx);
    }

    /// Handles a message of the server.
    pub(super) fn on_socket_message(&mut self, text: &str, env: &Env, ctx: &mut Context) {
        match self.live.on_message(text, env, ctx) {
            Some(LiveMessage::Ready { accepts_presence }) => {
                self.presence.on_live_ready(accepts_presence);
                self.server_unreachable = false;
                self.session.on_server_reachable(ctx);
                self.boards.on_live_ready(ctx);
                self.prefs.refresh(ctx);
                self.refresh_pages(env, ctx);
                self.outbox.on_server_ready(ctx);
                self.uploads.resume();
            }
            Some(LiveMessage::Changed { board_id, since, version: _, records }) => {
                self.invalidate_pages();
                self.boards.on_live_change(board_id, since, records, ctx);
            }
            Some(LiveMessage::NotesChanged { version }) => self.notes.on_live_change(version),
            Some(LiveMessage::PreferencesChanged) => self.prefs.refresh(ctx),
            Some(LiveMessage::InboxChanged) => self.inbox.refresh(ctx),
            Some(LiveMessage::Presence { board_id, is_complete, present, absent }) => {
                self.presence.on_message(board_id, is_complete, present, &absent, ctx);
            }
            Some(LiveMessage::Pong) | None => {}
        }
    }

    /// Reconnects after the connection has closed, with another token if the server refused the last one.
    pub(super) fn on_socket_close(&mut self, code: u16, env: &Env, ctx: &mut Context) {
        let sent_token = self.live.token().cloned();
        let access = self.session.interceptor.access(env);
        let need = match self.live.on_close(code, access, env, ctx) {
            // The token has been refreshed since it was sent.
            TokenNeed::Replacement if sent_token != self.session.interceptor.tokens().access => TokenNeed::None,
            need => need,
        };
        self.server_unreachable |= self.live.take_server_lost();
        self.handle_token_need(need, env, ctx);
    }

    /// Handles the alarm of the live connection.
    pub(super) fn on_live_alarm(&mut self, env: &Env, ctx: &mut Context) {
        // The token is refreshed before it expires, so that the server does not close the connection.
        if self.live.is_live() && self.session.interceptor.expires_soon(env) {
            self.session.interceptor.refresh_tokens(env, &mut ctx.step.io_effects);
        }
        let need = self.live.on_alarm(self.session.interceptor.access(env), env, ctx);
        self.server_unreachable |= self.live.take_server_lost();
        if self.live.is_live() {
            // What was announced is not announced again (SPEC Y40).
            self.prefs.retry_failed(ctx);
            self.boards.retry_failed(ctx);
        }
        self.handle_token_need(need, env, ctx);
    }

    /// Reconnects or checks the connection after the page has become visible or the network has returned.
    pub(super) fn resume_live(&mut self, env: &Env, ctx: &mut Context) {
        let need = self.live.on_resume(self.session.interceptor.access(env), ctx);
        self.handle_token_need(need, env, ctx);
    }

    fn handle_token_need(&mut self, need: TokenNeed, env: &Env, ctx: &mut Context) {
        match need {
            TokenNeed::None => {}
            TokenNeed::Fresh => self.session.interceptor.refresh_tokens(env, &mut ctx.step.io_effects),
            TokenNeed::Replacement => self.session.interceptor.invalidate_access_token(env, &mut ctx.step.io_effects),
        }
    }
}
