//! Changes of committed writes that the other servers may not have received yet (a transactional outbox). They are inserted in
//! the transaction of the write, so a crash after the commit cannot lose them, and deleted after they were sent.

use crate::statements::{execute_all, statements};
use crate::{Database, StoreError, read_id};
use core_wasm::protocol::id::Id;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// The primary key of an announcement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnnouncementKey {
    /// The board or the account that has changed.
    pub subject_id: Id,
    /// A random id.
    pub id: Id,
}

/// A row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAnnouncement {
    /// The primary key.
    pub key: AnnouncementKey,
    /// The changes, as the servers send them to one another.
    pub changes: String,
}

/// Inserts announcements in the transaction of the writes that made the changes.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    announcements: Vec<StoredAnnouncement>,
) -> Result<(), StoreError> {
    let rows = announcements
        .into_iter()
        .map(|StoredAnnouncement { key, changes }| [key.subject_id.into(), key.id.into(), changes.into()]);
    execute_all(connection, rows, |values| {
        format!(
            "INSERT INTO announcements (subject_id, id, changes)
             SELECT column1, column2, column3 FROM ({values}) AS given WHERE column1 IS NOT NULL"
        )
    })
    .await
}

/// Deletes announcements. Those that do not exist are ignored.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn delete(database: &Database, mut keys: Vec<AnnouncementKey>) -> Result<(), StoreError> {
    if keys.is_empty() {
        return Ok(());
    }
    // Servers that delete the same rows in different orders could wait for one another.
    keys.sort_unstable();
    database
        .write(move |connection| {
            Box::pin(async move {
                let rows = keys.into_iter().map(|key| [key.subject_id.into(), key.id.into()]);
                execute_all(connection, rows, |values| {
                    format!("DELETE FROM announcements WHERE (subject_id, id) IN ({values})")
                })
                .await
            })
        })
        .await
}

/// Returns the keys of up to `limit` announcements.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list_keys(database: &Database, limit: i64) -> Result<Vec<AnnouncementKey>, StoreError> {
    // Within a snapshot, a database whose default is SERIALIZABLE does not abort writes because of this read.
    let read = database.pool().run_in_transaction(database.begin_snapshot(), move |connection| {
        Box::pin(async move {
            let query = sqlx::query("SELECT subject_id, id FROM announcements LIMIT $1").bind(limit);
            query.fetch_all(connection).await?.iter().map(read_key).collect()
        })
    });
    read.await
}

/// Returns announcements. Those that do not exist any more are left out.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn load(database: &Database, keys: &[AnnouncementKey]) -> Result<Vec<StoredAnnouncement>, StoreError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let read = database.pool().run_in_transaction(database.begin_snapshot(), |connection| {
        let keys = keys.iter().map(|key| [key.subject_id.into(), key.id.into()]);
        let queries = statements(keys, |values| {
            format!("SELECT subject_id, id, changes FROM announcements WHERE (subject_id, id) IN ({values})")
        });
        Box::pin(async move {
            let mut found = Vec::new();
            for query in queries {
                for row in query.fetch_all(&mut *connection).await? {
                    found.push(StoredAnnouncement { key: read_key(&row)?, changes: row.try_get("changes")? });
                }
            }
            Ok(found)
        })
    });
    read.await
}

fn read_key(row: &AnyRow) -> Result<AnnouncementKey, StoreError> {
    Ok(AnnouncementKey { subject_id: read_id(row, "subject_id")?, id: read_id(row, "id")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announcement(number: u64) -> StoredAnnouncement {
        let key =
            AnnouncementKey { subject_id: Id::from_parts(number, &[1; 10]), id: Id::from_parts(number, &[2; 10]) };
        StoredAnnouncement { key, changes: format!("[{number}]") }
    }

    #[tokio::test]
    async fn announcements_are_listed_until_they_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let all: Vec<StoredAnnouncement> = (0..70).map(announcement).collect();
        let inserted = all.clone();
        database.write(move |connection| Box::pin(insert(connection, inserted))).await.unwrap();
        let sorted = |mut keys: Vec<AnnouncementKey>| {
            keys.sort_unstable();
            keys
        };
        let keys: Vec<AnnouncementKey> = all.iter().map(|announcement| announcement.key).collect();
        assert_eq!(sorted(list_keys(&database, 100).await.unwrap()), keys);
        assert_eq!(list_keys(&database, 3).await.unwrap().len(), 3);
        let mut loaded = load(&database, &keys).await.unwrap();
        loaded.sort_by_key(|announcement| announcement.key);
        assert_eq!(loaded, all);
        assert_eq!(load(&database, &[announcement(70).key, keys[5]]).await.unwrap(), [announcement(5)]);

        delete(&database, keys[..69].to_vec()).await.unwrap();
        delete(&database, vec![announcement(0).key]).await.unwrap();
        delete(&database, vec![]).await.unwrap();
        assert_eq!(list_keys(&database, 100).await.unwrap(), [keys[69]]);
        assert_eq!(load(&database, &keys).await.unwrap(), [announcement(69)]);
    }
}
