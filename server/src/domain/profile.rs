//! What a person says about themselves: their name.

use super::accounts;
use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::profile;
use core_wasm::protocol::account::ProfileRequest;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::User;
use core_wasm::protocol::text::PersonName;

/// A person's first and last name. The error tells which of the two is blank.
pub(crate) fn names(first_name: &str, last_name: &str) -> Result<(PersonName, PersonName), ErrorCode> {
    let named = |text: &str, missing: ErrorCode| {
        PersonName::parse(text).map_err(|code| if code == ErrorCode::NameRequired { missing } else { code })
    };
    Ok((named(first_name, ErrorCode::FirstNameRequired)?, named(last_name, ErrorCode::LastNameRequired)?))
}

/// Changes a person's name.
pub(crate) async fn rename(app: &Parts, account: Account, request: ProfileRequest) -> Result<User, ApiError> {
    let (first_name, last_name) = names(&request.first_name, &request.last_name)?;
    app.database
        .write(move |connection| {
            Box::pin(async move { profile::rename(connection, account.id, &first_name, &last_name).await })
        })
        .await?;
    accounts::user(app, account).await
}
