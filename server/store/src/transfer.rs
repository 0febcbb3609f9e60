//! Moving all data from SQLite to PostgreSQL.

use super::db::Database;
use super::statements::{Value, values_list};
use crate::StoreError;
use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::fmt;
use twentyfour_model::token::sha256_hex;

/// All tables, parents before their children. A test compares the list with the database.
pub const TABLES: [&str; 45] = [
    "users",
    "emails",
    "logins",
    "refresh_tokens",
    "api_tokens",
    "google_identities",
    "google_attempts",
    "links",
    "preferences",
    "streak_goals",
    "calendar_feeds",
    "calendar_sources",
    "boards",
    "slugs",
    "board_members",
    "board_invitations",
    "membership_changes",
    "public_links",
    "inbox_entries",
    "inbox_mailings",
    "lists",
    "cards",
    "items",
    "attachments",
    "ops",
    "focus_sessions",
    "focus_days",
    "webhooks",
    "webhook_deliveries",
    "notes",
    "note_versions",
    "removed_notes",
    "pictures",
    "picture_pieces",
    "avatars",
    "waitlist",
    "waitlist_links",
    "invitations",
    "mails",
    "audit_log",
    "jobs",
    "announcements",
    "rate_limits",
    "mail_recipients",
    "health_probe",
];

/// The tables that are not moved. They describe the servers and the schema of one database.
pub const UNMOVED_TABLES: [&str; 2] = ["servers", "schema_support"];

/// The tables for search, which are not moved either. The new database indexes all records again.
pub const SEARCH_TABLES: [&str; 2] = ["search_progress", "search_texts"];

/// The maximum number of bind parameters of an insert.
const MAX_BINDS: usize = 4_000;

/// The maximum size of the texts of an insert, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// Why the data was not moved.
#[derive(Debug)]
pub enum TransferError {
    /// The databases are not an SQLite and a PostgreSQL database.
    Engines,
    /// The PostgreSQL database has data already.
    NotEmpty {
        /// A table with data.
        table: &'static str,
    },
    /// What was read back differs from what was written.
    Different {
        /// The table.
        table: &'static str,
    },
    /// A database failed.
    Store(StoreError),
}

impl fmt::Display for TransferError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engines => {
                formatter.write_str("Only an SQLite database can be moved, and only to a PostgreSQL database")
            }
            Self::NotEmpty { table } => {
                write!(formatter, "The target has data in the table {table} already. Create a new, empty database")
            }
            Self::Different { table } => {
                write!(
                    formatter,
                    "The table {table} differs after it was copied. Nothing was moved; report this as a bug"
                )
            }
            Self::Store(error) => write!(formatter, "Database error: {error}. Nothing was moved"),
        }
    }
}

impl std::error::Error for TransferError {}

impl From<StoreError> for TransferError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// A table that was moved.
pub struct MovedTable {
    /// Its name.
    pub name: &'static str,
    /// The number of its rows.
    pub rows: u64,
}

/// Copies all data from an SQLite database to an empty PostgreSQL database, in one transaction, and compares both before
/// the commit. No server may use either of them.
///
/// # Errors
/// Returns an error if the target is not empty, the copy differs or a database fails. The target is then unchanged.
pub async fn move_all(source: &Database, target: &Database) -> Result<Vec<MovedTable>, TransferError> {
    if !source.is_sqlite() || target.is_sqlite() {
        return Err(TransferError::Engines);
    }
    let mut from = source.snapshot().await?;
    let mut to = target.begin().await?;
    for table in TABLES {
        let sql = format!("SELECT COUNT(*) FROM {table}");
        let rows: i64 = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *to).await?;
        if rows > 0 {
            return Err(TransferError::NotEmpty { table });
        }
    }
    let mut moved = Vec::new();
    for table in TABLES {
        let columns = columns(&mut to, table).await?;
        let written = copy(&mut from, &mut to, table, &columns).await?;
        if checksum(&mut to, table, &columns).await? != written {
            return Err(TransferError::Different { table });
        }
        moved.push(MovedTable { name: table, rows: written.rows });
    }
    to.commit().await?;
    from.commit().await?;
    Ok(moved)
}

/// A column of a table.
struct Column {
    name: String,
    is_text: bool,
}

/// The number of rows, and a checksum that does not depend on their order.
#[derive(Clone, Default, PartialEq, Eq)]
struct Checksum {
    rows: u64,
    sum: u128,
}

impl Checksum {
    fn add(&mut self, row: &[Value]) {
        let hash = sha256_hex(format!("{row:?}").as_bytes());
        let number = u128::from_str_radix(hash.get(..32).unwrap_or_default(), 16).unwrap_or_default();
        self.rows += 1;
        self.sum = self.sum.wrapping_add(number);
    }
}

/// Returns the columns of a table of PostgreSQL.
async fn columns(connection: &mut AnyConnection, table: &str) -> Result<Vec<Column>, StoreError> {
    let rows = sqlx::query(
        "SELECT CAST(column_name AS TEXT) AS name, CAST(data_type AS TEXT) AS type FROM information_schema.columns \
         WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position",
    )
    .bind(table.to_owned())
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| Ok(Column { name: row.try_get("name")?, is_text: row.try_get::<&str, _>("type")? == "text" }))
        .collect()
}

/// Returns the statement that reads all rows of a table.
fn select(table: &str, columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    format!("SELECT {} FROM {table}", names.join(", "))
}

fn values(row: &AnyRow, columns: &[Column]) -> Result<Vec<Value>, StoreError> {
    let value = |(index, column): (usize, &Column)| {
        Ok(if column.is_text { Value::Text(row.try_get(index)?) } else { Value::Integer(row.try_get(index)?) })
    };
    columns.iter().enumerate().map(value).collect()
}

/// Copies the rows of a table and returns their checksum.
async fn copy(
    from: &mut AnyConnection,
    to: &mut AnyConnection,
    table: &str,
    columns: &[Column],
) -> Result<Checksum, StoreError> {
    let mut checksum = Checksum::default();
    let sql = select(table, columns);
    let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(from);
    let (mut batch, mut bytes) = (Vec::new(), 0);
    while let Some(row) = rows.try_next().await? {
        let row = values(&row, columns)?;
        checksum.add(&row);
        bytes +=
            row.iter().map(|value| if let Value::Text(Some(text)) = value { text.len() } else { 8 }).sum::<usize>();
        batch.push(row);
        if (batch.len() + 1) * columns.len() > MAX_BINDS || bytes >= MAX_BYTES {
            insert(to, table, columns, std::mem::take(&mut batch)).await?;
            bytes = 0;
        }
    }
    if !batch.is_empty() {
        insert(to, table, columns, batch).await?;
    }
    Ok(checksum)
}

async fn insert(
    connection: &mut AnyConnection,
    table: &str,
    columns: &[Column],
    rows: Vec<Vec<Value>>,
) -> Result<(), StoreError> {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let values = values_list(1, rows.len(), columns.len());
    let sql = format!("INSERT INTO {table} ({}) {values}", names.join(", "));
    let query = rows.into_iter().flatten().fold(sqlx::query(AssertSqlSafe(sql)), |query, value| value.bind(query));
    query.persistent(false).execute(connection).await?;
    Ok(())
}

/// Returns the checksum of a table.
async fn checksum(connection: &mut AnyConnection, table: &str, columns: &[Column]) -> Result<Checksum, StoreError> {
    let mut checksum = Checksum::default();
    let mut rows = sqlx::query(AssertSqlSafe(select(table, columns))).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        checksum.add(&values(&row, columns)?);
    }
    Ok(checksum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_table_is_moved_after_those_that_it_refers_to() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("data.db").display())).await.unwrap();
        let mut tables: Vec<String> = sqlx::query_scalar(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\'",
        )
        .fetch_all(database.pool())
        .await
        .unwrap();
        // Those in which SQLite stores its full-text index.
        tables.retain(|table| table != "search_index" && !table.starts_with("search_index_"));
        let mut expected: Vec<String> =
            TABLES.into_iter().chain(UNMOVED_TABLES).chain(SEARCH_TABLES).map(str::to_owned).collect();
        for (index, table) in TABLES.iter().enumerate() {
            let sql = format!("SELECT \"table\" FROM pragma_foreign_key_list('{table}')");
            let parents: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(database.pool()).await.unwrap();
            for parent in parents {
                assert!(TABLES[..index].contains(&parent.as_str()), "{table} refers to {parent}");
            }
        }
        tables.sort();
        expected.sort();
        assert_eq!(tables, expected);
        assert!(matches!(move_all(&database, &database).await, Err(TransferError::Engines)));
        database.close().await;
    }

    #[test]
    fn checksum_depends_on_values_and_not_on_the_order_of_rows() {
        let sum = |rows: &[&[Value]]| {
            let mut checksum = Checksum::default();
            rows.iter().for_each(|row| checksum.add(row));
            checksum
        };
        let (one, other): ([Value; 2], [Value; 2]) =
            ([Value::Text(Some("1".to_owned())), Value::Integer(None)], [Value::Text(None), Value::Integer(Some(1))]);
        assert!(sum(&[&one, &other]) == sum(&[&other, &one]));
        assert!(sum(&[&one]) != sum(&[&other]) && sum(&[&one, &one]) != sum(&[&one]));
    }
}
