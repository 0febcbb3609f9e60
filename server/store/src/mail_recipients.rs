//! The times of recent mails per recipient (table `mail_recipients`), for the limit that servers share. Recipients are keyed
//! hashes of addresses.

use super::corrupt_column;
use crate::StoreError;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, Row};

/// Adds a mail that is sent now, unless `max_mails` were sent within the last `window_ms` milliseconds. Then the inner
/// error is the time from which another mail may be sent.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn acquire(
    connection: &mut AnyConnection,
    recipient_hash: &str,
    max_mails: usize,
    window_ms: i64,
    now: Timestamp,
) -> Result<Result<(), Timestamp>, StoreError> {
    let mut sent = lock(connection, recipient_hash, now.plus_millis(window_ms)).await?;
    sent.retain(|at| at.saturating_add(window_ms) > now.millis());
    if sent.len() >= max_mails {
        let first = sent.iter().min().copied().unwrap_or_default();
        return Ok(Err(Timestamp::from_millis(first.saturating_add(window_ms))));
    }
    sent.push(now.millis());
    write(connection, recipient_hash, &sent).await?;
    Ok(Ok(()))
}

/// Removes a mail that was added at `acquired_at`, because it was not sent.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn release(
    connection: &mut AnyConnection,
    recipient_hash: &str,
    acquired_at: Timestamp,
) -> Result<(), StoreError> {
    let mut sent = lock(connection, recipient_hash, acquired_at).await?;
    if let Some(index) = sent.iter().position(|at| *at == acquired_at.millis()) {
        sent.swap_remove(index);
    }
    write(connection, recipient_hash, &sent).await
}

/// Locks the row of a recipient, adding it if it is missing, and returns the times of its mails. The row expires at
/// `expires_at` or later.
async fn lock(
    connection: &mut AnyConnection,
    recipient_hash: &str,
    expires_at: Timestamp,
) -> Result<Vec<i64>, StoreError> {
    let row = sqlx::query(
        "INSERT INTO mail_recipients (recipient_hash, sent_at, expires_at) VALUES ($1, '[]', $2) \
         ON CONFLICT (recipient_hash) DO UPDATE SET expires_at = \
         CASE WHEN mail_recipients.expires_at > excluded.expires_at THEN mail_recipients.expires_at \
         ELSE excluded.expires_at END RETURNING sent_at",
    )
    .bind(recipient_hash.to_owned())
    .bind(expires_at.millis())
    .fetch_one(connection)
    .await?;
    serde_json::from_str(row.try_get("sent_at")?).map_err(|_| corrupt_column("sent_at"))
}

async fn write(connection: &mut AnyConnection, recipient_hash: &str, sent: &[i64]) -> Result<(), StoreError> {
    sqlx::query("UPDATE mail_recipients SET sent_at = $2 WHERE recipient_hash = $1")
        .bind(recipient_hash.to_owned())
        .bind(crate::json(&sent))
        .execute(connection)
        .await?;
    Ok(())
}
