//! The timer, its tabs, and where its sessions go.

use super::App;
use crate::call::Turn;
use crate::env::Env;
use crate::protocol::effect::IoEffect;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::intent::Intent;
use crate::protocol::stored::{OutboxEntry, key};
use crate::timer::{Recorded, TimerEvent};

impl App {
    /// What a person does with the timer and with the preferences that it follows.
    pub(super) fn intend_timer(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let event = match intent {
            Intent::SetFocusTime { minutes } => {
                self.prefs.set_focus_time(minutes, turn);
                self.preferences_changed(env, turn);
                return Ok(());
            }
            Intent::SetPreferences { update } => {
                self.prefs.set(update, env, turn)?;
                self.preferences_changed(env, turn);
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
            Intent::TypeTimerField { field, text } => TimerEvent::Type { field, text },
            Intent::StepTimerField { field, direction } => TimerEvent::StepField { field, direction },
            _ => return Ok(()),
        };
        self.time(event, env, turn)
    }

    /// The timer as the browser's storage left it.
    pub(super) fn restore_timer(&mut self, env: &Env, turn: &mut Turn) {
        let stored = |key: &str| self.stored.get(key).filter(|text| !text.is_empty()).cloned();
        let (state, session) = (stored(key::TIMER_STATE), stored(key::TIMER_SESSION));
        let (seen, settings) = (stored(key::TIMER_SEEN), self.prefs.timer_settings());
        let step = self.timer.restore(state.as_deref(), session.as_deref(), seen.as_deref(), settings, env);
        turn.extend(step.step);
        self.finished(step.finished, turn);
    }

    /// Begins with a timer of nobody's.
    pub(super) fn forget_timer(&mut self, turn: &mut Turn) {
        for key in [key::TIMER_STATE, key::TIMER_SESSION, key::TIMER_SEEN] {
            turn.remove(key);
            self.stored.remove(key);
        }
        let step = self.timer.begin_anew(self.prefs.timer_settings());
        turn.extend(step);
    }

    /// The person is about to log out. What they have focused is kept first, so that it can be sent before.
    pub(super) fn leave_timer(&mut self, env: &Env, turn: &mut Turn) {
        if self.account.is_some() {
            // Without an error: there is always a way to leave.
            _ = self.time(TimerEvent::Leave, env, turn);
        }
    }

    /// Somebody else is signed in now. What the one before has focused waits for their next login.
    pub(super) fn hand_over_timer(&mut self, owner: Id, env: &Env, turn: &mut Turn) {
        let left = self.timer.update(TimerEvent::Leave, env).unwrap_or_default();
        let entries = left.finished.into_iter().map(|Recorded { session, previous }| OutboxEntry::FocusSession {
            session,
            previous: previous.map(Box::new),
        });
        self.shelve(owner, entries.collect(), env, turn);
        self.forget_timer(turn);
    }

    /// Another tab has stored one of the timer's two texts.
    pub(super) fn timer_stored_elsewhere(&mut self, key: &str, value: Option<String>, env: &Env, turn: &mut Turn) {
        match value {
            Some(text) => _ = self.stored.insert(key.to_owned(), text),
            None => _ = self.stored.remove(key),
        }
        let (state, session) = (self.stored.get(key::TIMER_STATE), self.stored.get(key::TIMER_SESSION));
        let event = TimerEvent::StoredElsewhere { state: state.cloned(), session: session.cloned() };
        _ = self.time(event, env, turn);
    }

    /// This tab is the one that rings from now on, or is not any more.
    pub(super) fn ringing(&mut self, rings: bool, env: &Env, turn: &mut Turn) {
        _ = self.time(TimerEvent::Ringing(rings), env, turn);
    }

    /// Tells the timer. On an error nothing has changed.
    pub(super) fn time(&mut self, event: TimerEvent, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let timed = self.timer.update(event, env)?;
        turn.extend(timed.step);
        self.finished(timed.finished, turn);
        Ok(())
    }

    /// Focus sessions have ended or changed: they count at once, and go to the server when they can.
    fn finished(&mut self, recorded: Vec<Recorded>, turn: &mut Turn) {
        for Recorded { session, previous } in recorded {
            self.keep_session(session, previous, turn);
        }
    }

    /// The sessions that this input has changed so far were changed by the person.
    pub(super) fn changed_by_hand(&mut self, env: &Env, turn: &mut Turn) {
        let changed = |entry: &OutboxEntry| match entry {
            OutboxEntry::FocusSession { session, .. } => Some(session.id),
            _ => None,
        };
        let ids: Vec<Id> = turn.entries.iter().filter_map(changed).collect();
        for session_id in ids {
            // Without an error: it concerns the timer or it does not.
            _ = self.time(TimerEvent::ChangedByHand { session_id }, env, turn);
        }
    }

    /// What the timer and the clock follow has changed.
    pub(super) fn preferences_changed(&mut self, env: &Env, turn: &mut Turn) {
        // Without an error: a timer that is at work keeps its length.
        _ = self.time(TimerEvent::SettingsChanged(self.prefs.timer_settings()), env, turn);
    }

    /// The timer's texts as this tab has stored them: another tab's change comes key by key.
    pub(super) fn remember_timer(&mut self, turn: &Turn) {
        for effect in &turn.step.io {
            match effect {
                IoEffect::Store { key, value } if key == key::TIMER_STATE || key == key::TIMER_SESSION => {
                    self.stored.insert(key.clone(), value.clone());
                }
                IoEffect::Remove { key } if key == key::TIMER_STATE || key == key::TIMER_SESSION => {
                    self.stored.remove(key);
                }
                _ => {}
            }
        }
    }
}
