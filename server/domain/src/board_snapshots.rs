//! Whole boards and first screens as encoded response bodies, cached by version, so that opening a board that has not changed needs no
//! more than its row of the database.

use super::{boards, policy};
use crate::error::DomainError;
use bytes::Bytes;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use flate2::Compression;
use flate2::write::GzEncoder;
use moka::policy::EvictionPolicy;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::Write;
use std::time::Duration;
use twentyfour_model::Actor;
use twentyfour_model::token::hex;
use twentyfour_store::boards::{BoardAddress, BoardRow};
use twentyfour_store::{Database, ReplicaScope, board_reads};

/// The maximum size of all cached bodies in bytes.
const CAPACITY: u64 = 32 << 20;

/// How long a body is cached. A purged board that is created again with the same id may reach the same version, but
/// boards are in the trash for 30 days before the purge, and are not cached there.
const TTL: Duration = Duration::from_secs(60 * 60);

/// The approximate size of an entry without its body, in bytes.
const ENTRY_OVERHEAD: usize = 256;

/// Bodies up to this size, in bytes, are not compressed.
pub const MAX_UNCOMPRESSED_BYTES: usize = 1024;

/// What a body contains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum View {
    /// The visible records, and the lists and cards in order.
    Columns,
    /// The lists, and the first visible cards of each.
    FirstScreen,
    /// The visible records.
    Visible,
    /// All records, those in the trash and in the archive included.
    All,
}

/// The encoding of a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// JSON as it is.
    Identity,
    /// JSON, compressed with gzip.
    Gzip,
}

/// A whole board, or its first screen, as the body of a response.
#[derive(Clone, Debug)]
pub struct BoardSnapshot {
    /// The body.
    pub body: Bytes,
    /// Its encoding. Small bodies are not compressed.
    pub encoding: Encoding,
    /// A strong ETag without its quotes. It depends on the content only, so it is the same on every server.
    pub tag: String,
}

/// The cache's key. Its contents never change, so an entry is never wrong, whichever server wrote to the board.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    /// The member that the body is for: each sees favorites, collapsed lists and reminders of their own.
    account_id: Id,
    board_id: Id,
    version: i64,
    view: View,
    encoding: Encoding,
}

/// The cache of encoded boards, bounded by bytes. The least recently used ones are evicted.
pub struct BoardSnapshots {
    database: Database,
    cache: moka::future::Cache<Key, BoardSnapshot>,
}

impl BoardSnapshots {
    pub(crate) fn new(database: Database) -> Self {
        let cache = moka::future::Cache::builder()
            .max_capacity(CAPACITY)
            .weigher(|_, snapshot: &BoardSnapshot| {
                u32::try_from(snapshot.body.len() + ENTRY_OVERHEAD).unwrap_or(u32::MAX)
            })
            // The default policy may reject a new entry at once, so that it would be encoded again.
            .eviction_policy(EvictionPolicy::lru())
            .time_to_live(TTL)
            .build();
        Self { database, cache }
    }

    /// Returns the approximate size of the cache in bytes: at most 32 MiB, and what was added within the last second.
    pub fn cached_bytes(&self) -> u64 {
        self.cache.weighted_size()
    }

    /// Returns a board, at the version of `row` or a newer one. Concurrent requests for the same body encode it once. The
    /// caller has checked that the account is a member.
    ///
    /// # Errors
    /// Returns `ErrorCode::NotFound` if the board no longer exists, or an error if the database fails.
    pub(crate) async fn get(
        &self,
        account: Actor,
        row: &BoardRow,
        view: View,
        encoding: Encoding,
    ) -> Result<BoardSnapshot, DomainError> {
        let board_id = row.board.id;
        let load = load(&self.database, account, board_id, view, encoding);
        if row.board.trashed_at.is_some() {
            return load.await;
        }
        let key = Key { account_id: policy::owner_of(account).id(), board_id, version: row.version, view, encoding };
        // moka shares an error among all who waited for it.
        self.cache.try_get_with(key, load).await.map_err(|error| match error.code() {
            ErrorCode::Internal => DomainError::Internal(error.to_string()),
            code => code.into(),
        })
    }
}

/// Reads and encodes a board.
async fn load(
    database: &Database,
    account: Actor,
    board_id: Id,
    view: View,
    encoding: Encoding,
) -> Result<BoardSnapshot, DomainError> {
    let address = BoardAddress::Id(board_id);
    match view {
        View::Columns => encode(boards::open_with_columns(database, account, &address).await?, encoding).await,
        View::FirstScreen => encode(boards::first_screen(database, account, &address).await?, encoding).await,
        View::Visible => encode(boards::open(database, account, &address).await?, encoding).await,
        View::All => {
            let member = policy::owner_of(account);
            let scope = ReplicaScope::Board(address.clone());
            let of_board = address.clone();
            let read = database.read_of(scope, move |connection| {
                let address = of_board.clone();
                Box::pin(async move { board_reads::changes_since(connection, member, &address, 0).await })
            });
            let changes = read.await?.ok_or(ErrorCode::NotFound)?;
            // Purged meanwhile.
            if changes.board.row.purged_version > 0 {
                return encode(boards::open(database, account, &address).await?, encoding).await;
            }
            encode(changes.into_records(0), encoding).await
        }
    }
}

/// Encodes a body on a thread for blocking work, since a large board takes tens of milliseconds.
async fn encode(value: impl Serialize + Send + 'static, encoding: Encoding) -> Result<BoardSnapshot, DomainError> {
    let encoded = tokio::task::spawn_blocking(move || serde_json::to_vec(&value).map(|json| snapshot(json, encoding)));
    encoded
        .await
        .map_err(|error| DomainError::Internal(format!("encoding a board failed: {error}")))?
        .map_err(|error| DomainError::Internal(format!("encoding a board failed: {error}")))
}

fn snapshot(json: Vec<u8>, encoding: Encoding) -> BoardSnapshot {
    let tag = hex(&Sha256::digest(&json)[..16]);
    if encoding == Encoding::Identity || json.len() <= MAX_UNCOMPRESSED_BYTES {
        return BoardSnapshot { body: exactly(json), encoding: Encoding::Identity, tag };
    }
    // A strong ETag must differ between the compressed and the plain bytes.
    BoardSnapshot { body: gzip(&json), encoding, tag: format!("{tag}-gz") }
}

fn gzip(json: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory cannot fail.
    let written = encoder.write_all(json).and_then(|()| encoder.finish());
    exactly(written.unwrap_or_else(|error| unreachable!("cannot write to memory: {error}")))
}

/// Frees what a buffer has in excess, since the body is kept.
fn exactly(bytes: Vec<u8>) -> Bytes {
    bytes.into_boxed_slice().into()
}

#[cfg(test)]
mod tests;
