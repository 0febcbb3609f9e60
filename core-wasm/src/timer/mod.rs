//! The focus timer on Home (SPEC T1 to T46).
//!
//! Start with [`machine`]: it holds the states, handles the events and returns effects as data. The other modules each
//! handle one aspect: the [end of a phase](ending), the [card](card), the [overrun] of a session, [manual
//! edits](manual_edit) of sessions, changes in other [`tabs`], the [`sound_owner`], the [`settings`]. [`run`] is the
//! running segment, [`recording`] the segments before it and the sessions recorded from them. [`editor`] computes
//! lengths from typing and arrows, [`sounds`] creates sounds and notifications, and [`store`] writes what [`restore`]
//! reads and validates.
//!
//! The machine stores a deadline and derives the remaining time from the time of each event. A tick only redraws, so a
//! throttled tab, a laptop that wakes up and a reloaded page are correct after their first tick.

mod card;
mod editor;
mod ending;
mod machine;
mod manual_edit;
mod overrun;
mod recording;
mod restore;
mod run;
mod settings;
mod sound_owner;
mod sounds;
mod store;
mod tabs;

pub(crate) use machine::Timer;
pub(crate) use settings::TimerSettings;

use crate::protocol::effect::{IoEffect, Step};
use crate::protocol::id::Id;
use crate::protocol::intent::{OverrunChoice, StepDirection, TimerField};
use crate::protocol::record::FocusSession;
use crate::protocol::stored::{TimerCard, local_key};

/// Maximum remaining time, in seconds: 180 minutes and the 59 seconds that the editor can add.
const MAX_REMAINING_SECONDS: i64 = 180 * 60 + 59;

/// An event that the timer handles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TimerEvent {
    /// Starts or resumes the phase.
    Start,
    /// Pauses the phase.
    Pause,
    /// Stops the phase and returns to a focus session of the length in the settings.
    Reset,
    /// Stops the phase and moves on to the next one.
    Skip,
    /// Ends the focus session early and counts it as completed.
    Finish,
    /// Adds five minutes.
    Extend,
    /// Sets the timer to a card.
    FocusCard {
        /// The card.
        card: TimerCard,
    },
    /// Removes the card from the timer.
    ClearCard,
    /// The user's decision about the time after the planned end.
    ResolveOverrun(OverrunChoice),
    /// The user has edited or deleted a session.
    SessionEdited {
        /// The session's id.
        session_id: Id,
    },
    /// The user is logging out: records the focused time, without a sound.
    LogOut,
    /// This tab has become the sound owner (`true`), or is no longer (`false`).
    SoundOwnerChanged(bool),
    /// Text was typed into a field of the editor.
    EditField {
        /// The field.
        field: TimerField,
        /// The text.
        text: String,
    },
    /// An arrow of the editor was pressed.
    StepField {
        /// The field.
        field: TimerField,
        /// Up or down.
        direction: StepDirection,
    },
    /// One of the timer's alarms has fired, or the page has become visible.
    Tick,
    /// The user's settings have changed.
    SettingsChanged(TimerSettings),
    /// Another tab of this browser has changed the stored timer; `None` means that the value was removed.
    StorageChanged {
        /// The text under `timerState`.
        state: Option<String>,
        /// The text under `timerSession`.
        session: Option<String>,
    },
}

/// The result of an event.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TimerStep {
    /// The patches and effects.
    pub(crate) step: Step,
    /// Focus sessions that have ended or changed and must be recorded.
    pub(crate) recorded_sessions: Vec<RecordedSession>,
}

impl TimerStep {
    /// Returns the keys under which other tabs read the timer, each with the text that this step stores under it, or
    /// `None` if it removes the key.
    pub(crate) fn stored_texts(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let stored = self.step.io_effects.iter().filter_map(|effect| match effect {
            IoEffect::SetLocalStorage { key, value } => Some((key.as_str(), Some(value.as_str()))),
            IoEffect::RemoveLocalStorage { key } => Some((key.as_str(), None)),
            _ => None,
        });
        stored.filter(|(key, _)| [local_key::TIMER_STATE, local_key::TIMER_SESSION].contains(key))
    }

    /// Appends a later step.
    fn append(mut self, next: Self) -> Self {
        self.step.patches.extend(next.step.patches);
        self.step.ui_effects.extend(next.step.ui_effects);
        self.step.io_effects.extend(next.step.io_effects);
        self.recorded_sessions.extend(next.recorded_sessions);
        self
    }
}

/// A focus session to be recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RecordedSession {
    /// The session.
    pub(crate) session: FocusSession,
    /// The version that was recorded before; `None` for a new session.
    pub(crate) previous: Option<FocusSession>,
}

#[cfg(test)]
mod tests;
