//! What follows a person from device to device.

use super::policy;
use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::preferences;
use core_wasm::prefs;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Preferences, PreferencesUpdate};

/// The preferences of an account.
pub(crate) async fn load(app: &Parts, account: Account) -> Result<Preferences, ApiError> {
    preferences::load(app.database.pool(), policy::own(account)).await
}

/// Changes the fields that are given.
pub(crate) async fn update(app: &Parts, account: Account, update: PreferencesUpdate) -> Result<Preferences, ApiError> {
    prefs::check(&update)?;
    // The core has no table of zones.
    if update.time_zone.as_ref().is_some_and(|zone| zone.parse::<chrono_tz::Tz>().is_err()) {
        return Err(ErrorCode::PreferenceInvalid.into());
    }
    app.database
        .write(move |connection| {
            Box::pin(async move { preferences::update(connection, policy::own(account), &update).await })
        })
        .await
}
