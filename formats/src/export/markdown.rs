//! A board as Markdown (CommonMark with task lists): a heading per list, and a task per card with its details below.
//!
//! Names and titles are plain text, so what is special in Markdown is escaped. Descriptions and comments are Markdown
//! already. Each is within a block of its own, which ends whatever is open in it, such as a code block without an end.

use super::priority_name;
use crate::board_file::{BoardFile, FileCard};
use crate::markdown::escaped;
use core_wasm::protocol::record::{Priority, Recurrence, RecurrenceUnit};
use core_wasm::protocol::time::Timestamp;

pub(super) fn write(file: &BoardFile) -> String {
    let mut text = format!("# {}\n", escaped(file.name.as_str()));
    if !file.description.as_str().trim().is_empty() {
        text.push('\n');
        push_lines(&mut text, "> ", file.description.as_str());
    }
    for list in &file.lists {
        let name = if list.name.as_str().is_empty() { "Untitled list" } else { list.name.as_str() };
        text.push_str(&format!("\n## {}\n", escaped(name)));
        for card in &list.cards {
            text.push('\n');
            push_card(&mut text, card);
        }
    }
    text
}

fn push_card(text: &mut String, card: &FileCard) {
    push_task(text, "", card.completed_at.is_some(), card.title.as_str());
    let details = details(card);
    if !details.is_empty() {
        text.push_str(&format!("\n  {}\n", details.join(" · ")));
    }
    if !card.description.as_str().trim().is_empty() {
        text.push('\n');
        // A quotation, because the description could end in a list, which the subtasks would continue.
        push_lines(text, "  > ", card.description.as_str());
    }
    if !card.subtasks.is_empty() {
        text.push('\n');
    }
    for subtask in &card.subtasks {
        push_task(text, "  ", subtask.is_done, subtask.title.as_str());
    }
    for comment in &card.comments {
        text.push_str(&format!("\n  Comment of {}:\n\n", time(comment.created_at)));
        push_lines(text, "  > ", comment.text.as_str());
    }
}

fn push_task(text: &mut String, indent: &str, is_done: bool, title: &str) {
    text.push_str(&format!("{indent}- [{}] {}\n", if is_done { 'x' } else { ' ' }, escaped(title)));
}

/// Adds the lines of a text, each with a prefix.
fn push_lines(text: &mut String, prefix: &str, lines: &str) {
    // A carriage return alone ends a line, too.
    for line in lines.replace("\r\n", "\n").replace('\r', "\n").trim_end().split('\n') {
        text.push_str((prefix.to_owned() + line).trim_end());
        text.push('\n');
    }
}

/// Returns what a card has besides its texts.
fn details(card: &FileCard) -> Vec<String> {
    let mut details = vec![];
    if card.priority != Priority::Low {
        details.push(format!("Priority: {}", priority_name(card.priority)));
    }
    if let Some(due) = &card.due_date {
        details.push(format!("Due: {}", due.as_str().replace('T', " ")));
    }
    if let Some(recurrence) = &card.recurrence {
        details.push(format!("Repeats: {}", repeats(recurrence)));
    }
    if !card.labels.is_empty() {
        let labels: Vec<String> = card.labels.iter().map(|label| escaped(label.as_str())).collect();
        details.push(format!("Labels: {}", labels.join(", ")));
    }
    if let Some(minutes) = card.estimate_minutes {
        details.push(format!("Estimate: {minutes} min"));
    }
    if let Some(completed_at) = card.completed_at {
        details.push(format!("Completed: {}", time(completed_at)));
    }
    if let Some(archived_at) = card.archived_at {
        details.push(format!("Archived: {}", time(archived_at)));
    }
    details
}

fn repeats(recurrence: &Recurrence) -> String {
    let unit = match recurrence.unit {
        RecurrenceUnit::Days => "day",
        RecurrenceUnit::Weeks => "week",
        RecurrenceUnit::Months => "month",
        RecurrenceUnit::Years => "year",
    };
    match recurrence.every {
        1 => format!("every {unit}"),
        every => format!("every {every} {unit}s"),
    }
}

/// Returns a time to the minute in UTC.
fn time(moment: Timestamp) -> String {
    let text = moment.to_string();
    format!("{} UTC", text.get(..16).unwrap_or_default().replace('T', " "))
}
