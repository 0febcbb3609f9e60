//! Damaged and random files: whatever a file contains, reading it ends with boards that can be stored, or with an error.

use crate::accounts::{account_archive, one_board_json};
use crate::support::{SAMPLES, import};
use formats::board_file::BoardFile;
use formats::encoding::decode;
use formats::import::{ImportError, ImportErrorCode, ImportedFile};
use proptest::prelude::*;

/// Checks that the boards of a file can be stored, or that the error fits what the file is.
fn check(bytes: &[u8], result: Result<ImportedFile, ImportError>) {
    let file = match result {
        Ok(file) => file,
        Err(error) => return check_error(bytes, error.code),
    };
    for board in &file.import.boards {
        assert!((1..=100).contains(&board.key.chars().count()), "{}", board.key);
        let text = serde_json::to_string(&board.board).unwrap();
        let read: BoardFile = serde_json::from_str(&text).unwrap();
        assert_eq!(read, board.board);
    }
}

fn check_error(bytes: &[u8], code: ImportErrorCode) {
    use ImportErrorCode::*;
    let is_archive = bytes.starts_with(b"PK");
    let text = decode(bytes, None).text;
    let is_json = text.trim_start().starts_with(['{', '[']);
    let fits = match code {
        Empty | UnknownFormat => true,
        InvalidArchive | ArchiveTooLarge | Encrypted => is_archive,
        InvalidJson | InvalidValue | TooDeep | PartOfExport | UnsupportedVersion => is_json || is_archive,
        UnclosedQuote | NoTitleColumn | WrongExport => !is_json,
        TooLarge | TooManyCards => false,
    };
    assert!(fits, "{code:?}: {text}");
}

/// A change of a file.
#[derive(Clone, Debug)]
enum Damage {
    Truncate(usize),
    Replace(usize, u8),
    Remove(usize, usize),
    Repeat(usize, usize, usize),
    Insert(usize, Vec<u8>),
    Encode,
}

fn damage() -> impl Strategy<Value = Damage> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 1..20),
        "[\\[{\",;\n\t:}\\]\\\\]{1,20}".prop_map(String::into_bytes),
        "(null|true|-1|1e999|\"\"|\\{\\}|\\[\\]|99999999999999999999|@|\u{feff}|\u{202e})".prop_map(String::into_bytes),
    ];
    prop_oneof![
        any::<usize>().prop_map(Damage::Truncate),
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        (any::<usize>(), 1..50_usize).prop_map(|(at, length)| Damage::Remove(at, length)),
        (any::<usize>(), 1..200_usize, 1..50_usize).prop_map(|(at, length, times)| Damage::Repeat(at, length, times)),
        (any::<usize>(), piece).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        Just(Damage::Encode),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: Damage) {
    let length = bytes.len();
    let range = |at: usize, size: usize| {
        let start = at % (length + 1);
        start..(start + size).min(length)
    };
    match damage {
        Damage::Truncate(at) => bytes.truncate(at % (length + 1)),
        Damage::Replace(at, byte) => {
            if let Some(old) = bytes.get_mut(at % (length + 1)) {
                *old = byte;
            }
        }
        Damage::Remove(at, size) => drop(bytes.drain(range(at, size))),
        Damage::Repeat(at, size, times) => {
            let range = range(at, size);
            let repeated = bytes[range.clone()].repeat(times);
            drop(bytes.splice(range.start..range.start, repeated));
        }
        Damage::Insert(at, piece) => drop(bytes.splice(range(at, 0), piece)),
        Damage::Encode => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            *bytes = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        }
    }
}

proptest! {
    #[test]
    fn damaged_samples_are_read_or_refused(
        at in any::<prop::sample::Index>(),
        damages in proptest::collection::vec(damage(), 1..6),
        name in "[a-z\\[\\]. /\\\\ü]{0,20}",
    ) {
        let (_, mut bytes) = SAMPLES[at.index(SAMPLES.len())].clone();
        damages.into_iter().for_each(|damage| apply(&mut bytes, damage));
        check(&bytes, import(&name, &bytes, "{}"));
    }

    #[test]
    fn damaged_boards_of_an_account_are_read_or_refused(damages in proptest::collection::vec(damage(), 1..6)) {
        let mut boards = one_board_json().into_bytes();
        damages.into_iter().for_each(|damage| apply(&mut boards, damage));
        let file = account_archive(&boards);
        check(&file, import("account.zip", &file, "{}"));
    }

    #[test]
    fn random_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300), is_archive: bool) {
        let start: &[u8] = if is_archive { b"PK\x03\x04" } else { b"" };
        let bytes = [start, &bytes].concat();
        check(&bytes, import("file", &bytes, "{}"));
    }

    #[test]
    fn random_tables_are_read_with_any_columns(
        rows in proptest::collection::vec(
            proptest::collection::vec("([a-z@\"']{0,6}|[0-9./: -]{0,12}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}|today|yes|\\PC{0,10})", 0..6), 0..8),
        delimiter in "[,;\t|]",
        columns in proptest::option::of(proptest::collection::vec(
            "(title|description|list|board|priority|due_date|labels|is_completed|completed_at|created_at|archived_at|estimate_minutes|subtasks|comments|ignored)", 1..6)),
        has_header in proptest::option::of(any::<bool>()),
    ) {
        let rows: Vec<String> = rows.iter().map(|row| row.join(&delimiter)).collect();
        let options = serde_json::json!({ "columns": columns, "has_header": has_header, "delimiter": delimiter });
        let text = rows.join("\n");
        check(text.as_bytes(), import("file.csv", text.as_bytes(), &options.to_string()));
    }
}

#[test]
fn long_names_that_many_records_share_take_linear_time() {
    let long = "x".repeat(100_000);
    let rows = (2..20_000).map(|indent| format!("task,Step {indent},4,{indent}\n"));
    let todoist = format!("TYPE,CONTENT,PRIORITY,INDENT\ntask,Card,4,1\ntask,{long},4,2\n{}", String::from_iter(rows));
    let item = r#"{"name":"Step"},"#.repeat(5_000) + r#"{"name":"Last"}"#;
    let trello = format!(
        r#"{{"id":"b","name":"B","lists":[{{"id":"l","name":"L"}}],"cards":[{{"id":"c","idList":"l","name":"C"}}],"checklists":[
        {{"idCard":"c","name":"{long}","checkItems":[{item}]}},{{"idCard":"c","name":"Two","checkItems":[{{"name":"x"}}]}}]}}"#
    );
    for (name, text, subtasks) in [("a.csv", todoist, 19_999), ("a.json", trello, 5_002)] {
        let file = import(name, text.as_bytes(), "{}").unwrap();
        let card = &file.import.boards[0].board.lists[0].cards[0];
        assert_eq!(card.subtasks.len(), subtasks);
        assert!(card.subtasks.iter().filter(|subtask| subtask.title.as_str().ends_with('…')).count() <= 1);
    }
}

#[test]
fn files_beyond_the_limits_of_a_board_are_refused() {
    let lists = [r#"{"name":"L"}"#; 10_001].join(",");
    let own = format!(r#"{{"format":"twentyfour-board","version":1,"name":"B","lists":[{lists}]}}"#);
    assert_eq!(import("a.json", own.as_bytes(), "{}").unwrap_err().code, ImportErrorCode::TooManyCards);
    let rows: String = (0..10_001).map(|list| format!("{list},Card\n")).collect();
    let table = format!("List,Title\n{rows}");
    assert_eq!(import("a.csv", table.as_bytes(), "{}").unwrap_err().code, ImportErrorCode::TooManyCards);
}

#[test]
fn every_beginning_of_a_sample_is_read_or_refused() {
    for (name, bytes) in SAMPLES.iter() {
        // At most 300 beginnings of each, so that large samples do not take long.
        for end in (0..=bytes.len()).step_by(bytes.len() / 300 + 1) {
            let result = import(name, &bytes[..end], "{}");
            // What is cut off in the middle is no JSON, whatever its format is.
            if name.ends_with(".json") && bytes[..end].trim_ascii() != bytes.trim_ascii() {
                let expected = if end == 0 { ImportErrorCode::Empty } else { ImportErrorCode::InvalidJson };
                assert_eq!(result.map(|_| ()).map_err(|error| error.code), Err(expected), "{name} {end}");
            } else {
                check(&bytes[..end], result);
            }
        }
    }
}
