//! The email addresses of accounts and the slugs of boards (tables `emails` and `slugs`), which are unique across the
//! database.
//!
//! An account or a board gets a name in a transaction that first claims it. The claim locks the row of the name until the
//! transaction ends, so that of several transactions that want the same name, one gets it. When an account or a board loses
//! its name, the same transaction releases it.
//!
//! Servers of earlier releases only write `users.email` and `boards.slug`. As long as they may run, these have unique
//! indexes, and a name that is missing here is looked up there. On SQLite, which one server uses, the indexes stay.

#[cfg(test)]
mod tests;

use crate::StoreError;
use sqlx::{AnyConnection, AssertSqlSafe};

/// The migration that drops the unique indexes of the names, and completes their tables before (PostgreSQL only).
pub(crate) const UNIQUE_NAMES_CONTRACT: i64 = 30;

/// A kind of names.
pub(crate) struct UniqueNames {
    /// The table of the names.
    table: &'static str,
    /// The column of the name, in that table and in the one of its owners.
    name: &'static str,
    /// The column of the owner's id.
    owner_id: &'static str,
    /// The table of those that have names.
    owners: &'static str,
}

/// The email addresses of accounts.
pub(crate) const EMAILS: UniqueNames =
    UniqueNames { table: "emails", name: "email", owner_id: "user_id", owners: "users" };

/// The slugs of boards.
pub(crate) const SLUGS: UniqueNames =
    UniqueNames { table: "slugs", name: "slug", owner_id: "board_id", owners: "boards" };

impl UniqueNames {
    /// Returns a condition, for queries of the owners' table, that the owner has the name in a parameter.
    pub(crate) fn is_owner(&self, parameter: &str) -> String {
        let Self { table, name, owner_id, owners } = self;
        // A single value, which PostgreSQL looks up before it looks for the owner by the id.
        format!(
            "{owners}.{name} = {parameter} AND {owners}.id = COALESCE(\
             (SELECT owners.id FROM {table} JOIN {owners} AS owners ON owners.id = {table}.{owner_id} \
             AND owners.{name} = {table}.{name} WHERE {table}.{name} = {parameter}), \
             (SELECT owners.id FROM {owners} AS owners WHERE owners.{name} = {parameter} AND {}))",
            Self::may_earlier_releases_run()
        )
    }

    /// Returns a condition that servers of earlier releases may write names. As long as they may, these have unique indexes.
    /// PostgreSQL evaluates it once per query. If it is false, the rest of the query is not run, which would read the whole
    /// table.
    pub(crate) fn may_earlier_releases_run() -> String {
        format!("NOT EXISTS (SELECT 1 FROM _sqlx_migrations WHERE version = {UNIQUE_NAMES_CONTRACT})")
    }

    /// Returns the number of accounts or boards that have no row for their name. Servers of earlier releases may leave
    /// some, as long as there are unique indexes on PostgreSQL.
    ///
    /// # Errors
    /// Returns an error if the query fails.
    pub(crate) async fn count_missing(
        &self,
        connection: &mut AnyConnection,
        condition: &str,
    ) -> Result<i64, StoreError> {
        let Self { table, name, owner_id, owners } = self;
        let sql = format!(
            "SELECT COUNT(*) FROM {owners} WHERE {condition} AND NOT EXISTS \
             (SELECT 1 FROM {table} WHERE {table}.{name} = {owners}.{name} AND {table}.{owner_id} = {owners}.id)"
        );
        Ok(sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(connection).await?)
    }

    /// Claims a name for an account or a board that gets it in the same transaction. Returns false if another one has it.
    ///
    /// The unique index of the owners, as long as there is one, can still find that a server of an earlier release has
    /// given the name to another one. Then the caller releases it. A repeated request finds its own name, which counts as
    /// claimed.
    ///
    /// # Errors
    /// Returns an error if a statement fails.
    pub(crate) async fn claim(
        &self,
        connection: &mut AnyConnection,
        name: &str,
        owner_id: &str,
    ) -> Result<bool, StoreError> {
        let Self { table, name: name_column, owner_id: id_column, owners } = self;
        // Writes the row even if it is there, which locks it, and makes other transactions fail at the higher isolation
        // levels that have read it before.
        let sql = format!(
            "INSERT INTO {table} ({name_column}, {id_column}) VALUES ($1, $2) \
             ON CONFLICT ({name_column}) DO UPDATE SET {id_column} = {table}.{id_column} RETURNING {id_column}"
        );
        let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(name.to_owned()).bind(owner_id.to_owned());
        let current: String = query.fetch_one(&mut *connection).await?;
        if current == owner_id {
            return Ok(true);
        }
        // A statement of its own, which sees what the transaction of that owner has committed: the one above waited for it.
        let sql = format!("SELECT 1 FROM {owners} WHERE id = $1 AND {name_column} = $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(current).bind(name.to_owned());
        if query.fetch_optional(&mut *connection).await?.is_some() {
            return Ok(false);
        }
        let sql = format!("UPDATE {table} SET {id_column} = $2 WHERE {name_column} = $1");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(name.to_owned()).bind(owner_id.to_owned());
        query.execute(connection).await?;
        Ok(true)
    }

    /// Releases a name that was claimed for an account or a board that was not added. If there is one with this id and this
    /// name, it keeps the name: the request was sent again.
    ///
    /// # Errors
    /// Returns an error if the statement fails.
    pub(crate) async fn release_unused(
        &self,
        connection: &mut AnyConnection,
        name: &str,
        owner_id: &str,
    ) -> Result<(), StoreError> {
        let Self { table, name: name_column, owner_id: id_column, owners } = self;
        let sql = format!(
            "DELETE FROM {table} WHERE {name_column} = $1 AND {id_column} = $2 \
             AND NOT EXISTS (SELECT 1 FROM {owners} WHERE {owners}.id = $2 AND {owners}.{name_column} = $1)"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(name.to_owned()).bind(owner_id.to_owned());
        query.execute(connection).await?;
        Ok(())
    }

    /// Releases a name that an account or a board no longer has after this transaction.
    ///
    /// # Errors
    /// Returns an error if the statement fails.
    pub(crate) async fn release(
        &self,
        connection: &mut AnyConnection,
        name: &str,
        owner_id: &str,
    ) -> Result<(), StoreError> {
        let Self { table, name: name_column, owner_id: id_column, .. } = self;
        let sql = format!("DELETE FROM {table} WHERE {name_column} = $1 AND {id_column} = $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(name.to_owned()).bind(owner_id.to_owned());
        query.execute(connection).await?;
        Ok(())
    }
}
