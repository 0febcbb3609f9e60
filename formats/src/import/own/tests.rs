use super::*;
use crate::export::{ExportFormat, write};
use crate::import::ImportNames;
use crate::testing::board_file;
use core_wasm::protocol::time::Timestamp;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;

fn read(text: &str) -> Result<Import, ImportError> {
    let names = ImportNames::default();
    super::read(text, &ImportContext { now: Timestamp::from_millis(0), utc_offset: &|_| 0, names: &names })
}

fn refused(text: &str) -> (ImportErrorCode, Option<u32>) {
    let error = read(text).unwrap_err();
    (error.code, error.line)
}

const CARD: &str = r#"{"title":"C","created_at":"2026-03-03T08:30:00Z"}"#;

fn board(card: &str) -> String {
    format!(
        "{{\"format\":\"twentyfour-board\",\n\"version\":1,\n\"name\":\"B\",\n\"lists\":[{{\"name\":\"L\",\n\"cards\":[\n{card}]}}]}}"
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_the_export_writes_is_read_again(file in board_file(), end in any::<Index>()) {
        let text = write(&file, ExportFormat::Json);
        let import = read(&text).unwrap();
        prop_assert_eq!(&import.boards[0].board, &file);
        prop_assert_eq!(write(&import.boards[0].board, ExportFormat::Json), text.clone());
        // Cut anywhere but in the line break at the end, it is an error.
        let mut end = end.index(text.len() - 1);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        prop_assert_eq!(read(&text[..end]).unwrap_err().code, ImportErrorCode::InvalidJson);
    }

    #[test]
    fn reading_any_text_never_panics(text in "[\\[\\]{}\":,a-z0-9]{0,60}", number in any::<i64>()) {
        prop_assert!(read(&text).is_err());
        _ = read(&board(CARD).replace('1', &number.to_string()));
    }
}

#[test]
fn a_file_written_by_hand_needs_only_names_and_times() {
    let import = read(&board(CARD)).unwrap();
    let file = &import.boards[0].board;
    assert_eq!((file.lists[0].id, file.lists[0].cards[0].id), (1, 1));
    assert_eq!(file.lists[0].cards[0].title.as_str(), "C");
    assert!(import.losses.into_vec().is_empty());
}

#[test]
fn unknown_fields_are_ignored() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    for card in [CARD.replace('{', r#"{"new":{"a":[1,2]},"#), CARD.replace('{', &format!("{{\"deep\":{deep},"))] {
        assert_eq!(read(&board(&card)).unwrap().boards[0].board.lists[0].cards.len(), 1);
    }
}

#[test]
fn keys_are_those_of_the_contents() {
    let [one, same, other] =
        [board(CARD), board(CARD), board("")].map(|text| read(&text).unwrap().boards.remove(0).key);
    assert_eq!(one, same);
    assert_ne!(one, other);
    assert!(one.starts_with("twentyfour:"));
}

#[test]
fn errors_of_values_have_the_name_of_the_field() {
    let field = |text: &str| read(text).unwrap_err().field;
    let long = "x".repeat(201);
    for (text, expected) in [
        (board(CARD).replace("\"B\"", &format!("\"{long}\"")), Some("name")),
        (board(CARD).replace("\"L\"", &format!("\n\"{long}\"\n")), Some("name")),
        (board(CARD).replace("\"name\":\"B\",", ""), Some("name")),
        (board(&CARD.replace('{', "{\"labels\":[\"a\",7],")), Some("labels")),
        (board(&CARD.replace("Z\"", "\"\n")), Some("created_at")),
        (board(&CARD.replace("\"C\"", "\"\\\":\"")).replace("\"B\"", "7"), Some("name")),
        (board("{"), None),
        ("{}".to_owned(), None),
    ] {
        assert_eq!(field(&text).as_deref(), expected, "{text}");
    }
}

#[test]
fn errors_have_a_code_and_a_line() {
    use ImportErrorCode::{InvalidJson, InvalidValue, TooManyCards, UnknownFormat, UnsupportedVersion};
    let card = |from: &str, to: &str| board(&CARD.replace(from, to));
    let field = |field: &str| refused(&card("{", &format!("{{{field},")));
    for (text, expected) in [
        ("", (InvalidJson, Some(1))),
        ("{", (InvalidJson, Some(1))),
        ("{\"format\":\"twentyfour-board\",\n\"version\":1,", (InvalidJson, Some(2))),
        ("null", (UnknownFormat, Some(1))),
        ("{}", (UnknownFormat, Some(1))),
        ("[]", (UnknownFormat, Some(1))),
        ("{\"format\":\"other\",\"version\":1}", (UnknownFormat, Some(1))),
    ] {
        assert_eq!(refused(text), expected, "{text}");
    }
    assert_eq!(refused(&board(CARD).replace("version\":1", "version\":2")), (UnsupportedVersion, None));
    let newer = board("{\"text\":1}").replace("version\":1", "version\":2");
    assert_eq!(refused(&newer).0, UnsupportedVersion);
    assert_eq!(refused(&board(CARD).replace("version\":1", "version\":\"1\"")), (InvalidValue, Some(2)));
    assert_eq!(refused(&card("\"C\"", "\" \"")), (InvalidValue, Some(6)));
    assert_eq!(refused(&card("\"C\"", "7")), (InvalidValue, Some(6)));
    assert_eq!(refused(&card("2026-03-03", "2026-13-03")), (InvalidValue, Some(6)));
    assert_eq!(field("\"due_date\":\"tomorrow\""), (InvalidValue, Some(6)));
    assert_eq!(field("\"labels\":null"), (InvalidValue, Some(6)));
    assert_eq!(field("\"priority\":\"urgent\""), (InvalidValue, Some(6)));
    assert_eq!(field("\"estimate_minutes\":-1"), (InvalidValue, Some(6)));
    // What only a look at several values shows has no line.
    assert_eq!(field("\"estimate_minutes\":6001"), (InvalidValue, None));
    assert_eq!(field("\"reminders\":[-1]"), (InvalidValue, None));
    let labels: Vec<String> = (0..51).map(|number| format!("\"{number}\"")).collect();
    assert_eq!(field(&format!("\"labels\":[{}]", labels.join(","))), (InvalidValue, None));
    assert_eq!(refused(&board(&vec![CARD; 100_001].join(","))), (TooManyCards, None));
    assert_eq!(
        refused(&board(CARD).replace("\"name\":\"B\"", "\"name\":\"B\",\"image\":\"https://evil.example/\"")).0,
        InvalidValue
    );
}
