//! Which numbers the core accepts in input fields. The shell shows these ranges, and the core checks them.

use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// A range of whole numbers, with both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NumberRange {
    /// The minimum.
    pub min: i64,
    /// The maximum.
    pub max: i64,
}

impl NumberRange {
    /// Returns whether a number is in the range.
    pub fn contains(self, number: i64) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

/// The length of a focus session or a break, in minutes (SPEC F1).
pub const PHASE_MINUTES: NumberRange = NumberRange { min: 1, max: 180 };

/// Focus sessions until the long break.
pub const ROUNDS: NumberRange = NumberRange { min: 1, max: 12 };

/// The daily goal, in minutes.
pub const GOAL_MINUTES: NumberRange = NumberRange { min: 1, max: 1_440 };

/// The start of the day, in minutes after midnight.
pub const DAY_START_MINUTES: NumberRange = NumberRange { min: 0, max: 360 };

/// The volume of sounds, in percent.
pub const VOLUME: NumberRange = NumberRange { min: 0, max: 100 };

/// The length of a session that is entered by hand, in whole minutes.
pub const SESSION_MINUTES: NumberRange = NumberRange { min: 1, max: 1_440 };

/// The length of a label, in characters (SPEC B5).
pub const LABEL_CHARS: NumberRange = NumberRange { min: 1, max: 50 };

/// The ranges of input fields. They never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct InputRanges {
    /// The length of a focus session or a break, in minutes.
    pub phase_minutes: NumberRange,
    /// Focus sessions until the long break.
    pub rounds: NumberRange,
    /// The daily goal, in minutes.
    pub goal_minutes: NumberRange,
    /// The start of the day, in minutes after midnight.
    pub day_start_minutes: NumberRange,
    /// The length of a session that is entered by hand, in minutes.
    pub session_minutes: NumberRange,
    /// The length of a label, in characters.
    pub label_chars: NumberRange,
}

/// The ranges that [`InputRanges`] contains.
pub const INPUT_RANGES: InputRanges = InputRanges {
    phase_minutes: PHASE_MINUTES,
    rounds: ROUNDS,
    goal_minutes: GOAL_MINUTES,
    day_start_minutes: DAY_START_MINUTES,
    session_minutes: SESSION_MINUTES,
    label_chars: LABEL_CHARS,
};
