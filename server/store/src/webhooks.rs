//! Webhooks and their deliveries. A server leases a webhook while it delivers its events, so that a slow one does not delay
//! others, and each gets one event at a time.

use crate::statements::execute_all;
use crate::{
    ReadPool, StoreError, corrupt_column, json, map_missing_account, read_id, read_json, read_tag, read_timestamp, tag,
};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::webhook::{
    Webhook, WebhookAttempt, WebhookDelivery, WebhookDeliveryState, WebhookDisabled, WebhookEvent,
};
use serde::de::DeserializeOwned;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use std::collections::BTreeSet;
use twentyfour_model::Owner;

/// The number of deliveries of a webhook that are kept, besides those that wait.
const KEPT_DELIVERIES: i64 = 100;

/// PostgreSQL's code of a row that refers to a missing one.
const FOREIGN_KEY_VIOLATION: &str = "23503";

/// The columns of a webhook without its secrets.
const COLUMNS: &str = "id, url, events, board_ids, disabled_by, dropped_at, earlier_secret_until, created_at";

/// How often it is recorded that events of a webhook were dropped, in milliseconds.
const DROPPED_INTERVAL_MS: i64 = 60_000;

/// Identifies a webhook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WebhookKey {
    account_id: Id,
    id: Id,
}

impl WebhookKey {
    /// Returns the key of an account's webhook. Ids are unique within an account.
    pub fn new(owner: Owner, id: Id) -> Self {
        Self { account_id: owner.id(), id }
    }

    /// Returns the id of the account.
    pub fn account_id(self) -> Id {
        self.account_id
    }

    /// Returns the id of the webhook.
    pub fn id(self) -> Id {
        self.id
    }
}

/// What receives events: a webhook that is on.
pub struct Subscription {
    /// The webhook.
    pub key: WebhookKey,
    /// The board that it concerns; `None` if it was read for an account.
    pub board_id: Option<Id>,
    /// The events that it receives.
    pub events: Vec<WebhookEvent>,
    /// The boards whose events it receives; `None`: all.
    pub board_ids: Option<Vec<Id>>,
    /// The number of its deliveries that wait.
    pub waiting: i64,
    /// The greatest id of its deliveries.
    pub latest_id: Option<Id>,
}

/// A delivery to be added.
pub struct NewDelivery {
    /// The webhook.
    pub key: WebhookKey,
    /// The id of the delivery.
    pub id: Id,
    /// The event.
    pub event: WebhookEvent,
    /// The body, which is sent as it is.
    pub body: String,
}

/// A delivery whose next attempt has begun.
#[derive(Clone)]
pub struct DueDelivery {
    /// The id.
    pub id: Id,
    /// The address of the webhook.
    pub url: String,
    /// The secret of the webhook.
    pub secret: String,
    /// The secret before the last rotation, and until when it signs.
    pub earlier_secret: Option<(String, Timestamp)>,
    /// The body.
    pub body: String,
    /// When the event happened.
    pub created_at: Timestamp,
    /// The number of attempts, this one included.
    pub tries: i64,
    /// The earlier attempts.
    pub attempts: Vec<WebhookAttempt>,
}

/// The outcome of an attempt.
#[derive(Clone)]
pub struct AttemptOutcome {
    /// The address to which the delivery was sent.
    pub url: String,
    /// All attempts to be shown, this one included.
    pub attempts: Vec<WebhookAttempt>,
    /// The start of the response.
    pub response: Option<String>,
    /// Whether the address has accepted the event.
    pub is_delivered: bool,
    /// When the next attempt begins; `None`: there is none.
    pub next_try_at: Option<Timestamp>,
}

/// What a failed attempt means for its webhook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The first failure is not long ago.
    Recent,
    /// All attempts have failed since a time before the limit.
    Lasting {
        /// The delivery whose attempt was the first one to fail after the limit.
        first_id: Id,
    },
}

/// Returns an account's webhooks, the oldest first.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn list<'e>(executor: impl Executor<'e, Database = Any>, owner: Owner) -> Result<Vec<Webhook>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM webhooks WHERE user_id = $1 ORDER BY created_at, id");
    let query = sqlx::query(AssertSqlSafe(sql)).bind(owner.id().to_string());
    query.fetch_all(executor).await?.iter().map(webhook).collect()
}

/// Adds a webhook.
///
/// # Errors
/// Returns [`StoreError::AccountMissing`] if the account no longer exists, or an error if the statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    owner: Owner,
    webhook: &Webhook,
    secret: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO webhooks (user_id, id, url, events, board_ids, secret, disabled_by, leased_until, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8)",
    )
    .bind(owner.id().to_string())
    .bind(webhook.id.to_string())
    .bind(webhook.url.clone())
    .bind(json(&webhook.events))
    .bind(webhook.board_ids.as_ref().map(json))
    .bind(secret.to_owned())
    .bind(webhook.disabled.map(|reason| tag(&reason)))
    .bind(webhook.created_at.millis())
    .execute(connection)
    .await
    .map_err(map_missing_account)?;
    Ok(())
}

/// Returns an account's webhook, or `None` if it does not exist.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn find<'e>(
    executor: impl Executor<'e, Database = Any>,
    key: WebhookKey,
) -> Result<Option<Webhook>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM webhooks WHERE user_id = $1 AND id = $2");
    let query = sqlx::query(AssertSqlSafe(sql)).bind(key.account_id.to_string()).bind(key.id.to_string());
    query.fetch_optional(executor).await?.as_ref().map(webhook).transpose()
}

/// Changes the address, the events and the boards of a webhook, and turns it on, or off for a reason. Returns it, or `None` if it
/// does not exist.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn update(
    connection: &mut AnyConnection,
    key: WebhookKey,
    url: &str,
    events: &[WebhookEvent],
    board_ids: Option<&[Id]>,
    disabled: Option<WebhookDisabled>,
) -> Result<Option<Webhook>, StoreError> {
    let sql = format!(
        "UPDATE webhooks SET url = $3, events = $4, board_ids = $5, disabled_by = $6, failing_since = NULL, late_failure_id = NULL \
         WHERE user_id = $1 AND id = $2 RETURNING {COLUMNS}"
    );
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(key.account_id.to_string())
        .bind(key.id.to_string())
        .bind(url.to_owned())
        .bind(json(&events))
        .bind(board_ids.map(|ids| json(&ids)))
        .bind(disabled.map(|reason| tag(&reason)))
        .fetch_optional(&mut *connection)
        .await?;
    if row.is_some() && disabled.is_some() {
        cancel_waiting(connection, key).await?;
    }
    row.as_ref().map(webhook).transpose()
}

/// Locks a webhook and ends its pause after a failure at a time, unless it ends earlier. Returns the webhook, or `None` if it does
/// not exist.
///
/// # Errors
/// Returns an error if the statement fails or a stored value is invalid.
pub async fn shorten_pause(
    connection: &mut AnyConnection,
    key: WebhookKey,
    end: Timestamp,
) -> Result<Option<Webhook>, StoreError> {
    let sql = format!(
        "UPDATE webhooks SET leased_until = CASE WHEN leased_until > $3 THEN $3 ELSE leased_until END \
         WHERE user_id = $1 AND id = $2 RETURNING {COLUMNS}"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(key.account_id.to_string()).bind(key.id.to_string());
    query.bind(end.millis()).fetch_optional(connection).await?.as_ref().map(webhook).transpose()
}

/// Removes a webhook with its deliveries. Returns false if it does not exist.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn remove(connection: &mut AnyConnection, key: WebhookKey) -> Result<bool, StoreError> {
    let removing = sqlx::query("DELETE FROM webhooks WHERE user_id = $1 AND id = $2");
    let removing = removing.bind(key.account_id.to_string()).bind(key.id.to_string());
    Ok(removing.execute(connection).await?.rows_affected() > 0)
}

/// Replaces the secret of a webhook, and lets the old one sign, too, until a time. Returns the webhook, or `None` if it does not
/// exist.
///
/// # Errors
/// Returns an error if the statement fails or a stored value is invalid.
pub async fn rotate_secret(
    connection: &mut AnyConnection,
    key: WebhookKey,
    secret: &str,
    earlier_until: Timestamp,
) -> Result<Option<Webhook>, StoreError> {
    let sql = format!(
        "UPDATE webhooks SET earlier_secret = secret, earlier_secret_until = $4, secret = $3 \
         WHERE user_id = $1 AND id = $2 RETURNING {COLUMNS}"
    );
    let query = sqlx::query(AssertSqlSafe(sql))
        .bind(key.account_id.to_string())
        .bind(key.id.to_string())
        .bind(secret.to_owned())
        .bind(earlier_until.millis());
    query.fetch_optional(connection).await?.as_ref().map(webhook).transpose()
}

/// Returns the latest deliveries of a webhook, the latest first, or `None` if it does not exist.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn deliveries(
    connection: &mut AnyConnection,
    key: WebhookKey,
) -> Result<Option<Vec<WebhookDelivery>>, StoreError> {
    let webhook = sqlx::query("SELECT 1 FROM webhooks WHERE user_id = $1 AND id = $2")
        .bind(key.account_id.to_string())
        .bind(key.id.to_string())
        .fetch_optional(&mut *connection)
        .await?;
    if webhook.is_none() {
        return Ok(None);
    }
    let rows = sqlx::query(
        "SELECT id, event, created_at, next_try_at, is_delivered, attempts, response FROM webhook_deliveries \
         WHERE user_id = $1 AND webhook_id = $2 ORDER BY id DESC LIMIT $3",
    )
    .bind(key.account_id.to_string())
    .bind(key.id.to_string())
    .bind(KEPT_DELIVERIES)
    .fetch_all(connection)
    .await?;
    rows.iter().map(delivery).collect::<Result<_, _>>().map(Some)
}

/// Makes a delivery due again, unless that was done after `not_after`. Returns when it was done last, or `None` if there is no
/// such delivery.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn redeliver(
    connection: &mut AnyConnection,
    key: WebhookKey,
    id: Id,
    now: Timestamp,
    not_after: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let row = sqlx::query(
        "UPDATE webhook_deliveries SET \
         next_try_at = CASE WHEN redelivered_at > $5 THEN next_try_at ELSE $4 END, \
         is_delivered = CASE WHEN redelivered_at > $5 THEN is_delivered ELSE 0 END, \
         redelivered_at = CASE WHEN redelivered_at > $5 THEN redelivered_at ELSE $4 END \
         WHERE user_id = $1 AND webhook_id = $2 AND id = $3 RETURNING redelivered_at",
    )
    .bind(key.account_id.to_string())
    .bind(key.id.to_string())
    .bind(id.to_string())
    .bind(now.millis())
    .bind(not_after.millis())
    .fetch_optional(connection)
    .await?;
    row.map(|row| read_timestamp(&row, "redelivered_at")?.ok_or_else(|| corrupt_column("redelivered_at"))).transpose()
}

/// Returns the webhooks that are on, of the current members of some boards, once for each board.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn of_boards(
    connection: &mut AnyConnection,
    board_ids: &BTreeSet<Id>,
) -> Result<Vec<Subscription>, StoreError> {
    let mut subscriptions = Vec::new();
    for board_id in board_ids {
        let condition = "webhooks.user_id IN (SELECT user_id FROM board_members WHERE board_id = $1)";
        subscriptions.extend(matching(connection, condition, *board_id, Some(*board_id)).await?);
    }
    Ok(subscriptions)
}

/// Returns the webhooks of an account that are on.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn of_account(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<Subscription>, StoreError> {
    matching(connection, "webhooks.user_id = $1", owner.id(), None).await
}

async fn matching(
    connection: &mut AnyConnection,
    condition: &str,
    id: Id,
    board_id: Option<Id>,
) -> Result<Vec<Subscription>, StoreError> {
    // An account that will be deleted seems deleted to others, so it receives nothing.
    let sql = format!(
        "SELECT user_id, webhooks.id AS id, events, board_ids, \
         (SELECT COUNT(*) FROM webhook_deliveries WHERE webhook_deliveries.user_id = webhooks.user_id \
         AND webhook_id = webhooks.id AND next_try_at IS NOT NULL) AS waiting, \
         (SELECT MAX(webhook_deliveries.id) FROM webhook_deliveries WHERE webhook_deliveries.user_id = webhooks.user_id \
         AND webhook_id = webhooks.id) AS latest_id \
         FROM webhooks JOIN users ON users.id = webhooks.user_id \
         WHERE {condition} AND disabled_by IS NULL AND delete_at IS NULL ORDER BY user_id, webhooks.id"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).fetch_all(connection).await?;
    rows.iter()
        .map(|row| {
            Ok(Subscription {
                key: key(row)?,
                board_id,
                events: read_json(row, "events")?,
                board_ids: read_optional_json(row, "board_ids")?,
                waiting: row.try_get("waiting")?,
                latest_id: row.try_get::<Option<&str>, _>("latest_id")?.and_then(Id::parse),
            })
        })
        .collect()
}

/// Adds deliveries that are due immediately.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn add_deliveries(
    connection: &mut AnyConnection,
    deliveries: Vec<NewDelivery>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let rows = deliveries.into_iter().map(|delivery| {
        let NewDelivery { key, id, event, body } = delivery;
        [key.account_id.into(), key.id.into(), id.into(), tag(&event).into(), body.into(), now.millis().into()]
    });
    execute_all(connection, rows, |values| {
        format!(
            "INSERT INTO webhook_deliveries \
             (user_id, webhook_id, id, event, body, created_at, next_try_at, tries, is_delivered, attempts) \
             SELECT column1, column2, column3, column4, column5, column6, column6, 0, 0, '[]' FROM ({values}) AS added \
             WHERE column1 IS NOT NULL"
        )
    })
    .await
    .map_err(retry_without_removed)
}

/// Records that events of some webhooks were dropped, unless that was recorded within the last minute.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn record_dropped(
    connection: &mut AnyConnection,
    keys: BTreeSet<WebhookKey>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let before = now.plus_millis(-DROPPED_INTERVAL_MS).millis();
    let rows = keys.into_iter().map(|key| [key.account_id.into(), key.id.into(), now.millis().into(), before.into()]);
    execute_all(connection, rows, |values| {
        format!(
            "UPDATE webhooks SET dropped_at = column3 FROM ({values}) AS dropped \
             WHERE user_id = column1 AND id = column2 AND (dropped_at IS NULL OR dropped_at <= column4)"
        )
    })
    .await
}

/// Returns an error after which the transaction is run again, if another one has removed a webhook meanwhile.
fn retry_without_removed(error: StoreError) -> StoreError {
    match &error {
        StoreError::Database(sqlx::Error::Database(cause)) if cause.is_foreign_key_violation() => {
            StoreError::Transient { code: FOREIGN_KEY_VIOLATION.to_owned() }
        }
        _ => error,
    }
}

/// Returns the number of deliveries that wait.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count_waiting(pool: &ReadPool) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM webhook_deliveries WHERE next_try_at IS NOT NULL")
        .fetch_one(pool)
        .await?)
}

/// Leases at most `limit` webhooks with due deliveries, so that no other server delivers their events before `leased_until`, and
/// returns them. Those that were served longest ago come first, so that slow addresses with many events do not keep others waiting.
/// Nothing is delivered for accounts that will be deleted. The condition is repeated in the outer statement, as in
/// [`crate::mails::claim`].
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn lease(
    connection: &mut AnyConnection,
    now: Timestamp,
    leased_until: Timestamp,
    limit: i64,
) -> Result<Vec<WebhookKey>, StoreError> {
    let rows = sqlx::query(
        "UPDATE webhooks SET leased_until = $2 WHERE leased_until <= $1 AND (user_id, id) IN \
         (SELECT due.user_id, due.webhook_id FROM webhook_deliveries AS due \
         JOIN webhooks AS free ON free.user_id = due.user_id AND free.id = due.webhook_id \
         JOIN users ON users.id = due.user_id \
         WHERE due.next_try_at <= $1 AND free.leased_until <= $1 AND users.delete_at IS NULL \
         GROUP BY due.user_id, due.webhook_id ORDER BY MIN(free.leased_until), MIN(due.next_try_at) LIMIT $3) \
         RETURNING user_id, id",
    )
    .bind(now.millis())
    .bind(leased_until.millis())
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(key).collect()
}

/// Begins the next attempt of the delivery of a leased webhook that waits longest, and extends the lease. Returns the delivery with
/// the current address and secrets of the webhook, or `None` if none is due or the account will be deleted.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn begin_attempt(
    connection: &mut AnyConnection,
    key: WebhookKey,
    now: Timestamp,
    leased_until: Timestamp,
) -> Result<Option<DueDelivery>, StoreError> {
    let webhook = sqlx::query(
        "UPDATE webhooks SET leased_until = $3 WHERE user_id = $1 AND id = $2 \
         AND EXISTS (SELECT 1 FROM users WHERE users.id = webhooks.user_id AND delete_at IS NULL) \
         RETURNING url, secret, earlier_secret, earlier_secret_until",
    )
    .bind(key.account_id.to_string())
    .bind(key.id.to_string())
    .bind(leased_until.millis())
    .fetch_optional(&mut *connection)
    .await?;
    let Some(webhook) = webhook else { return Ok(None) };
    let row = sqlx::query(
        "UPDATE webhook_deliveries SET tries = tries + 1, next_try_at = $4 \
         WHERE user_id = $1 AND webhook_id = $2 AND next_try_at <= $3 AND id = \
         (SELECT id FROM webhook_deliveries WHERE user_id = $1 AND webhook_id = $2 AND next_try_at <= $3 \
         ORDER BY next_try_at, id LIMIT 1) RETURNING id, body, created_at, tries, attempts",
    )
    .bind(key.account_id.to_string())
    .bind(key.id.to_string())
    .bind(now.millis())
    .bind(leased_until.millis())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let earlier: Option<String> = webhook.try_get("earlier_secret")?;
    Ok(Some(DueDelivery {
        id: read_id(&row, "id")?,
        url: webhook.try_get("url")?,
        secret: webhook.try_get("secret")?,
        earlier_secret: earlier.zip(read_timestamp(&webhook, "earlier_secret_until")?),
        body: row.try_get("body")?,
        created_at: read_timestamp(&row, "created_at")?.ok_or_else(|| corrupt_column("created_at"))?,
        tries: row.try_get("tries")?,
        attempts: read_json(&row, "attempts")?,
    }))
}

/// Saves the outcome of attempt number `tries`, unless another server has begun a later one, and deletes the oldest deliveries. If
/// the webhook is off, there is no next attempt. Returns what a failure means for the webhook: it lasts if all attempts since one
/// at `lasting_since` or earlier have failed. Returns `None` after a success, and if the webhook is gone or has another address now.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn end_attempt(
    connection: &mut AnyConnection,
    key: WebhookKey,
    id: Id,
    tries: i64,
    outcome: &AttemptOutcome,
    (now, lasting_since): (Timestamp, Timestamp),
) -> Result<Option<Failure>, StoreError> {
    let (user_id, webhook_id) = (key.account_id.to_string(), key.id.to_string());
    // Failures of an earlier address do not count for a new one.
    let webhook = sqlx::query(
        "UPDATE webhooks SET \
         failing_since = CASE WHEN url <> $7 THEN failing_since WHEN $4 = 1 THEN NULL ELSE COALESCE(failing_since, $3) END, \
         late_failure_id = CASE WHEN url <> $7 THEN late_failure_id WHEN $4 = 1 THEN NULL \
         WHEN failing_since <= $6 THEN COALESCE(late_failure_id, $5) ELSE NULL END \
         WHERE user_id = $1 AND id = $2 RETURNING url, late_failure_id, disabled_by",
    )
    .bind(user_id.clone())
    .bind(webhook_id.clone())
    .bind(now.millis())
    .bind(i64::from(outcome.is_delivered))
    .bind(id.to_string())
    .bind(lasting_since.millis())
    .bind(outcome.url.clone())
    .fetch_optional(&mut *connection)
    .await?;
    // A webhook that was removed has no deliveries.
    let Some(webhook) = webhook else { return Ok(None) };
    let is_off = webhook.try_get::<Option<&str>, _>("disabled_by")?.is_some();
    let next_try_at = outcome.next_try_at.filter(|_| !is_off);
    sqlx::query(
        "UPDATE webhook_deliveries SET next_try_at = $5, is_delivered = $6, attempts = $7, response = $8 \
         WHERE user_id = $1 AND webhook_id = $2 AND id = $3 AND tries = $4",
    )
    .bind(user_id)
    .bind(webhook_id)
    .bind(id.to_string())
    .bind(tries)
    .bind(next_try_at.map(Timestamp::millis))
    .bind(i64::from(outcome.is_delivered))
    .bind(json(&outcome.attempts))
    .bind(outcome.response.clone())
    .execute(&mut *connection)
    .await?;
    delete_oldest(connection, key).await?;
    if outcome.is_delivered || webhook.try_get::<&str, _>("url")? != outcome.url {
        return Ok(None);
    }
    let is_lasting = webhook.try_get::<Option<&str>, _>("late_failure_id")?.is_some();
    Ok(Some(match is_lasting {
        true => Failure::Lasting { first_id: read_id(&webhook, "late_failure_id")? },
        false => Failure::Recent,
    }))
}

/// Ends the lease of a webhook at a time.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn release(connection: &mut AnyConnection, key: WebhookKey, at: Timestamp) -> Result<(), StoreError> {
    let releasing = sqlx::query("UPDATE webhooks SET leased_until = $3 WHERE user_id = $1 AND id = $2");
    let releasing = releasing.bind(key.account_id.to_string()).bind(key.id.to_string()).bind(at.millis());
    releasing.execute(connection).await?;
    Ok(())
}

/// Turns a webhook off, and cancels its waiting deliveries. Returns the email address of its owner, or `None` if it is off
/// already.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn disable(
    connection: &mut AnyConnection,
    key: WebhookKey,
    reason: WebhookDisabled,
) -> Result<Option<String>, StoreError> {
    let disabled =
        sqlx::query("UPDATE webhooks SET disabled_by = $3 WHERE user_id = $1 AND id = $2 AND disabled_by IS NULL")
            .bind(key.account_id.to_string())
            .bind(key.id.to_string())
            .bind(tag(&reason))
            .execute(&mut *connection)
            .await?;
    if disabled.rows_affected() == 0 {
        return Ok(None);
    }
    cancel_waiting(connection, key).await?;
    let query = sqlx::query_scalar("SELECT email FROM users WHERE id = $1").bind(key.account_id.to_string());
    Ok(query.fetch_optional(connection).await?)
}

/// Turns all webhooks of an account off because its logins end, and cancels their waiting deliveries. Those that are off already
/// get the new reason, too, so that turning them on needs the password. Returns the number of changed webhooks.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn disable_all(connection: &mut AnyConnection, user_id: Id) -> Result<u64, StoreError> {
    let rows = sqlx::query(
        "UPDATE webhooks SET disabled_by = $2 WHERE user_id = $1 AND (disabled_by IS NULL OR disabled_by <> $2) \
         RETURNING user_id, id",
    )
    .bind(user_id.to_string())
    .bind(tag(&WebhookDisabled::LoginsEnded))
    .fetch_all(&mut *connection)
    .await?;
    for row in &rows {
        cancel_waiting(connection, key(row)?).await?;
    }
    Ok(rows.len() as u64)
}

/// Turns the webhooks of all accounts off because all logins end, as [`disable_all`] does, and cancels the waiting deliveries.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn disable_of_all_accounts(connection: &mut AnyConnection) -> Result<(), StoreError> {
    sqlx::query("UPDATE webhooks SET disabled_by = $1 WHERE disabled_by IS NULL OR disabled_by <> $1")
        .bind(tag(&WebhookDisabled::LoginsEnded))
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE webhook_deliveries SET next_try_at = NULL WHERE next_try_at IS NOT NULL")
        .execute(connection)
        .await?;
    Ok(())
}

async fn cancel_waiting(connection: &mut AnyConnection, key: WebhookKey) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE webhook_deliveries SET next_try_at = NULL WHERE user_id = $1 AND webhook_id = $2 \
         AND next_try_at IS NOT NULL",
    )
    .bind(key.account_id.to_string())
    .bind(key.id.to_string())
    .execute(&mut *connection)
    .await?;
    delete_oldest(connection, key).await
}

/// Deletes the deliveries of a webhook that do not wait, except for the latest ones.
async fn delete_oldest(connection: &mut AnyConnection, key: WebhookKey) -> Result<(), StoreError> {
    sqlx::query(
        "DELETE FROM webhook_deliveries WHERE user_id = $1 AND webhook_id = $2 AND next_try_at IS NULL AND id NOT IN \
         (SELECT id FROM webhook_deliveries WHERE user_id = $1 AND webhook_id = $2 ORDER BY id DESC LIMIT $3)",
    )
    .bind(key.account_id.to_string())
    .bind(key.id.to_string())
    .bind(KEPT_DELIVERIES)
    .execute(connection)
    .await?;
    Ok(())
}

fn key(row: &AnyRow) -> Result<WebhookKey, StoreError> {
    Ok(WebhookKey { account_id: read_id(row, "user_id")?, id: read_id(row, "id")? })
}

fn webhook(row: &AnyRow) -> Result<Webhook, StoreError> {
    let is_off = row.try_get::<Option<&str>, _>("disabled_by")?.is_some();
    Ok(Webhook {
        id: read_id(row, "id")?,
        url: row.try_get("url")?,
        events: read_json(row, "events")?,
        board_ids: read_optional_json(row, "board_ids")?,
        disabled: is_off.then(|| read_tag(row, "disabled_by")).transpose()?,
        dropped_at: read_timestamp(row, "dropped_at")?,
        earlier_secret_until: read_timestamp(row, "earlier_secret_until")?,
        created_at: read_timestamp(row, "created_at")?.ok_or_else(|| corrupt_column("created_at"))?,
    })
}

fn delivery(row: &AnyRow) -> Result<WebhookDelivery, StoreError> {
    let next_attempt_at = read_timestamp(row, "next_try_at")?;
    let state = match next_attempt_at {
        Some(_) => WebhookDeliveryState::Waiting,
        None if row.try_get::<i64, _>("is_delivered")? != 0 => WebhookDeliveryState::Delivered,
        None => WebhookDeliveryState::Failed,
    };
    Ok(WebhookDelivery {
        id: read_id(row, "id")?,
        event: read_tag(row, "event")?,
        created_at: read_timestamp(row, "created_at")?.ok_or_else(|| corrupt_column("created_at"))?,
        state,
        next_attempt_at,
        attempts: read_json(row, "attempts")?,
        response: row.try_get("response")?,
    })
}

fn read_optional_json<T: DeserializeOwned>(row: &AnyRow, column: &str) -> Result<Option<T>, StoreError> {
    let text: Option<&str> = row.try_get(column)?;
    text.map(|text| serde_json::from_str(text).map_err(|_| corrupt_column(column))).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Database;

    const ADA: &str = "INSERT INTO users (id, email, first_name, last_name, password_hash, date_joined, is_verified, is_admin, \
        user_type) VALUES ('0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60', 'ada@example.org', '', '', '', 1, 1, 0, 'basic')";

    #[tokio::test]
    async fn webhooks_that_were_served_longest_ago_are_leased_first() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let database = Database::open(&url).await.unwrap();
        let leasing = database.write::<_, StoreError, _>(|connection| {
            Box::pin(async move {
                for sql in [
                    ADA,
                    "INSERT INTO webhooks (user_id, id, url, events, secret, leased_until, created_at) \
                     SELECT id, '0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70', 'slow', '[]', '', 90, 1 FROM users",
                    "INSERT INTO webhooks (user_id, id, url, events, secret, leased_until, created_at) \
                     SELECT id, '0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71', 'new', '[]', '', 0, 1 FROM users",
                    // What waits for the slow one is older.
                    "INSERT INTO webhook_deliveries (user_id, webhook_id, id, event, body, created_at, next_try_at, tries, \
                     is_delivered, attempts) SELECT user_id, id, id, 'card.created', '{}', 1, \
                     CASE WHEN url = 'slow' THEN 1 ELSE 80 END, 0, 0, '[]' FROM webhooks",
                ] {
                    sqlx::query(sql).execute(&mut *connection).await?;
                }
                let at = Timestamp::from_millis;
                let mut urls = Vec::new();
                for _ in 0..3 {
                    let leased = lease(connection, at(100), at(160), 1).await?;
                    let mut names = String::new();
                    for key in leased {
                        names.extend(find(&mut *connection, key).await?.map(|webhook| webhook.url));
                    }
                    urls.push(names);
                }
                Ok(urls)
            })
        });
        assert_eq!(leasing.await.unwrap(), ["new", "slow", ""]);
    }

    #[tokio::test]
    async fn attempts_use_the_current_address_and_secret_and_stop_before_a_deletion() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let database = Database::open(&url).await.unwrap();
        let attempts = database.write::<_, StoreError, _>(|connection| {
            Box::pin(async move {
                for sql in [ADA, "INSERT INTO webhooks (user_id, id, url, events, secret, leased_until, created_at) \
                     SELECT id, '0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70', 'before', '[]', 'old', 0, 1 FROM users",
                    "INSERT INTO webhook_deliveries (user_id, webhook_id, id, event, body, created_at, next_try_at, tries, \
                     is_delivered, attempts) SELECT user_id, id, id, 'card.created', '{}', 1, 1, 0, 0, '[]' FROM webhooks"] {
                    sqlx::query(sql).execute(&mut *connection).await?;
                }
                let at = Timestamp::from_millis;
                let key = lease(connection, at(100), at(160), 1).await?[0];
                sqlx::query("UPDATE webhooks SET url = 'after', secret = 'new'").execute(&mut *connection).await?;
                let due = begin_attempt(connection, key, at(100), at(160)).await?.unwrap();
                assert_eq!((due.url.as_str(), due.secret.as_str()), ("after", "new"));
                // The failure of an earlier address says nothing about the current one.
                let outcome = AttemptOutcome {
                    url: "before".to_owned(), attempts: vec![], response: None, is_delivered: false, next_try_at: Some(at(165)),
                };
                assert_eq!(end_attempt(connection, key, due.id, due.tries, &outcome, (at(160), at(170))).await?, None);
                let outcome = AttemptOutcome { url: "after".to_owned(), ..outcome };
                let ended = end_attempt(connection, key, due.id, due.tries, &outcome, (at(160), at(0))).await?;
                assert_eq!(ended, Some(Failure::Recent));
                sqlx::query("UPDATE users SET delete_at = 9000").execute(&mut *connection).await?;
                let begun = begin_attempt(connection, key, at(170), at(200)).await?;
                Ok((begun.is_some(), lease(connection, at(300), at(400), 1).await?.len()))
            })
        });
        assert_eq!(attempts.await.unwrap(), (false, 0));
    }
}
