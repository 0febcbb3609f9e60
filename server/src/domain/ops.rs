//! Changing a board: a batch of ops, applied by the core's reducer in one transaction.

use super::{boards as board_cases, policy, tokens};
use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::boards;
use crate::store::ops::OpRow;
use crate::store::{json, ops, records};
use core_wasm::board::reduce::{Record, Records, apply, named_by};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{BoardOverview, BoardUpdate, OpResult, OpStatus, OpsAnswer};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardEdit, BoardOp, Change};
use sha2::{Digest, Sha256};
use sqlx::AnyConnection;
use std::collections::BTreeSet;

/// The most ops in one batch.
pub(crate) const MAXIMUM_OPS: usize = 500;

/// One op of a batch as it came.
pub(crate) enum Received {
    /// It could be read.
    Op(Box<BoardOp>),
    /// It could not; perhaps its id could.
    Unreadable(Option<Id>),
}

/// An op with what is kept of it, made before the transaction so as not to hold others up.
struct Prepared {
    op: Box<BoardOp>,
    row: OpRow,
}

impl Prepared {
    fn new(op: Box<BoardOp>) -> Self {
        // Written again by us, so that the same op always has the same text, however its sender spaced it.
        let body = json(&op);
        let hash = tokens::hex(&Sha256::digest(body.as_bytes()));
        Self { row: OpRow { id: op.id, hash, body }, op }
    }
}

/// Applies a batch. An op that cannot be applied is refused by itself.
pub(crate) async fn apply_batch(
    app: &Parts,
    account: Account,
    board_id: Id,
    received: Vec<Received>,
) -> Result<OpsAnswer, ApiError> {
    if received.len() > MAXIMUM_OPS {
        return Err(ErrorCode::TooManyOps.into());
    }
    let prepared = received
        .into_iter()
        .map(|received| match received {
            Received::Op(op) => Ok(Prepared::new(op)),
            Received::Unreadable(id) => Err(id),
        })
        .collect();
    app.database.write(move |connection| Box::pin(run(connection, account, board_id, prepared))).await
}

/// Changes fields of a board by the same ops that a client would send; all of them or none.
pub(crate) async fn update_board(
    app: &Parts,
    account: Account,
    board_id: Id,
    update: BoardUpdate,
) -> Result<BoardOverview, ApiError> {
    let edits = [
        update.name.map(BoardEdit::Name),
        update.description.map(BoardEdit::Description),
        update.color.map(BoardEdit::Color),
        update.image.map(BoardEdit::Image),
        update.favorite.map(BoardEdit::Favorite),
    ];
    let at = app.now();
    let prepared = edits
        .into_iter()
        .flatten()
        .map(|edit| Ok(Prepared::new(Box::new(BoardOp { id: app.new_id(), at, change: Change::EditBoard { edit } }))))
        .collect();
    app.database
        .write(move |connection| {
            Box::pin(async move {
                let answer = run(connection, account, board_id, prepared).await?;
                match answer.results.into_iter().find_map(|result| result.code) {
                    Some(code) => Err(code.into()),
                    None => Ok(()),
                }
            })
        })
        .await?;
    board_cases::overview_of(app, account, board_id).await
}

/// Runs a batch within a transaction, which it begins with a write: the board's next version. That also keeps other
/// batches of the board waiting until this one is committed.
async fn run(
    connection: &mut AnyConnection,
    account: Account,
    board_id: Id,
    batch: Vec<Result<Prepared, Option<Id>>>,
) -> Result<OpsAnswer, ApiError> {
    let row = boards::bump(connection, board_id).await?.ok_or(ErrorCode::NotFound)?;
    policy::authorise(account, row.owner_id)?;
    let readable: Vec<&Prepared> = batch.iter().flatten().collect();
    let ids: Vec<Id> = readable.iter().map(|prepared| prepared.op.id).collect();
    let mut known = ops::hashes(connection, board_id, &ids).await?;
    let mut records = Records::new(row.board);
    load_named(connection, board_id, &readable, &mut records).await?;

    let mut touched = Touched::default();
    let mut kept = Vec::with_capacity(batch.len());
    let mut results = Vec::with_capacity(batch.len());
    for prepared in batch {
        let Prepared { op, row } = match prepared {
            Ok(prepared) => prepared,
            Err(id) => {
                results.push(OpResult { id, status: OpStatus::Refused, code: Some(ErrorCode::BadOp) });
                continue;
            }
        };
        let (status, code) = match known.get(&op.id) {
            Some(hash) if *hash == row.hash => (OpStatus::Duplicate, None),
            Some(_) => (OpStatus::Refused, Some(ErrorCode::OpIdReused)),
            None => match apply(&mut records, &op) {
                Ok(applied) => {
                    touched.note(&applied.changed);
                    known.insert(op.id, row.hash.clone());
                    kept.push(row);
                    (OpStatus::Applied, None)
                }
                Err(code) => (OpStatus::Refused, Some(code)),
            },
        };
        results.push(OpResult { id: Some(op.id), status, code });
    }

    let version = if touched.is_empty() { row.version - 1 } else { row.version };
    if touched.is_empty() {
        boards::unbump(connection, board_id).await?;
    }
    // Ops that changed nothing are kept too: sent again later, they must not undo what has happened since.
    ops::insert(connection, board_id, &kept, version).await?;
    touched.save(connection, &records, version).await?;
    Ok(OpsAnswer { version, results })
}

/// Fetches the records that a batch names, and the lists that its cards lie in.
async fn load_named(
    connection: &mut AnyConnection,
    board_id: Id,
    batch: &[&Prepared],
    records: &mut Records,
) -> Result<(), ApiError> {
    let mut list_ids = BTreeSet::new();
    let mut card_ids = BTreeSet::new();
    for prepared in batch {
        let (list_id, card_id) = named_by(&prepared.op.change);
        list_ids.extend(list_id);
        card_ids.extend(card_id);
    }
    let list_ids: Vec<Id> = list_ids.into_iter().collect();
    let card_ids: Vec<Id> = card_ids.into_iter().collect();
    let (lists, cards) = records::by_id(connection, board_id, &list_ids, &card_ids).await?;
    records.lists.extend(lists.into_iter().map(|list| (list.id, list)));
    records.cards.extend(cards.into_iter().map(|card| (card.id, card)));
    Ok(())
}

/// The records that a batch has changed. Each is written once, however many ops changed it.
#[derive(Default)]
struct Touched {
    board: bool,
    lists: BTreeSet<Id>,
    cards: BTreeSet<Id>,
}

impl Touched {
    fn note(&mut self, changed: &[Record]) {
        for record in changed {
            match record {
                Record::Board(_) => self.board = true,
                Record::List(list) => _ = self.lists.insert(list.id),
                Record::Card(card) => _ = self.cards.insert(card.id),
            }
        }
    }

    fn is_empty(&self) -> bool {
        !self.board && self.lists.is_empty() && self.cards.is_empty()
    }

    async fn save(&self, connection: &mut AnyConnection, records: &Records, version: i64) -> Result<(), ApiError> {
        let board_id = records.board.id;
        if self.board {
            boards::update(connection, &records.board, version).await?;
        }
        // Lists first: a card refers to the list that it lies in.
        let lists: Vec<_> = self.lists.iter().filter_map(|id| records.lists.get(id)).collect();
        records::put_lists(connection, board_id, &lists, version).await?;
        let cards: Vec<_> = self.cards.iter().filter_map(|id| records.cards.get(id)).collect();
        records::put_cards(connection, board_id, &cards, version).await
    }
}
