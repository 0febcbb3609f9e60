//! Tests of the readers of JSON with the files in `samples`, and with broken variants of them.

use super::shape::Shape;
use super::{Import, ImportContext, ImportError, ImportErrorCode, ImportNames, ImportOptions};
use super::{google_tasks, microsoft_to_do, planka, super_productivity, trello};
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::record::RecurrenceUnit;
use core_wasm::protocol::time::Timestamp;
use proptest::prelude::{ProptestConfig, any, proptest};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

type Read = fn(&str, &ImportContext<'_>) -> Result<Import, ImportError>;
type Matches = fn(&Shape) -> bool;

/// A file in `samples` and the functions of its reader.
struct Sample {
    name: &'static str,
    text: &'static str,
    matches: Matches,
    read: Read,
}

macro_rules! sample {
    ($name:literal, $reader:ident) => {
        Sample {
            name: $name,
            text: include_str!(concat!("../../samples/", $name, ".json")),
            matches: $reader::matches,
            read: $reader::read,
        }
    };
}

const SAMPLES: [Sample; 6] = [
    sample!("trello", trello),
    sample!("planka", planka),
    sample!("super_productivity", super_productivity),
    sample!("super_productivity_13", super_productivity),
    sample!("microsoft_to_do", microsoft_to_do),
    sample!("google_tasks", google_tasks),
];

/// Reads a file as somebody in a time zone one hour east of Greenwich.
fn read(read: Read, text: &str) -> Result<Import, ImportError> {
    let names = ImportNames::default();
    let now = Timestamp::parse("2026-11-29T12:00:00Z").unwrap();
    read(text, &ImportContext { now, utc_offset: &|_| 60, names: &names })
}

/// Reads a file of any format.
fn any_format(text: &str, context: &ImportContext<'_>) -> Result<Import, ImportError> {
    super::read("no name", text.as_bytes(), &ImportOptions::default(), context).map(|file| file.import)
}

fn error(reader: Read, text: &str) -> ImportErrorCode {
    read(reader, text).unwrap_err().code
}

fn kinds(losses: Losses) -> Vec<LossKind> {
    losses.into_vec().into_iter().map(|loss| loss.kind).collect()
}

#[test]
fn samples_give_the_expected_boards_and_losses() {
    for sample in SAMPLES {
        let import = read(any_format, sample.text).unwrap();
        let boards: Vec<_> =
            import.boards.iter().map(|board| json!({ "key": board.key, "board": board.board })).collect();
        let actual = json!({ "source": import.source, "boards": boards, "losses": import.losses.into_vec() });
        let path: PathBuf =
            [env!("CARGO_MANIFEST_DIR"), "samples", &format!("{}.expected.json", sample.name)].iter().collect();
        if std::env::var_os("UPDATE_SAMPLES").is_some() {
            fs::write(&path, serde_json::to_string_pretty(&actual).unwrap() + "\n").unwrap();
        }
        let expected: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(actual, expected, "{}", sample.name);
    }
}

#[test]
fn samples_are_recognized_by_their_reader_alone() {
    for sample in &SAMPLES {
        let shape = Shape::of(sample.text).unwrap();
        for other in &SAMPLES {
            let is_same = std::ptr::fn_addr_eq(other.read, sample.read);
            assert_eq!((other.matches)(&shape), is_same, "{} as {}", sample.name, other.name);
        }
    }
}

#[test]
fn texts_that_were_cut_within_an_emoji_are_read() {
    for sample in SAMPLES {
        let text = sample.text.replacen("\"title\": \"", "\"title\": \"\\ud83d", 1);
        let source = read(any_format, &text).unwrap().source;
        assert_eq!(source, read(sample.read, sample.text).unwrap().source);
    }
}

#[test]
fn secrets_and_commands_are_not_taken_over() {
    let expected =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/super_productivity.expected.json")).unwrap();
    assert!(!expected.contains("rm -rf") && !expected.contains("secret"));
}

#[test]
fn parts_of_exports_and_old_versions_are_refused() {
    let cases: [(Read, Matches, &str, ImportErrorCode); 6] = [
        (trello::read, trello::matches, r#"{"id":"1","idList":"2","idBoard":"3"}"#, ImportErrorCode::PartOfExport),
        (
            planka::read,
            planka::matches,
            r#"{"items":[{"id":"1"}],"included":{"boards":[]}}"#,
            ImportErrorCode::PartOfExport,
        ),
        (
            super_productivity::read,
            super_productivity::matches,
            r#"{"config":{},"tasks":[]}"#,
            ImportErrorCode::UnsupportedVersion,
        ),
        (
            super_productivity::read,
            super_productivity::matches,
            r#"{"task":{"ids":[],"entities":{}},"project":{}}"#,
            ImportErrorCode::Empty,
        ),
        (
            microsoft_to_do::read,
            microsoft_to_do::matches,
            r#"{"value":[{"displayName":"A","wellknownListName":"none"}]}"#,
            ImportErrorCode::PartOfExport,
        ),
        (google_tasks::read, google_tasks::matches, r#"{"kind":"tasks#taskLists","items":[]}"#, ImportErrorCode::Empty),
    ];
    for (reader, matches, text, code) in cases {
        assert!(matches(&Shape::of(text).unwrap()), "{text}");
        assert_eq!(error(reader, text), code, "{text}");
    }
}

#[test]
fn files_with_too_many_cards_are_refused() {
    let many = |item: &str| vec![item; 100_001].join(",");
    let cards = many(r#"{"name":"A"}"#);
    assert_eq!(error(trello::read, &format!(r#"{{"lists":[],"cards":[{cards}]}}"#)), ImportErrorCode::TooManyCards);
    let planka = format!(r#"{{"item":{{}},"included":{{"lists":[],"cards":[{cards}]}}}}"#);
    assert_eq!(error(planka::read, &planka), ImportErrorCode::TooManyCards);
    let tasks = many(r#"{"title":"A","status":"completed"}"#);
    assert_eq!(error(microsoft_to_do::read, &format!("[{tasks}]")), ImportErrorCode::TooManyCards);
    let google = format!(r#"{{"kind":"tasks#tasks","items":[{tasks}]}}"#);
    assert_eq!(error(google_tasks::read, &google), ImportErrorCode::TooManyCards);
    let tasks: Vec<_> = (0..100_001).map(|id| format!(r#""{id}":{{"title":"A"}}"#)).collect();
    let super_productivity = format!(r#"{{"task":{{"entities":{{{}}}}}}}"#, tasks.join(","));
    assert_eq!(error(super_productivity::read, &super_productivity), ImportErrorCode::TooManyCards);
}

#[test]
fn broken_records_are_skipped_and_counted() {
    let trello = r##"{"lists":[{"id":"l","name":"A\u0000","pos":"top"},{"id":"l","name":"Twin"},7],"labels":[{"id":"x","name":["y"],"color":null}],
        "cards":[null,"card",{"id":"c","name":"One","idList":"l","idLabels":["x"],"due":"soon","desc":"<script>alert(1)</script>"},
        {"id":"c","name":{"a":1},"idList":"l","due":5}],"checklists":[{"idCard":"c","checkItems":[[],{"name":"Step"}]}]}"##;
    let import = read(trello::read, trello).unwrap();
    let list = &import.boards[0].board.lists[0];
    assert_eq!(list.name.as_str(), "A");
    let titles: Vec<_> = list.cards.iter().map(|card| card.title.as_str()).collect();
    assert_eq!(titles, ["One", "Untitled"]);
    assert_eq!(
        list.cards[0].description.as_str(),
        "<script>alert(1)</script>\n\n## Other fields\n\n- **Due date**: soon"
    );
    assert_eq!((list.cards[0].subtasks.len(), list.cards[1].subtasks.len()), (1, 0));
    let expected = [
        LossKind::DateUnreadable,
        LossKind::ChecklistsJoined,
        LossKind::Unnamed,
        LossKind::Unreadable,
        LossKind::RecordSkipped,
    ];
    assert_eq!(kinds(import.losses), expected);
}

#[test]
fn several_boards_of_trello_are_read_and_twins_skipped() {
    let board = SAMPLES[0].text;
    let import =
        read(trello::read, &format!("[{board},{},{board}]", board.replace("66f000000000000000000001", "other")))
            .unwrap();
    let keys: Vec<_> = import.boards.iter().map(|board| board.key.as_str()).collect();
    assert_eq!(keys, ["trello:66f000000000000000000001", "trello:other"]);
    assert!(kinds(import.losses).contains(&LossKind::RecordSkipped));
}

#[test]
fn tasks_of_one_list_of_microsoft_to_do_are_read() {
    let text = r#"{"@odata.context":"x","value":[{"id":"1","title":"A","status":"deferred"},{"id":"2","title":"B","status":"notStarted"}]}"#;
    assert!(microsoft_to_do::matches(&Shape::of(text).unwrap()));
    let board = &read(microsoft_to_do::read, text).unwrap().boards[0].board;
    assert_eq!((board.lists.len(), board.lists[0].name.as_str(), board.lists[0].cards.len()), (1, "To do", 2));
    assert_eq!(board.lists[0].cards[0].labels[0].as_str(), "Deferred");
}

#[test]
fn days_of_microsoft_to_do_do_not_depend_on_the_time_zone_in_which_they_were_set() {
    let due_date = |time: &str, zone: &str, offset: i32| {
        let names = ImportNames::default();
        let context = ImportContext { now: Timestamp::from_millis(0), utc_offset: &|_| offset, names: &names };
        let due = json!({ "dateTime": time, "timeZone": zone });
        let text = json!([{ "title": "A", "status": "notStarted", "dueDateTime": due }]).to_string();
        let board = &microsoft_to_do::read(&text, &context).unwrap().boards[0].board;
        board.lists[0].cards[0].due_date.as_ref().map(|date| date.as_str().to_owned())
    };
    let day = Some("2024-10-24".to_owned());
    assert_eq!(due_date("2024-10-24T10:00:00.0000000Z", "UTC", -600), day);
    assert_eq!(due_date("2024-10-23T10:00:00", "UTC", 840), day);
    assert_eq!(due_date("2024-10-24T00:00:00.0000000", "UTC", -600), day);
    assert_eq!(due_date("2024-10-24T23:00:00.0000000", "Pacific Standard Time", 540), day);
    assert_eq!(due_date("2024-10-24", "UTC", 0), None);
}

#[test]
fn a_missing_due_date_of_a_repetition_is_its_next_day() {
    let text = r#"{"task":{"entities":{"t":{"title":"Sport","repeatCfgId":"r"}}},"project":{},
        "taskRepeatCfg":{"entities":{"r":{"repeatCycle":"WEEKLY","repeatEvery":1,"tuesday":true,"startTime":"18:30"}}}}"#;
    let import = read(super_productivity::read, text).unwrap();
    let card = &import.boards[0].board.lists[0].cards[0];
    // The import is on a Sunday.
    assert_eq!(card.due_date.as_ref().unwrap().as_str(), "2026-12-01T18:30");
    assert_eq!(card.recurrence.as_ref().unwrap().weekdays, [2]);
    assert_eq!(kinds(import.losses), [LossKind::DateAssumed]);
}

/// Checks the limits that the types of a board file do not check.
fn check(import: &Import) {
    for board in &import.boards {
        assert!(board.key.len() <= 100 && board.board.label_colors.len() <= 200);
        for card in board.board.lists.iter().flat_map(|list| &list.cards) {
            assert!(card.labels.iter().collect::<HashSet<_>>().len() == card.labels.len() && card.labels.len() <= 50);
            assert!(card.reminders.iter().all(|minutes| (0..=525_600).contains(minutes)));
            assert!(card.reminders.is_empty() || card.due_date.is_some());
            assert!(card.estimate_minutes.is_none_or(|minutes| (1..=6_000).contains(&minutes)));
            let Some(recurrence) = &card.recurrence else { continue };
            assert!(card.due_date.is_some() && card.completed_at.is_none());
            assert!((1..=365).contains(&recurrence.every));
            assert!(recurrence.weekdays.is_empty() || recurrence.unit == RecurrenceUnit::Weeks);
            assert!(recurrence.weekdays.is_sorted_by(|a, b| a < b));
            assert!(recurrence.remaining.is_none_or(|count| (1..=999).contains(&count) && recurrence.until.is_none()));
        }
    }
}

/// Replaces the value at a position in the order of the text, and returns whether there was one.
fn replace(value: &mut Value, position: &mut usize, by: &Value) -> bool {
    if *position == 0 {
        *value = by.clone();
        return true;
    }
    *position -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| replace(item, position, by)),
        Value::Object(fields) => fields.values_mut().any(|field| replace(field, position, by)),
        _ => false,
    }
}

fn replacements() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("\u{0}😀"),
        json!("2026-02-30T25:00:00Z"),
        json!("9999-12-31T23:59:59.999Z"),
        json!("0001-01-01"),
        json!([]),
        json!([null, [[]], {}, "x", 1]),
        json!({}),
        json!({"id": {"id": []}, "name": null, "entities": {"a": 1}, "ids": [1]}),
        json!("x".repeat(60_000)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn broken_samples_do_not_panic(
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<proptest::sample::Index>()), 1..6),
        cut in any::<proptest::sample::Index>(),
    ) {
        for sample in SAMPLES {
            let mut value: Value = serde_json::from_str(sample.text).unwrap();
            for (position, replacement) in &changes {
                replace(&mut value, &mut position.index(600), replacement.get(&replacements()));
            }
            if let Ok(import) = read(sample.read, &value.to_string()) {
                check(&import);
            }
            // The readers get files of other products, too, if `matches` is wrong.
            for other in SAMPLES {
                let _ = read(other.read, &value.to_string());
            }
            let mut end = cut.index(sample.text.len());
            while !sample.text.is_char_boundary(end) {
                end -= 1;
            }
            assert!(read(sample.read, &sample.text[..end]).is_err());
        }
    }

    #[test]
    fn any_text_does_not_panic(text in any::<String>(), json in "[\\[\\]{}:,\"a0\\\\ud8\n-]{0,40}") {
        for sample in SAMPLES {
            let _ = read(sample.read, &text);
            let _ = read(sample.read, &json);
        }
    }
}
