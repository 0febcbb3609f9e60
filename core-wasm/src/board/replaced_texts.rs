//! Notices when a text of the user and a text of somebody else meet in the same field, so that the one that is not shown
//! can be offered (SPEC M85, M86).

use super::reduce::{self, Record, Records};
use super::replica::Replica;
use super::replicas::Replicas;
use crate::context::Context;
use crate::context::events::DomainEvent;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use crate::protocol::record::{Item, ItemContent};

/// How long after the server has confirmed a text it counts as just written, in milliseconds.
const RECENT_MS: i64 = 60_000;
/// The maximum number of texts that are remembered.
const MAX_TEXTS: usize = 50;

/// The texts that the user has just written on shared boards.
#[derive(Debug, Default)]
pub(super) struct RecentTexts(Vec<RecentText>);

/// A text that the user has written.
#[derive(Debug)]
struct RecentText {
    board_id: Id,
    op: BoardOp,
    field: TextField,
    /// The text of the field after the op.
    written: String,
    /// The text on which the op was applied.
    before: Option<String>,
    /// When the server has confirmed it; `None` until then.
    confirmed_at: Option<i64>,
}

/// A field with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TextField {
    BoardName,
    ListName(Id),
    CardTitle(Id),
    /// The description of a card, or of the board.
    Description(Option<Id>),
    /// The title of a subtask, or the text of a comment.
    Item(Id),
}

impl TextField {
    /// Returns the field whose text a change sets.
    fn of(change: &Change) -> Option<Self> {
        Some(match change {
            Change::EditBoard { edit: BoardEdit::Name(_) } => Self::BoardName,
            Change::EditList { list_id, edit: ListEdit::Name(_) } => Self::ListName(*list_id),
            Change::EditCard { card_id, edit: CardEdit::Title(_) } => Self::CardTitle(*card_id),
            Change::MergeDescription { card_id, .. } => Self::Description(*card_id),
            Change::EditItem { item_id, edit: ItemEdit::Title(_) | ItemEdit::Text(_) } => Self::Item(*item_id),
            _ => return None,
        })
    }

    /// Returns the text of the field.
    fn text<'a>(&self, records: &'a Records) -> Option<&'a str> {
        match self {
            Self::BoardName => Some(records.board.name.as_str()),
            Self::Description(None) => Some(records.board.description.as_str()),
            Self::ListName(id) => records.lists.get(id).map(|list| list.name.as_str()),
            Self::CardTitle(id) => records.cards.get(id).map(|card| card.title.as_str()),
            Self::Description(Some(id)) => records.cards.get(id).map(|card| card.description.as_str()),
            Self::Item(id) => text_of_item(records.items.get(id)?),
        }
    }

    /// Returns the text of the field in one of some records.
    fn text_in(&self, records: &[Record]) -> Option<String> {
        records.iter().find_map(|record| {
            Some(
                match (self, record) {
                    (Self::BoardName, Record::Board(board)) => board.name.as_str(),
                    (Self::ListName(id), Record::List(list)) if list.id == *id => list.name.as_str(),
                    (Self::CardTitle(id), Record::Card(card)) if card.id == *id => card.title.as_str(),
                    (Self::Item(id), Record::Item(item)) if item.id == *id => text_of_item(item)?,
                    // Descriptions are merged.
                    _ => return None,
                }
                .to_owned(),
            )
        })
    }
}

/// Returns the title of a subtask or the text of a comment. Other items have none.
fn text_of_item(item: &Item) -> Option<&str> {
    match &item.content {
        ItemContent::Subtask { title, .. } => Some(title.as_str()),
        ItemContent::Comment { text, .. } => Some(text.as_str()),
        ItemContent::Reminder { .. } | ItemContent::Attachment { .. } => None,
    }
}

impl RecentTexts {
    /// Remembers a text of the user, whose op was just applied.
    pub(super) fn remember(&mut self, replica: &Replica, op: &BoardOp) {
        let (Some(field), board_id) = (TextField::of(&op.change), replica.board().id) else { return };
        self.forget(board_id, field);
        if replica.board().members.is_empty() {
            return;
        }
        let Some(written) = field.text(replica.records()).map(str::to_owned) else { return };
        let before = field.text_in(replica.records_before_op(op.id));
        if self.0.len() == MAX_TEXTS {
            self.0.remove(0);
        }
        self.0.push(RecentText { board_id, op: op.clone(), field, written, before, confirmed_at: None });
    }

    fn forget(&mut self, board_id: Id, field: TextField) {
        self.0.retain(|text| text.board_id != board_id || text.field != field);
    }

    /// Forgets a text because another tab of the user has changed the field.
    pub(super) fn on_peer_op(&mut self, board_id: Id, op: &BoardOp) {
        if let Some(field) = TextField::of(&op.change) {
            self.forget(board_id, field);
        }
    }

    /// Forgets a text that the server refused.
    pub(super) fn on_refused(&mut self, op_id: Id) {
        self.0.retain(|text| text.op.id != op_id);
    }

    /// Forgets all texts.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Compares the texts with what their boards show now, and offers those that are not shown.
    pub(super) fn check(&mut self, replicas: &Replicas, env: &Env, ctx: &mut Context) {
        let now = env.now.millis();
        self.0.retain_mut(|recent| {
            let Some(replica) = replicas.get(recent.board_id) else { return false };
            let Some(current) = recent.field.text(replica.records()) else { return false };
            if replica.is_pending(recent.op.id) {
                let below = recent.field.text_in(replica.records_before_op(recent.op.id));
                if below != recent.before {
                    if let Some(theirs) = below.clone().filter(|theirs| *theirs != recent.written) {
                        recent.offer(ErrorCode::OtherTextReplaced, theirs, ctx);
                    }
                    recent.before = below;
                }
                return true;
            }
            if now - *recent.confirmed_at.get_or_insert(now) > RECENT_MS {
                return false;
            }
            let is_kept = match &recent.op.change {
                Change::MergeDescription { base, text, .. } => reduce::contains_changes(base, text, current),
                _ => current == recent.written,
            };
            if !is_kept {
                recent.offer(ErrorCode::OwnTextReplaced, recent.written.clone(), ctx);
            }
            is_kept
        });
    }
}

impl RecentText {
    fn offer(&self, code: ErrorCode, text: String, ctx: &mut Context) {
        ctx.events.push(DomainEvent::TextReplaced { board_id: self.board_id, op: self.op.clone(), code, text });
    }
}
