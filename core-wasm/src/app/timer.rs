//! The timer: its intents, its storage, and the sessions that it records.

use super::App;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::intent::Intent;
use crate::protocol::stored::{OutboxEntry, local_key};
use crate::timer::{RecordedSession, TimerEvent, TimerStep};

impl App {
    /// Handles an intent about the timer, or about preferences that the timer uses.
    pub(super) fn dispatch_timer(&mut self, intent: Intent, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let event = match intent {
            Intent::SetFocusTime { minutes } => {
                self.prefs.set_focus_time(minutes, ctx);
                self.preferences_changed(env, ctx);
                return Ok(());
            }
            Intent::SetPreferences { update } => {
                self.prefs.set(update, env, ctx)?;
                self.preferences_changed(env, ctx);
                return Ok(());
            }
            Intent::StartTimer => TimerEvent::Start,
            Intent::PauseTimer => TimerEvent::Pause,
            Intent::ResetTimer => TimerEvent::Reset,
            Intent::SkipTimer => TimerEvent::Skip,
            Intent::FinishTimer => TimerEvent::Finish,
            Intent::ExtendTimer => TimerEvent::Extend,
            Intent::FocusCard { board_id, card_id } => {
                let card = self.boards.timer_card(board_id, card_id).ok_or(ErrorCode::NotFound)?;
                TimerEvent::FocusCard { card }
            }
            Intent::ClearTimerCard => TimerEvent::ClearCard,
            Intent::ResolveOverrun { choice } => TimerEvent::ResolveOverrun(choice),
            Intent::TypeTimerField { field, text } => TimerEvent::EditField { field, text },
            Intent::StepTimerField { field, direction } => TimerEvent::StepField { field, direction },
            _ => return Ok(()),
        };
        self.update_timer(event, env, ctx)
    }

    /// Restores the timer from the local storage.
    pub(super) fn restore_timer(&mut self, env: &Env, ctx: &mut Context) {
        let stored = |key: &str| self.local_storage.get(key).filter(|text| !text.is_empty()).cloned();
        let (state, session) = (stored(local_key::TIMER_STATE), stored(local_key::TIMER_SESSION));
        let (seen, settings) = (stored(local_key::TIMER_LAST_SEEN), self.prefs.timer_settings());
        let step = self.timer.restore(state.as_deref(), session.as_deref(), seen.as_deref(), settings, env);
        self.apply_timer_step(step, ctx);
    }

    /// Removes the stored timer and starts with a fresh one.
    pub(super) fn reset_timer(&mut self, ctx: &mut Context) {
        for key in [local_key::TIMER_STATE, local_key::TIMER_SESSION, local_key::TIMER_LAST_SEEN] {
            ctx.remove_local_storage(key);
            self.local_storage.remove(key);
        }
        let step = self.timer.reset_for_account(self.prefs.timer_settings());
        ctx.append_step(step);
    }

    /// Pauses the timer before a log-out, so that the session in progress can be recorded and sent first.
    pub(super) fn pause_timer_for_logout(&mut self, env: &Env, ctx: &mut Context) {
        if self.account_id.is_some() {
            // An error is ignored, because it must not prevent the log-out.
            _ = self.update_timer(TimerEvent::LogOut, env, ctx);
        }
    }

    /// Stores the session in progress of the account that was signed in before, for its next login, and resets the
    /// timer.
    pub(super) fn store_timer_of_previous_account(&mut self, owner: Id, env: &Env, ctx: &mut Context) {
        let paused = self.timer.update(TimerEvent::LogOut, env).unwrap_or_default();
        let entries = paused.recorded_sessions.into_iter().map(|RecordedSession { session, previous }| {
            OutboxEntry::FocusSession { session, previous: previous.map(Box::new) }
        });
        self.store_for_next_login(owner, entries.collect(), env, ctx);
        self.reset_timer(ctx);
    }

    /// Handles a change of the stored timer by another tab.
    pub(super) fn on_timer_storage_event(&mut self, key: &str, value: Option<String>, env: &Env, ctx: &mut Context) {
        match value {
            Some(text) => _ = self.local_storage.insert(key.to_owned(), text),
            None => _ = self.local_storage.remove(key),
        }
        let (state, session) =
            (self.local_storage.get(local_key::TIMER_STATE), self.local_storage.get(local_key::TIMER_SESSION));
        let event = TimerEvent::StorageChanged { state: state.cloned(), session: session.cloned() };
        _ = self.update_timer(event, env, ctx);
    }

    /// Handles a change of the sound lock: this tab has become the sound owner, or is no longer.
    pub(super) fn on_sound_lock_changed(&mut self, is_sound_owner: bool, env: &Env, ctx: &mut Context) {
        _ = self.update_timer(TimerEvent::SoundOwnerChanged(is_sound_owner), env, ctx);
    }

    /// Updates the timer. On an error nothing has changed.
    pub(super) fn update_timer(&mut self, event: TimerEvent, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let step = self.timer.update(event, env)?;
        self.apply_timer_step(step, ctx);
        Ok(())
    }

    /// Emits the patches and effects of a step, and queues the recorded focus sessions to be sent. What the step stores
    /// is remembered, because a storage event of another tab contains only one of the two keys.
    fn apply_timer_step(&mut self, step: TimerStep, ctx: &mut Context) {
        for (key, value) in step.stored_texts() {
            match value {
                Some(value) => _ = self.local_storage.insert(key.to_owned(), value.to_owned()),
                None => _ = self.local_storage.remove(key),
            }
        }
        ctx.append_step(step.step);
        for RecordedSession { session, previous } in step.recorded_sessions {
            self.queue_session(session, previous, ctx);
        }
    }

    /// Updates the timer's card if the user has moved it to another board.
    pub(super) fn update_timer_card(&mut self, ctx: &mut Context) {
        let Some(card) = self.timer.card() else { return };
        let (board_id, card_id) = (card.board_id, card.card_id);
        let on_board = |board_id| self.boards.timer_card(board_id, card_id);
        let moved = if on_board(board_id).is_some() { None } else { self.boards.board_ids().find_map(on_board) };
        if let Some(card) = moved {
            let step = self.timer.set_card(card);
            self.apply_timer_step(step, ctx);
        }
    }

    /// Notifies the timer of a session that the user has added, changed or deleted by hand.
    pub(super) fn on_session_edited(&mut self, session_id: Id, env: &Env, ctx: &mut Context) {
        // An error is ignored: the session may not be the timer's.
        _ = self.update_timer(TimerEvent::SessionEdited { session_id }, env, ctx);
    }

    /// Applies changed preferences to the timer.
    pub(super) fn preferences_changed(&mut self, env: &Env, ctx: &mut Context) {
        // An error is ignored: a running timer keeps its length.
        _ = self.update_timer(TimerEvent::SettingsChanged(self.prefs.timer_settings()), env, ctx);
    }
}
