//! The response to `POST /account/import/`, which imports the archive of an account's export: JSON lines, the last of which is a
//! report or an error.

use super::error::ErrorCode;
use super::id::Id;
use serde::{Deserialize, Serialize};

/// The maximum number of refused boards that a report names, and of new boards whose ids it has.
pub const MAX_REPORTED_BOARDS: usize = 100;

/// A step of an import, in the order of the steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AccountImportStep {
    /// The boards with their activity.
    Boards,
    /// The notes with their versions.
    Notes,
    /// The focus sessions and breaks.
    FocusSessions,
    /// The uploaded background pictures.
    Pictures,
    /// The files attached to cards.
    Attachments,
    /// The preferences with the daily goals, and the profile picture.
    Settings,
}

/// How far an import is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountImportProgress {
    /// The current step.
    pub step: AccountImportStep,
    /// The number of records of this step that are done.
    pub done: u32,
    /// The number of records of this step; 0 if it is unknown.
    pub total: u32,
}

/// What became of the records of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountImportCounts {
    /// Those that were added.
    pub imported: u32,
    /// Those that the account had already.
    pub existing: u32,
    /// Those that are invalid, or that a limit does not allow.
    pub refused: u32,
}

/// A board that was not imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefusedBoard {
    /// Its name; empty if it cannot be read.
    pub name: String,
    /// Why it was refused.
    pub code: ErrorCode,
}

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountImportReport {
    /// The boards.
    pub boards: AccountImportCounts,
    /// The notes.
    pub notes: AccountImportCounts,
    /// The focus sessions and breaks.
    pub focus_sessions: AccountImportCounts,
    /// The uploaded background pictures.
    pub pictures: AccountImportCounts,
    /// The files attached to cards.
    pub attachments: AccountImportCounts,
    /// The boards that were refused, at most 100.
    pub refused_boards: Vec<RefusedBoard>,
    /// Whether preferences were imported.
    pub has_settings: bool,
    /// The ids of the new boards, at most 100.
    pub board_ids: Vec<Id>,
    /// The number of boards, lists, cards and items in the trash, which are not imported.
    pub trashed: u32,
}

/// A line of the response. After a report or an error, no other line follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum AccountImportLine {
    /// How far the import is.
    Progress(AccountImportProgress),
    /// The end of the import.
    Report {
        /// The result.
        report: AccountImportReport,
    },
    /// The import failed. What was imported before stays.
    Failed {
        /// Why it failed.
        error: ErrorCode,
    },
}
