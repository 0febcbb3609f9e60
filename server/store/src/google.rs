//! Logins with Google that are in progress, and the Google identities of accounts.

use super::{corrupt_column, read_id, read_timestamp};
use crate::unique_names::EMAILS;
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

/// A login with Google that has been started.
#[derive(Clone)]
pub struct Attempt {
    /// The nonce that the ID token must contain.
    pub nonce: String,
    /// The code verifier of PKCE (RFC 7636).
    pub code_verifier: String,
    /// The hash of the invitation code that was sent with the request.
    pub invitation_hash: Option<String>,
    /// When the attempt expires.
    pub expires_at: Timestamp,
}

/// Stores a started login for the browser with the cookie.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert_attempt(
    connection: &mut AnyConnection,
    cookie_hash: &str,
    state_hash: &str,
    attempt: &Attempt,
) -> Result<(), StoreError> {
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

/// Returns and removes the started login with this cookie and state, so that it can be used only once.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn take_attempt(
    connection: &mut AnyConnection,
    cookie_hash: &str,
    state_hash: &str,
) -> Result<Option<Attempt>, StoreError> {
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

/// Stores that the browser with the cookie may complete a login to the account.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert_completion(
    connection: &mut AnyConnection,
    cookie_hash: &str,
    user_id: Id,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
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

/// An identity that can be linked to an account once the account's password was entered.
#[derive(Clone)]
pub struct PendingLink {
    /// The account with the identity's email address.
    pub account_id: Id,
    /// The provider.
    pub issuer: String,
    /// The user's id at the provider.
    pub subject: String,
    /// When the offer expires.
    pub expires_at: Timestamp,
}

/// Stores that the browser with the cookie may link an identity.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert_pending_link(
    connection: &mut AnyConnection,
    cookie_hash: &str,
    link: &PendingLink,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO google_attempts (cookie_hash, state_hash, nonce, code_verifier, user_id, issuer, subject, expires_at) \
         VALUES ($1, '', '', '', $2, $3, $4, $5)",
    )
    .bind(cookie_hash.to_owned())
    .bind(link.account_id.to_string())
    .bind(link.issuer.clone())
    .bind(link.subject.clone())
    .bind(link.expires_at.millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the identity that the browser with the cookie may link.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn pending_link(pool: &ReadPool, cookie_hash: &str) -> Result<Option<PendingLink>, StoreError> {
    let row = sqlx::query(
        "SELECT user_id, issuer, subject, expires_at FROM google_attempts WHERE cookie_hash = $1 AND issuer IS NOT NULL",
    )
    .bind(cookie_hash.to_owned())
    .fetch_optional(pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(PendingLink {
        account_id: read_id(&row, "user_id")?,
        issuer: row.try_get("issuer")?,
        subject: row.try_get("subject")?,
        expires_at: read_timestamp(&row, "expires_at")?.ok_or_else(|| corrupt_column("expires_at"))?,
    }))
}

/// Removes the identity that the browser with the cookie may link. Returns false if it was removed already.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove_pending_link(connection: &mut AnyConnection, cookie_hash: &str) -> Result<bool, StoreError> {
    let removed = sqlx::query("DELETE FROM google_attempts WHERE cookie_hash = $1 AND issuer IS NOT NULL")
        .bind(cookie_hash.to_owned())
        .execute(connection)
        .await?;
    Ok(removed.rows_affected() == 1)
}

/// Returns and removes the account for which the browser with the cookie may complete a login, and when that expires.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn take_completion(
    connection: &mut AnyConnection,
    cookie_hash: &str,
) -> Result<Option<(Id, Timestamp)>, StoreError> {
    let row = sqlx::query(
        "DELETE FROM google_attempts WHERE cookie_hash = $1 AND user_id IS NOT NULL AND issuer IS NULL \
         RETURNING user_id, expires_at",
    )
    .bind(cookie_hash.to_owned())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let expires_at = read_timestamp(&row, "expires_at")?.ok_or_else(|| corrupt_column("expires_at"))?;
    Ok(Some((read_id(&row, "user_id")?, expires_at)))
}

/// Returns the account that is linked to the provider's identity, and locks that identity. A write transaction must
/// begin with a write, so this is an update that changes nothing.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn lock_account_by_identity(
    connection: &mut AnyConnection,
    issuer: &str,
    subject: &str,
) -> Result<Option<Id>, StoreError> {
    let row = sqlx::query(
        "UPDATE google_identities SET linked_at = linked_at WHERE issuer = $1 AND subject = $2 RETURNING user_id",
    )
    .bind(issuer.to_owned())
    .bind(subject.to_owned())
    .fetch_optional(connection)
    .await?;
    row.map(|row| read_id(&row, "user_id")).transpose()
}

/// Links an account to the provider's identity. Returns false if the identity is already linked.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn link(
    connection: &mut AnyConnection,
    issuer: &str,
    subject: &str,
    user_id: Id,
    now: Timestamp,
) -> Result<bool, StoreError> {
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

/// Returns the id of the account with an email address and whether that address is confirmed. Locks the account until
/// the transaction ends.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn lock_by_email(connection: &mut AnyConnection, email: &Email) -> Result<Option<(Id, bool)>, StoreError> {
    let is_owner = EMAILS.is_owner("$1");
    let sql = format!("UPDATE users SET is_verified = is_verified WHERE {is_owner} RETURNING id, is_verified");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(email.as_str().to_owned()).fetch_optional(connection).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((read_id(&row, "id")?, row.try_get::<i64, _>("is_verified")? != 0)))
}

/// Removes every way to log in to an account: its password, its mailed links, its pending email address and its Google
/// identities. Cancels a scheduled deletion. Existing logins are left as they are.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove_credentials(connection: &mut AnyConnection, id: Id) -> Result<(), StoreError> {
    for sql in [
        "UPDATE users SET password_hash = '', pending_email = NULL, delete_at = NULL WHERE id = $1",
        "DELETE FROM links WHERE user_id = $1",
        "DELETE FROM google_identities WHERE user_id = $1",
    ] {
        sqlx::query(sql).bind(id.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}
