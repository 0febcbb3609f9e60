//! What follows a person from device to device.

use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::preferences;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Preferences, PreferencesUpdate};

/// The preferences of an account.
pub(crate) async fn load(app: &Parts, account: Account) -> Result<Preferences, ApiError> {
    preferences::load(app.database.pool(), account.id).await
}

/// Changes the fields that are given.
pub(crate) async fn update(app: &Parts, account: Account, update: PreferencesUpdate) -> Result<Preferences, ApiError> {
    check(&update)?;
    app.database
        .write(move |connection| Box::pin(async move { preferences::update(connection, account.id, &update).await }))
        .await
}

/// The ranges that [`Preferences`] names.
fn check(update: &PreferencesUpdate) -> Result<(), ErrorCode> {
    let phases = [update.focus_minutes, update.short_break_minutes, update.long_break_minutes];
    let holds = phases.into_iter().flatten().all(|minutes| (1..=180).contains(&minutes))
        && update.mins_for_streak.is_none_or(|minutes| (1..=1_440).contains(&minutes))
        && update.day_start_minutes.is_none_or(|minutes| (0..=360).contains(&minutes))
        && update.time_zone.as_ref().is_none_or(|zone| zone.parse::<chrono_tz::Tz>().is_ok());
    if holds { Ok(()) } else { Err(ErrorCode::PreferenceInvalid) }
}
