//! Intents for a board of which only the first screen is shown. They wait until the board has been read, because a
//! first screen lacks records that changes may need (SPEC Y42).

use super::App;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{ToastKind, UiEffect};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::intent::Intent;

impl App {
    /// Handles an intent, or holds it until the open board has been read.
    pub(super) fn dispatch_or_hold(&mut self, intent: Intent, env: &Env, ctx: &mut Context) -> Result<(), Rejection> {
        if !self.boards.shows_first_screen() {
            return self.dispatch(intent, env, ctx);
        }
        // Leaving the board now would leave the held changes without a board.
        let leaves_board = matches!(intent, Intent::OpenBoard { .. } | Intent::CloseBoard);
        if leaves_board && !self.held_intents.is_empty() {
            self.held_intents.push_back(intent);
            return Ok(());
        }
        match self.dispatch(intent.clone(), env, ctx) {
            Err(rejection) if rejection.code == ErrorCode::UnknownBoard => {
                self.held_intents.push_back(intent);
                Ok(())
            }
            outcome => outcome,
        }
    }

    /// Handles the held intents if the board has been read, or if it cannot be read. The user learns why a change was
    /// refused.
    pub(super) fn dispatch_held(&mut self, env: &Env, ctx: &mut Context) {
        while !self.boards.shows_first_screen()
            && let Some(intent) = self.held_intents.pop_front()
        {
            if let Err(Rejection { message, .. }) = self.dispatch(intent, env, ctx) {
                ctx.step.ui_effects.push(UiEffect::Toast { kind: ToastKind::Error, message, undo: None });
            }
        }
    }
}
