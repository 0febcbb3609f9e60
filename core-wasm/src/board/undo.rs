//! Undoes and redoes ops on boards, unless somebody has changed the same since (SPEC M80 to M82).

use super::machine::Boards;
use super::order::Ranked;
use super::reduce::{self, Records};
use crate::context::Context;
use crate::context::recording::{UndoFootprint, UndoStep};
use crate::env::Env;
use crate::protocol::id::Id;
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::record::{Board, Card, Item, List};
use crate::protocol::text::Slug;
use crate::protocol::time::Timestamp;
use crate::sort::sort_by_key;
use std::borrow::Cow;

/// What undoing an action did.
#[derive(Debug, Default)]
pub(crate) struct UndoResult {
    /// How to reverse it; empty if nothing was changed.
    pub(crate) reversed: Vec<UndoStep>,
    /// The board of these steps: another one if cards or lists were moved between boards.
    pub(crate) board_id: Option<Id>,
    /// Whether anything was kept because it was changed since.
    pub(crate) has_kept: bool,
}

/// Whether a step can be carried out.
enum StepState {
    /// Everything is as the op has left it.
    Applicable,
    /// It would change nothing, or is not possible any more.
    Void,
    /// Somebody has changed what the op had changed.
    ChangedSince,
}

impl Boards {
    /// Returns the step that undoes an op by these changes. The op was just applied.
    pub(super) fn undo_step(&self, board_id: Id, changes: Vec<Change>) -> UndoStep {
        let has_contents = changes.iter().all(|change| self.replicas.has_contents(board_id, change));
        let records = self.known_records(board_id);
        let footprint = records.map(|records| footprint(&records, &changes, has_contents)).unwrap_or_default();
        UndoStep { changes, has_contents, footprint }
    }

    /// Undoes ops, or redoes them, except those whose effect was changed since.
    pub(crate) fn apply_undo(
        &mut self,
        board_id: Id,
        steps: Vec<UndoStep>,
        env: &Env,
        ctx: &mut Context,
    ) -> UndoResult {
        let mut result = UndoResult::default();
        for step in steps {
            match self.state_of(board_id, &step) {
                StepState::Void => {}
                StepState::ChangedSince => result.has_kept = true,
                StepState::Applicable => {
                    let (mut inverse, mut board_id) = (vec![], board_id);
                    for change in step.changes {
                        let other = change.other_board();
                        let reversed = self.apply_change(board_id, change, env, ctx).unwrap_or_default();
                        if other.is_some() && reversed.is_empty() {
                            result.has_kept = true;
                            break;
                        }
                        // The changes after a move are of the board to which something was moved.
                        board_id = other.unwrap_or(board_id);
                        inverse.splice(0..0, reversed);
                    }
                    if !inverse.is_empty() {
                        result.reversed.insert(0, self.undo_step(board_id, inverse));
                        result.board_id = Some(board_id);
                    }
                }
            }
        }
        result
    }

    fn state_of(&self, board_id: Id, step: &UndoStep) -> StepState {
        let UndoStep { changes, has_contents, footprint: expected } = step;
        let Some(records) = self.known_records(board_id) else { return StepState::Void };
        if changes.iter().all(|change| inverse_of(&records, change).is_empty()) {
            return StepState::Void;
        }
        let is_unchanged = footprint(&records, changes, *has_contents) == *expected
            && changes.iter().all(|change| reduce::merges_cleanly(&records, change));
        if is_unchanged { StepState::Applicable } else { StepState::ChangedSince }
    }

    /// Returns what is known of a board, at least its own record.
    fn known_records(&self, board_id: Id) -> Option<Cow<'_, Records>> {
        let known = self.records_of(board_id).map(Cow::Borrowed);
        known.or_else(|| {
            let board = self.overview.find(board_id)?.clone();
            Some(Cow::Owned(Records { user_id: self.partial.account(), ..Records::new(board) }))
        })
    }
}

/// Returns the changes that undo a change; none if it is not possible or changes nothing.
fn inverse_of(records: &Records, change: &Change) -> Vec<Change> {
    let op = BoardOp { id: records.board.id, at: Timestamp::from_millis(0), change: change.clone() };
    reduce::decide(records, &op).unwrap_or_default().inverse
}

/// Returns what a change would overwrite, as the changes that set it.
fn overwritten_by(records: &Records, change: &Change) -> Vec<Change> {
    // Moves are frequent, so the usual one is not computed by applying it.
    if let Change::MoveCard { card_id, .. } = change
        && let Some(card) = records.cards.get(card_id).filter(|card| card.is_in_use())
        && records.lists.get(&card.list_id).is_some_and(Ranked::is_in_use)
    {
        return vec![Change::MoveCard { card_id: *card_id, list_id: card.list_id, rank: card.rank.to_hex() }];
    }
    // A description is merged, so its other paragraphs may have changed.
    let mut overwritten = inverse_of(records, change);
    overwritten.retain(|change| !matches!(change, Change::MergeDescription { .. }));
    overwritten
}

/// Returns what changes would overwrite, move to the trash or, with a list, to another board, with the contents of the latter two
/// if they are known.
fn footprint(records: &Records, changes: &[Change], has_contents: bool) -> UndoFootprint {
    let mut affected = UndoFootprint::default();
    for change in changes {
        match change {
            Change::TrashBoard => affected.board = Some(normalized_board(&records.board)),
            Change::TrashList { list_id } | Change::MoveToBoard { card_id: None, list_id, .. } => {
                affected.lists.extend(records.lists.get(list_id).map(normalized_list));
                let is_on_list = |card: &&Card| has_contents && card.list_id == *list_id && card.trashed_at.is_none();
                affected.cards.extend(records.cards.values().filter(is_on_list).map(normalized_card));
            }
            Change::TrashCard { card_id } => {
                affected.cards.extend(records.cards.get(card_id).map(normalized_card));
                let is_on_card = |item: &&Item| {
                    has_contents && item.card_id == *card_id && item.trashed_at.is_none() && !item.is_reminder()
                };
                affected.items.extend(records.items.values().filter(is_on_card).map(normalized_item));
            }
            Change::TrashItem { item_id } => affected.items.extend(records.items.get(item_id).map(normalized_item)),
            _ => {}
        }
    }
    sort_by_key(&mut affected.cards, |card| card.id);
    sort_by_key(&mut affected.items, |item| item.id);
    affected.overwritten = changes.iter().flat_map(|change| overwritten_by(records, change)).collect();
    affected
}

// Records without the times of changes, which undo does not restore, and without what each member sees differently.

fn normalized_board(board: &Board) -> Board {
    let slug = Slug::parse("board").unwrap_or_else(|_| board.slug.clone());
    Board {
        slug,
        favorite: false,
        watched_ids: vec![],
        is_muted: false,
        shares_focus: false,
        trashed_at: None,
        ..board.clone()
    }
}

fn normalized_list(list: &List) -> List {
    List { is_collapsed: false, trashed_at: None, ..list.clone() }
}

fn normalized_card(card: &Card) -> Card {
    let without_time = |at: Option<Timestamp>| at.map(|_| card.created_at);
    let (completed_at, archived_at) = (without_time(card.completed_at), without_time(card.archived_at));
    Card { completed_at, archived_at, trashed_at: None, ..card.clone() }
}

fn normalized_item(item: &Item) -> Item {
    Item { author_id: None, edited_at: None, trashed_at: None, ..item.clone() }
}
