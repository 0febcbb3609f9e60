//! Statements about several rows, with a bind parameter per value.

use crate::StoreError;
use core_wasm::protocol::id::Id;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};
use std::fmt::Write;

/// The maximum number of bind parameters in one statement, and so the maximum length of a list of ids.
pub const MAX_BINDS: usize = 512;

/// The numbers of rows to which lists of rows are filled up. There are then few different statements, and a connection
/// prepares each once, so that it is not parsed again for every group of writes.
const STATEMENT_ROWS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// A statement that is not run yet.
pub(crate) type Statement = Query<'static, Any, AnyArguments>;

/// A value of a row: the tables have only texts and integers.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
}

impl Value {
    /// Returns the null of the same type.
    fn null(&self) -> Self {
        match self {
            Self::Text(_) => Self::Text(None),
            Self::Integer(_) => Self::Integer(None),
        }
    }

    /// Binds the value to the next parameter of a statement.
    pub(crate) fn bind(self, query: Statement) -> Statement {
        match self {
            Self::Text(text) => query.bind(text),
            Self::Integer(number) => query.bind(number),
        }
    }
}

impl From<Id> for Value {
    fn from(id: Id) -> Self {
        Self::Text(Some(id.to_string()))
    }
}

impl From<Option<Id>> for Value {
    fn from(id: Option<Id>) -> Self {
        Self::Text(id.map(|id| id.to_string()))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Integer(number)
    }
}

/// Runs the statements about some rows, as [`statements`] makes them.
///
/// # Errors
/// Returns an error if a statement fails.
pub(crate) async fn execute_all<const COLUMNS: usize>(
    connection: &mut AnyConnection,
    rows: impl IntoIterator<Item = [Value; COLUMNS]>,
    sql: impl Fn(&str) -> String,
) -> Result<(), StoreError> {
    for statement in statements(rows, sql) {
        statement.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Makes the statements about some rows, as few as possible. `sql` returns the text for a list of rows, such as
/// `VALUES ($1, $2), ($3, $4)`. Lists are filled up with rows of nulls. A statement must ignore rows whose `column1` is null.
pub(crate) fn statements<const COLUMNS: usize>(
    rows: impl IntoIterator<Item = [Value; COLUMNS]>,
    sql: impl Fn(&str) -> String,
) -> Vec<Statement> {
    let longest = STATEMENT_ROWS.into_iter().rev().find(|length| length * COLUMNS <= MAX_BINDS).unwrap_or(1);
    let mut rows = rows.into_iter();
    let chunks =
        std::iter::from_fn(|| Some(rows.by_ref().take(longest).collect::<Vec<_>>()).filter(|rows| !rows.is_empty()));
    let statement = |rows: Vec<[Value; COLUMNS]>| {
        let length = padded_length(rows.len());
        let query = sqlx::query(AssertSqlSafe(sql(&values_list(1, length, COLUMNS))));
        bind_rows(query, rows, length)
    };
    chunks.map(statement).collect()
}

/// Returns the number of rows of a statement for at most 64 rows.
pub(crate) fn padded_length(rows: usize) -> usize {
    STATEMENT_ROWS.into_iter().find(|length| *length >= rows).unwrap_or(rows)
}

/// Binds the values of some rows, and of as many rows of nulls as are missing to `length`.
pub(crate) fn bind_rows<const COLUMNS: usize>(
    query: Statement,
    rows: Vec<[Value; COLUMNS]>,
    length: usize,
) -> Statement {
    let Some(first) = rows.first() else { return query };
    // PostgreSQL needs the same types in every row.
    let nulls = first.each_ref().map(Value::null);
    let missing = std::iter::repeat_n(nulls, length - rows.len());
    rows.into_iter().chain(missing).flatten().fold(query, |query, value| value.bind(query))
}

/// Returns a list of rows with placeholders from `first` on: `VALUES ($1, $2), ($3, $4)`.
pub(crate) fn values_list(first: usize, rows: usize, columns: usize) -> String {
    let mut text = "VALUES ".to_owned();
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        push_placeholders(&mut text, first + row * columns, columns);
        text.push(')');
    }
    text
}

/// Returns the placeholders of a list: `$first, $first+1, …`.
pub(crate) fn placeholders(first: usize, count: usize) -> String {
    let mut text = String::new();
    push_placeholders(&mut text, first, count);
    text
}

fn push_placeholders(text: &mut String, first: usize, count: usize) {
    for number in first..first + count {
        let comma = if number == first { "" } else { ", " };
        // Writing to a String cannot fail.
        _ = write!(text, "{comma}${number}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Database;
    use sqlx::{Execute, Row};

    #[test]
    fn placeholders_are_numbered() {
        assert_eq!(placeholders(2, 3), "$2, $3, $4");
        assert_eq!(values_list(1, 2, 2), "VALUES ($1, $2), ($3, $4)");
        assert_eq!(values_list(5, 1, 3), "VALUES ($5, $6, $7)");
    }

    #[test]
    fn statements_have_few_different_lengths() {
        let lengths = |rows: usize| {
            let all = statements(vec![[Value::from("text"), Value::from(2)]; rows], str::to_owned);
            all.into_iter().map(|query| query.sql().as_str().matches('(').count()).collect::<Vec<_>>()
        };
        assert_eq!([lengths(0), lengths(3), lengths(130)], [vec![], vec![4], vec![64, 64, 2]]);
        assert_eq!([0, 1, 2, 5, 33, 64].map(padded_length), [1, 1, 2, 8, 64, 64]);
    }

    #[tokio::test]
    async fn rows_that_fill_a_statement_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let given = (0..5).map(|number| [format!("row {number}").into(), number.into(), Value::Integer(None)]);
        let all = statements(given, |values| format!("SELECT * FROM ({values}) AS given WHERE column1 IS NOT NULL"));
        let mut found = Vec::new();
        for query in all {
            for row in query.fetch_all(database.pool()).await.unwrap() {
                found.push((row.get::<String, _>(0), row.get::<i64, _>(1), row.get::<Option<i64>, _>(2)));
            }
        }
        assert_eq!(found, (0..5).map(|number| (format!("row {number}"), number, None)).collect::<Vec<_>>());
    }
}
