//! The languages of the app.

use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The language of the app, of responses and of mails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English; the default.
    #[default]
    En,
    /// German.
    De,
    /// Spanish.
    Es,
}
