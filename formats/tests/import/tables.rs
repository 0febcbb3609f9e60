//! Imports of tables and of projects of Todoist, from the samples.

use crate::support::{import, losses, outline, sample};
use formats::encoding::Encoding;
use formats::import::{ImportErrorCode, ImportSource};

#[test]
fn project_of_todoist_becomes_a_board() {
    let file = import("Home [6g62GH268rQjFQ92].csv", sample("todoist.csv"), "{}").unwrap();
    let [board] = &file.import.boards[..] else { panic!("one board") };
    assert_eq!((file.import.source, board.key.as_str()), (ImportSource::Todoist, "todoist:6g62GH268rQjFQ92"));
    assert!(file.table.is_none());
    let expected = r###"
# Home
## No list
- Pay rent !high due 2026-12-01T09:00 every 1 Months ~15m @home @money
  "Standing order failed, pay by hand\n\n## Files\n\n- [r.pdf](https://files.todoist.com/x/r.pdf)"
  [ ] Check the account
  [ ] Check the account › Ask for a receipt
  > 2026-08-08T07:02:05.000Z "**Ada**:\n\nCalled the bank.\nThey confirm"
  > 2026-08-09T08:00:00.000Z "**Bo**:\n\n> Ask for a receipt\n\nBy mail"
## Garden
- Fenster ölen due 2026-11-29 every 1 Years
  "## Other fields\n\n- **Deadline**: 2026-12-19\n- **People**: Bo"
- Dentist `@code` mail a@b.example !medium due 2026-11-30T17:00 ~6000m
- @errands due 2026-12-18
  "## Other fields\n\n- **Repeats**: every 3rd friday"
- Someday due 2026-12-24
  "## Other fields\n\n- **Due date**: when it rains"
## Empty"###;
    assert_eq!(outline(&board.board), expected.trim_start());
    let expected = [
        "People 1: Fenster ölen",
        "CommentAuthor 2: Pay rent",
        "File 1: Pay rent",
        "DateUnreadable 1: Someday",
        "DateAssumed 3: Pay rent | Fenster ölen | @errands",
        "RecurrenceDropped 1: @errands",
        "SubtaskFields 1: Ask for a receipt",
        "SubtaskDepth 1: Ask for a receipt",
        "CustomField 1: Fenster ölen",
        "Estimate 1: Dentist `@code` mail a@b.example",
    ];
    assert_eq!(losses(&file), expected);
}

#[test]
fn duration_of_days_is_no_estimate() {
    let text = b"TYPE,CONTENT,PRIORITY,DURATION,DURATION_UNIT\ntask,Fair,4,2,day\ntask,Call,4,30,minute\n";
    let file = import("Work.csv", text, "{}").unwrap();
    let cards = &file.import.boards[0].board.lists[0].cards;
    assert_eq!((cards[0].estimate_minutes, cards[1].estimate_minutes), (None, Some(30)));
    assert_eq!(losses(&file), ["StartDate 1: Fair"]);
}

#[test]
fn table_becomes_boards() {
    let file = import("cards.csv", sample("table.csv"), "{}").unwrap();
    let boards: Vec<String> = file.import.boards.iter().map(|board| outline(&board.board)).collect();
    let expected = r###"
# Move
## To do
- Book a van, quickly !high due 2026-12-25T17:30 ~90m @home @urgent
  "Ask *two* firms.\n\n<script>alert(1)</script>\n\n## Other fields\n\n- **Owner**: Ada"
  [x] Call A
  [ ] Call B
  > 2026-11-29T12:00:00.000Z "Firm A wants 250"
- =1+1
  "## Other fields\n\n- **Priority**: purple\n- **Due Date**: someday"
# House
## Done
- Paint completed 2026-11-29T12:00:00.000Z
  "## Other fields\n\n- **Estimate**: soon"
- Untitled
  "No title""###;
    assert_eq!(boards.join("\n"), expected.trim_start());
    let expected = [
        "DateUnreadable 1: =1+1",
        "Unnamed 1: Untitled",
        "CustomField 1: Book a van, quickly",
        "Unreadable 2: =1+1 | Paint",
    ];
    assert_eq!(losses(&file), expected);
    let table = file.table.unwrap();
    assert_eq!(
        (table.delimiter, table.encoding, table.has_header, table.needs_day_first),
        (',', Encoding::Utf8, true, false)
    );
    let columns = table.columns.iter().map(|column| {
        let field = column.field.map_or("-".to_owned(), |field| format!("{field:?}"));
        format!("{}: {field} {}", column.name, column.samples.join(" | "))
    });
    let expected = [
        "Title: Title Book a van, quickly | =1+1 | Paint",
        "List: List To do | To do | Done",
        "Project: Board Move | Move | House",
        "Priority: Priority High | purple | low",
        "Due Date: DueDate 12/25/2026 5:30 PM | someday",
        "Labels: Labels home, urgent",
        "Done: IsCompleted no | yes",
        "Created: CreatedAt 2026-03-01",
        "Estimate: EstimateMinutes 1h 30m | soon",
        "Subtasks: Subtasks [x] Call A [ ] Call B",
        "Comments: Comments Firm A wants 250",
        "Notes: Description Ask *two* firms. <script>alert(1)</script> | No title",
        "Owner: - Ada",
    ];
    assert_eq!(columns.collect::<Vec<_>>(), expected);
}

#[test]
fn table_of_a_german_spreadsheet_is_read() {
    let file = import("Angebote.csv", sample("table-excel.csv"), "{}").unwrap();
    let expected = r###"
# Angebote
## No list
- Angebot "A" prüfen; heute due 2026-12-05 @Büro @Eilig
- Brot due 2027-01-06
  "## Other fields\n\n- **Ohne**: x""###;
    assert_eq!(outline(&file.import.boards[0].board), expected.trim_start());
    assert_eq!(losses(&file), ["CustomField 1: Brot"]);
}

#[test]
fn options_of_the_user_count() {
    let read = |text: &str, options: &str| import("a.csv", text.as_bytes(), options);
    let text = "Milk;5/12/2026\n";
    let file = read(text, r#"{"columns": ["title", "due_date"], "day_first": true}"#).unwrap();
    assert_eq!(outline(&file.import.boards[0].board), "# a\n## No list\n- Milk due 2026-12-05");
    let table = file.table.unwrap();
    assert!(table.needs_day_first && !table.has_header);
    let file = read(text, r#"{"delimiter": ",", "has_header": false}"#).unwrap();
    assert_eq!(outline(&file.import.boards[0].board), "# a\n## No list\n- Milk;5/12/2026");
    let file = read("B\u{fc}ro", r#"{"encoding": "windows-1252"}"#).unwrap();
    assert_eq!(outline(&file.import.boards[0].board), "# a\n## No list\n- BÃ¼ro");
    let file = read("Milk;2 l;x\n", r#"{"columns": ["title", "ignored", "ignored"], "has_header": false}"#).unwrap();
    assert_eq!(outline(&file.import.boards[0].board), "# a\n## No list\n- Milk");
    assert_eq!(losses(&file), [""; 0]);
    let error = read(text, r#"{"columns": [null, "due_date"]}"#).unwrap_err();
    assert_eq!(error.code, ImportErrorCode::NoTitleColumn);
}

#[test]
fn files_that_are_no_tables_are_refused() {
    for (bytes, code) in [
        (&b""[..], ImportErrorCode::Empty),
        (b" \r\n\t", ImportErrorCode::Empty),
        (b"\xEF\xBB\xBF", ImportErrorCode::Empty),
        (b"Title,Due\n", ImportErrorCode::Empty),
        (b"a,b\n1,\"2", ImportErrorCode::UnclosedQuote),
        (b"<html><script>alert(1)</script>", ImportErrorCode::UnknownFormat),
        (b"\x89PNG\r\n\x1a\n\x01\x02\x03\x04\x05\x06\x07\x0b\x0c\x0e\x0f", ImportErrorCode::UnknownFormat),
        (b"--\n-- PostgreSQL database cluster dump\n--", ImportErrorCode::WrongExport),
        (b"pf_12345__abc", ImportErrorCode::WrongExport),
        (b"{\"a\": [1, 2", ImportErrorCode::InvalidJson),
        (b"{\"a\": 1}", ImportErrorCode::UnknownFormat),
        (&[b'['; 1_000_000], ImportErrorCode::TooDeep),
    ] {
        let error = import("file.csv", bytes, "{}").unwrap_err();
        assert_eq!(error.code, code, "{}", String::from_utf8_lossy(bytes));
    }
    for text in ["null", "\"hello\"", " 7\n", "hello"] {
        assert_eq!(
            import("file.JSON", text.as_bytes(), "{}").unwrap_err().code,
            ImportErrorCode::UnknownFormat,
            "{text}"
        );
    }
    let rows = "card\n".repeat(100_002);
    assert_eq!(import("file.csv", rows.as_bytes(), "{}").unwrap_err().code, ImportErrorCode::TooManyCards);
    let text = vec![b' '; formats::import::MAX_BYTES + 1];
    assert_eq!(import("file.csv", &text, "{}").unwrap_err().code, ImportErrorCode::TooLarge);
}
