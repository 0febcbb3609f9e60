//! Reads the tasks of Google Tasks: the file `Tasks.json` of Google Takeout.

use super::draft::{
    CardDraft, board_name, check_cards, day, hash, local_day_of, local_minute_of, local_time, new_list,
};
use super::parents::topmost;
use super::shape::Shape;
use super::tree::{Record, read_tree};
use super::{Import, ImportContext, ImportError, ImportErrorCode, ImportSource, ImportedBoard};
use crate::board_file::{BoardFile, FileCard, FileList};
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::time::{DueDate, LocalDay, Timestamp};
use std::collections::HashMap;

const PRODUCT: &str = "Google Tasks";

/// The minutes of a day.
const DAY_MINUTES: i64 = 1_440;

/// Returns whether a file is lists of Google Tasks.
pub fn matches(root: &Shape) -> bool {
    let kind = |shape: &Shape| shape.field("kind").and_then(Shape::text).map(|kind| kind.starts_with("tasks#"));
    let items = root.field("items").unwrap_or(root);
    kind(root).or_else(|| kind(items.item()?)) == Some(true)
}

/// Reads lists of tasks. They become the lists of one board.
///
/// # Errors
///
/// Fails if the text is no JSON, or has too many tasks.
pub fn read(text: &str, context: &ImportContext<'_>) -> Result<Import, ImportError> {
    read_tree(ImportSource::GoogleTasks, text, |root, losses| {
        let lists = match root.record() {
            Some(file) if file.records("items").next().is_some_and(|item| !is_task(item)) => {
                file.records("items").collect()
            }
            Some(list) if list.count("items") > 0 => vec![list],
            Some(_) => vec![],
            None => root.records().unwrap_or_default(),
        };
        check_cards(lists.iter().map(|list| list.count("items")).sum())?;
        let first = lists.first().ok_or(ImportErrorCode::Empty)?;
        let id = first.filled("id").or_else(|| first.text("title")).unwrap_or_default();
        let key = format!("google_tasks:{:016x}", hash([id]));
        let mut board = BoardFile::new(board_name(PRODUCT, PRODUCT, losses));
        board.lists = lists.into_iter().map(|list| read_list(list, context, losses)).collect();
        Ok(vec![ImportedBoard { key, board, is_archived: false }])
    })
}

fn is_task(record: Record<'_>) -> bool {
    record.has("status") || record.text("kind") == Some("tasks#task")
}

fn read_list(record: Record<'_>, context: &ImportContext<'_>, losses: &mut Losses) -> FileList {
    let mut list = new_list(record.text("title").unwrap_or_default(), losses);
    let mut tasks: Vec<_> = record.records("items").collect();
    tasks.retain(|task| {
        let is_deleted = task.flag("deleted");
        if is_deleted {
            losses.add(LossKind::Deleted, task.text("title").unwrap_or_default());
        }
        !is_deleted
    });
    // Files of Takeout have no positions, only answers of the API do.
    tasks.sort_by_cached_key(|task| if task.has("position") { task.text("position") } else { None });
    let mut places = HashMap::new();
    for (place, task) in tasks.iter().enumerate() {
        if let Some(id) = task.filled("id") {
            places.entry(id).or_insert(place);
        }
    }
    let mut parents = vec![];
    for task in &tasks {
        let parent = task.filled("parent");
        let place = parent.and_then(|id| places.get(id).copied());
        if parent.is_some() && place.is_none() {
            losses.add(LossKind::Orphan, task.text("title").unwrap_or_default());
        }
        parents.push(place);
    }
    let tops = topmost(&parents);
    let mut subtasks = vec![vec![]; tasks.len()];
    for (place, task) in tasks.iter().enumerate().filter(|(place, _)| tops[*place] != *place) {
        subtasks[tops[place]].push(*task);
        if parents[place] != Some(tops[place]) {
            losses.add(LossKind::SubtaskDepth, task.text("title").unwrap_or_default());
        }
    }
    for (place, task) in tasks.iter().enumerate().filter(|(place, _)| tops[*place] == *place) {
        let subtasks = std::mem::take(&mut subtasks[place]);
        if task.filled("title").is_none() && task.filled("notes").is_none() && subtasks.is_empty() {
            losses.add(LossKind::RecordSkipped, list.name.as_str());
        } else {
            list.cards.push(read_card(*task, &subtasks, context, losses));
        }
    }
    list
}

fn read_card(task: Record<'_>, subtasks: &[Record<'_>], context: &ImportContext<'_>, losses: &mut Losses) -> FileCard {
    let updated = task.time("updated").unwrap_or(context.now);
    let created_at = task.time("created").unwrap_or(updated);
    let notes = task.filled("notes").unwrap_or_default();
    let first_line = notes.trim_start().lines().next().unwrap_or_default();
    let title = task.filled("title").unwrap_or(first_line);
    let mut draft = CardDraft::new(title, created_at, context, losses);
    draft.describe(notes);
    if is_completed(task) {
        draft.card.completed_at = Some(task.time("completed").unwrap_or(updated));
    }
    if let Some(text) = task.filled("due") {
        match due_date(text, context) {
            Some(due_date) => {
                // A time of day is a guess: the file does not tell it from a midnight elsewhere.
                if due_date.as_str().contains('T') {
                    losses.add(LossKind::DateAssumed, draft.title());
                }
                draft.card.due_date = Some(due_date);
            }
            None => {
                draft.add_field(&context.names.due_date, text);
                losses.add(LossKind::DateUnreadable, draft.title());
            }
        }
    }
    let kinds = [
        ("recurrence", LossKind::RecurrenceDropped),
        ("scheduled_time", LossKind::StartDate),
        ("assignmentInfo", LossKind::Setting),
    ];
    for (_, kind) in kinds.into_iter().filter(|(name, _)| task.has_contents(name)) {
        losses.add(kind, draft.title());
    }
    if task.flag("starred") {
        losses.add(LossKind::Setting, draft.title());
    }
    add_links(task, &mut draft, losses);
    for subtask in subtasks {
        read_subtask(*subtask, &mut draft, context, losses);
    }
    draft.finish(context, losses)
}

/// Adds a subtask, and its notes and due date to the description.
fn read_subtask(task: Record<'_>, draft: &mut CardDraft, context: &ImportContext<'_>, losses: &mut Losses) {
    let title = task.text("title").unwrap_or_default();
    let updated = task.time("updated").unwrap_or(context.now);
    draft.add_subtask(title, is_completed(task), task.time("created").unwrap_or(updated), context, losses);
    let (notes, due) = (task.filled("notes"), task.filled("due"));
    if let Some(notes) = notes {
        draft.add_markdown_field(title, notes);
    }
    if let Some(text) = due {
        let date = due_date(text, context).map(|date| date.as_str().replace('T', " "));
        draft.add_field(title, &date.unwrap_or_else(|| text.to_owned()));
    }
    add_links(task, draft, losses);
    if notes.is_some() || due.is_some() || task.has_contents("links") {
        losses.add(LossKind::SubtaskFields, draft.title());
    }
}

fn add_links(task: Record<'_>, draft: &mut CardDraft, losses: &mut Losses) {
    for link in task.records("links") {
        let name = ["description", "desc", "type"].iter().find_map(|name| link.filled(name));
        draft.add_link(name.unwrap_or_default(), link.text("link").unwrap_or_default(), losses);
    }
}

fn is_completed(task: Record<'_>) -> bool {
    task.text("status") == Some("completed")
}

/// Returns a due date. Google Tasks has only days, but writes them as midnight in UTC, or in the time zone of the user.
fn due_date(text: &str, context: &ImportContext<'_>) -> Option<DueDate> {
    let at = Timestamp::parse(text)?;
    let minute = at.millis().div_euclid(60_000);
    if minute % DAY_MINUTES == 0 {
        day(LocalDay::from_days_since_epoch(minute / DAY_MINUTES))
    } else if local_minute_of(at, context).rem_euclid(DAY_MINUTES) == 0 {
        day(local_day_of(at, context))
    } else {
        local_time(at, context)
    }
}
