//! Exports of our own, imported again.

use crate::support::{import, outline};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Slug;
use formats::board_file::BoardFile;
use formats::export::{ExportFormat, write};
use formats::import::ImportSource;
use formats::records;

/// Returns a board with what a table can contain, and with texts that look like formulas.
fn board() -> BoardFile {
    let text = r##"{"format": "twentyfour-board", "version": 1, "name": "=Home", "description": "", "color": null, "image": null,
        "favorite": false, "is_template": false, "label_colors": [], "lists": [{"id": 1, "name": "-To do", "is_collapsed": false, "cards": [
        {"id": 1, "title": "@call, \"Ada\"", "description": "- one\n- two; three", "priority": "high",
         "completed_at": "2026-05-01T10:00:00.000Z", "due_date": "2026-05-02T09:30", "labels": ["a, b", "+c"], "is_assigned": false,
         "recurrence": null, "estimate_minutes": 90, "created_at": "2026-01-02T03:04:05.678Z", "archived_at": "2026-05-03T10:00:00.000Z",
         "subtasks": [{"title": "x; y", "is_done": true, "created_at": "2026-01-02T03:04:05.678Z"},
                      {"title": "z", "is_done": false, "created_at": "2026-01-02T03:04:05.678Z"}],
         "comments": [{"text": "One\n\ntwo", "created_at": "2026-02-01T00:00:00.000Z", "edited_at": null},
                      {"text": "Three", "created_at": "2026-02-02T00:00:00.000Z", "edited_at": null}], "reminders": []}]}]}"##;
    serde_json::from_str(text).unwrap()
}

#[test]
fn our_json_is_read_without_a_loss() {
    let file = import("x.json", write(&board(), ExportFormat::Json).as_bytes(), "{}").unwrap();
    assert_eq!(file.import.source, ImportSource::Twentyfour);
    assert_eq!(file.import.boards[0].board, board());
    assert!(file.import.losses.into_vec().is_empty());
}

#[test]
fn our_csv_is_read_with_its_columns() {
    let file = import("x.csv", write(&board(), ExportFormat::Csv).as_bytes(), "{}").unwrap();
    assert_eq!(outline(&file.import.boards[0].board), outline(&board()));
    assert_eq!(file.import.boards[0].board.lists[0].cards[0].created_at, board().lists[0].cards[0].created_at);
    assert!(file.import.losses.into_vec().is_empty());
    assert!(file.table.unwrap().columns.iter().all(|column| column.field.is_some()));
}

#[test]
fn imported_boards_become_records() {
    let file = import("x.csv", b"Title\nMilk\n", "{}").unwrap();
    let id = Id::parse("018bcfe5-6800-7000-8000-000000000001").unwrap();
    let board = &file.import.boards[0].board;
    let records = records::to_records(board, id, None, Slug::parse("x").unwrap()).unwrap();
    assert_eq!((records.lists.len(), records.cards.len()), (1, 1));
}
