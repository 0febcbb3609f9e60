//! A table of the cards. The import suggests its columns exactly.

use super::priority_name;
use crate::board_file::{BoardFile, FileCard, FileList};
use crate::csv_table::{BYTE_ORDER_MARK, csv_row, escape_formula};
use core_wasm::protocol::text::Label;
use core_wasm::protocol::time::Timestamp;

/// The columns.
const COLUMNS: [&str; 14] = [
    "board",
    "list",
    "title",
    "description",
    "priority",
    "is_completed",
    "completed_at",
    "due_date",
    "labels",
    "estimate_minutes",
    "created_at",
    "archived_at",
    "subtasks",
    "comments",
];

pub(super) fn write(file: &BoardFile) -> String {
    let mut text = BYTE_ORDER_MARK.to_owned() + &csv_row(COLUMNS);
    for list in &file.lists {
        text.extend(list.cards.iter().map(|card| csv_row(row(file, list, card))));
    }
    text
}

fn row(file: &BoardFile, list: &FileList, card: &FileCard) -> [String; COLUMNS.len()] {
    let moment = |moment: Option<Timestamp>| moment.map(|moment| moment.to_string()).unwrap_or_default();
    let labels: Vec<&str> = card.labels.iter().map(Label::as_str).collect();
    let subtasks = card.subtasks.iter().map(|subtask| {
        // Each is one line of the field.
        let title = subtask.title.as_str().replace(['\r', '\n'], " ");
        format!("[{}] {title}", if subtask.is_done { 'x' } else { ' ' })
    });
    let comments = card.comments.iter().map(|comment| format!("{} {}", comment.created_at, comment.text.as_str()));
    [
        escape_formula(file.name.as_str()),
        escape_formula(list.name.as_str()),
        escape_formula(card.title.as_str()),
        escape_formula(card.description.as_str()),
        priority_name(card.priority).to_owned(),
        card.completed_at.is_some().to_string(),
        moment(card.completed_at),
        card.due_date.as_ref().map(|due| due.as_str().to_owned()).unwrap_or_default(),
        escape_formula(&labels.join("; ")),
        card.estimate_minutes.map(|minutes| minutes.to_string()).unwrap_or_default(),
        moment(Some(card.created_at)),
        moment(card.archived_at),
        subtasks.collect::<Vec<String>>().join("\n"),
        comments.collect::<Vec<String>>().join("\n\n"),
    ]
}
