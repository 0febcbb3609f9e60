//! Intents for a board of which only the first screen is shown. They wait until the board has been read, because a
//! first screen lacks records that changes may need (SPEC Y42).

use super::App;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{IoEffect, ToastKind, UiEffect};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::intent::Intent;

impl App {
    /// Handles an intent, or holds it until the open board has been read.
    pub(super) fn dispatch_or_hold(&mut self, intent: Intent, env: &Env, ctx: &mut Context) -> Result<(), Rejection> {
        if !self.boards.shows_first_screen() {
            return self.dispatch(intent, env, ctx);
        }
        // Undo needs the board. The others would overtake held changes, or leave them without a board.
        let must_wait = match intent {
            Intent::Undo { .. } | Intent::Redo => true,
            Intent::OpenBoard { .. } | Intent::CloseBoard | Intent::CloseCard => !self.held_intents.is_empty(),
            _ => false,
        };
        if must_wait {
            self.held_intents.push_back(intent);
            return Ok(());
        }
        let is_card_timer = matches!(intent, Intent::FocusCard { .. });
        match self.dispatch(intent.clone(), env, ctx) {
            Err(Rejection { code, .. })
                if code == ErrorCode::UnknownBoard || (is_card_timer && code == ErrorCode::NotFound) =>
            {
                self.held_intents.push_back(intent);
                Ok(())
            }
            outcome => outcome,
        }
    }

    /// Drops the held intents after a change of account, and releases the files that they were to upload.
    pub(super) fn drop_held_intents(&mut self, ctx: &mut Context) {
        for intent in self.held_intents.drain(..) {
            if let Intent::UploadAttachment { file, .. } = intent {
                ctx.step.io_effects.push(IoEffect::ReleaseFile { file });
            }
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
