//! Imports as the browser does them: a file in chunks, read again with other options.

use crate::support::sample;
use formats::import::MAX_BYTES;
use formats::session::{ImportSession, TooLarge};
use serde_json::{Value, json};

const CONTEXT: &str = r#"{"now": "2026-11-29T12:00:00Z", "names": {"no_list": "Ohne Liste"}}"#;

fn read(session: &mut ImportSession, options: &str) -> Value {
    serde_json::from_str(&session.read("a.csv", options, &|_| 60)).unwrap()
}

#[test]
fn file_in_chunks_is_read_again_with_other_options() {
    let mut session = ImportSession::new(CONTEXT).unwrap();
    for chunk in "Wörter,Due\nMilch,2026-12-05\n".as_bytes().chunks(3) {
        session.push(chunk).unwrap();
    }
    let found = read(&mut session, "{}");
    assert_eq!(found["source"], "csv");
    let board = &found["boards"][0];
    assert_eq!((&board["name"], &board["lists"], &board["cards"]), (&json!("a"), &json!(1), &json!(1)));
    let expected = json!({
        "delimiter": ",", "encoding": "utf-8", "has_header": true, "needs_day_first": false,
        "columns": [
            {"name": "Wörter", "field": "title", "samples": ["Milch"]},
            {"name": "Due", "field": "due_date", "samples": ["2026-12-05"]},
        ],
    });
    assert_eq!(found["table"], expected);
    let file: Value = serde_json::from_str(&session.board_file(0).unwrap()).unwrap();
    assert_eq!(file["lists"][0]["name"], "Ohne Liste");
    assert_eq!(file["lists"][0]["cards"][0]["due_date"], "2026-12-05");

    let again = read(&mut session, r#"{"columns": [null, "title"]}"#);
    assert_eq!(again["losses"], json!([{"kind": "custom_field", "count": 1, "examples": ["2026-12-05"]}]));
    let failed = read(&mut session, r#"{"columns": [null, null]}"#);
    assert_eq!(failed, json!({"error": {"code": "no_title_column", "line": null}}));
    assert_eq!(session.board_file(0), None);
}

#[test]
fn archived_cards_are_counted_and_can_be_left_out() {
    for (name, archived, archived_boards) in
        [("trello.json", 1, 0), ("planka.json", 1, 0), ("super_productivity.json", 1, 1)]
    {
        let mut session = ImportSession::new(CONTEXT).unwrap();
        session.push(sample(name)).unwrap();
        let found = read(&mut session, "{}");
        let boards = |read: &Value| read["boards"].as_array().unwrap().clone();
        let sum =
            |read: &Value, field: &str| boards(read).iter().filter_map(|board| board[field].as_u64()).sum::<u64>();
        assert_eq!(sum(&found, "archived_cards"), archived, "{name}");
        assert_eq!(
            boards(&found).iter().filter(|board| board["is_archived"] == true).count(),
            archived_boards,
            "{name}"
        );
        let left = read(&mut session, r#"{"skip_archive": true}"#);
        assert_eq!(sum(&left, "archived_cards"), 0, "{name}");
        assert_eq!(sum(&left, "cards"), sum(&found, "cards") - archived, "{name}");
        let files: Vec<_> = (0..boards(&left).len()).filter_map(|index| session.board_file(index)).collect();
        assert!(files.iter().all(|file| !file.contains(r#""name": "Archive""#)), "{name}");
    }
}

#[test]
fn file_of_more_than_100_mb_is_refused_while_it_is_loaded() {
    let mut session = ImportSession::new(CONTEXT).unwrap();
    session.push(&vec![b'a'; MAX_BYTES]).unwrap();
    assert_eq!(session.push(b"a"), Err(TooLarge));
    assert!(ImportSession::new("{}").is_none());
}
