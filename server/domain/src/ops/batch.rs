//! Applying batches: the waiting batches of one or several boards in one transaction, with shared statements.

use super::notices::{self, Notice};
use super::prepared::Prepared;
use super::recurring::{added_card, ids_of_copies};
use super::text_bytes;
use crate::error::DomainError;
use crate::{policy, quotas, webhooks};
use core_wasm::board::policy::{Action, check_change};
use core_wasm::board::reduce::{
    Applied, Record, Records, apply, decide, next_occurrence_ids, referenced_records, watch_next_occurrence,
};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{OpResult, OpStatus, OpsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, CardEdit, Change};
use core_wasm::protocol::record::{Board, BoardRecords, Card, Item, List};
use core_wasm::protocol::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use twentyfour_bus::{AnnouncedRecords, Announcement, News};
use twentyfour_model::{Actor, OpRetention};
use twentyfour_store::boards::{self, BoardSpace, ReservedBoard};
use twentyfour_store::members::{self, Membership};
use twentyfour_store::ops::{self, OP_ROW_BYTES, OpRow};
use twentyfour_store::records::{self, BoardContents, RecordWrite, References};
use twentyfour_store::{Connection, SharedFuture, SharedWrite};

/// The number of versions after which the stored ops of a board are trimmed.
const VERSIONS_PER_TRIM: i64 = 100;

/// The number of ops of one board in a transaction after which they are trimmed at once.
const OPS_PER_TRIM: usize = 100;

/// A batch of an account for a board.
#[derive(Clone)]
pub(super) struct BatchWrite {
    pub(super) account: Actor,
    pub(super) board_id: Id,
    /// The ops, or the ids of those that could not be parsed.
    pub(super) ops: Arc<[Result<Prepared, Option<Id>>]>,
    /// Whether any client is subscribed to changes of the board.
    pub(super) has_subscribers: bool,
    pub(super) retention: OpRetention,
    /// The current time.
    pub(super) now: Timestamp,
}

impl BatchWrite {
    /// Returns whether any op moves something to another board.
    pub(super) fn has_moves(&self) -> bool {
        self.readable().any(|prepared| prepared.op.change.other_board().is_some())
    }

    fn readable(&self) -> impl Iterator<Item = &Prepared> {
        self.ops.iter().flatten()
    }
}

/// The outcome of a batch.
pub(super) struct BatchOutcome {
    pub(super) response: OpsResponse,
    /// The live announcement, if the board has changed.
    announcement: Option<Arc<Announcement>>,
    /// What members of the board are notified of.
    notices: Vec<Notice>,
    /// What webhooks of members receive.
    events: Vec<webhooks::Event>,
    /// The accounts whose inboxes have new entries.
    notified: BTreeSet<Id>,
}

impl BatchOutcome {
    /// Returns whether the batch has changed the board.
    pub(super) fn has_changed(&self) -> bool {
        self.announcement.is_some()
    }

    /// Returns what clients are notified of.
    pub(super) fn news(&self) -> Vec<News> {
        let board = self.announcement.iter().cloned().map(News::Board);
        board.chain(self.notified.iter().map(|account_id| News::Inbox { account_id: *account_id })).collect()
    }
}

impl SharedWrite for BatchWrite {
    type Output = BatchOutcome;
    type Error = DomainError;

    fn run_all(connection: &mut Connection, batches: Vec<Self>) -> SharedFuture<'_, Self> {
        Box::pin(run_all(connection, batches))
    }
}

/// Runs batches one after another inside a transaction, and writes their changes together. It starts by reserving a
/// version for each, which also locks their boards until the commit.
pub(super) async fn run_all(
    connection: &mut Connection,
    batches: Vec<BatchWrite>,
) -> Result<Vec<Result<BatchOutcome, DomainError>>, DomainError> {
    let mut boards = open_boards(connection, &batches).await?;
    let mut outcomes: Vec<Result<BatchOutcome, DomainError>> = batches
        .iter()
        .map(|batch| match boards.get_mut(&batch.board_id) {
            Some(board) => board.run(batch),
            None => Err(ErrorCode::NotFound.into()),
        })
        .collect();
    save(connection, boards.values().collect()).await?;
    for (batch, outcome) in batches.iter().zip(&mut outcomes) {
        let Ok(outcome) = outcome else { continue };
        outcome.notified = notices::save(connection, batch.board_id, &outcome.notices, batch.now).await?;
        webhooks::save(connection, &std::mem::take(&mut outcome.events), batch.now).await?;
    }
    Ok(outcomes)
}

/// Reserves versions and space on the boards of some batches, and loads what the batches refer to.
async fn open_boards(
    connection: &mut Connection,
    batches: &[BatchWrite],
) -> Result<BTreeMap<Id, OpenBoard>, DomainError> {
    let mut spaces: BTreeMap<Id, BoardSpace> = BTreeMap::new();
    for batch in batches {
        let space = spaces.entry(batch.board_id).or_default();
        space.versions += 1;
        for prepared in batch.readable() {
            space.add_op(prepared);
        }
    }
    let mut boards = BTreeMap::new();
    for reserved in boards::reserve(connection, &spaces).await? {
        let board_id = reserved.row.board.id;
        let space = spaces.remove(&board_id).unwrap_or_default();
        let limits = quotas::check_board(connection, reserved.row.owner_id, &reserved, &space).await?;
        boards.insert(board_id, OpenBoard::new(reserved, space, limits));
    }
    let mut references = References::default();
    for batch in batches.iter().filter(|batch| boards.contains_key(&batch.board_id)) {
        let add = |ids: &mut BTreeSet<(Id, Id)>, id: Option<Id>| ids.extend(id.map(|id| (batch.board_id, id)));
        add(&mut references.members, Some(batch.account.id));
        for prepared in batch.readable() {
            add(&mut references.ops, Some(prepared.op.id));
            add(&mut references.members, assigned_member(&prepared.op.change));
            let refs = referenced_records(&prepared.op.change);
            add(&mut references.lists, refs.list_id);
            add(&mut references.cards, refs.card_id);
            add(&mut references.items, refs.item_id);
            if let Change::CompleteRecurring { card_id, due, .. } = &prepared.op.change {
                let next_ids = next_occurrence_ids(*card_id, due);
                references.cards.extend(next_ids.into_iter().map(|id| (batch.board_id, id)));
                add(&mut references.cards_with_items, refs.card_id);
            }
        }
    }
    let referenced = records::referenced(connection, &references).await?;
    for (board_id, user_id, membership) in referenced.members {
        if let Some(board) = boards.get_mut(&board_id) {
            board.members.insert(user_id, Member { membership, has_changed: false });
        }
    }
    for (board_id, id, hash) in referenced.ops {
        if let Some(board) = boards.get_mut(&board_id) {
            board.known_hashes.insert(id, hash);
        }
    }
    add_records(&mut boards, referenced.records);
    prepare_completions(connection, &mut boards, batches).await?;
    Ok(boards)
}

fn add_records(boards: &mut BTreeMap<Id, OpenBoard>, records: Vec<(Id, BoardContents)>) {
    for (board_id, found) in records {
        let Some(board) = boards.get_mut(&board_id) else { continue };
        board.records.lists.extend(found.lists.into_iter().map(|list| (list.id, list)));
        board.stored_locations.extend(found.cards.iter().map(|card| (card.id, CardLocation::of(card))));
        board.records.cards.extend(found.cards.into_iter().map(|card| (card.id, card)));
        board.records.items.extend(found.items.into_iter().map(|item| (item.id, item)));
    }
}

/// Loads what only completing recurring cards needs: the items that have the id of a copy, and the members who watch anything.
async fn prepare_completions(
    connection: &mut Connection,
    boards: &mut BTreeMap<Id, OpenBoard>,
    batches: &[BatchWrite],
) -> Result<(), DomainError> {
    let mut references = References::default();
    for (board_id, board) in &mut *boards {
        let batches = batches.iter().filter(|batch| batch.board_id == *board_id);
        let changes: Vec<&Change> =
            batches.flat_map(BatchWrite::readable).map(|prepared| &prepared.op.change).collect();
        if !changes.iter().any(|change| matches!(change, Change::CompleteRecurring { .. })) {
            continue;
        }
        references.items.extend(ids_of_copies(&changes, &board.records).into_iter().map(|id| (*board_id, id)));
        if board.is_shared {
            for (user_id, membership) in members::watching(connection, *board_id).await? {
                board.members.entry(user_id).or_insert(Member { membership, has_changed: false });
            }
        }
    }
    let referenced = records::referenced(connection, &references).await?;
    add_records(boards, referenced.records);
    Ok(())
}

/// What an op takes of a board.
trait OpSpace {
    fn add_op(&mut self, prepared: &Prepared);
}

impl OpSpace for BoardSpace {
    fn add_op(&mut self, prepared: &Prepared) {
        let body_bytes = i64::try_from(prepared.summary.len()).unwrap_or(i64::MAX / 2);
        self.op_bytes += OP_ROW_BYTES + body_bytes;
        self.body_bytes += body_bytes;
        self.text_bytes += text_bytes::at_most(&prepared.op.change);
        self.cards += cards_of(prepared);
    }
}

/// Returns the number of cards that an op adds at most. A card that exists already is not added again.
fn cards_of(prepared: &Prepared) -> i64 {
    i64::from(matches!(prepared.op.change, Change::AddCard { .. } | Change::CompleteRecurring { .. }))
}

/// Returns the number of cards that an op has added.
fn added_cards(applied: &Applied) -> i64 {
    let cards = |records: &[Record]| records.iter().filter(|record| matches!(record, Record::Card(_))).count();
    i64::try_from(cards(&applied.changed) - cards(&applied.before)).unwrap_or_default()
}

/// A board inside a transaction: what its batches refer to and have changed so far.
struct OpenBoard {
    /// The members who make the changes.
    members: BTreeMap<Id, Member>,
    is_shared: bool,
    /// Whether any member has webhooks.
    has_webhooks: bool,
    /// The version after the batches that have run.
    version: i64,
    /// The version before the transaction.
    first_version: i64,
    /// What was reserved, and what the batches have used of it.
    reserved: BoardSpace,
    used: BoardSpace,
    /// Bytes of copies beyond the reservation.
    unreserved_bytes: i64,
    limits: quotas::BoardLimits,
    records: Records,
    /// Where the cards are stored that were loaded.
    stored_locations: BTreeMap<Id, CardLocation>,
    known_hashes: HashMap<Id, String>,
    new_ops: Vec<OpRow>,
    changes: BoardChanges,
    retention: Option<OpRetention>,
}

impl OpenBoard {
    fn new(board: ReservedBoard, reserved: BoardSpace, limits: quotas::BoardLimits) -> Self {
        let first_version = board.row.version - reserved.versions;
        Self {
            members: BTreeMap::new(),
            is_shared: board.row.member_count > 1,
            has_webhooks: board.has_webhooks,
            version: first_version,
            first_version,
            reserved,
            used: BoardSpace::default(),
            unreserved_bytes: 0,
            limits,
            records: Records::new(board.row.board),
            stored_locations: BTreeMap::new(),
            known_hashes: HashMap::new(),
            new_ops: Vec::new(),
            changes: BoardChanges::default(),
            retention: None,
        }
    }

    /// Shows the records as a member sees them, whose changes are then applied.
    ///
    /// # Errors
    /// Returns `ErrorCode::NotFound` if the account is not a member.
    fn show_to(&mut self, account: Actor) -> Result<(), ErrorCode> {
        let membership = self.members.get(&account.id).map(|member| &member.membership);
        policy::authorize(membership, Action::View)?;
        if let Some(membership) = membership {
            self.records.user_id = Some(account.id);
            membership.personalize_board(&mut self.records.board);
            membership.personalize_lists(self.records.lists.values_mut());
        }
        Ok(())
    }

    /// Keeps what a batch has changed of what only its author sees.
    fn keep_personal(&mut self, account: Actor, changed: &ChangedRecords) {
        let Some(Member { membership, has_changed }) = self.members.get_mut(&account.id) else { return };
        if membership.is_favorite != self.records.board.favorite {
            (membership.is_favorite, *has_changed) = (self.records.board.favorite, true);
        }
        if membership.is_muted != self.records.board.is_muted {
            (membership.is_muted, *has_changed) = (self.records.board.is_muted, true);
        }
        if membership.shares_focus != self.records.board.shares_focus {
            (membership.shares_focus, *has_changed) = (self.records.board.shares_focus, true);
        }
        if membership.watched_ids != self.records.board.watched_ids {
            (membership.watched_ids, *has_changed) = (self.records.board.watched_ids.clone(), true);
        }
        for list in changed.lists.iter().filter_map(|id| self.records.lists.get(id)) {
            *has_changed |= match list.is_collapsed {
                true => membership.collapsed_list_ids.insert(list.id),
                false => membership.collapsed_list_ids.remove(&list.id),
            };
        }
    }

    /// Checks what the reducer cannot know: the limits of the board's owner, and that only members are assigned.
    fn check(&self, op: &BoardOp) -> Result<(), ErrorCode> {
        let change = &op.change;
        let unreserved_bytes = self.unreserved_bytes + self.unreserved_copy(op);
        let checked = self.limits.check(change, unreserved_bytes).and_then(|()| match assigned_member(change) {
            Some(user_id) if !self.members.contains_key(&user_id) => Err(ErrorCode::UnknownMember),
            _ => Ok(()),
        });
        // The reducer checks the role too, so here it matters only for the reason of a refusal.
        checked.or_else(|code| check_change(&self.records, change).and(Err(code)))
    }

    /// Returns the bytes of an op's copies beyond the reservation. Only completing a recurring card copies texts.
    fn unreserved_copy(&self, op: &BoardOp) -> i64 {
        if !matches!(op.change, Change::CompleteRecurring { .. }) {
            return 0;
        }
        let added = decide(&self.records, op).as_ref().map(text_bytes::added).unwrap_or_default();
        (added - text_bytes::at_most(&op.change)).max(0)
    }

    /// Lets the other members who watch a card watch its next occurrence, too. Returns whether there are any.
    fn watch_next(&mut self, author: Actor, card_id: Id, next_id: Id) -> bool {
        let mut has_changed = false;
        for (_, member) in self.members.iter_mut().filter(|(user_id, _)| **user_id != author.id) {
            if watch_next_occurrence(&mut member.membership.watched_ids, card_id, next_id) {
                (member.has_changed, has_changed) = (true, true);
            }
        }
        has_changed
    }

    /// Runs a batch. The role of its author is checked for each op, by the reducer.
    ///
    /// # Errors
    /// Returns `ErrorCode::NotFound` if the account is not a member.
    fn run(&mut self, batch: &BatchWrite) -> Result<BatchOutcome, DomainError> {
        self.show_to(batch.account)?;
        let hidden_before = hidden_records(&self.records);
        let mut changed = ChangedRecords::default();
        let mut new_ops = Vec::with_capacity(batch.ops.len());
        let mut results = Vec::with_capacity(batch.ops.len());
        let (mut notices, mut events) = (Vec::new(), Vec::new());
        for prepared in &*batch.ops {
            let prepared = match prepared {
                Ok(prepared) => prepared,
                Err(id) => {
                    results.push(OpResult { id: *id, status: OpStatus::Refused, code: Some(ErrorCode::BadOp) });
                    continue;
                }
            };
            let (status, code) = match self.known_hashes.get(&prepared.op.id) {
                Some(hash) if *hash == prepared.hash => (OpStatus::Duplicate, None),
                Some(_) => (OpStatus::Refused, Some(ErrorCode::OpIdReused)),
                None => match self.check(&prepared.op).and_then(|()| apply(&mut self.records, &prepared.op)) {
                    Ok(applied) => {
                        changed.add(&applied);
                        if let Change::CompleteRecurring { card_id, .. } = &prepared.op.change
                            && let Some(next_id) = added_card(&applied)
                            && self.watch_next(batch.account, *card_id, next_id)
                        {
                            // They request the board's own record, which says what they watch.
                            (changed.board, changed.is_shared_change) = (true, true);
                        }
                        if self.is_shared {
                            notices.extend(notices::of_op(batch.account.id, &prepared.op, &applied, &self.records));
                        }
                        if self.has_webhooks {
                            events.extend(webhooks::of_op(
                                batch.account.id,
                                batch.board_id,
                                self.version + 1,
                                &applied,
                            ));
                        }
                        let card_id = card_of(&prepared.op.change, &self.records);
                        new_ops.push((prepared, card_id.filter(|_| !applied.changed.is_empty())));
                        self.known_hashes.insert(prepared.op.id, prepared.hash.clone());
                        self.used.add_op(prepared);
                        let more_bytes = text_bytes::added(&applied) - text_bytes::at_most(&prepared.op.change);
                        self.used.text_bytes += more_bytes;
                        self.unreserved_bytes += more_bytes.max(0);
                        self.used.cards += added_cards(&applied) - cards_of(prepared);
                        (OpStatus::Applied, None)
                    }
                    Err(code) => (OpStatus::Refused, Some(code)),
                },
            };
            results.push(OpResult { id: Some(prepared.op.id), status, code });
        }
        self.keep_personal(batch.account, &changed);
        if !changed.is_empty() {
            self.version += 1;
            self.used.versions += 1;
            self.changes.add(&changed, &self.records, &hidden_before, self.version);
        }
        // Ops that changed nothing are stored too: sent again later, they must not overwrite newer changes.
        self.new_ops.extend(new_ops.into_iter().map(|(prepared, card_id)| OpRow {
            board_id: batch.board_id,
            id: prepared.op.id,
            hash: prepared.hash.clone(),
            body: prepared.summary.clone(),
            version: self.version,
            user_id: batch.account.id,
            card_id,
            at: prepared.op.at,
        }));
        self.retention = Some(batch.retention);
        let announcement = (!changed.is_empty()).then(|| Announcement {
            author_id: batch.account.id,
            board_id: batch.board_id,
            since: self.version - 1,
            version: self.version,
            records: match batch.has_subscribers || changed.is_personal(&self.records, self.is_shared) {
                true => changed.announced(&self.records, &hidden_before, self.version, self.is_shared),
                false => AnnouncedRecords::default(),
            },
        });
        let response = OpsResponse { version: self.version, results };
        let announcement = announcement.map(Arc::new);
        Ok(BatchOutcome { response, announcement, notices, events, notified: BTreeSet::new() })
    }

    /// Returns the retention if the stored ops are to be trimmed now.
    fn due_trim(&self) -> Option<OpRetention> {
        let is_due = self.version / VERSIONS_PER_TRIM != self.first_version / VERSIONS_PER_TRIM
            || self.new_ops.len() > OPS_PER_TRIM;
        self.retention.filter(|_| is_due)
    }
}

/// A member who makes changes.
struct Member {
    membership: Membership,
    /// Whether the changes concern what only the member sees.
    has_changed: bool,
}

/// Writes the changes of some boards.
async fn save(connection: &mut Connection, boards: Vec<&OpenBoard>) -> Result<(), DomainError> {
    let mut writes = RecordWrites::default();
    for board in &boards {
        board.changes.collect(&board.records, &board.stored_locations, &mut writes);
        if let Some(version) = board.changes.board {
            boards::update(connection, &board.records.board, version).await?;
        }
        for (user_id, member) in &board.members {
            if member.has_changed {
                members::update_personal(connection, board.records.board.id, *user_id, &member.membership).await?;
            }
        }
        if let Some(unused) = board.reserved.minus(&board.used) {
            boards::release(connection, board.records.board.id, &unused).await?;
        }
    }
    let new_ops: Vec<&OpRow> = boards.iter().flat_map(|board| &board.new_ops).collect();
    ops::insert(connection, &new_ops).await?;
    // Parents before children, because of the foreign keys.
    records::put_lists(connection, &writes.lists).await?;
    records::put_cards(connection, &writes.cards).await?;
    records::update_cards(connection, &writes.edited_cards).await?;
    records::put_items(connection, &writes.items).await?;
    for board in boards {
        if let Some(retention) = board.due_trim() {
            ops::trim_bodies(connection, board.records.board.id, retention, None).await?;
        }
    }
    Ok(())
}

/// Returns the member that a change assigns to a card.
fn assigned_member(change: &Change) -> Option<Id> {
    match change {
        Change::EditCard { edit: CardEdit::Assign(user_id), .. } => Some(*user_id),
        _ => None,
    }
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

/// The ids of the records that a batch has changed.
#[derive(Default)]
struct ChangedRecords {
    board: bool,
    lists: BTreeSet<Id>,
    cards: BTreeSet<Id>,
    items: BTreeSet<Id>,
    /// Whether others see a change of the board's own record or of a list.
    is_shared_change: bool,
}

impl ChangedRecords {
    fn add(&mut self, applied: &Applied) {
        for record in &applied.changed {
            self.is_shared_change |= match record {
                Record::Board(after) => !applied.before.iter().any(
                    |before| matches!(before, Record::Board(before) if with_personal_fields(before, after) == **after),
                ),
                Record::List(after) => !applied.before.iter().any(
                    |before| matches!(before, Record::List(before) if List { is_collapsed: after.is_collapsed, ..before.clone() } == *after),
                ),
                Record::Card(_) | Record::Item(_) => false,
            };
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

    /// Returns whether the board has other members and none of them sees the change.
    fn is_personal(&self, records: &Records, is_shared: bool) -> bool {
        let is_reminder = |id: &Id| records.items.get(id).is_some_and(Item::is_reminder);
        is_shared && !self.is_shared_change && self.cards.is_empty() && self.items.iter().all(is_reminder)
    }

    /// Returns the changed records for the announcement. There are none if a record was restored: its contents belong to
    /// the change, but are not loaded. Nor are there any if other members' reminders were copied, which only those see.
    fn announced(
        &self,
        records: &Records,
        hidden_before: &HiddenRecords,
        version: i64,
        is_shared: bool,
    ) -> AnnouncedRecords {
        let was_restored = self.cards.iter().any(|id| hidden_before.cards.contains(id))
            || self.lists.iter().any(|id| hidden_before.lists.contains(id));
        let is_others_reminder = |item: &Item| item.is_reminder() && item.author_id != records.user_id;
        let has_others_reminders =
            is_shared && self.items.iter().filter_map(|id| records.items.get(id)).any(is_others_reminder);
        if was_restored || has_others_reminders {
            return AnnouncedRecords::default();
        }
        let of_author = BoardRecords {
            version,
            is_complete: false,
            board: self.board.then(|| records.board.clone()),
            lists: self.lists.iter().filter_map(|id| records.lists.get(id)).cloned().collect(),
            cards: self.cards.iter().filter_map(|id| records.cards.get(id)).cloned().collect(),
            items: self.items.iter().filter_map(|id| records.items.get(id)).cloned().collect(),
        };
        let of_others = (is_shared && !self.is_shared_change).then(|| {
            let items = of_author.items.iter().filter(|item| !item.is_reminder()).cloned().collect();
            BoardRecords { board: None, lists: vec![], items, ..of_author.clone() }
        });
        // The members of a shared board are not loaded.
        AnnouncedRecords { of_author: Some(of_author).filter(|_| !(is_shared && self.board)), of_others }
    }
}

/// Returns a board's record with the fields that only its reader sees replaced by those of another state of it. Others see
/// whether the reader shares the focus time.
fn with_personal_fields(board: &Board, after: &Board) -> Board {
    Board {
        favorite: after.favorite,
        watched_ids: after.watched_ids.clone(),
        is_muted: after.is_muted,
        ..board.clone()
    }
}

/// The versions at which the batches of a transaction have changed a record.
#[derive(Clone, Copy, Default)]
struct RecordVersions {
    changed: i64,
    /// 0 if the record was not restored.
    restored: i64,
}

/// The records of a board that the batches of a transaction have changed. Each is written once, however many ops changed
/// it.
#[derive(Default)]
struct BoardChanges {
    board: Option<i64>,
    lists: BTreeMap<Id, RecordVersions>,
    cards: BTreeMap<Id, RecordVersions>,
    items: BTreeMap<Id, RecordVersions>,
}

impl BoardChanges {
    /// Adds the changes of a batch. `hidden_before` contains the records that were hidden before it.
    fn add(&mut self, changed: &ChangedRecords, records: &Records, hidden_before: &HiddenRecords, version: i64) {
        if changed.board {
            self.board = Some(version);
        }
        let is_restored_list = |id: &Id| {
            hidden_before.lists.contains(id) && records.lists.get(id).is_some_and(|list| list.trashed_at.is_none())
        };
        set_versions(&mut self.lists, &changed.lists, version, is_restored_list);
        set_versions(&mut self.cards, &changed.cards, version, |id| hidden_before.cards.contains(id));
        set_versions(&mut self.items, &changed.items, version, |_| false);
    }

    /// Adds the writes of the changed records. `locations` is where the loaded cards are stored.
    fn collect<'a>(&self, records: &'a Records, locations: &BTreeMap<Id, CardLocation>, all: &mut RecordWrites<'a>) {
        let board_id = records.board.id;
        all.lists.extend(writes(board_id, &self.lists, |id| records.lists.get(id)));
        for write in writes(board_id, &self.cards, |id| records.cards.get(id)) {
            let is_unmoved = locations.get(&write.record.id) == Some(&CardLocation::of(write.record));
            if is_unmoved && write.restored_version == 0 { &mut all.edited_cards } else { &mut all.cards }.push(write);
        }
        all.items.extend(writes(board_id, &self.items, |id| records.items.get(id)));
    }
}

/// The writes of the records of some boards.
#[derive(Default)]
struct RecordWrites<'a> {
    lists: Vec<RecordWrite<'a, List>>,
    /// New cards, and cards that were moved to another list, the archive or the trash, or back.
    cards: Vec<RecordWrite<'a, Card>>,
    /// Stored cards whose list, archive and trash state stay the same.
    edited_cards: Vec<RecordWrite<'a, Card>>,
    items: Vec<RecordWrite<'a, Item>>,
}

/// Where a card is: its list, or the archive or the trash.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CardLocation {
    list_id: Id,
    archived_at: Option<Timestamp>,
    trashed_at: Option<Timestamp>,
}

impl CardLocation {
    fn of(card: &Card) -> Self {
        Self { list_id: card.list_id, archived_at: card.archived_at, trashed_at: card.trashed_at }
    }
}

fn set_versions(
    versions: &mut BTreeMap<Id, RecordVersions>,
    changed: &BTreeSet<Id>,
    version: i64,
    is_restored: impl Fn(&Id) -> bool,
) {
    for id in changed {
        let record = versions.entry(*id).or_default();
        record.changed = version;
        if is_restored(id) {
            record.restored = version;
        }
    }
}

fn writes<'a, R: 'a>(
    board_id: Id,
    versions: &BTreeMap<Id, RecordVersions>,
    find: impl Fn(&Id) -> Option<&'a R>,
) -> impl Iterator<Item = RecordWrite<'a, R>> {
    versions.iter().filter_map(move |(id, versions)| {
        let record = find(id)?;
        Some(RecordWrite { board_id, record, version: versions.changed, restored_version: versions.restored })
    })
}
