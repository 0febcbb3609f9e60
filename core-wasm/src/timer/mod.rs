//! The timer of Home (SPEC T1 to T46).
//!
//! Where to start: [`machine`] holds the states, takes the events and answers with effects as data. What else can happen has a
//! file of its own: a phase [`ends`](ending), the timer is [for a card](card), the person says what becomes of an
//! [`overrun`] or changes a session [by hand](manual_edit), another [tab](tabs) has changed something or takes the [`sound_owner`], the [`settings`] change. [`run`] is the
//! stretch that is running, and [`recording`] what has been focused before it and what was kept of that; [`editor`] decides
//! what typing and arrows make of a length; [`sounds`] what is heard; [`store`] writes what [`restore`] reads again, which
//! nobody vouches for.
//!
//! The machine keeps a deadline and derives what is left from the moment that comes with every event. A tick is a redraw,
//! not the time: a throttled tab, a sleeping laptop and a reload are right with their first one.

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

pub use machine::Timer;
pub use settings::TimerSettings;

use crate::protocol::effect::Step;
use crate::protocol::id::Id;
use crate::protocol::intent::{OverrunChoice, StepDirection, TimerField};
use crate::protocol::record::FocusSession;
use crate::protocol::stored::TimerCard;

/// The longest that a timer runs, in seconds: 180 minutes, with the seconds that the editor may add.
const MAX_REMAINING_SECONDS: i64 = 180 * 60 + 59;

/// What the timer is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimerEvent {
    /// Start or resume.
    Start,
    /// Pause.
    Pause,
    /// Break the phase off and go back to a focus session of the saved length.
    Reset,
    /// Break the phase off and go to the next.
    Skip,
    /// End the focus session early, as done.
    Finish,
    /// Add five minutes.
    Extend,
    /// Focus on a card.
    FocusCard {
        /// Which.
        card: TimerCard,
    },
    /// Be for no card from here on.
    ClearCard,
    /// The person says what becomes of the time after the planned end.
    ResolveOverrun(OverrunChoice),
    /// The person has changed or deleted a session by hand.
    SessionEdited {
        /// Which.
        session_id: Id,
    },
    /// The person leaves: what was focused is kept, without a sound.
    LogOut,
    /// This tab is the one that rings, or is not any more.
    SoundOwnerChanged(bool),
    /// Something was typed into a field of the editor.
    EditField {
        /// The field.
        field: TimerField,
        /// What was typed.
        text: String,
    },
    /// An arrow of the editor was pressed.
    StepField {
        /// The field.
        field: TimerField,
        /// Up or down.
        direction: StepDirection,
    },
    /// One of the timer's alarms has gone off, or the page is looked at again.
    Tick,
    /// The person has chosen otherwise.
    SettingsChanged(TimerSettings),
    /// Another tab of this browser has written what is stored; `None` where it removed it.
    StorageChanged {
        /// The text under `timerState`.
        state: Option<String>,
        /// The text under `timerSession`.
        session: Option<String>,
    },
}

/// What an event leads to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TimerStep {
    /// What has to be drawn and done.
    pub step: Step,
    /// Focus sessions that have ended or changed, to be kept.
    pub recorded_sessions: Vec<RecordedSession>,
}

impl TimerStep {
    /// Adds what comes after it.
    fn append(mut self, next: Self) -> Self {
        self.step.patches.extend(next.step.patches);
        self.step.ui_effects.extend(next.step.ui_effects);
        self.step.io_effects.extend(next.step.io_effects);
        self.recorded_sessions.extend(next.recorded_sessions);
        self
    }
}

/// A focus session as it is to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedSession {
    /// The session.
    pub session: FocusSession,
    /// What was kept of it before; `None` for a new one.
    pub previous: Option<FocusSession>,
}

#[cfg(test)]
mod tests;
