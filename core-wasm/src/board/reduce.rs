//! One op, applied to the records that it names. The browser and the server run this same function, so all replicas that
//! have applied the same ops in the same order are equal. Its cost does not grow with the board: it looks up what the op
//! names and nothing else.

use super::rank::Rank;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::{Id, IdMap};
use crate::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use crate::protocol::record::{Board, Card, Item, ItemContent, LabelColor, List, Priority};
use crate::protocol::text::{BoardName, CardTitle, Color, CommentText, Description, Image, Label, ListName, Slug};
use crate::protocol::time::{DueDate, Timestamp};

/// The most labels that a card holds.
const MAXIMUM_LABELS: usize = 50;
/// The most labels with a colour of their own that a board keeps.
const MAXIMUM_LABEL_COLORS: usize = 200;
/// The longest time before the due date at which a reminder calls: a year, in minutes.
const MAXIMUM_MINUTES_BEFORE: i64 = 525_600;

/// The records of a board, or as many of them as the ops at hand name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Records {
    /// The board.
    pub board: Board,
    /// Lists by id, those in the trash too.
    pub lists: IdMap<List>,
    /// Cards by id, those in the trash too.
    pub cards: IdMap<Card>,
    /// What lies on cards, by id, those in the trash too.
    pub items: IdMap<Item>,
}

impl Records {
    /// A board with nothing on it.
    pub fn new(board: Board) -> Self {
        Self { board, lists: IdMap::default(), cards: IdMap::default(), items: IdMap::default() }
    }

    /// Puts a record in the place of the one with its id.
    pub fn put(&mut self, record: Record) {
        match record {
            Record::Board(board) => self.board = *board,
            Record::List(list) => _ = self.lists.insert(list.id, list),
            Record::Card(card) => _ = self.cards.insert(card.id, *card),
            Record::Item(item) => _ = self.items.insert(item.id, item),
        }
    }
}

/// A record of any kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// The board itself.
    Board(Box<Board>),
    /// A list.
    List(List),
    /// A card.
    Card(Box<Card>),
    /// Something that lies on a card.
    Item(Item),
}

/// What an op did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Applied {
    /// The records as they are now; empty where the op changed nothing.
    pub changed: Vec<Record>,
    /// The same records as they were, for taking the op back exactly; a record that the op made has none.
    pub before: Vec<Record>,
    /// The ops' changes that undo this one, to be applied in order; empty where it changed nothing.
    pub inverse: Vec<Change>,
}

/// Applies an op (SPEC B20 to B31). On an error nothing has changed.
pub fn apply(records: &mut Records, op: &BoardOp) -> Result<Applied, ErrorCode> {
    let applied = decide(records, op)?;
    for record in &applied.changed {
        records.put(record.clone());
    }
    Ok(applied)
}

/// What an op would do, without doing it. The errors are those of [`apply`].
pub fn decide(records: &Records, op: &BoardOp) -> Result<Applied, ErrorCode> {
    let list = |id: &Id| records.lists.get(id).ok_or(ErrorCode::UnknownList);
    let card = |id: &Id| records.cards.get(id).ok_or(ErrorCode::UnknownCard);
    let item = |id: &Id| records.items.get(id).ok_or(ErrorCode::UnknownItem);
    match &op.change {
        Change::AddList { list_id, name, rank } => {
            if records.lists.contains_key(list_id) {
                return Ok(Applied::default());
            }
            let list = List {
                id: *list_id,
                name: ListName::parse(name)?,
                rank: Rank::parse(rank)?,
                is_collapsed: false,
                trashed_at: None,
            };
            Ok(Applied {
                changed: vec![Record::List(list)],
                before: vec![],
                inverse: vec![Change::TrashList { list_id: *list_id }],
            })
        }
        Change::MoveList { list_id, rank } => {
            let (before, rank) = (list(list_id)?, Rank::parse(rank)?);
            let back = Change::MoveList { list_id: *list_id, rank: before.rank.to_string() };
            Ok(list_changed(before, List { rank, trashed_at: None, ..before.clone() }, back))
        }
        Change::EditList { list_id, edit } => {
            let before = list(list_id)?;
            let mut after = List { trashed_at: None, ..before.clone() };
            let edit = edit_list(&mut after, edit)?;
            Ok(list_changed(before, after, Change::EditList { list_id: *list_id, edit }))
        }
        Change::TrashList { list_id } => {
            let before = list(list_id)?;
            let trashed_at = before.trashed_at.or(Some(op.at));
            Ok(list_changed(before, List { trashed_at, ..before.clone() }, Change::RestoreList { list_id: *list_id }))
        }
        Change::RestoreList { list_id } => {
            let before = list(list_id)?;
            Ok(list_changed(
                before,
                List { trashed_at: None, ..before.clone() },
                Change::TrashList { list_id: *list_id },
            ))
        }
        Change::AddCard { card_id, list_id, rank, title, priority } => {
            if records.cards.contains_key(card_id) {
                return Ok(Applied::default());
            }
            let into = list(list_id)?;
            let card = Card {
                id: *card_id,
                list_id: *list_id,
                rank: Rank::parse(rank)?,
                title: CardTitle::parse(title)?,
                description: Description::default(),
                priority: *priority,
                importance: if *priority == Priority::Completed { Priority::Low } else { *priority },
                completed_at: (*priority == Priority::Completed).then_some(op.at),
                due_date: None,
                labels: vec![],
                created_at: op.at,
                archived_at: None,
                trashed_at: None,
            };
            let added = Applied {
                changed: vec![Record::Card(Box::new(card))],
                before: vec![],
                inverse: vec![Change::TrashCard { card_id: *card_id }],
            };
            Ok(with_list_in_use(added, into))
        }
        Change::MoveCard { card_id, list_id, rank } => {
            let (before, into, rank) = (card(card_id)?, list(list_id)?, Rank::parse(rank)?);
            let back = Change::MoveCard { card_id: *card_id, list_id: before.list_id, rank: before.rank.to_string() };
            let after = Card { list_id: *list_id, rank, archived_at: None, trashed_at: None, ..before.clone() };
            let moved = card_changed(before, after, vec![back]);
            Ok(with_list_in_use(back_into(moved, list(&before.list_id)?), into))
        }
        Change::EditCard { card_id, edit } => {
            let before = card(card_id)?;
            let mut after = Card { trashed_at: None, ..before.clone() };
            let edits = edit_card(&mut after, edit, op.at)?;
            let back = edits.into_iter().map(|edit| Change::EditCard { card_id: *card_id, edit }).collect();
            Ok(card_changed(before, after, back))
        }
        Change::TrashCard { card_id } => {
            let before = card(card_id)?;
            let trashed_at = before.trashed_at.or(Some(op.at));
            let back = Change::RestoreCard { card_id: *card_id };
            let trashed = card_changed(before, Card { trashed_at, ..before.clone() }, vec![back]);
            Ok(back_into(trashed, list(&before.list_id)?))
        }
        Change::RestoreCard { card_id } => {
            let before = card(card_id)?;
            let restored = card_changed(
                before,
                Card { trashed_at: None, ..before.clone() },
                vec![Change::TrashCard { card_id: *card_id }],
            );
            Ok(with_list_in_use(restored, list(&before.list_id)?))
        }
        Change::AddSubtask { item_id, card_id, rank, title } => {
            let content = || {
                Ok(ItemContent::Subtask { rank: Rank::parse(rank)?, title: CardTitle::parse(title)?, is_done: false })
            };
            add_item(records, *item_id, card(card_id)?, op.at, content)
        }
        Change::AddComment { item_id, card_id, text } => {
            let content = || Ok(ItemContent::Comment { text: CommentText::parse(text)? });
            add_item(records, *item_id, card(card_id)?, op.at, content)
        }
        Change::AddReminder { item_id, card_id, minutes_before } => {
            let content = || Ok(ItemContent::Reminder { minutes_before: checked_minutes(*minutes_before)? });
            add_item(records, *item_id, card(card_id)?, op.at, content)
        }
        Change::MoveSubtask { item_id, rank } => {
            let before = item(item_id)?;
            let mut after = Item { trashed_at: None, ..before.clone() };
            let ItemContent::Subtask { rank: place, .. } = &mut after.content else { return Err(ErrorCode::BadOp) };
            let was = std::mem::replace(place, Rank::parse(rank)?);
            Ok(item_changed(before, after, Change::MoveSubtask { item_id: *item_id, rank: was.to_string() }))
        }
        Change::EditItem { item_id, edit } => {
            let before = item(item_id)?;
            let mut after = Item { trashed_at: None, ..before.clone() };
            let edit = edit_item(&mut after, edit, op.at)?;
            Ok(item_changed(before, after, Change::EditItem { item_id: *item_id, edit }))
        }
        Change::TrashItem { item_id } => {
            let before = item(item_id)?;
            let trashed_at = before.trashed_at.or(Some(op.at));
            Ok(item_changed(before, Item { trashed_at, ..before.clone() }, Change::RestoreItem { item_id: *item_id }))
        }
        Change::RestoreItem { item_id } => {
            let before = item(item_id)?;
            let after = Item { trashed_at: None, ..before.clone() };
            Ok(item_changed(before, after, Change::TrashItem { item_id: *item_id }))
        }
        Change::SetLabelColor { label, color } => {
            let label = Label::parse(label)?;
            let color = color.as_deref().map(Color::parse).transpose()?;
            let mut after = Board { trashed_at: None, ..records.board.clone() };
            let before = after.label_colors.iter().position(|known| known.label == label);
            let was = match (before, color) {
                (Some(index), Some(color)) => Some(std::mem::replace(&mut after.label_colors[index].color, color)),
                (Some(index), None) => Some(after.label_colors.remove(index).color),
                (None, Some(_)) if after.label_colors.len() >= MAXIMUM_LABEL_COLORS => {
                    return Err(ErrorCode::TooManyLabelColors);
                }
                (None, Some(color)) => {
                    // In the order of the labels, so that all replicas are equal whoever came first.
                    let index = after.label_colors.partition_point(|known| known.label < label);
                    after.label_colors.insert(index, LabelColor { label: label.clone(), color });
                    None
                }
                (None, None) => None,
            };
            let color = was.map(|color| color.as_str().to_owned());
            let back = Change::SetLabelColor { label: label.as_str().to_owned(), color };
            Ok(board_changed(&records.board, after, back))
        }
        Change::EditBoard { edit } => {
            let mut after = Board { trashed_at: None, ..records.board.clone() };
            let edit = edit_board(&mut after, edit)?;
            Ok(board_changed(&records.board, after, Change::EditBoard { edit }))
        }
        Change::TrashBoard => {
            let trashed_at = records.board.trashed_at.or(Some(op.at));
            Ok(board_changed(&records.board, Board { trashed_at, ..records.board.clone() }, Change::RestoreBoard))
        }
        Change::RestoreBoard => {
            Ok(board_changed(&records.board, Board { trashed_at: None, ..records.board.clone() }, Change::TrashBoard))
        }
    }
}

/// Puts something new onto a card. A card in the trash comes back from it.
fn add_item(
    records: &Records,
    item_id: Id,
    card: &Card,
    at: Timestamp,
    content: impl FnOnce() -> Result<ItemContent, ErrorCode>,
) -> Result<Applied, ErrorCode> {
    if records.items.contains_key(&item_id) {
        return Ok(Applied::default());
    }
    let item =
        Item { id: item_id, card_id: card.id, content: content()?, created_at: at, edited_at: None, trashed_at: None };
    let mut added =
        Applied { changed: vec![Record::Item(item)], before: vec![], inverse: vec![Change::TrashItem { item_id }] };
    if card.trashed_at.is_some() {
        let back = vec![Change::TrashCard { card_id: card.id }];
        let restored = card_changed(card, Card { trashed_at: None, ..card.clone() }, back);
        added.changed.extend(restored.changed);
        added.before.extend(restored.before);
        added.inverse.extend(restored.inverse);
    }
    Ok(added)
}

fn checked_minutes(minutes: i64) -> Result<i64, ErrorCode> {
    if (0..=MAXIMUM_MINUTES_BEFORE).contains(&minutes) { Ok(minutes) } else { Err(ErrorCode::ReminderInvalid) }
}

/// Sets one field of a list and gives the edit that sets it back.
fn edit_list(list: &mut List, edit: &ListEdit) -> Result<ListEdit, ErrorCode> {
    Ok(match edit {
        ListEdit::Name(name) => {
            ListEdit::Name(std::mem::replace(&mut list.name, ListName::parse(name)?).as_str().to_owned())
        }
        ListEdit::Collapsed(collapsed) => ListEdit::Collapsed(std::mem::replace(&mut list.is_collapsed, *collapsed)),
    })
}

/// Sets one field of an item and gives the edit that sets it back.
fn edit_item(item: &mut Item, edit: &ItemEdit, at: Timestamp) -> Result<ItemEdit, ErrorCode> {
    Ok(match (&mut item.content, edit) {
        (ItemContent::Subtask { title, .. }, ItemEdit::Title(text)) => {
            ItemEdit::Title(std::mem::replace(title, CardTitle::parse(text)?).as_str().to_owned())
        }
        (ItemContent::Subtask { is_done, .. }, ItemEdit::Done(done)) => {
            ItemEdit::Done(std::mem::replace(is_done, *done))
        }
        (ItemContent::Comment { text }, ItemEdit::Text(edit)) => {
            let before = std::mem::replace(text, CommentText::parse(edit)?);
            if before != *text {
                item.edited_at = Some(at);
            }
            ItemEdit::Text(before.as_str().to_owned())
        }
        (ItemContent::Reminder { minutes_before }, ItemEdit::MinutesBefore(minutes)) => {
            ItemEdit::MinutesBefore(std::mem::replace(minutes_before, checked_minutes(*minutes)?))
        }
        _ => return Err(ErrorCode::BadOp),
    })
}

/// Sets the priority of a card: completed marks it done at that moment and keeps the importance (SPEC B32).
fn set_priority(card: &mut Card, priority: Priority, at: Timestamp) {
    match priority {
        Priority::Completed => card.completed_at = card.completed_at.or(Some(at)),
        importance => {
            card.importance = importance;
            card.completed_at = None;
        }
    }
    card.priority = priority;
}

/// Sets one field of a card and gives the edits that set it back, in order.
fn edit_card(card: &mut Card, edit: &CardEdit, at: Timestamp) -> Result<Vec<CardEdit>, ErrorCode> {
    Ok(vec![match edit {
        CardEdit::Title(title) => {
            CardEdit::Title(std::mem::replace(&mut card.title, CardTitle::parse(title)?).as_str().to_owned())
        }
        CardEdit::Description(text) => CardEdit::Description(
            std::mem::replace(&mut card.description, Description::parse(text)?).as_str().to_owned(),
        ),
        CardEdit::Priority(_) | CardEdit::Completed(_) => {
            let (was, importance) = (card.priority, card.importance);
            let priority = match edit {
                CardEdit::Priority(priority) => *priority,
                CardEdit::Completed(true) => Priority::Completed,
                _ => importance,
            };
            set_priority(card, priority, at);
            if was == Priority::Completed {
                // The importance that it had comes back first, since being done does not tell it.
                return Ok(vec![CardEdit::Priority(importance), CardEdit::Completed(true)]);
            }
            CardEdit::Priority(was)
        }
        CardEdit::Archived(archived) => {
            let was = card.archived_at.is_some();
            card.archived_at = if *archived { card.archived_at.or(Some(at)) } else { None };
            CardEdit::Archived(was)
        }
        CardEdit::DueDate(due_date) => {
            let due_date = match due_date {
                Some(text) => Some(DueDate::parse(text).ok_or(ErrorCode::DueDateInvalid)?),
                None => None,
            };
            CardEdit::DueDate(std::mem::replace(&mut card.due_date, due_date).map(|before| before.as_str().to_owned()))
        }
        CardEdit::Labels(texts) => {
            let mut labels: Vec<Label> = Vec::with_capacity(texts.len().min(MAXIMUM_LABELS));
            for text in texts {
                let label = Label::parse(text)?;
                if !labels.contains(&label) {
                    labels.push(label);
                }
                if labels.len() > MAXIMUM_LABELS {
                    return Err(ErrorCode::TooManyLabels);
                }
            }
            let before = std::mem::replace(&mut card.labels, labels);
            CardEdit::Labels(before.iter().map(|label| label.as_str().to_owned()).collect())
        }
    }])
}

/// Sets one field of a board and gives the edit that sets it back.
fn edit_board(board: &mut Board, edit: &BoardEdit) -> Result<BoardEdit, ErrorCode> {
    Ok(match edit {
        BoardEdit::Name(name) => {
            BoardEdit::Name(std::mem::replace(&mut board.name, BoardName::parse(name)?).as_str().to_owned())
        }
        BoardEdit::Description(text) => BoardEdit::Description(
            std::mem::replace(&mut board.description, Description::parse(text)?).as_str().to_owned(),
        ),
        BoardEdit::Color(color) => {
            let color = color.as_deref().map(Color::parse).transpose()?;
            BoardEdit::Color(std::mem::replace(&mut board.color, color).map(|before| before.as_str().to_owned()))
        }
        BoardEdit::Image(image) => {
            let image = image.as_deref().map(Image::parse).transpose()?;
            BoardEdit::Image(std::mem::replace(&mut board.image, image).map(|before| before.as_str().to_owned()))
        }
        BoardEdit::Favorite(favorite) => BoardEdit::Favorite(std::mem::replace(&mut board.favorite, *favorite)),
    })
}

/// What has changed on a record, if anything has. `back` undoes it, and `trash` puts the record into the trash.
fn changed<R: Kept>(before: &R, after: R, back: Vec<Change>, trash: Change) -> Applied {
    if *before == after {
        return Applied::default();
    }
    // Undoing an op that took the record out of the trash puts it back there as well.
    let comes_back = before.is_trashed() && !after.is_trashed();
    let inverse = match comes_back {
        false => back,
        true if before.clone().in_use() == after => vec![trash],
        true => [back, vec![trash]].concat(),
    };
    Applied { changed: vec![after.into()], before: vec![before.clone().into()], inverse }
}

/// A record that can lie in the trash.
trait Kept: Clone + PartialEq + Into<Record> {
    /// Whether it lies there.
    fn is_trashed(&self) -> bool;
    /// The same out of the trash.
    fn in_use(self) -> Self;
}

macro_rules! kept {
    ($($record:ty: $wrap:expr),*) => {$(
        impl Kept for $record {
            fn is_trashed(&self) -> bool {
                self.trashed_at.is_some()
            }
            fn in_use(self) -> Self {
                Self { trashed_at: None, ..self }
            }
        }

        impl From<$record> for Record {
            fn from(record: $record) -> Self {
                $wrap(record)
            }
        }
    )*};
}

kept!(List: Record::List, Item: Record::Item, Card: |card| Record::Card(Box::new(card)), Board: |board| Record::Board(Box::new(board)));

fn list_changed(before: &List, after: List, back: Change) -> Applied {
    changed(before, after, vec![back], Change::TrashList { list_id: before.id })
}

fn card_changed(before: &Card, after: Card, back: Vec<Change>) -> Applied {
    changed(before, after, back, Change::TrashCard { card_id: before.id })
}

fn item_changed(before: &Item, after: Item, back: Change) -> Applied {
    changed(before, after, vec![back], Change::TrashItem { item_id: before.id })
}

fn board_changed(before: &Board, after: Board, back: Change) -> Applied {
    changed(before, after, vec![back], Change::TrashBoard)
}

/// A card that is put into a list in the trash takes the list out of it: nobody's card lands where nobody sees it (SPEC B29).
fn with_list_in_use(mut applied: Applied, into: &List) -> Applied {
    if into.trashed_at.is_some() {
        let restored =
            list_changed(into, List { trashed_at: None, ..into.clone() }, Change::TrashList { list_id: into.id });
        applied.changed.extend(restored.changed);
        applied.before.extend(restored.before);
        applied.inverse.extend(restored.inverse);
    }
    applied
}

/// Undoing puts the card back into this list, which would take the list out of the trash: undoing leaves it there.
fn back_into(mut applied: Applied, from: &List) -> Applied {
    if from.trashed_at.is_some() && !applied.inverse.is_empty() {
        applied.inverse.push(Change::TrashList { list_id: from.id });
    }
    applied
}

/// The records that an op names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Named {
    /// A list.
    pub list_id: Option<Id>,
    /// A card. The list that it lies in counts too: [`Change::RestoreCard`] looks at it.
    pub card_id: Option<Id>,
    /// Something on a card. The card does not count: nothing that is done to an item looks at it.
    pub item_id: Option<Id>,
}

/// The records that an op needs, for whoever has to fetch them first.
pub fn named_by(change: &Change) -> Named {
    let (list_id, card_id, item_id) = match change {
        Change::AddList { list_id, .. }
        | Change::MoveList { list_id, .. }
        | Change::EditList { list_id, .. }
        | Change::TrashList { list_id }
        | Change::RestoreList { list_id } => (Some(*list_id), None, None),
        Change::AddCard { card_id, list_id, .. } | Change::MoveCard { card_id, list_id, .. } => {
            (Some(*list_id), Some(*card_id), None)
        }
        Change::EditCard { card_id, .. } | Change::TrashCard { card_id } | Change::RestoreCard { card_id } => {
            (None, Some(*card_id), None)
        }
        Change::AddSubtask { item_id, card_id, .. }
        | Change::AddComment { item_id, card_id, .. }
        | Change::AddReminder { item_id, card_id, .. } => (None, Some(*card_id), Some(*item_id)),
        Change::MoveSubtask { item_id, .. }
        | Change::EditItem { item_id, .. }
        | Change::TrashItem { item_id }
        | Change::RestoreItem { item_id } => (None, None, Some(*item_id)),
        Change::SetLabelColor { .. } | Change::EditBoard { .. } | Change::TrashBoard | Change::RestoreBoard => {
            (None, None, None)
        }
    };
    Named { list_id, card_id, item_id }
}

/// A new board as its creation leaves it.
pub fn new_board(id: Id, name: BoardName, slug: Slug) -> Board {
    Board {
        id,
        slug,
        name,
        description: Description::default(),
        color: None,
        image: None,
        favorite: false,
        label_colors: vec![],
        trashed_at: None,
    }
}

#[cfg(test)]
mod tests;
