//! Logins with Google that are under way, and whom Google knows.

use super::{corrupt_column, read_id, read_timestamp};
use crate::error::ApiError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, Row};

/// A login that has been begun.
pub(crate) struct Attempt {
    pub(crate) nonce: String,
    pub(crate) code_verifier: String,
    /// The hash of the invitation that came along.
    pub(crate) invitation_hash: Option<String>,
    pub(crate) expires_at: Timestamp,
}

/// Keeps a login that has been begun, for the browser that holds the cookie.
pub(crate) async fn insert_attempt(
    connection: &mut AnyConnection,
    cookie_hash: &str,
    state_hash: &str,
    attempt: &Attempt,
) -> Result<(), ApiError> {
    sqlx::query(
        "INSERT INTO google_attempts (cookie_hash, state_hash, nonce, code_verifier, invitation_hash, user_id, expires_at) \
         VALUES ($1, $2, $3, $4, $5, NULL, $6)",
    )
    .bind(cookie_hash.to_owned())
    .bind(state_hash.to_owned())
    .bind(attempt.nonce.clone())
    .bind(attempt.code_verifier.clone())
    .bind(attempt.invitation_hash.clone())
    .bind(attempt.expires_at.millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes a login that has been begun by the browser with the cookie, under the state. It is there once.
pub(crate) async fn take_attempt(
    connection: &mut AnyConnection,
    cookie_hash: &str,
    state_hash: &str,
) -> Result<Option<Attempt>, ApiError> {
    let row = sqlx::query(
        "DELETE FROM google_attempts WHERE cookie_hash = $1 AND state_hash = $2 AND user_id IS NULL \
         RETURNING nonce, code_verifier, invitation_hash, expires_at",
    )
    .bind(cookie_hash.to_owned())
    .bind(state_hash.to_owned())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Attempt {
        nonce: row.try_get("nonce")?,
        code_verifier: row.try_get("code_verifier")?,
        invitation_hash: row.try_get("invitation_hash")?,
        expires_at: read_timestamp(&row, "expires_at")?.ok_or_else(|| corrupt_column("expires_at"))?,
    }))
}

/// Keeps whose login the browser with the cookie may complete.
pub(crate) async fn insert_completion(
    connection: &mut AnyConnection,
    cookie_hash: &str,
    user_id: Id,
    expires_at: Timestamp,
) -> Result<(), ApiError> {
    sqlx::query(
        "INSERT INTO google_attempts (cookie_hash, state_hash, nonce, code_verifier, user_id, expires_at) \
         VALUES ($1, '', '', '', $2, $3)",
    )
    .bind(cookie_hash.to_owned())
    .bind(user_id.to_string())
    .bind(expires_at.millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes whose login the browser with the cookie may complete, and until when. It is there once.
pub(crate) async fn take_completion(
    connection: &mut AnyConnection,
    cookie_hash: &str,
) -> Result<Option<(Id, Timestamp)>, ApiError> {
    let row = sqlx::query(
        "DELETE FROM google_attempts WHERE cookie_hash = $1 AND user_id IS NOT NULL RETURNING user_id, expires_at",
    )
    .bind(cookie_hash.to_owned())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let expires_at = read_timestamp(&row, "expires_at")?.ok_or_else(|| corrupt_column("expires_at"))?;
    Ok(Some((read_id(&row, "user_id")?, expires_at)))
}

/// The account of whom an issuer knows under a subject. It writes, without changing anything, so that a transaction may begin with
/// it.
pub(crate) async fn lock_account_by_identity(
    connection: &mut AnyConnection,
    issuer: &str,
    subject: &str,
) -> Result<Option<Id>, ApiError> {
    let row = sqlx::query(
        "UPDATE google_identities SET linked_at = linked_at WHERE issuer = $1 AND subject = $2 RETURNING user_id",
    )
    .bind(issuer.to_owned())
    .bind(subject.to_owned())
    .fetch_optional(connection)
    .await?;
    row.map(|row| read_id(&row, "user_id")).transpose()
}

/// Links an account to whom an issuer knows under a subject. False where one is linked already.
pub(crate) async fn link(
    connection: &mut AnyConnection,
    issuer: &str,
    subject: &str,
    user_id: Id,
    now: Timestamp,
) -> Result<bool, ApiError> {
    let inserted = sqlx::query(
        "INSERT INTO google_identities (issuer, subject, user_id, linked_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (issuer, subject) DO NOTHING",
    )
    .bind(issuer.to_owned())
    .bind(subject.to_owned())
    .bind(user_id.to_string())
    .bind(now.millis())
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// The account with an email, and whether that is confirmed. Nobody else changes it until the transaction ends.
pub(crate) async fn lock_by_email(
    connection: &mut AnyConnection,
    email: &Email,
) -> Result<Option<(Id, bool)>, ApiError> {
    let row = sqlx::query("UPDATE users SET is_verified = is_verified WHERE email = $1 RETURNING id, is_verified")
        .bind(email.as_str().to_owned())
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((read_id(&row, "id")?, row.try_get::<i64, _>("is_verified")? != 0)))
}

/// Takes every way in from an account, and every way to one: its password, its links that were mailed, the email that was to
/// replace its own, and whom else Google knows it by. An end that was set for it is off. Its logins are another matter.
pub(crate) async fn remove_credentials(connection: &mut AnyConnection, id: Id) -> Result<(), ApiError> {
    for sql in [
        "UPDATE users SET password_hash = '', pending_email = NULL, delete_at = NULL WHERE id = $1",
        "DELETE FROM links WHERE user_id = $1",
        "DELETE FROM google_identities WHERE user_id = $1",
    ] {
        sqlx::query(sql).bind(id.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}
