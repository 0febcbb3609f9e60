//! Consistency checks that run inside the database.

use super::boards::TEXT_BYTES;
use super::db::Database;
use super::read_id;
use crate::StoreError;
use crate::ops::OP_ROW_BYTES;
use crate::unique_names::{EMAILS, SLUGS, UniqueNames};
use core_wasm::protocol::id::Id;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

/// Returns the faults that the engine's own checks find, as phrases for the operator.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn engine_faults(database: &Database, connection: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    let mut faults = match database.postgres_url() {
        None => sqlite_faults(connection).await?,
        Some(_) => postgres_faults(connection).await?,
    };
    // As long as PostgreSQL has the unique indexes, servers of earlier releases may run, which do not fill these tables.
    let is_complete = match database.is_sqlite() {
        true => "1 = 1".to_owned(),
        false => format!("NOT ({})", UniqueNames::may_earlier_releases_run()),
    };
    let accounts = EMAILS.count_missing(connection, &format!("{is_complete} AND purge_started_at IS NULL")).await?;
    let boards = SLUGS.count_missing(connection, &is_complete).await?;
    for (count, fault) in [(accounts, "accounts are missing in emails"), (boards, "boards are missing in slugs")] {
        if count > 0 {
            faults.push(format!("{count} {fault}"));
        }
    }
    Ok(faults)
}

async fn sqlite_faults(connection: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query("SELECT CAST(integrity_check AS TEXT) AS fault FROM pragma_integrity_check")
        .fetch_all(&mut *connection)
        .await?;
    let mut faults = texts(&rows)?;
    faults.retain(|fault| fault != "ok");
    let rows = sqlx::query(
        "SELECT CAST(\"table\" || ' refers ' || count(*) || ' times to nothing in ' || parent AS TEXT) AS fault \
         FROM pragma_foreign_key_check GROUP BY \"table\", parent",
    )
    .fetch_all(connection)
    .await?;
    faults.extend(texts(&rows)?);
    Ok(faults)
}

/// PostgreSQL enforces references itself, so only invalid constraints and indexes, left by a crash or a restore, are
/// looked for. It finds other damage when every row is read.
async fn postgres_faults(connection: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "SELECT CAST('the index ' || indexrelid::regclass || ' is not valid' AS TEXT) AS fault FROM pg_index \
         JOIN pg_class ON pg_class.oid = indexrelid \
         WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace \
         UNION ALL SELECT CAST('the constraint ' || conname || ' is not valid' AS TEXT) FROM pg_constraint \
         WHERE NOT convalidated AND connamespace = current_schema()::regnamespace",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut faults = texts(&rows)?;
    let references = sqlx::query(
        "SELECT CAST(conrelid::regclass AS TEXT) AS child, CAST(confrelid::regclass AS TEXT) AS parent, \
         (SELECT string_agg(format('child.%I = parent.%I', own.attname, other.attname), ' AND ') \
          FROM unnest(conkey, confkey) AS keys (own_key, other_key) \
          JOIN pg_attribute own ON own.attrelid = conrelid AND own.attnum = own_key \
          JOIN pg_attribute other ON other.attrelid = confrelid AND other.attnum = other_key) AS condition, \
         (SELECT string_agg(format('child.%I IS NOT NULL', own.attname), ' AND ') \
          FROM unnest(conkey) AS keys (own_key) \
          JOIN pg_attribute own ON own.attrelid = conrelid AND own.attnum = own_key) AS is_set \
         FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace",
    )
    .fetch_all(&mut *connection)
    .await?;
    for reference in &references {
        let text = |column: &str| reference.try_get::<String, _>(column);
        let (child, parent, condition, is_set) = (text("child")?, text("parent")?, text("condition")?, text("is_set")?);
        // Names from our own schema, quoted by the database.
        let sql = format!(
            "SELECT CAST(count(*) AS BIGINT) AS lost FROM {child} AS child \
             WHERE {is_set} AND NOT EXISTS (SELECT 1 FROM {parent} AS parent WHERE {condition})"
        );
        let lost: i64 = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut *connection).await?.try_get("lost")?;
        if lost > 0 {
            faults.push(format!("{child} has {lost} rows with a missing parent in {parent}"));
        }
    }
    Ok(faults)
}

fn texts(rows: &[AnyRow]) -> Result<Vec<String>, StoreError> {
    rows.iter().map(|row| Ok(row.try_get("fault")?)).collect()
}

/// Returns the ids of all accounts, as text because the check must report invalid ones. Accounts whose permanent deletion has
/// begun are left out, since some of their data is gone already.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn account_ids(connection: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query("SELECT id AS fault FROM users WHERE purge_started_at IS NULL ORDER BY id")
        .fetch_all(connection)
        .await?;
    texts(&rows)
}

/// A record whose version is out of the range of its board.
pub struct VersionMismatch {
    /// The table of the record.
    pub table: String,
    /// The id of the board.
    pub board_id: Id,
    /// The id of the record, as text because the check must report invalid ones.
    pub record_id: String,
}

/// Returns the records whose version is out of the range of their board.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn version_mismatches(connection: &mut AnyConnection) -> Result<Vec<VersionMismatch>, StoreError> {
    let of = |table: &str, least: i64, condition: &str| {
        format!(
            "SELECT '{table}' AS kind, {table}.board_id AS board_id, {table}.id AS id FROM {table} \
             JOIN boards ON boards.id = {table}.board_id \
             WHERE {table}.version < {least} OR {table}.version > boards.version {condition}"
        )
    };
    let sql = [
        "SELECT 'boards' AS kind, id AS board_id, id FROM boards \
         WHERE record_version < 1 OR record_version > version OR purged_version > version"
            .to_owned(),
        of("lists", 1, "OR lists.restored_version > boards.version"),
        of("cards", 1, "OR cards.restored_version > boards.version"),
        of("items", 1, ""),
        // Copied activity has version 0.
        of("ops", 0, ""),
        // The counters that limit what an account stores.
        format!(
            "SELECT 'boards' AS kind, boards.id AS board_id, boards.id AS id FROM boards \
             JOIN users ON users.id = boards.owner_id AND users.purge_started_at IS NULL \
             WHERE text_bytes <> {TEXT_BYTES} \
             OR member_count <> (SELECT COUNT(*) FROM board_members WHERE board_members.board_id = boards.id) \
             OR NOT EXISTS (SELECT 1 FROM board_members WHERE board_members.board_id = boards.id \
             AND board_members.user_id = boards.owner_id AND board_members.role = 'owner') \
             OR card_count <> (SELECT COUNT(*) FROM cards WHERE cards.board_id = boards.id) \
             OR op_bytes - body_bytes <> {OP_ROW_BYTES} * (SELECT COUNT(*) FROM ops WHERE ops.board_id = boards.id) \
             OR body_bytes <> (SELECT COALESCE(SUM(octet_length(body)), 0) FROM ops WHERE ops.board_id = boards.id)"
        ),
    ]
    .join(" UNION ALL ");
    let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(connection).await?;
    rows.iter()
        .map(|row| {
            Ok(VersionMismatch {
                table: row.try_get("kind")?,
                board_id: read_id(row, "board_id")?,
                record_id: row.try_get("id")?,
            })
        })
        .collect()
}
