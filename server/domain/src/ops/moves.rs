//! Batches that move cards or lists to other boards. Such a batch runs alone in its transaction, which locks all of its boards.

use super::batch::{BatchWrite, run_all};
use super::prepared::Prepared;
use super::text_bytes;
use crate::error::DomainError;
use crate::plans::Plans;
use crate::{focus_days, policy, quotas, webhooks};
use core_wasm::board::reduce::{Record, Records, apply, decide};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{OpResult, OpStatus, OpsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, Change};
use core_wasm::protocol::record::{BoardRecords, Card, Item, List};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use twentyfour_bus::{AnnouncedRecords, Announcement, News};
use twentyfour_store::boards::{self, BoardAddress, MemberBoard};
use twentyfour_store::moves::{self, Move};
use twentyfour_store::ops::{self, OP_ROW_BYTES, OpRow};
use twentyfour_store::records::{self, RecordWrite, References};
use twentyfour_store::{Connection, focus_sessions, members};

/// The maximum number of cards on a list that moves, those in the archive and in the trash included.
const MAX_CARDS: usize = 5_000;

/// The outcome of a batch with moves.
pub(super) struct MovesOutcome {
    pub(super) response: OpsResponse,
    pub(super) news: Vec<News>,
}

/// Runs a batch with moves: the ops between them, and those with the same other board, run together.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the account is not a member of the board, or an error if the database fails.
pub(super) async fn run(
    connection: &mut Connection,
    batch: BatchWrite,
    plans: &Plans,
) -> Result<MovesOutcome, DomainError> {
    let other_board = |op: &Result<Prepared, Option<Id>>| op.as_ref().ok().and_then(|op| op.op.change.other_board());
    let owner = policy::owner_of(batch.account);
    let named: BTreeSet<Id> = batch.ops.iter().filter_map(other_board).chain([batch.board_id]).collect();
    let mut locked = BTreeSet::new();
    for board_id in named {
        if boards::lock_of_member(connection, owner, board_id).await? {
            locked.insert(board_id);
        }
    }
    if !locked.contains(&batch.board_id) {
        return Err(ErrorCode::NotFound.into());
    }
    let mut outcome = MovesOutcome { response: OpsResponse { version: 0, results: vec![] }, news: vec![] };
    for part in batch.ops.chunk_by(|one, other| other_board(one) == other_board(other)) {
        let done = match part.first().and_then(other_board) {
            Some(target_id) => {
                let moved: Vec<&Prepared> = part.iter().flatten().collect();
                move_all(connection, &batch, target_id, &moved, &locked, plans).await?
            }
            None => {
                let part = BatchWrite { ops: Arc::from(part), ..batch.clone() };
                let done = run_all(connection, vec![part]).await?.pop().ok_or(ErrorCode::Internal)??;
                MovesOutcome { news: done.news(), response: done.response }
            }
        };
        outcome.response.version = done.response.version;
        outcome.response.results.extend(done.response.results);
        outcome.news.extend(done.news);
    }
    Ok(outcome)
}

/// Applies the moves to one board. `locked` are the boards that the transaction has locked.
async fn move_all(
    connection: &mut Connection,
    batch: &BatchWrite,
    target_id: Id,
    all: &[&Prepared],
    locked: &BTreeSet<Id>,
    plans: &Plans,
) -> Result<MovesOutcome, DomainError> {
    let source_id = batch.board_id;
    let owner = policy::owner_of(batch.account);
    let source = boards::of_member_at(&mut *connection, owner, &BoardAddress::Id(source_id)).await?;
    let source = source.ok_or(ErrorCode::NotFound)?;
    // The memberships may have changed before the boards were locked.
    let target = match locked.contains(&target_id) {
        true => boards::of_member_at(&mut *connection, owner, &BoardAddress::Id(target_id)).await?,
        false => None,
    };
    let mut refused = match &target {
        _ if target_id == source_id => Some(ErrorCode::BadOp),
        Some(target) if target.row.board.trashed_at.is_some() => Some(ErrorCode::UnknownBoard),
        // Also for boards that the account cannot see, so that their existence is not revealed.
        None => Some(ErrorCode::UnknownBoard),
        Some(_) => None,
    };
    let (list_ids, card_ids) = named_records(all);
    let mut found =
        moves::contents(connection, &Move { source_id, target_id, list_ids: &list_ids, card_ids: &card_ids }).await?;
    let mut seen = BTreeSet::new();
    found.cards.retain(|card| seen.insert(card.id));
    let mut known = known_ops(connection, source_id, target_id, all).await?;
    let mut open = OpenMove::new(&source, found);
    if let Some(target) = &target {
        open.load_target(connection, target, all).await?;
        if refused.is_none() {
            refused = open.check_limits(connection, &source, target, all, plans).await?;
        }
    }
    let mut results = Vec::with_capacity(all.len());
    let mut done: Vec<&Prepared> = vec![];
    for prepared in all.iter().copied() {
        let (status, code) = match known.get(&prepared.op.id) {
            Some((board_id, hash)) if *board_id == source_id && *hash == prepared.hash => (OpStatus::Duplicate, None),
            Some(_) => (OpStatus::Refused, Some(ErrorCode::OpIdReused)),
            None => match refused.map_or_else(|| open.apply(&prepared.op), Err) {
                Ok(()) => {
                    known.insert(prepared.op.id, (source_id, prepared.hash.clone()));
                    done.push(prepared);
                    (OpStatus::Applied, None)
                }
                Err(code) => (OpStatus::Refused, Some(code)),
            },
        };
        results.push(OpResult { id: Some(prepared.op.id), status, code });
    }
    if done.is_empty() {
        return Ok(MovesOutcome { response: OpsResponse { version: source.row.version, results }, news: vec![] });
    }
    let saved = open.save(connection, batch, target_id, &done).await?;
    let boards = [(source_id, saved.source_version), (target_id, saved.target_version)].map(|(board_id, version)| {
        // Members request what has changed, because some of it is removed.
        News::Board(Arc::new(Announcement {
            author_id: batch.account.id,
            board_id,
            since: version - 1,
            version,
            records: AnnouncedRecords::default(),
        }))
    });
    let inboxes = saved.notified.into_iter().map(|account_id| News::Inbox { account_id });
    let news = boards.into_iter().chain(inboxes).collect();
    Ok(MovesOutcome { response: OpsResponse { version: saved.source_version, results }, news })
}

/// Returns the lists and the cards that ops move.
fn named_records(all: &[&Prepared]) -> (Vec<Id>, Vec<Id>) {
    let (mut list_ids, mut card_ids) = (BTreeSet::new(), BTreeSet::new());
    for prepared in all {
        match prepared.op.change {
            Change::MoveToBoard { card_id: Some(card_id), .. } => _ = card_ids.insert(card_id),
            Change::MoveToBoard { card_id: None, list_id, .. } => _ = list_ids.insert(list_id),
            _ => {}
        }
    }
    (list_ids.into_iter().collect(), card_ids.into_iter().collect())
}

/// Returns the boards and the hashes of those ops whose ids are known on either board.
async fn known_ops(
    connection: &mut Connection,
    source_id: Id,
    target_id: Id,
    all: &[&Prepared],
) -> Result<BTreeMap<Id, (Id, String)>, DomainError> {
    let ids = all.iter().flat_map(|prepared| [(source_id, prepared.op.id), (target_id, prepared.op.id)]);
    let references = References { ops: ids.collect(), ..References::default() };
    let mut known = BTreeMap::new();
    for (board_id, id, hash) in records::referenced(connection, &references).await?.ops {
        // A move is known on both boards.
        if board_id == source_id || !known.contains_key(&id) {
            known.insert(id, (board_id, hash));
        }
    }
    Ok(known)
}

/// The two boards of a move: what moves, and the lists to which it moves.
struct OpenMove {
    source: Records,
    /// The records of the target, if the account is a member.
    target: Option<Records>,
    /// The records of the target that have changed.
    lists: BTreeSet<Id>,
    cards: BTreeSet<Id>,
    items: BTreeSet<Id>,
    moved_lists: BTreeSet<Id>,
    /// What has left the source, as it was there.
    left_lists: Vec<List>,
    left_cards: Vec<Card>,
}

/// What writing the moves to one board has changed.
struct SavedMoves {
    /// The new versions of the boards.
    source_version: i64,
    target_version: i64,
    /// The accounts whose inboxes have changed.
    notified: BTreeSet<Id>,
}

impl OpenMove {
    fn new(source: &MemberBoard, found: records::BoardContents) -> Self {
        let mut records = Records::new(source.row.board.clone());
        records.lists.extend(found.lists.into_iter().map(|list| (list.id, list)));
        records.cards.extend(found.cards.into_iter().map(|card| (card.id, card)));
        // Items without an author are those of the owner of the board.
        let owner_id = source.row.owner_id;
        let with_author = |item: Item| Item { author_id: item.author_id.or(Some(owner_id)), ..item };
        records.items.extend(found.items.into_iter().map(|item| (item.id, with_author(item))));
        let [lists, cards, items, moved_lists] = [(); 4].map(|()| BTreeSet::new());
        Self {
            source: records,
            target: None,
            lists,
            cards,
            items,
            moved_lists,
            left_lists: Vec::new(),
            left_cards: Vec::new(),
        }
    }

    /// Loads the members of the other board, the lists to which cards move, and the records that have an id of what moves.
    async fn load_target(
        &mut self,
        connection: &mut Connection,
        target: &MemberBoard,
        all: &[&Prepared],
    ) -> Result<(), DomainError> {
        let mut board = target.row.board.clone();
        members::fill_in(connection, [(&mut board, target.row.member_count)]).await?;
        let (target_id, mut references) = (board.id, References::default());
        for prepared in all {
            if let Change::MoveToBoard { card_id, list_id, .. } = prepared.op.change {
                references.lists.insert((target_id, list_id));
                references.cards.extend(card_id.map(|card_id| (target_id, card_id)));
            }
        }
        references.cards.extend(self.source.cards.keys().map(|id| (target_id, *id)));
        references.items.extend(self.source.items.keys().map(|id| (target_id, *id)));
        let mut records = Records::new(board);
        for (_, found) in records::referenced(connection, &references).await?.records {
            records.lists.extend(found.lists.into_iter().map(|list| (list.id, list)));
            records.cards.extend(found.cards.into_iter().map(|card| (card.id, card)));
            records.items.extend(found.items.into_iter().map(|item| (item.id, item)));
        }
        self.target = Some(records);
        Ok(())
    }

    /// Checks the limits of the target's owner, who has to store the ops, the copies of the activity and, if the source is
    /// another account's, everything that moves.
    async fn check_limits(
        &self,
        connection: &mut Connection,
        source: &MemberBoard,
        target: &MemberBoard,
        ops: &[&Prepared],
        plans: &Plans,
    ) -> Result<Option<ErrorCode>, DomainError> {
        let card_ids: Vec<Id> = self.source.cards.keys().copied().collect();
        let (source_id, target_id) = (source.row.board.id, target.row.board.id);
        let all = Move { source_id, target_id, list_ids: &[], card_ids: &card_ids };
        let op_bytes = |op: &&Prepared| OP_ROW_BYTES + i64::try_from(op.summary.len()).unwrap_or(i64::MAX / 2);
        let mut bytes = moves::activity_bytes(connection, &all).await? + ops.iter().map(op_bytes).sum::<i64>();
        let (mut count, mut attachment_bytes) = (0, 0);
        if source.row.owner_id != target.row.owner_id {
            let cards = self.source.cards.values().map(|card| Record::Card(Box::new(card.clone())));
            let items = self.source.items.values().cloned().map(Record::Item);
            bytes += cards.chain(items).map(|record| text_bytes::of_record(&record)).sum::<i64>();
            count = i64::try_from(card_ids.len()).unwrap_or(i64::MAX);
            attachment_bytes = moves::attachment_bytes(connection, &all).await?;
        }
        match quotas::check_moved(connection, plans, target.row.owner_id, count, bytes, attachment_bytes).await {
            Ok(()) => Ok(None),
            Err(DomainError::Rejected { code, .. }) => Ok(Some(code)),
            Err(error) => Err(error),
        }
    }

    /// Applies a move to both boards.
    fn apply(&mut self, op: &BoardOp) -> Result<(), ErrorCode> {
        let target = self.target.as_mut().ok_or(ErrorCode::UnknownBoard)?;
        let Change::MoveToBoard { card_id, list_id, board_id, rank, .. } = op.change.clone() else {
            return Err(ErrorCode::BadOp);
        };
        let is_moved = |card: &&Card| card_id.map_or(card.list_id == list_id, |card_id| card.id == card_id);
        let cards: Vec<Card> = self.source.cards.values().filter(is_moved).cloned().collect();
        let ids: BTreeSet<Id> = cards.iter().map(|card| card.id).collect();
        if cards.len() > MAX_CARDS {
            return Err(ErrorCode::TooManyCards);
        }
        let items: Vec<Item> = self.source.items.values().filter(|item| ids.contains(&item.card_id)).cloned().collect();
        let moved = BoardRecords {
            version: 0,
            is_complete: false,
            board: None,
            lists: self.source.lists.get(&list_id).filter(|_| card_id.is_none()).cloned().into_iter().collect(),
            cards,
            items: items.clone(),
        };
        let change = Change::MoveToBoard { card_id, list_id, board_id, rank, records: Some(Box::new(moved)) };
        let op = BoardOp { change, ..*op };
        decide(&self.source, &op)?;
        let left_list = self.source.lists.get(&list_id).filter(|_| card_id.is_none()).cloned();
        let left_cards: Vec<Card> = self.source.cards.values().filter(is_moved).cloned().collect();
        // Clients choose the ids, which are unique on a board only.
        if ids.iter().any(|id| target.cards.contains_key(id))
            || items.iter().any(|item| target.items.contains_key(&item.id))
        {
            return Err(ErrorCode::IdTaken);
        }
        let arrived = apply(target, &op)?;
        if arrived.changed.is_empty() {
            return Err(ErrorCode::IdTaken);
        }
        for record in &arrived.changed {
            match record {
                Record::List(list) => _ = self.lists.insert(list.id),
                Record::Card(card) => _ = self.cards.insert(card.id),
                Record::Item(item) => _ = self.items.insert(item.id),
                Record::Board(_) => {}
            }
        }
        if card_id.is_none() {
            self.moved_lists.insert(list_id);
        }
        apply(&mut self.source, &op)?;
        self.left_lists.extend(left_list);
        self.left_cards.extend(left_cards);
        Ok(())
    }

    /// Writes the moves.
    async fn save(
        &self,
        connection: &mut Connection,
        batch: &BatchWrite,
        target_id: Id,
        done: &[&Prepared],
    ) -> Result<SavedMoves, DomainError> {
        let Some(target) = &self.target else { return Err(ErrorCode::UnknownBoard.into()) };
        let list_ids: Vec<Id> = self.moved_lists.iter().copied().collect();
        let card_ids: Vec<Id> = self.cards.iter().copied().collect();
        let movement = Move { source_id: batch.board_id, target_id, list_ids: &list_ids, card_ids: &card_ids };
        let (source_version, version) = moves::take_versions(connection, &movement).await?;
        // A list that was in the trash brings all of its cards.
        let lists = self.lists.iter().filter_map(|id| target.lists.get(id));
        let lists: Vec<_> = lists.map(|record| write(target_id, record, version, version)).collect();
        let cards = self.cards.iter().filter_map(|id| target.cards.get(id));
        let cards: Vec<_> = cards.map(|record| write(target_id, record, version, 0)).collect();
        let items = self.items.iter().filter_map(|id| target.items.get(id));
        let items: Vec<_> = items.map(|record| write(target_id, record, version, 0)).collect();
        records::put_lists(connection, &lists).await?;
        records::put_cards(connection, &cards).await?;
        records::put_items(connection, &items).await?;
        let notified = moves::move_belongings(connection, &movement).await?;
        let rows: Vec<OpRow> = [(batch.board_id, source_version), (target_id, version)]
            .into_iter()
            .flat_map(|(board_id, version)| done.iter().map(move |prepared| op_row(batch, prepared, board_id, version)))
            .collect();
        ops::insert(connection, &rows.iter().collect::<Vec<&OpRow>>()).await?;
        for user_id in moves::focused_members(connection, &movement).await? {
            let owner = policy::owner_for_operator(user_id);
            twentyfour_store::focus_days::lock_and_count(connection, owner).await?;
            let sessions = focus_sessions::move_cards(connection, owner, &movement).await?;
            focus_days::update_for_sessions(connection, owner, &sessions).await?;
        }
        let (source_version, target_version) = moves::finish(connection, &movement).await?;
        let actor_id = batch.account.id;
        let (lists, cards) = (self.left_lists.iter(), self.left_cards.iter());
        let mut events = webhooks::of_moved(actor_id, batch.board_id, source_version, true, lists, cards);
        let lists = self.moved_lists.iter().filter_map(|id| target.lists.get(id));
        let cards = self.cards.iter().filter_map(|id| target.cards.get(id));
        events.extend(webhooks::of_moved(actor_id, target_id, target_version, false, lists, cards));
        webhooks::save(connection, &events, batch.now).await?;
        Ok(SavedMoves { source_version, target_version, notified })
    }
}

fn write<R>(board_id: Id, record: &R, version: i64, restored_version: i64) -> RecordWrite<'_, R> {
    RecordWrite { board_id, record, version, restored_version }
}

fn op_row(batch: &BatchWrite, prepared: &Prepared, board_id: Id, version: i64) -> OpRow {
    let card_id = match prepared.op.change {
        Change::MoveToBoard { card_id, .. } => card_id,
        _ => None,
    };
    OpRow {
        board_id,
        id: prepared.op.id,
        hash: prepared.hash.clone(),
        body: prepared.summary.clone(),
        version,
        user_id: batch.account.id,
        card_id,
        at: prepared.op.at,
    }
}
