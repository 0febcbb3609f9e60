//! Changes to a board: a batch of ops, applied by the core's reducer in one transaction.

use super::{boards as board_cases, policy};
use crate::error::DomainError;
use crate::services::ChangeDeps;
use core_wasm::board::reduce::{Record, Records, apply, referenced_records};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{BoardOverview, BoardUpdate, OpResult, OpStatus, OpsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardEdit, BoardOp, Change};
use core_wasm::protocol::record::{BoardRecords, Card};
use std::collections::BTreeSet;
use twentyfour_bus::{Announcement, Live};
use twentyfour_model::Actor;
use twentyfour_model::token;
use twentyfour_store::Connection;
use twentyfour_store::boards;
use twentyfour_store::ops::OpRow;
use twentyfour_store::records::{CardWrite, RecordIds};
use twentyfour_store::{json, ops, records};

/// The maximum number of ops in a batch.
pub const MAX_OPS: usize = 500;

/// A received op of a batch.
pub enum Received {
    /// The op was parsed.
    Op(Box<BoardOp>),
    /// The op could not be parsed, with its id if that could.
    Unreadable(Option<Id>),
}

/// An op with its stored form, prepared before the transaction to keep that short.
struct Prepared {
    op: Box<BoardOp>,
    row: OpRow,
}

impl Prepared {
    fn new(op: Box<BoardOp>) -> Self {
        // Serialized by the server, so that the same op always has the same text and hash.
        let body = json(&op);
        let hash = token::sha256_hex(body.as_bytes());
        Self { row: OpRow { id: op.id, hash, body, card_id: None, at: op.at }, op }
    }
}

/// Applies a batch. Ops that cannot be applied are rejected individually.
///
/// # Errors
/// Returns `ErrorCode::TooManyOps` if there are more than [`MAX_OPS`], or `ErrorCode::NotFound` if the board does not
/// exist or belongs to another account, or an error if the database fails.
pub async fn apply_batch(
    deps: &ChangeDeps,
    account: Actor,
    board_id: Id,
    received: Vec<Received>,
) -> Result<OpsResponse, DomainError> {
    if received.len() > MAX_OPS {
        return Err(ErrorCode::TooManyOps.into());
    }
    let prepared = received
        .into_iter()
        .map(|received| match received {
            Received::Op(op) => Ok(Prepared::new(op)),
            Received::Unreadable(id) => Err(id),
        })
        .collect();
    let (live, has_subscribers) = (deps.live.clone(), deps.live.has_subscribers(policy::owner_of(account).id()));
    let outcome = deps
        .context
        .database
        .write_to_board(
            board_id,
            move |connection| Box::pin(run(connection, account, board_id, prepared, has_subscribers)),
            move |outcome: &BatchOutcome| outcome.publish(&live),
        )
        .await?;
    Ok(outcome.response)
}

/// The outcome of a batch.
struct BatchOutcome {
    response: OpsResponse,
    /// The live announcement, if the board has changed.
    announcement: Option<Announcement>,
}

impl BatchOutcome {
    fn publish(&self, live: &Live) {
        if let Some(announcement) = &self.announcement {
            live.publish(announcement);
        }
    }
}

/// Changes fields of a board by the ops that a client would send: all of them or none.
///
/// # Errors
/// Returns the error code of the first rejected op, `ErrorCode::PlanLimit` if the plan does not include the picture, or
/// `ErrorCode::NotFound` if the board does not exist or belongs to another account, or an error if the database fails.
pub async fn update_board(
    deps: &ChangeDeps,
    account: Actor,
    board_id: Id,
    update: BoardUpdate,
) -> Result<BoardOverview, DomainError> {
    if let Some(Some(image)) = &update.image {
        deps.plans.check_board_picture(account, board_id, image).await?;
    }
    let edits = [
        update.name.map(BoardEdit::Name),
        update.description.map(BoardEdit::Description),
        update.color.map(BoardEdit::Color),
        update.image.map(BoardEdit::Image),
        update.favorite.map(BoardEdit::Favorite),
    ];
    let at = deps.context.now();
    let prepared = edits
        .into_iter()
        .flatten()
        .map(|edit| {
            Ok(Prepared::new(Box::new(BoardOp { id: deps.context.new_id(), at, change: Change::EditBoard { edit } })))
        })
        .collect();
    let (live, has_subscribers) = (deps.live.clone(), deps.live.has_subscribers(policy::owner_of(account).id()));
    deps.context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    let outcome = run(connection, account, board_id, prepared, has_subscribers).await?;
                    match outcome.response.results.iter().find_map(|result| result.code) {
                        Some(code) => Err(code.into()),
                        None => Ok(outcome),
                    }
                })
            },
            move |outcome: &BatchOutcome| outcome.publish(&live),
        )
        .await?;
    board_cases::overview_of(&deps.context.database, account, board_id).await
}

/// Runs a batch inside a transaction. It starts by incrementing the board's version, which also locks the board for
/// other batches until the commit. `has_subscribers` is true if any client is subscribed to changes of the account.
async fn run(
    connection: &mut Connection,
    account: Actor,
    board_id: Id,
    batch: Vec<Result<Prepared, Option<Id>>>,
    has_subscribers: bool,
) -> Result<BatchOutcome, DomainError> {
    let row = boards::increment_version(connection, board_id).await?.ok_or(ErrorCode::NotFound)?;
    policy::authorize(account, row.owner_id)?;
    let readable: Vec<&Prepared> = batch.iter().flatten().collect();
    let ids: Vec<Id> = readable.iter().map(|prepared| prepared.op.id).collect();
    let mut known_hashes = ops::hashes(connection, board_id, &ids).await?;
    let mut records = Records::new(row.board);
    load_referenced(connection, board_id, &readable, &mut records).await?;
    let hidden_before = hidden_records(&records);

    let mut changed_records = ChangedRecords::default();
    let mut new_rows = Vec::with_capacity(batch.len());
    let mut results = Vec::with_capacity(batch.len());
    for prepared in batch {
        let Prepared { op, mut row } = match prepared {
            Ok(prepared) => prepared,
            Err(id) => {
                results.push(OpResult { id, status: OpStatus::Refused, code: Some(ErrorCode::BadOp) });
                continue;
            }
        };
        let (status, code) = match known_hashes.get(&op.id) {
            Some(hash) if *hash == row.hash => (OpStatus::Duplicate, None),
            Some(_) => (OpStatus::Refused, Some(ErrorCode::OpIdReused)),
            None => match apply(&mut records, &op) {
                Ok(applied) => {
                    changed_records.add(&applied.changed);
                    row.card_id = card_of(&op.change, &records).filter(|_| !applied.changed.is_empty());
                    known_hashes.insert(op.id, row.hash.clone());
                    new_rows.push(row);
                    (OpStatus::Applied, None)
                }
                Err(code) => (OpStatus::Refused, Some(code)),
            },
        };
        results.push(OpResult { id: Some(op.id), status, code });
    }

    let version = if changed_records.is_empty() { row.version - 1 } else { row.version };
    if changed_records.is_empty() {
        boards::decrement_version(connection, board_id).await?;
    }
    // Ops that changed nothing are stored too: sent again later, they must not overwrite newer changes.
    ops::insert(connection, board_id, account.id, &new_rows, version).await?;
    changed_records.save(connection, &records, &hidden_before, version).await?;
    let announcement = (!changed_records.is_empty()).then(|| Announcement {
        account_id: row.owner_id,
        board_id,
        since: version - 1,
        version,
        records: has_subscribers.then(|| changed_records.records(&records, &hidden_before, version)).flatten(),
    });
    Ok(BatchOutcome { response: OpsResponse { version, results }, announcement })
}

/// Loads the records that a batch refers to, and the lists of its cards.
async fn load_referenced(
    connection: &mut Connection,
    board_id: Id,
    batch: &[&Prepared],
    records: &mut Records,
) -> Result<(), DomainError> {
    let (mut list_ids, mut card_ids, mut item_ids) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for prepared in batch {
        let refs = referenced_records(&prepared.op.change);
        list_ids.extend(refs.list_id);
        card_ids.extend(refs.card_id);
        item_ids.extend(refs.item_id);
    }
    let record_ids = RecordIds {
        list_ids: list_ids.into_iter().collect(),
        card_ids: card_ids.into_iter().collect(),
        item_ids: item_ids.into_iter().collect(),
    };
    let found = records::by_id(connection, board_id, &record_ids).await?;
    records.lists.extend(found.lists.into_iter().map(|list| (list.id, list)));
    records.cards.extend(found.cards.into_iter().map(|card| (card.id, card)));
    records.items.extend(found.items.into_iter().map(|item| (item.id, item)));
    Ok(())
}

/// Returns the card whose activity a change belongs to.
fn card_of(change: &Change, records: &Records) -> Option<Id> {
    let refs = referenced_records(change);
    refs.card_id.or_else(|| Some(records.items.get(&refs.item_id?)?.card_id))
}

/// The ids of the loaded records that are hidden.
struct HiddenRecords {
    /// Lists in the trash.
    lists: BTreeSet<Id>,
    /// Cards in the trash, in the archive, or in a trashed list.
    cards: BTreeSet<Id>,
}

fn hidden_records(records: &Records) -> HiddenRecords {
    let lists: BTreeSet<Id> =
        records.lists.values().filter(|list| list.trashed_at.is_some()).map(|list| list.id).collect();
    let is_hidden =
        |card: &Card| card.trashed_at.is_some() || card.archived_at.is_some() || lists.contains(&card.list_id);
    let cards = records.cards.values().filter(|card| is_hidden(card)).map(|card| card.id).collect();
    HiddenRecords { lists, cards }
}

/// The ids of the records that a batch has changed. Each is written once, however many ops changed it.
#[derive(Default)]
struct ChangedRecords {
    board: bool,
    lists: BTreeSet<Id>,
    cards: BTreeSet<Id>,
    items: BTreeSet<Id>,
}

impl ChangedRecords {
    fn add(&mut self, changed: &[Record]) {
        for record in changed {
            match record {
                Record::Board(_) => self.board = true,
                Record::List(list) => _ = self.lists.insert(list.id),
                Record::Card(card) => _ = self.cards.insert(card.id),
                Record::Item(item) => _ = self.items.insert(item.id),
            }
        }
    }

    fn is_empty(&self) -> bool {
        !self.board && self.lists.is_empty() && self.cards.is_empty() && self.items.is_empty()
    }

    /// Returns the changed records for the announcement, or `None` if a record was restored: its contents belong to the
    /// change, but are not loaded.
    fn records(&self, records: &Records, hidden_before: &HiddenRecords, version: i64) -> Option<BoardRecords> {
        let was_restored = self.cards.iter().any(|id| hidden_before.cards.contains(id))
            || self.lists.iter().any(|id| hidden_before.lists.contains(id));
        if was_restored {
            return None;
        }
        Some(BoardRecords {
            version,
            is_complete: false,
            board: self.board.then(|| records.board.clone()),
            lists: self.lists.iter().filter_map(|id| records.lists.get(id)).cloned().collect(),
            cards: self.cards.iter().filter_map(|id| records.cards.get(id)).cloned().collect(),
            items: self.items.iter().filter_map(|id| records.items.get(id)).cloned().collect(),
        })
    }

    /// Writes the changed records. `hidden_before` contains the records that were hidden before the batch.
    async fn save(
        &self,
        connection: &mut Connection,
        records: &Records,
        hidden_before: &HiddenRecords,
        version: i64,
    ) -> Result<(), DomainError> {
        let board_id = records.board.id;
        if self.board {
            boards::update(connection, &records.board, version).await?;
        }
        // Parents before children, because of the foreign keys.
        let lists: Vec<_> = self.lists.iter().filter_map(|id| records.lists.get(id)).collect();
        records::put_lists(connection, board_id, &lists, version).await?;
        let cards = self.cards.iter().filter_map(|id| records.cards.get(id));
        let cards: Vec<_> =
            cards.map(|card| CardWrite { card, is_restored: hidden_before.cards.contains(&card.id) }).collect();
        records::put_cards(connection, board_id, &cards, version).await?;
        let items: Vec<_> = self.items.iter().filter_map(|id| records.items.get(id)).collect();
        Ok(records::put_items(connection, board_id, &items, version).await?)
    }
}
