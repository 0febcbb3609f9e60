use super::*;
use crate::board_file::{FileCard, FileComment, FileList, FileSubtask};
use crate::csv_table::BYTE_ORDER_MARK;
use crate::import::{ImportContext, ImportNames, own};
use crate::testing::board_file;
use boon::{Compiler, Schemas};
use core_wasm::protocol::record::{LabelColor, Recurrence, RecurrenceUnit};
use core_wasm::protocol::text::{BoardName, CardTitle, Color, CommentText, Description, Label, ListName};
use core_wasm::protocol::time::{DueDate, Timestamp};
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A board with a value in every field.
fn example() -> BoardFile {
    let label = |text: &str| Label::parse(text).unwrap();
    let title = |text: &str| CardTitle::parse(text).unwrap();
    let at = |text: &str| Timestamp::parse(text).unwrap();
    let milk = FileCard {
        description: Description::parse("Two liters:\n\n- oat\n- soy").unwrap(),
        priority: Priority::High,
        due_date: DueDate::parse("2026-03-03T09:00"),
        labels: vec![label("shop"), label("a*b")],
        is_assigned: true,
        recurrence: Some(Recurrence {
            every: 2,
            unit: RecurrenceUnit::Weeks,
            weekdays: vec![1, 5],
            from_completion: false,
            until: None,
            remaining: Some(3),
            day_of_month: None,
        }),
        estimate_minutes: Some(30),
        subtasks: vec![
            FileSubtask { title: title("Find the list"), is_done: true, created_at: at("2026-03-02T08:00:01Z") },
            FileSubtask { title: title("- pay"), is_done: false, created_at: at("2026-03-02T08:00:02Z") },
        ],
        comments: vec![FileComment {
            text: CommentText::parse("```\nno end").unwrap(),
            created_at: at("2026-03-02T09:00:00Z"),
            edited_at: Some(at("2026-03-02T10:00:00Z")),
        }],
        reminders: vec![0, 30],
        ..FileCard::new(title("=Milk, [2] \"liters\""), at("2026-03-02T08:00:00.250Z"))
    };
    let bread = FileCard {
        completed_at: Some(at("2026-03-03T08:00:00Z")),
        archived_at: Some(at("2026-03-04T08:00:00Z")),
        ..FileCard::new(title("Bread"), at("2026-03-01T08:00:00Z"))
    };
    let list = |name: &str, color: Option<&str>, cards| FileList {
        id: 0,
        name: ListName::parse(name).unwrap(),
        is_collapsed: false,
        color: color.map(|color| Color::parse(color).unwrap()),
        cards,
    };
    let mut file = BoardFile {
        description: Description::parse("What we need").unwrap(),
        color: Color::parse("#4caf50").ok(),
        favorite: true,
        label_colors: vec![LabelColor { label: label("shop"), color: Color::parse("#4caf50").unwrap() }],
        lists: vec![list("To buy", Some("#112233"), vec![milk, bread]), list("", None, vec![])],
        ..BoardFile::new(BoardName::parse("Groceries & *more*").unwrap())
    };
    file.number();
    file
}

#[test]
fn json_has_a_line_for_each_card() {
    let text = write(&example(), ExportFormat::Json);
    let expected = r##"{"format":"twentyfour-board","version":1,"name":"Groceries & *more*","description":"What we need","color":"#4caf50","image":null,"favorite":true,"is_template":false,"label_colors":[
{"label":"shop","color":"#4caf50"}
],"lists":[
{"id":1,"name":"To buy","is_collapsed":false,"color":"#112233","cards":[
{"id":1,"title":"=Milk, [2] \"liters\"","description":"Two liters:\n\n- oat\n- soy","priority":"high","completed_at":null,"due_date":"2026-03-03T09:00","labels":["shop","a*b"],"is_assigned":true,"recurrence":{"every":2,"unit":"weeks","weekdays":[1,5],"from_completion":false,"until":null,"remaining":3,"day_of_month":null},"estimate_minutes":30,"created_at":"2026-03-02T08:00:00.250Z","archived_at":null,"subtasks":[{"title":"Find the list","is_done":true,"created_at":"2026-03-02T08:00:01.000Z"},{"title":"- pay","is_done":false,"created_at":"2026-03-02T08:00:02.000Z"}],"comments":[{"text":"```\nno end","created_at":"2026-03-02T09:00:00.000Z","edited_at":"2026-03-02T10:00:00.000Z"}],"reminders":[0,30]},
{"id":2,"title":"Bread","description":"","priority":"low","completed_at":"2026-03-03T08:00:00.000Z","due_date":null,"labels":[],"is_assigned":false,"recurrence":null,"estimate_minutes":null,"created_at":"2026-03-01T08:00:00.000Z","archived_at":"2026-03-04T08:00:00.000Z","subtasks":[],"comments":[],"reminders":[]}
]},
{"id":2,"name":"","is_collapsed":false,"cards":[]}
]}
"##;
    assert_eq!(text, expected);
}

#[test]
fn csv_has_a_row_for_each_card_and_no_formulas() {
    let text = write(&example(), ExportFormat::Csv);
    let expected = [
        "board,list,title,description,priority,is_completed,completed_at,due_date,labels,estimate_minutes,created_at,archived_at,subtasks,comments",
        "Groceries & *more*,To buy,\"'=Milk, [2] \"\"liters\"\"\",\"Two liters:\n\n- oat\n- soy\",high,false,,2026-03-03T09:00,shop; a*b,30,2026-03-02T08:00:00.250Z,,\"[x] Find the list\n[ ] - pay\",\"2026-03-02T09:00:00.000Z ```\nno end\"",
        "Groceries & *more*,To buy,Bread,,low,true,2026-03-03T08:00:00.000Z,,,,2026-03-01T08:00:00.000Z,2026-03-04T08:00:00.000Z,,",
        "",
    ];
    assert_eq!(text, BYTE_ORDER_MARK.to_owned() + &expected.join("\r\n"));
}

#[test]
fn markdown_has_a_task_for_each_card() {
    let expected = "\
# Groceries \\& \\*more\\*

> What we need

## To buy

- [ ] \\=Milk, \\[2\\] \"liters\"

  Priority: high · Due: 2026-03-03 09:00 · Repeats: every 2 weeks · Labels: shop, a\\*b · Estimate: 30 min

  > Two liters:
  >
  > - oat
  > - soy

  - [x] Find the list
  - [ ] \\- pay

  Comment of 2026-03-02 09:00 UTC:

  > ```
  > no end

- [x] Bread

  Completed: 2026-03-03 08:00 UTC · Archived: 2026-03-04 08:00 UTC

## Untitled list
";
    assert_eq!(write(&example(), ExportFormat::Markdown), expected);
}

/// Returns whether a value fulfills the JSON Schema of the docs.
fn schema_check() -> impl Fn(&Value) -> Result<(), String> {
    let schema = serde_json::from_str(include_str!("../../../docs/board-file.schema.json")).unwrap();
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.enable_format_assertions();
    compiler.add_resource("board-file.schema.json", schema).unwrap();
    let index = compiler.compile("board-file.schema.json", &mut schemas).unwrap();
    move |value| schemas.validate(value, index).map_err(|error| format!("{error:#}"))
}

#[test]
fn the_schema_describes_exactly_the_fields_that_are_written() {
    let check = schema_check();
    let file: Value = serde_json::from_str(&write(&example(), ExportFormat::Json)).unwrap();
    assert_eq!(check(&file), Ok(()));
    let schema: Value = serde_json::from_str(include_str!("../../../docs/board-file.schema.json")).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<String>>();
    let card = &file["lists"][0]["cards"][0];
    for (name, record) in [
        ("list", &file["lists"][0]),
        ("card", card),
        ("subtask", &card["subtasks"][0]),
        ("comment", &card["comments"][0]),
        ("recurrence", &card["recurrence"]),
        ("label_color", &file["label_colors"][0]),
    ] {
        assert_eq!(keys(&schema["$defs"][name]["properties"]), keys(record), "{name}");
    }
    assert_eq!(keys(&schema["properties"]), keys(&file));
}

#[test]
fn the_schema_refuses_what_the_import_refuses() {
    let check = schema_check();
    let file: Value = serde_json::from_str(&write(&example(), ExportFormat::Json)).unwrap();
    for (pointer, value) in [
        ("/format", json!("board")),
        ("/version", json!(2)),
        ("/name", json!(" ")),
        ("/name", json!("x".repeat(201))),
        ("/color", json!("red")),
        ("/image", json!("https://evil.example/x")),
        ("/lists/0/name", json!(null)),
        ("/lists/0/color", json!("transparent")),
        ("/lists/0/cards/0/title", json!("")),
        ("/lists/0/cards/0/priority", json!("completed!")),
        ("/lists/0/cards/0/due_date", json!("2026-3-3")),
        ("/lists/0/cards/0/created_at", json!("yesterday")),
        ("/lists/0/cards/0/estimate_minutes", json!(6_001)),
        ("/lists/0/cards/0/reminders/0", json!(-1)),
        ("/lists/0/cards/0/recurrence/every", json!(0)),
        ("/lists/0/cards/0/comments/0/text", json!("")),
    ] {
        let mut changed = file.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        assert!(check(&changed).is_err(), "{pointer}");
        let context =
            ImportContext { now: Timestamp::from_millis(0), utc_offset: &|_| 0, names: &ImportNames::default() };
        assert!(own::read(&changed.to_string(), &context).is_err(), "{pointer}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn every_export_is_valid(file in board_file()) {
        let value: Value = serde_json::from_str(&write(&file, ExportFormat::Json)).unwrap();
        prop_assert_eq!(schema_check()(&value), Ok(()));
        let table = write(&file, ExportFormat::Csv);
        let mut rows = 0;
        for row in ::csv::Reader::from_reader(table.as_bytes()).records() {
            let row = row.unwrap();
            rows += 1;
            prop_assert!(row.iter().all(|field| !field.starts_with(['=', '+', '-', '@', '\t', '\r', '\n'])), "{row:?}");
        }
        let cards = || file.lists.iter().flat_map(|list| &list.cards);
        prop_assert_eq!(rows, cards().count());
        let text = write(&file, ExportFormat::Markdown);
        let starting = |prefix: &str| text.lines().filter(|line| line.starts_with(prefix)).count();
        prop_assert_eq!((starting("# "), starting("## "), starting("- [")), (1, file.lists.len(), cards().count()));
        let subtasks: usize = cards().map(|card| card.subtasks.len()).sum();
        prop_assert_eq!(starting("  - ["), subtasks);
    }
}
