//! The queue of mails.

use super::tag;
use crate::domain::mails::NewMail;
use crate::error::ApiError;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Adds a mail, due at once.
pub(crate) async fn insert(connection: &mut AnyConnection, mail: &NewMail, now: Timestamp) -> Result<(), ApiError> {
    sqlx::query(
        "INSERT INTO mails (id, kind, recipient, user_id, parameters, created_at, next_try_at, tries) \
         VALUES ($1, $2, $3, $4, '{}', $5, $5, 0)",
    )
    .bind(mail.id.to_string())
    .bind(tag(&mail.kind))
    .bind(mail.recipient.clone())
    .bind(mail.account_id.map(|id| id.to_string()))
    .bind(now.millis())
    .execute(connection)
    .await?;
    Ok(())
}
