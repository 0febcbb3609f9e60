//! The accounts and the sizes of their data, as administrators see them.

use super::{corrupt_column, read_id, read_tag, read_timestamp};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::admin::AdminPerson;
use sqlx::Row;
use sqlx::any::AnyRow;

/// Returns `limit` accounts after the first `offset` ones, the newest first. `search` is part of an email address or a
/// name; all accounts match the empty text. SQLite ignores the case of ASCII letters only.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn list(pool: &ReadPool, search: &str, offset: i64, limit: i64) -> Result<Vec<AdminPerson>, StoreError> {
    // A backslash makes the wildcards of LIKE ordinary characters.
    let escaped = search.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let rows = sqlx::query(
        "SELECT id, email, first_name, last_name, user_type, date_joined, last_login, is_verified, is_admin, delete_at, \
         (SELECT COUNT(*) FROM logins WHERE user_id = users.id) AS logins, \
         (SELECT COUNT(*) FROM boards WHERE owner_id = users.id) AS boards, \
         (SELECT CAST(COALESCE(SUM(card_count), 0) AS BIGINT) FROM boards WHERE owner_id = users.id) AS cards, \
         (SELECT CAST(COALESCE(SUM(op_bytes + text_bytes), 0) AS BIGINT) FROM boards WHERE owner_id = users.id) AS change_bytes, \
         (SELECT CAST(COALESCE(SUM(stored_bytes), 0) AS BIGINT) FROM notes WHERE user_id = users.id) AS note_bytes, \
         (SELECT CAST(COALESCE(SUM(byte_count), 0) AS BIGINT) FROM pictures WHERE user_id = users.id) AS picture_bytes \
         FROM users WHERE email LIKE $1 ESCAPE '\\' OR LOWER(first_name || ' ' || last_name) LIKE $1 ESCAPE '\\' \
         OR first_name || ' ' || last_name LIKE $2 ESCAPE '\\' \
         ORDER BY date_joined DESC, id DESC LIMIT $3 OFFSET $4",
    )
    .bind(format!("%{}%", escaped.to_lowercase()))
    .bind(format!("%{escaped}%"))
    .bind(limit)
    .bind(offset)
    .fetch_all(pool)
    .await?;
    rows.iter().map(person).collect()
}

fn person(row: &AnyRow) -> Result<AdminPerson, StoreError> {
    let number = |column: &str| row.try_get::<i64, _>(column);
    Ok(AdminPerson {
        id: read_id(row, "id")?,
        email: row.try_get("email")?,
        first_name: row.try_get("first_name")?,
        last_name: row.try_get("last_name")?,
        user_type: read_tag(row, "user_type")?,
        date_joined: read_timestamp(row, "date_joined")?.ok_or_else(|| corrupt_column("date_joined"))?,
        last_login: read_timestamp(row, "last_login")?,
        is_verified: number("is_verified")? != 0,
        is_admin: number("is_admin")? != 0,
        delete_at: read_timestamp(row, "delete_at")?,
        logins: number("logins")?,
        boards: number("boards")?,
        cards: number("cards")?,
        stored_bytes: number("change_bytes")? + number("note_bytes")? + number("picture_bytes")?,
    })
}
