//! The shapes in the browser's storage. The keys are the specification's; those of ours are listed in [`key`].

use super::http::CreateBoardRequest;
use super::http::PreferencesUpdate;
use super::id::Id;
use super::op::BoardOp;
use super::record::{FocusSession, Segment, SessionKind};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The keys under which texts are stored.
pub mod key {
    /// The access token, as plain text.
    pub const ACCESS_TOKEN: &str = "access_token";
    /// The refresh token, as plain text.
    pub const REFRESH_TOKEN: &str = "refresh_token";
    /// [`super::TimerState`] as JSON.
    pub const TIMER_STATE: &str = "timerState";
    /// [`super::TimerSession`] as JSON.
    pub const TIMER_SESSION: &str = "timerSession";
    /// `dark` or `light`.
    pub const THEME: &str = "theme";
    /// The length of a focus session in minutes, as plain text.
    pub const FOCUS_TIME: &str = "focusTime";
    /// [`super::super::http::User`] as JSON: who was last signed in here.
    pub const USER: &str = "user";
    /// [`super::super::http::Preferences`] as JSON.
    pub const PREFERENCES: &str = "preferences";
    /// In front of the keys of the outbox: `outbox/{account id}/{entry id}`.
    pub const OUTBOX: &str = "outbox/";
}

/// The timer's state as the specification names it, with the deadline beside it. Stored under `timerState`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct TimerState {
    /// Minutes left: 0 to 180.
    pub minutes: i64,
    /// Seconds left beside the minutes: 0 to 59.
    pub seconds: i64,
    /// Whether it runs.
    pub is_active: bool,
    /// Whether the phase at hand is work; otherwise it is a break.
    pub is_work_session: bool,
    /// Whether it has been paused and can be resumed.
    pub has_previous_session: bool,
    /// When the running phase ends, in milliseconds since the epoch; null while it does not run.
    pub ends_at: Option<i64>,
}

/// What the timer keeps beside its state: the session that is being recorded. Stored under `timerSession`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimerSession {
    /// The version of this shape: 1.
    pub version: u32,
    /// What the phase at hand is.
    pub phase: SessionKind,
    /// Its length, in seconds.
    pub length: i64,
    /// Whether that length was set in the editor; otherwise a phase that has not been started follows the settings.
    #[serde(default)]
    pub edited: bool,
    /// Focus sessions completed since the last long break.
    pub completed_in_round: u32,
    /// The id of the session at hand; null before its first start.
    pub id: Option<Id>,
    /// Its finished stretches.
    pub segments: Vec<Segment>,
    /// When the running stretch began, with the UTC offset in minutes; null while it does not run.
    pub running_since: Option<(Timestamp, i32)>,
}

/// One change that waits to be sent. Stored under `outbox/{account id}/{entry id}`, in the order of the ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutboxEntry {
    /// A new board.
    CreateBoard {
        /// The request.
        request: CreateBoardRequest,
    },
    /// A change to a board.
    BoardOp {
        /// The board.
        board_id: Id,
        /// The change.
        op: BoardOp,
    },
    /// A session that ended.
    FocusSession {
        /// The session.
        session: FocusSession,
    },
    /// Changed preferences.
    Preferences {
        /// What changed.
        update: PreferencesUpdate,
    },
}
