//! The waitlist and its unsubscribe links, identified by the hash of their token.

use super::{audit, corrupt_column, read_timestamp};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::admin::AdminWaitlistEntry;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::{Email, PersonName};
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, Row};
use twentyfour_model::MailKind;

/// Adds an address to the waitlist once, with the id of its confirmation mail. An address that joined while mail was
/// not configured gets its mail when it joins again.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    name: &PersonName,
    email: &Email,
    mail_id: Option<Id>,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO waitlist (email, name, joined_at, mail_id) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (email) DO UPDATE SET mail_id = excluded.mail_id WHERE waitlist.mail_id IS NULL",
    )
    .bind(email.as_str().to_owned())
    .bind(name.as_str().to_owned())
    .bind(now.millis())
    .bind(mail_id.map(|id| id.to_string()))
    .execute(connection)
    .await?;
    Ok(())
}

/// Adds an unsubscribe link for an address. Returns false if the address is not on the waitlist, or if `mail_id` is given
/// and its confirmation mail is another one.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert_link(
    connection: &mut AnyConnection,
    token_hash: &str,
    email: &str,
    mail_id: Option<&str>,
) -> Result<bool, StoreError> {
    let inserted = sqlx::query(
        "INSERT INTO waitlist_links (token_hash, email) \
         SELECT CAST($1 AS TEXT), email FROM waitlist WHERE email = $2 AND (CAST($3 AS TEXT) IS NULL OR mail_id = $3)",
    )
    .bind(token_hash.to_owned())
    .bind(email.to_owned())
    .bind(mail_id.map(str::to_owned))
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Removes the address of an unsubscribe link from the waitlist; the link stays valid and does nothing from then on.
/// Returns false if there is no such link.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, token_hash: &str) -> Result<bool, StoreError> {
    // The update locks the link. Its address is null after it left the waitlist.
    let row = sqlx::query("UPDATE waitlist_links SET email = email WHERE token_hash = $1 RETURNING email")
        .bind(token_hash.to_owned())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(false) };
    if let Some(email) = row.try_get::<Option<String>, _>("email")? {
        remove_email(connection, &email).await?;
    }
    Ok(true)
}

/// Returns `limit` entries after the first `offset` ones, the earliest first.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn list(pool: &ReadPool, offset: i64, limit: i64) -> Result<Vec<AdminWaitlistEntry>, StoreError> {
    let rows = sqlx::query(
        "SELECT email, name, joined_at, invited_at FROM waitlist ORDER BY joined_at, email LIMIT $1 OFFSET $2",
    )
    .bind(limit)
    .bind(offset)
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(AdminWaitlistEntry {
                email: row.try_get("email")?,
                name: row.try_get("name")?,
                joined_at: read_timestamp(row, "joined_at")?.ok_or_else(|| corrupt_column("joined_at"))?,
                invited_at: read_timestamp(row, "invited_at")?,
            })
        })
        .collect()
}

/// Records that an invitation was created for an address. Returns false if it is not on the waitlist.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn record_invitation(
    connection: &mut AnyConnection,
    email: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let updated = sqlx::query("UPDATE waitlist SET invited_at = $2 WHERE email = $1")
        .bind(email.to_owned())
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(updated.rows_affected() == 1)
}

/// Removes an address from the waitlist, from its waiting mails and from the audit log. Returns false if it is not on the
/// waitlist.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove_email(connection: &mut AnyConnection, email: &str) -> Result<bool, StoreError> {
    let removed =
        sqlx::query("DELETE FROM waitlist WHERE email = $1").bind(email.to_owned()).execute(&mut *connection).await?;
    for kind in [MailKind::WaitlistJoined, MailKind::Invitation] {
        sqlx::query("DELETE FROM mails WHERE recipient = $1 AND kind = $2")
            .bind(email.to_owned())
            .bind(kind.tag())
            .execute(&mut *connection)
            .await?;
    }
    audit::forget_email(connection, email).await?;
    Ok(removed.rows_affected() == 1)
}
