//! Changes of committed writes that the other servers may not have received yet (a transactional outbox). They are inserted in
//! the transaction of the write, so a crash after the commit cannot lose them, and deleted after they were sent.

use crate::statements::execute_all;
use crate::{Database, StoreError, read_id};
use core_wasm::protocol::id::Id;
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

/// Returns up to `limit` announcements.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(database: &Database, limit: i64) -> Result<Vec<StoredAnnouncement>, StoreError> {
    // Within a snapshot, a database whose default is SERIALIZABLE does not abort writes because of this read.
    let mut snapshot = database.snapshot().await?;
    let rows = sqlx::query("SELECT subject_id, id, changes FROM announcements LIMIT $1")
        .bind(limit)
        .fetch_all(&mut *snapshot)
        .await?;
    snapshot.commit().await?;
    rows.iter()
        .map(|row| {
            let key = AnnouncementKey { subject_id: read_id(row, "subject_id")?, id: read_id(row, "id")? };
            Ok(StoredAnnouncement { key, changes: row.try_get("changes")? })
        })
        .collect()
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
        let mut listed = list(&database, 100).await.unwrap();
        listed.sort_by_key(|announcement| announcement.key.subject_id);
        assert_eq!((listed, list(&database, 3).await.unwrap().len()), (all.clone(), 3));

        let kept = announcement(69);
        delete(&database, all.iter().map(|one| one.key).filter(|key| *key != kept.key).collect()).await.unwrap();
        delete(&database, vec![announcement(0).key]).await.unwrap();
        delete(&database, vec![]).await.unwrap();
        assert_eq!(list(&database, 100).await.unwrap(), [kept]);
    }
}
