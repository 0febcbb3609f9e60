//! The timer, its tabs, and where its sessions go.

use super::App;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::IoEffect;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::intent::Intent;
use crate::protocol::stored::{OutboxEntry, local_key};
use crate::timer::{RecordedSession, TimerEvent};

impl App {
    /// What a person does with the timer and with the preferences that it follows.
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

    /// The timer as the browser's storage left it.
    pub(super) fn restore_timer(&mut self, env: &Env, ctx: &mut Context) {
        let stored = |key: &str| self.local_storage.get(key).filter(|text| !text.is_empty()).cloned();
        let (state, session) = (stored(local_key::TIMER_STATE), stored(local_key::TIMER_SESSION));
        let (seen, settings) = (stored(local_key::TIMER_LAST_SEEN), self.prefs.timer_settings());
        let step = self.timer.restore(state.as_deref(), session.as_deref(), seen.as_deref(), settings, env);
        ctx.append_step(step.step);
        self.queue_recorded_sessions(step.recorded_sessions, ctx);
    }

    /// Begins with a timer of nobody's.
    pub(super) fn reset_timer(&mut self, ctx: &mut Context) {
        for key in [local_key::TIMER_STATE, local_key::TIMER_SESSION, local_key::TIMER_LAST_SEEN] {
            ctx.remove_local_storage(key);
            self.local_storage.remove(key);
        }
        let step = self.timer.reset_for_account(self.prefs.timer_settings());
        ctx.append_step(step);
    }

    /// The person is about to log out. What they have focused is kept first, so that it can be sent before.
    pub(super) fn pause_timer_for_logout(&mut self, env: &Env, ctx: &mut Context) {
        if self.account_id.is_some() {
            // Without an error: there is always a way to leave.
            _ = self.update_timer(TimerEvent::LogOut, env, ctx);
        }
    }

    /// Somebody else is signed in now. What the one before has focused waits for their next login.
    pub(super) fn store_timer_of_previous_account(&mut self, owner: Id, env: &Env, ctx: &mut Context) {
        let paused = self.timer.update(TimerEvent::LogOut, env).unwrap_or_default();
        let entries = paused.recorded_sessions.into_iter().map(|RecordedSession { session, previous }| {
            OutboxEntry::FocusSession { session, previous: previous.map(Box::new) }
        });
        self.store_for_next_login(owner, entries.collect(), env, ctx);
        self.reset_timer(ctx);
    }

    /// Another tab has stored one of the timer's two texts.
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

    /// This tab is the one that rings from now on, or is not any more.
    pub(super) fn on_sound_lock_changed(&mut self, is_sound_owner: bool, env: &Env, ctx: &mut Context) {
        _ = self.update_timer(TimerEvent::SoundOwnerChanged(is_sound_owner), env, ctx);
    }

    /// Tells the timer. On an error nothing has changed.
    pub(super) fn update_timer(&mut self, event: TimerEvent, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let timer_step = self.timer.update(event, env)?;
        ctx.append_step(timer_step.step);
        self.queue_recorded_sessions(timer_step.recorded_sessions, ctx);
        Ok(())
    }

    /// Focus sessions have ended or changed: they count at once, and go to the server when they can.
    fn queue_recorded_sessions(&mut self, recorded: Vec<RecordedSession>, ctx: &mut Context) {
        for RecordedSession { session, previous } in recorded {
            self.queue_session(session, previous, ctx);
        }
    }

    /// The sessions that this input has changed so far were changed by the person.
    pub(super) fn on_sessions_edited(&mut self, env: &Env, ctx: &mut Context) {
        let changed = |entry: &OutboxEntry| match entry {
            OutboxEntry::FocusSession { session, .. } => Some(session.id),
            _ => None,
        };
        let ids: Vec<Id> = ctx.outbox_entries.iter().filter_map(changed).collect();
        for session_id in ids {
            // Without an error: it concerns the timer or it does not.
            _ = self.update_timer(TimerEvent::SessionEdited { session_id }, env, ctx);
        }
    }

    /// What the timer and the clock follow has changed.
    pub(super) fn preferences_changed(&mut self, env: &Env, ctx: &mut Context) {
        // Without an error: a timer that is at work keeps its length.
        _ = self.update_timer(TimerEvent::SettingsChanged(self.prefs.timer_settings()), env, ctx);
    }

    /// The timer's texts as this tab has stored them: another tab's change comes key by key.
    pub(super) fn cache_stored_timer(&mut self, ctx: &Context) {
        for effect in &ctx.step.io_effects {
            match effect {
                IoEffect::SetLocalStorage { key, value }
                    if key == local_key::TIMER_STATE || key == local_key::TIMER_SESSION =>
                {
                    self.local_storage.insert(key.clone(), value.clone());
                }
                IoEffect::RemoveLocalStorage { key }
                    if key == local_key::TIMER_STATE || key == local_key::TIMER_SESSION =>
                {
                    self.local_storage.remove(key);
                }
                _ => {}
            }
        }
    }
}
