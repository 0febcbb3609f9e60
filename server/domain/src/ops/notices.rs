//! What a batch adds to the inboxes of a board's members: mentions, assignments, and comments and due dates on cards that
//! they watch or are assigned to.

use crate::error::DomainError;
use crate::inbox;
use core_wasm::board::mentions::mentioned;
use core_wasm::board::reduce::{Applied, Record, Records};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::inbox::InboxKind;
use core_wasm::protocol::op::{BoardOp, CardEdit, Change, ItemEdit};
use core_wasm::protocol::record::{Card, ItemContent};
use core_wasm::protocol::sharing::Member;
use core_wasm::protocol::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use twentyfour_model::token::random_bytes;
use twentyfour_store::Connection;
use twentyfour_store::inbox::NewEntry;
use twentyfour_store::members::{self, Subscriber};

/// The maximum number of entries that a batch adds, because other changes of the board wait for it.
const MAX_ENTRIES: usize = 1_000;

/// Something that members are notified of.
pub(super) struct Notice {
    author_id: Id,
    card_id: Id,
    event: Event,
}

enum Event {
    /// A member was assigned.
    Assignment { user_id: Id },
    /// A comment was added, or its text was changed.
    Comment {
        item_id: Id,
        text: String,
        /// The text before; `None` for a new comment.
        before: Option<String>,
        watched: Watched,
    },
    /// The due date was changed.
    DueDate { due_date: Option<String>, watched: Watched },
}

/// What one watches to be notified of a change to a card.
struct Watched {
    /// The card, its list and its board.
    ids: [Id; 3],
    /// Who is assigned to the card, and so watches it too.
    assignee_ids: Vec<Id>,
}

impl Watched {
    fn of(records: &Records, card: &Card) -> Self {
        Self { ids: [card.id, card.list_id, records.board.id], assignee_ids: card.assignee_ids.clone() }
    }

    fn is_watched_by(&self, subscriber: &Subscriber) -> bool {
        self.ids.iter().any(|id| subscriber.watched_ids.contains(id))
            || self.assignee_ids.contains(&subscriber.member.user_id)
    }
}

/// Returns what an op notifies members of. `records` are those after it.
pub(super) fn of_op(author_id: Id, op: &BoardOp, applied: &Applied, records: &Records) -> Option<Notice> {
    if applied.changed.is_empty() {
        return None;
    }
    let (card_id, event) = match &op.change {
        Change::EditCard { card_id, edit: CardEdit::Assign(user_id) } => {
            (*card_id, Event::Assignment { user_id: *user_id })
        }
        Change::EditCard { card_id, edit: CardEdit::DueDate(due_date) } => {
            let watched = Watched::of(records, records.cards.get(card_id)?);
            (*card_id, Event::DueDate { due_date: due_date.clone(), watched })
        }
        Change::AddComment { item_id, card_id, text } => {
            let watched = Watched::of(records, records.cards.get(card_id)?);
            (*card_id, Event::Comment { item_id: *item_id, text: text.clone(), before: None, watched })
        }
        Change::EditItem { item_id, edit: ItemEdit::Text(text) } => {
            let item = records.items.get(item_id)?;
            let before = applied.before.iter().find_map(|record| match record {
                Record::Item(item) => match &item.content {
                    ItemContent::Comment { text, .. } => Some(text.as_str().to_owned()),
                    _ => None,
                },
                _ => None,
            });
            // Only mentions are announced, so it does not matter who watches the card.
            let watched = Watched { ids: [item.card_id; 3], assignee_ids: vec![] };
            (item.card_id, Event::Comment { item_id: *item_id, text: text.clone(), before, watched })
        }
        _ => return None,
    };
    Some(Notice { author_id, card_id, event })
}

/// Adds entries about what happened on a board to the inboxes of its members, and returns their accounts. Call it after what
/// members watch was saved.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) async fn save(
    connection: &mut Connection,
    board_id: Id,
    notices: &[Notice],
    now: Timestamp,
) -> Result<BTreeSet<Id>, DomainError> {
    if notices.is_empty() {
        return Ok(BTreeSet::new());
    }
    let reads_watched = notices.iter().any(|notice| !matches!(notice.event, Event::Assignment { .. }));
    let subscribers = members::subscribers(connection, board_id, reads_watched).await?;
    let members: Vec<Member> = subscribers.iter().map(|subscriber| subscriber.member.clone()).collect();
    // Of a batch, which may contain hours of work offline, each member is notified once of each kind and card.
    let mut entries = BTreeMap::new();
    for notice in notices {
        let mentioned_ids = notice.mentioned_ids(&members);
        for subscriber in &subscribers {
            if subscriber.is_muted || subscriber.member.user_id == notice.author_id {
                continue;
            }
            if let Some((kind, item_id, text)) = notice.entry_for(subscriber, &mentioned_ids) {
                let user_id = subscriber.member.user_id;
                let entry = NewEntry {
                    id: Id::from_parts(now.millis().unsigned_abs(), &random_bytes()),
                    user_id,
                    kind,
                    board_id,
                    card_id: Some(notice.card_id),
                    item_id,
                    author_id: notice.author_id,
                    text,
                };
                // Mentions and assignments come first, then what all who watch a card are notified of.
                entries.insert((kind, notice.card_id, user_id), entry);
            }
        }
    }
    let entries: Vec<NewEntry> = entries.into_values().take(MAX_ENTRIES).collect();
    let notified = entries.iter().map(|entry| entry.user_id).collect();
    inbox::add(connection, entries, now).await?;
    Ok(notified)
}

impl Notice {
    /// Returns the members whom a comment mentions, without those whom it mentioned before it was edited.
    fn mentioned_ids(&self, members: &[Member]) -> BTreeSet<Id> {
        let ids_in = |text: &str| mentioned(text, members).into_iter().map(|member| member.user_id).collect();
        match &self.event {
            Event::Comment { text, before: None, .. } => ids_in(text),
            Event::Comment { text, before: Some(before), .. } => {
                let known: BTreeSet<Id> = ids_in(before);
                ids_in(text).difference(&known).copied().collect()
            }
            Event::Assignment { .. } | Event::DueDate { .. } => BTreeSet::new(),
        }
    }

    /// Returns what a member is notified of, with the comment and the due date.
    fn entry_for(
        &self,
        subscriber: &Subscriber,
        mentioned_ids: &BTreeSet<Id>,
    ) -> Option<(InboxKind, Option<Id>, Option<String>)> {
        let user_id = subscriber.member.user_id;
        match &self.event {
            Event::Assignment { user_id: assigned } => {
                (*assigned == user_id).then_some((InboxKind::Assignment, None, None))
            }
            Event::Comment { item_id, before, watched, .. } => {
                let kind = match before {
                    _ if mentioned_ids.contains(&user_id) => InboxKind::Mention,
                    None if watched.is_watched_by(subscriber) => InboxKind::Comment,
                    _ => return None,
                };
                Some((kind, Some(*item_id), None))
            }
            Event::DueDate { due_date, watched } => {
                watched.is_watched_by(subscriber).then(|| (InboxKind::DueDate, None, due_date.clone()))
            }
        }
    }
}
