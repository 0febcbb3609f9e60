//! Makes the records of a board from a file, and the reverse. Browser and server make the same records from the same file.

use crate::board_file::{BoardFile, FileCard, FileComment, FileFormat, FileList, FileSubtask, VERSION};
use crate::import::MAX_CARDS;
use crate::markdown;
use core_wasm::board::recurrence;
use core_wasm::board::reduce::{ESTIMATE_MINUTES, MAX_LABEL_COLORS, MAX_LABELS, MAX_MINUTES_BEFORE, new_board};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::photo::PICTURE_PATH;
use core_wasm::protocol::rank::Rank;
use core_wasm::protocol::record::{Board, BoardRecords, Card, Item, ItemContent, LabelColor, List, Priority};
use core_wasm::protocol::sharing::{Role, former_member_name};
use core_wasm::protocol::text::{CommentText, Image, Label, Slug};
use core_wasm::protocol::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of lists in a file.
pub const MAX_LISTS: usize = 10_000;

/// The maximum number of subtasks, comments and reminders in a file.
pub const MAX_ITEMS: usize = 500_000;

/// The maximum length of a comment, in characters ([`CommentText`]).
const MAX_COMMENT_CHARS: usize = 10_000;

/// The bits of an id that a record's number is added to: those that are random in a UUID of version 7.
const COUNTED_BITS: u128 = (1 << 62) - 1;

/// Returns the id of the record with a number on an imported board: that of the board, with the number added to its last 62
/// bits. So a file always makes the same records.
pub fn record_id(board_id: Id, number: u64) -> Id {
    let board = u128::from_be_bytes(*board_id.as_bytes());
    let low = (board & COUNTED_BITS).wrapping_add(u128::from(number)) & COUNTED_BITS;
    // The nil UUID is no id; no board of ours has an id that leads to it.
    Id::parse(&format!("{:032x}", (board & !COUNTED_BITS) | low)).unwrap_or(board_id)
}

/// Checks what the types of a file do not.
///
/// # Errors
///
/// Returns the code of the limit that the file exceeds.
pub fn check(file: &BoardFile) -> Result<(), ErrorCode> {
    let cards = || file.lists.iter().flat_map(|list| &list.cards);
    let items = cards().map(|card| card.subtasks.len() + card.comments.len() + card.reminders.len());
    if file.lists.len() > MAX_LISTS || cards().count() > MAX_CARDS || items.sum::<usize>() > MAX_ITEMS {
        return Err(ErrorCode::CardLimit);
    }
    if distinct(file.label_colors.iter().map(|color| &color.label)).len() > MAX_LABEL_COLORS {
        return Err(ErrorCode::TooManyLabelColors);
    }
    if file.lists.iter().any(|list| list.color.as_ref().is_some_and(|color| !color.as_str().starts_with('#'))) {
        return Err(ErrorCode::ColorInvalid);
    }
    cards().try_for_each(check_card)
}

fn check_card(card: &FileCard) -> Result<(), ErrorCode> {
    if distinct(&card.labels).len() > MAX_LABELS {
        return Err(ErrorCode::TooManyLabels);
    }
    if card.estimate_minutes.is_some_and(|minutes| !ESTIMATE_MINUTES.contains(&minutes)) {
        return Err(ErrorCode::EstimateInvalid);
    }
    if card.reminders.iter().any(|minutes| !(0..=MAX_MINUTES_BEFORE).contains(minutes)) {
        return Err(ErrorCode::ReminderInvalid);
    }
    match &card.recurrence {
        Some(_) if card.due_date.is_none() => Err(ErrorCode::RecurrenceNeedsDueDate),
        Some(repeats) => recurrence::check(repeats),
        None => Ok(()),
    }
}

/// Returns the records of a new board of an account, or of a guest. Records get the ids of their place in the file.
///
/// # Errors
///
/// Returns the code of the limit that the file exceeds.
pub fn to_records(
    file: &BoardFile,
    board_id: Id,
    account_id: Option<Id>,
    slug: Slug,
) -> Result<BoardRecords, ErrorCode> {
    check(file)?;
    let board = Board {
        description: file.description.clone(),
        color: file.color.clone(),
        image: shared_image(file.image.as_ref()),
        favorite: file.favorite,
        is_template: file.is_template,
        label_colors: sorted_colors(&file.label_colors),
        ..new_board(board_id, file.name.clone(), slug)
    };
    let mut building = Building { account_id, board_id, number: 0, cards: vec![], items: vec![] };
    let mut lists = Vec::with_capacity(file.lists.len());
    for (list, rank) in file.lists.iter().zip(ranks(file.lists.len())) {
        let list_id = building.next_id();
        lists.push(List {
            id: list_id,
            name: list.name.clone(),
            rank: rank?,
            is_collapsed: list.is_collapsed,
            color: list.color.clone(),
            trashed_at: None,
        });
        for (card, rank) in list.cards.iter().zip(ranks(list.cards.len())) {
            building.add_card(card, list_id, rank?)?;
        }
    }
    let Building { cards, items, .. } = building;
    Ok(BoardRecords { version: 1, is_complete: true, board: Some(board), lists, cards, items })
}

/// The records of a board that is being made from a file.
struct Building {
    account_id: Option<Id>,
    board_id: Id,
    /// The number of the last record.
    number: u64,
    cards: Vec<Card>,
    items: Vec<Item>,
}

impl Building {
    fn next_id(&mut self) -> Id {
        self.number += 1;
        record_id(self.board_id, self.number)
    }

    fn add_card(&mut self, card: &FileCard, list_id: Id, rank: Rank) -> Result<(), ErrorCode> {
        let id = self.next_id();
        // The priority of a card that is done is in `completed_at`.
        let importance = if card.priority == Priority::Completed { Priority::Low } else { card.priority };
        self.cards.push(Card {
            id,
            list_id,
            rank,
            title: card.title.clone(),
            description: card.description.clone(),
            priority: if card.completed_at.is_some() { Priority::Completed } else { importance },
            importance,
            completed_at: card.completed_at,
            due_date: card.due_date.clone(),
            labels: distinct(&card.labels),
            assignee_ids: self.account_id.filter(|_| card.is_assigned).into_iter().collect(),
            cover_id: None,
            recurrence: card.recurrence.clone(),
            estimate_minutes: card.estimate_minutes,
            created_at: card.created_at,
            archived_at: card.archived_at,
            trashed_at: None,
        });
        for (subtask, rank) in card.subtasks.iter().zip(ranks(card.subtasks.len())) {
            let content = ItemContent::Subtask { rank: rank?, title: subtask.title.clone(), is_done: subtask.is_done };
            let item = self.item(id, content, subtask.created_at);
            self.items.push(item);
        }
        let mut comments: Vec<&FileComment> = card.comments.iter().collect();
        // As an export sorts them, so that its records get the same ids.
        comments.sort_by_key(|comment| comment.created_at);
        for comment in comments {
            let content = ItemContent::Comment { text: comment.text.clone(), reactions: vec![] };
            let item = self.item(id, content, comment.created_at);
            self.items.push(Item { edited_at: comment.edited_at, ..item });
        }
        for minutes_before in card.reminders.iter().copied().collect::<BTreeSet<i64>>() {
            let item = self.item(id, ItemContent::Reminder { minutes_before }, card.created_at);
            self.items.push(item);
        }
        Ok(())
    }

    fn item(&mut self, card_id: Id, content: ItemContent, created_at: Timestamp) -> Item {
        let id = self.next_id();
        Item { id, card_id, author_id: self.account_id, content, created_at, edited_at: None, trashed_at: None }
    }
}

/// Returns a board as a file, as an account or a guest sees it, or `None` without the board's own record. `author_name` returns
/// the name of another member who wrote a comment.
pub fn from_records(
    records: &BoardRecords,
    account_id: Option<Id>,
    author_name: &dyn Fn(Id) -> Option<String>,
) -> Option<BoardFile> {
    let board = records.board.as_ref()?;
    let reader = Reader::new(board, account_id, author_name);
    let lists = ordered(records).into_iter().map(|(list, cards)| {
        let cards = cards.into_iter().map(|(card, items)| reader.card(card, items));
        FileList {
            id: 0,
            name: list.name.clone(),
            is_collapsed: list.is_collapsed,
            color: list.color.clone(),
            cards: cards.collect(),
        }
    });
    let mut file = BoardFile {
        format: FileFormat::Board,
        version: VERSION,
        name: board.name.clone(),
        description: board.description.clone(),
        color: board.color.clone(),
        image: shared_image(board.image.as_ref()),
        favorite: board.favorite,
        is_template: board.is_template,
        label_colors: sorted_colors(&board.label_colors),
        lists: lists.collect(),
    };
    file.number();
    Some(file)
}

/// Returns the numbers ([`record_id`]) of the lists, cards and items of a board on the board that is made of its file, by their ids.
/// What the file does not have is missing. A comment that becomes several ones has the number of the first.
pub fn record_numbers(
    records: &BoardRecords,
    account_id: Option<Id>,
    author_name: &dyn Fn(Id) -> Option<String>,
) -> BTreeMap<Id, u64> {
    let mut numbers = BTreeMap::new();
    let Some(board) = &records.board else { return numbers };
    let reader = Reader::new(board, account_id, author_name);
    let mut last = 0;
    for (list, cards) in ordered(records) {
        last += 1;
        numbers.insert(list.id, last);
        for (card, mut items) in cards {
            last += 1;
            numbers.insert(card.id, last);
            items.sort_by_key(|item| (item.created_at, item.id));
            for item in sorted_subtasks(&items) {
                last += 1;
                numbers.insert(item.id, last);
            }
            for item in &items {
                let ItemContent::Comment { text, .. } = &item.content else { continue };
                let parts = reader.comment(item, text).len() as u64;
                if parts > 0 {
                    numbers.insert(item.id, last + 1);
                }
                last += parts;
            }
            let mut reminders: BTreeMap<i64, Vec<Id>> = BTreeMap::new();
            for item in items.iter().filter(|item| reader.is_own(item)) {
                if let ItemContent::Reminder { minutes_before } = item.content {
                    reminders.entry(minutes_before).or_default().push(item.id);
                }
            }
            for ids in reminders.into_values() {
                last += 1;
                numbers.extend(ids.into_iter().map(|id| (id, last)));
            }
        }
    }
    numbers
}

/// A list with its cards, each with its items.
type OrderedList<'a> = (&'a List, Vec<(&'a Card, Vec<&'a Item>)>);

/// Returns the lists and their cards in their order, without those in the trash. The items are in no particular order.
fn ordered(records: &BoardRecords) -> Vec<OrderedList<'_>> {
    let mut items: BTreeMap<Id, Vec<&Item>> = BTreeMap::new();
    for item in records.items.iter().filter(|item| item.trashed_at.is_none()) {
        items.entry(item.card_id).or_default().push(item);
    }
    let mut cards: BTreeMap<Id, Vec<&Card>> = BTreeMap::new();
    for card in records.cards.iter().filter(|card| card.trashed_at.is_none()) {
        cards.entry(card.list_id).or_default().push(card);
    }
    let mut lists: Vec<&List> = records.lists.iter().filter(|list| list.trashed_at.is_none()).collect();
    lists.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
    let lists = lists.into_iter().map(|list| {
        let mut cards = cards.remove(&list.id).unwrap_or_default();
        cards.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
        let cards = cards.into_iter().map(|card| (card, items.remove(&card.id).unwrap_or_default()));
        (list, cards.collect())
    });
    lists.collect()
}

/// Returns the subtasks among the items of a card, in their order.
fn sorted_subtasks<'a>(items: &[&'a Item]) -> Vec<&'a Item> {
    let rank = |item: &&'a Item| match &item.content {
        ItemContent::Subtask { rank, .. } => Some((rank, item.id)),
        _ => None,
    };
    let mut subtasks: Vec<&Item> = items.iter().copied().filter(|item| rank(item).is_some()).collect();
    subtasks.sort_by_key(rank);
    subtasks
}

/// Who a board is read for.
struct Reader<'a> {
    account_id: Option<Id>,
    /// The owner of the board, whose items may have no author.
    owner_id: Option<Id>,
    author_name: &'a dyn Fn(Id) -> Option<String>,
}

impl<'a> Reader<'a> {
    fn new(board: &Board, account_id: Option<Id>, author_name: &'a dyn Fn(Id) -> Option<String>) -> Self {
        let owner_id = match board.role {
            Role::Owner => account_id,
            _ => board.members.iter().find(|member| member.role == Role::Owner).map(|owner| owner.user_id),
        };
        Self { account_id, owner_id, author_name }
    }

    fn card(&self, card: &Card, mut items: Vec<&Item>) -> FileCard {
        items.sort_by_key(|item| (item.created_at, item.id));
        let mut file = FileCard {
            description: card.description.clone(),
            priority: card.importance,
            // Cards of early versions may be done without a time.
            completed_at: (card.priority == Priority::Completed).then(|| card.completed_at.unwrap_or(card.created_at)),
            due_date: card.due_date.clone(),
            labels: distinct(&card.labels),
            is_assigned: self.account_id.is_some_and(|account_id| card.assignee_ids.contains(&account_id)),
            recurrence: card.recurrence.clone().filter(|_| card.due_date.is_some()),
            estimate_minutes: card.estimate_minutes,
            archived_at: card.archived_at,
            ..FileCard::new(card.title.clone(), card.created_at)
        };
        for item in sorted_subtasks(&items) {
            if let ItemContent::Subtask { title, is_done, .. } = &item.content {
                let subtask = FileSubtask { title: title.clone(), is_done: *is_done, created_at: item.created_at };
                file.subtasks.push(subtask);
            }
        }
        let mut reminders = BTreeSet::new();
        for item in items {
            match &item.content {
                ItemContent::Comment { text, .. } => {
                    let texts = self.comment(item, text).into_iter();
                    let comment = |text| FileComment { text, created_at: item.created_at, edited_at: item.edited_at };
                    file.comments.extend(texts.map(comment));
                }
                ItemContent::Reminder { minutes_before } if self.is_own(item) => _ = reminders.insert(*minutes_before),
                ItemContent::Reminder { .. } | ItemContent::Subtask { .. } | ItemContent::Attachment { .. } => {}
            }
        }
        file.reminders = reminders.into_iter().collect();
        file
    }

    fn is_own(&self, item: &Item) -> bool {
        item.author_id.or(self.owner_id) == self.account_id
    }

    /// Returns a comment with the name of its author, if that is somebody else. If it gets too long, it becomes several ones.
    fn comment(&self, item: &Item, text: &CommentText) -> Vec<CommentText> {
        if self.is_own(item) {
            return vec![text.clone()];
        }
        let name = item.author_id.or(self.owner_id).and_then(self.author_name);
        let name = name.unwrap_or_else(|| former_member_name().to_owned());
        let author = format!("**{}**:\n\n", markdown::escaped(name.trim()));
        let free = MAX_COMMENT_CHARS.saturating_sub(author.chars().count()).max(1);
        let characters: Vec<char> = text.as_str().chars().collect();
        let parts = characters.chunks(free).map(|part| author.clone() + &String::from_iter(part));
        parts.filter_map(|part| CommentText::parse(&part).ok()).collect()
    }
}

/// Returns a background picture, unless it was uploaded: that one belongs to an account.
fn shared_image(image: Option<&Image>) -> Option<Image> {
    image.filter(|image| !image.as_str().starts_with(PICTURE_PATH)).cloned()
}

/// Returns the colors sorted by label, as boards have them. Of several colors of a label, the first one counts.
fn sorted_colors(colors: &[LabelColor]) -> Vec<LabelColor> {
    let mut colors = colors.to_vec();
    colors.sort_by(|a, b| a.label.cmp(&b.label));
    colors.dedup_by(|later, first| later.label == first.label);
    colors
}

/// Returns labels without duplicates, in their order.
fn distinct<'a>(labels: impl IntoIterator<Item = &'a Label>) -> Vec<Label> {
    let mut seen = BTreeSet::new();
    labels.into_iter().filter(|label| seen.insert(*label)).cloned().collect()
}

/// Returns ranks for a number of records, spread evenly.
fn ranks(count: usize) -> impl Iterator<Item = Result<Rank, ErrorCode>> {
    let parts = count as u64 + 1;
    // So that many records fit between two of them before their ranks get longer.
    let bytes = (1..6).find(|bytes| 1 << (8 * bytes) >= 16 * parts).unwrap_or(6);
    (1..parts).map(move |number| {
        let fraction = (u128::from(number) << (8 * bytes)) / u128::from(parts);
        let mut digits = format!("{fraction:0width$x}", width = 2 * bytes);
        while digits.ends_with("00") {
            digits.truncate(digits.len() - 2);
        }
        Rank::parse(&digits)
    })
}

#[cfg(test)]
mod tests;
