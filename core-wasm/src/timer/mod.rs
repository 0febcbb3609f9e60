//! The timer of Home (SPEC T1 to T30).
//!
//! Where to start: [`machine`] holds the states, takes the events and answers with effects as data; [`run`] is the
//! stretch that is running, and [`recording`] what has been focused before it; [`editor`] decides what typing and arrows make of a length; [`restore`] reads what the
//! browser has stored, which nobody vouches for.
//!
//! The machine keeps a deadline and derives what is left from the moment that comes with every event. A tick is a redraw,
//! not the time: a throttled tab, a sleeping laptop and a reload are right with their first one.

mod editor;
mod machine;
mod recording;
mod restore;
mod run;

pub use machine::Timer;

use crate::protocol::effect::Step;
use crate::protocol::intent::{OverrunChoice, StepDirection, TimerField};
use crate::protocol::record::{FocusSession, SessionKind};
use crate::protocol::stored::TimerCard;

/// The longest that a timer runs, in seconds: 180 minutes, with the seconds that the editor may add.
const MOST_LEFT: i64 = 180 * 60 + 59;

/// The lengths of phases that the person has chosen, in seconds: 1 to 10,800. What lies outside is moved inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lengths {
    /// A focus session.
    pub focus: i64,
    /// A short break.
    pub short_break: i64,
    /// The long break after every fourth completed focus session.
    pub long_break: i64,
}

impl Lengths {
    /// The length of a phase, in seconds.
    pub fn of(&self, phase: SessionKind) -> i64 {
        let length = match phase {
            SessionKind::Focus => self.focus,
            SessionKind::ShortBreak => self.short_break,
            SessionKind::LongBreak => self.long_break,
        };
        length.clamp(1, 10_800)
    }
}

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
    /// This tab is the one that rings, or is not any more.
    Ringing(bool),
    /// Something was typed into a field of the editor.
    Type {
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
    /// The timer's alarm has gone off, or the page is looked at again.
    Tick,
    /// The person has chosen other lengths.
    LengthsChanged(Lengths),
    /// Another tab of this browser has written what is stored; `None` where it removed it.
    StoredElsewhere {
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
    pub finished: Vec<Recorded>,
}

/// A focus session as it is to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// The session.
    pub session: FocusSession,
    /// What was kept of it before; `None` for a new one.
    pub previous: Option<FocusSession>,
}

#[cfg(test)]
mod tests;
