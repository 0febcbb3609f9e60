//! The timer's settings and the effects of changing them.

use super::machine::{State, Timer};
use super::{TimerStep, sounds};
use crate::protocol::effect::{Step, UiEffect};
use crate::protocol::http::{EndingSound, FocusSound};
use crate::protocol::range::{PHASE_MINUTES, ROUNDS};
use crate::protocol::record::SessionKind;

/// The user's settings for the timer. Values out of range are clamped when they are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimerSettings {
    /// Length of a focus session, in seconds: 1 to 10,800.
    pub(crate) focus: i64,
    /// Length of a short break, in seconds: 1 to 10,800.
    pub(crate) short_break: i64,
    /// Length of the long break, in seconds: 1 to 10,800.
    pub(crate) long_break: i64,
    /// Focus sessions until the long break: 1 to 12.
    pub(crate) rounds: i64,
    /// Whether a break starts automatically after a focus session.
    pub(crate) auto_start_breaks: bool,
    /// Whether a focus session starts automatically after a break.
    pub(crate) auto_start_focus: bool,
    /// The sound that plays while the timer runs.
    pub(crate) focus_sound: FocusSound,
    /// The sound that plays when a phase ends or is paused.
    pub(crate) ending_sound: EndingSound,
    /// The volume of both sounds: 0 to 100.
    pub(crate) volume: i64,
}

impl TimerSettings {
    /// Returns the length of a phase, in seconds.
    pub(crate) fn phase_length(&self, phase: SessionKind) -> i64 {
        let length = match phase {
            SessionKind::Focus => self.focus,
            SessionKind::ShortBreak => self.short_break,
            SessionKind::LongBreak => self.long_break,
        };
        length.clamp(1, PHASE_MINUTES.max * 60)
    }

    /// Returns the number of focus sessions until the long break.
    pub(super) fn rounds(&self) -> u32 {
        self.rounds.clamp(ROUNDS.min, ROUNDS.max) as u32
    }

    /// Returns whether a phase starts automatically after the previous one.
    pub(super) fn auto_starts(&self, phase: SessionKind) -> bool {
        match phase {
            SessionKind::Focus => self.auto_start_focus,
            SessionKind::ShortBreak | SessionKind::LongBreak => self.auto_start_breaks,
        }
    }
}

impl Timer {
    /// Applies new settings. A started phase keeps its length; sounds change at once. Lengths need not be stored,
    /// because an idle phase that was not edited gets its length from the settings when it is restored.
    pub(super) fn change_settings(&mut self, settings: TimerSettings) -> TimerStep {
        let (shown, before) = (self.view(), std::mem::replace(&mut self.settings, settings));
        let completed = self.completed_in_round.min(settings.rounds() - 1);
        let was_clamped = std::mem::replace(&mut self.completed_in_round, completed) != completed;
        if matches!(self.state, State::Idle { is_edited: false, .. }) {
            self.length = settings.phase_length(self.phase);
        }
        let mut step = Step::default();
        if self.view() != shown {
            step.patches.push(self.patch());
        }
        if was_clamped {
            step.io_effects.push(self.store_session());
        }
        let (previous_sound, sounds) = (sounds::loop_effect(&before), sounds::loop_effect(&settings));
        if self.is_playing_sound() && previous_sound != sounds {
            step.ui_effects.push(sounds.unwrap_or(UiEffect::StopSounds));
        }
        TimerStep { step, recorded_sessions: vec![] }
    }
}
