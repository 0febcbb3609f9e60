//! Importing the activity of boards: the newest ops of each, with the ids of the imported records.

use super::archive::Meter;
use super::ids::derived_id;
use crate::ops::Prepared;
use core_wasm::board::reduce::referenced_records;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardEdit, BoardOp, CardEdit, Change};
use core_wasm::protocol::record::BoardRecords;
use core_wasm::protocol::time::Timestamp;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::fmt;
use std::io::Read;
use twentyfour_model::OpRetention;
use twentyfour_store::ops::OpRow;

/// The maximum number of ops of a board that are imported, if the server keeps more.
const MAX_OPS: i64 = 20_000;

/// The maximum number of bytes of the ops of a board that are imported, if the server keeps more.
const MAX_BYTES: i64 = 16 << 20;

/// The maximum size of an op in an archive in bytes: one of a long description with many escapes.
const MAX_OP_BYTES: u64 = 1 << 20;

/// The maximum size of a stored op in bytes: one of 50 long labels with many escapes.
const MAX_STORED_BYTES: usize = 32 << 10;

/// The activity of a board in an archive.
#[derive(Default)]
pub(super) struct BoardActivity {
    /// The board; `None` if it could not be read.
    pub(super) board_id: Option<Id>,
    /// Its newest ops, the oldest first.
    ops: VecDeque<BoardOp>,
    /// Those by other people; `None` if the archive does not say which they are.
    by_others: Option<BTreeSet<Id>>,
    /// Those that came with a card from another board.
    moved: BTreeSet<Id>,
}

impl BoardActivity {
    /// Reads the activity of a board from `activity.json`, of which only the newest ops are kept. Without a readable board, it is empty.
    pub(super) fn read(retention: OpRetention, json: &mut dyn Read) -> Self {
        let meter = Meter::new();
        let mut deserializer = serde_json::Deserializer::from_reader(meter.limited(json));
        let seed = ActivitySeed {
            meter: &meter,
            max_count: usize::try_from(retention.max_count.min(MAX_OPS)).unwrap_or_default(),
            max_bytes: usize::try_from(retention.max_bytes.min(MAX_BYTES)).unwrap_or_default(),
        };
        seed.deserialize(&mut deserializer).unwrap_or_default()
    }
}

/// Where the activity of a board is imported.
pub(super) struct Target<'a> {
    /// The account that imports it.
    pub(super) account_id: Id,
    /// The account of the archive.
    pub(super) archived_account_id: Id,
    /// The new board.
    pub(super) board_id: Id,
    /// The board in the archive.
    pub(super) records: &'a BoardRecords,
    /// The lists, cards and items of the new board, by their ids in the archive.
    pub(super) new_ids: &'a HashMap<Id, Id>,
    /// The current time, which no op is later than.
    pub(super) now: Timestamp,
}

impl Target<'_> {
    /// Returns the ops as they are stored on the new board. All have its first version, so that they are in the order of their times,
    /// except those that came with a card from another board, which have version 0.
    pub(super) fn rows(&self, activity: BoardActivity) -> Vec<OpRow> {
        let cards_of_items: HashMap<Id, Id> = self.records.items.iter().map(|item| (item.id, item.card_id)).collect();
        let has_members = self.records.board.as_ref().is_some_and(|board| board.members.len() > 1);
        let BoardActivity { ops, by_others, moved, .. } = activity;
        let row = |mut op: BoardOp| {
            let is_own = by_others.as_ref().map_or(!has_members, |others| !others.contains(&op.id));
            let is_moved = moved.contains(&op.id);
            let refs = referenced_records(&op.change);
            let card_id = refs.card_id.or_else(|| cards_of_items.get(&refs.item_id?).copied());
            let card_id = card_id.map(|card_id| self.record(card_id));
            self.map_ids(&mut op.change);
            op.id = derived_id(self.account_id, op.id);
            op.at = op.at.min(self.now);
            let Prepared { op, hash, summary } = Prepared::new(op);
            (summary.len() <= MAX_STORED_BYTES).then_some(OpRow {
                board_id: self.board_id,
                id: op.id,
                hash,
                body: summary,
                version: if is_moved { 0 } else { 1 },
                // No account has this id, so the author is shown as a former member.
                user_id: if is_own { self.account_id } else { Id::GUEST },
                card_id,
                at: op.at,
            })
        };
        let mut known = BTreeSet::new();
        ops.into_iter().filter_map(row).filter(|row| known.insert(row.id)).collect()
    }

    /// Returns the id of a list, a card or an item. Those that were not imported get the id that they would have as boards.
    fn record(&self, id: Id) -> Id {
        match self.new_ids.get(&id) {
            Some(new_id) => *new_id,
            // Hidden by the export.
            None if id == Id::GUEST => id,
            None => derived_id(self.account_id, id),
        }
    }

    fn board(&self, id: Id) -> Id {
        let is_this = self.records.board.as_ref().is_some_and(|board| board.id == id);
        if is_this { self.board_id } else { self.record(id) }
    }

    fn user(&self, id: Id) -> Id {
        if id == self.archived_account_id { self.account_id } else { derived_id(self.account_id, id) }
    }

    fn map_ids(&self, change: &mut Change) {
        match change {
            Change::AddList { list_id, .. }
            | Change::MoveList { list_id, .. }
            | Change::EditList { list_id, .. }
            | Change::TrashList { list_id }
            | Change::RestoreList { list_id } => *list_id = self.record(*list_id),
            Change::AddCard { card_id, list_id, .. } | Change::MoveCard { card_id, list_id, .. } => {
                (*card_id, *list_id) = (self.record(*card_id), self.record(*list_id));
            }
            Change::MoveToBoard { card_id, list_id, board_id, .. } => {
                *card_id = card_id.map(|card_id| self.record(card_id));
                (*list_id, *board_id) = (self.record(*list_id), self.board(*board_id));
            }
            Change::EditCard { card_id, edit } => {
                *card_id = self.record(*card_id);
                match edit {
                    CardEdit::Assign(user_id) | CardEdit::Unassign(user_id) => *user_id = self.user(*user_id),
                    CardEdit::Cover(Some(item_id)) => *item_id = self.record(*item_id),
                    _ => {}
                }
            }
            Change::CompleteRecurring { card_id, .. }
            | Change::MergeDescription { card_id: Some(card_id), .. }
            | Change::TrashCard { card_id }
            | Change::RestoreCard { card_id } => *card_id = self.record(*card_id),
            Change::AddSubtask { item_id, card_id, .. }
            | Change::AddComment { item_id, card_id, .. }
            | Change::AddReminder { item_id, card_id, .. }
            | Change::AddAttachment { item_id, card_id, .. } => {
                (*item_id, *card_id) = (self.record(*item_id), self.record(*card_id));
            }
            Change::MoveSubtask { item_id, .. }
            | Change::EditItem { item_id, .. }
            | Change::SetReaction { item_id, .. }
            | Change::TrashItem { item_id }
            | Change::RestoreItem { item_id } => *item_id = self.record(*item_id),
            Change::EditBoard { edit: BoardEdit::Watch(id) | BoardEdit::Unwatch(id) } => *id = self.board(*id),
            Change::MergeDescription { card_id: None, .. }
            | Change::SetLabelColor { .. }
            | Change::EditBoard { .. }
            | Change::TrashBoard
            | Change::RestoreBoard => {}
        }
    }
}

/// Reads the activity of a board.
struct ActivitySeed<'a> {
    meter: &'a Meter,
    max_count: usize,
    max_bytes: usize,
}

impl<'de> DeserializeSeed<'de> for ActivitySeed<'_> {
    type Value = BoardActivity;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<BoardActivity, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ActivitySeed<'_> {
    type Value = BoardActivity;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the activity of a board")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BoardActivity, A::Error> {
        let mut activity = BoardActivity::default();
        self.meter.allow(MAX_OP_BYTES);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "board_id" => activity.board_id = Some(map.next_value()?),
                "ops" => activity.ops = map.next_value_seed(OpsSeed(&self))?,
                // These follow the ops, of which only the newest are kept.
                "by_others" => activity.by_others = Some(map.next_value_seed(IdsSeed(&self, &activity.ops))?),
                "moved" => activity.moved = map.next_value_seed(IdsSeed(&self, &activity.ops))?,
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
            self.meter.allow(MAX_OP_BYTES);
        }
        if activity.board_id.is_some() { Ok(activity) } else { Err(A::Error::missing_field("board_id")) }
    }
}

/// Reads ops, and keeps the newest.
struct OpsSeed<'a>(&'a ActivitySeed<'a>);

impl<'de> DeserializeSeed<'de> for OpsSeed<'_> {
    type Value = VecDeque<BoardOp>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for OpsSeed<'_> {
    type Value = VecDeque<BoardOp>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ops")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut found: A) -> Result<Self::Value, A::Error> {
        let ActivitySeed { meter, max_count, max_bytes } = self.0;
        let (mut ops, mut sizes, mut bytes) = (VecDeque::new(), VecDeque::new(), 0);
        while let Some(json) = found.next_element::<Box<RawValue>>()? {
            meter.allow(MAX_OP_BYTES);
            // An op of a later version of the server may be unknown.
            let Ok(op) = serde_json::from_str::<BoardOp>(json.get()) else { continue };
            ops.push_back(op);
            sizes.push_back(json.get().len());
            bytes += json.get().len();
            while ops.len() > *max_count || bytes > *max_bytes {
                ops.pop_front();
                bytes -= sizes.pop_front().unwrap_or_default();
            }
        }
        Ok(ops)
    }
}

/// Reads the ids of ops, and keeps those of some ops.
struct IdsSeed<'a>(&'a ActivitySeed<'a>, &'a VecDeque<BoardOp>);

impl<'de> DeserializeSeed<'de> for IdsSeed<'_> {
    type Value = BTreeSet<Id>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for IdsSeed<'_> {
    type Value = BTreeSet<Id>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ids of ops")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut found: A) -> Result<Self::Value, A::Error> {
        let kept: BTreeSet<Id> = self.1.iter().map(|op| op.id).collect();
        let mut ids = BTreeSet::new();
        while let Some(id) = found.next_element::<Id>()? {
            self.0.meter.allow(MAX_OP_BYTES);
            if kept.contains(&id) {
                ids.insert(id);
            }
        }
        Ok(ids)
    }
}
