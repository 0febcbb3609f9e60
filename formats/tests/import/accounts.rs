//! Imports of the archive of an account: its boards, and what is counted of the rest.

use crate::archives::{Entry, archive};
use crate::support::{import, losses, outline};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{BoardRecords, ItemContent};
use core_wasm::protocol::sharing::{Member, Role};
use core_wasm::protocol::text::Slug;
use core_wasm::protocol::time::Timestamp;
use formats::board_file::BoardFile;
use formats::import::{AccountContents, ImportErrorCode, ImportSource};
use formats::records;
use formats::session::ImportSession;
use serde_json::{Value, json};

const OWNER: &str = "0192f0c1-7b3a-7c9e-8a54-000000000001";
const OTHER: &str = "0192f0c1-7b3a-7c9e-8a54-000000000002";
const BOARD: &str = "0192f0c1-7b3a-7c9e-8a54-000000001000";

fn id(text: &str) -> Id {
    Id::parse(text).unwrap()
}

fn member(user_id: &str, first_name: &str, role: Role) -> Member {
    let names = (first_name.to_owned(), "Hopper".to_owned());
    Member { user_id: id(user_id), first_name: names.0, last_name: names.1, picture: None, role, shares_focus: false }
}

/// Returns the records of a board with two lists, three cards and two comments.
fn records() -> BoardRecords {
    let card = |title: &str, comments: &str| {
        format!(r#"{{"title": "{title}", "created_at": "2026-01-02T03:04:05Z", "comments": [{comments}]}}"#)
    };
    let comment = |text: &str| format!(r#"{{"text": "{text}", "created_at": "2026-01-03T00:00:00Z"}}"#);
    let comments = format!("{}, {}", comment("Mine"), comment("Theirs"));
    let text = format!(
        r#"{{"format": "twentyfour-board", "version": 1, "name": "Home", "lists": [
        {{"name": "To do", "cards": [{}, {}]}}, {{"name": "Old", "cards": [{}]}}]}}"#,
        card("Milk", &comments),
        card("Bread", ""),
        card("Cheese", ""),
    );
    let file: BoardFile = serde_json::from_str(&text).unwrap();
    records::to_records(&file, id(BOARD), Some(id(OWNER)), Slug::parse("home").unwrap()).unwrap()
}

/// Returns an archive with these boards, as JSON texts.
pub(crate) fn account_archive(boards: &[u8]) -> Vec<u8> {
    let account = format!(r#"{{"user": {{"id": "{OWNER}", "email": "ada@example.com"}}, "identities": []}}"#);
    archive(&[
        Entry::new("README.txt", b"All data"),
        Entry::new("account.json", account.as_bytes()),
        Entry::new("boards.json", boards),
        Entry::new("activity.json", b"not read"),
        Entry::new("focus-sessions.json", br#"{"sessions":[{"id": 1},{"id": [2]}]}"#),
        Entry::new("pictures.json", b"{}"),
        Entry::new("pictures/a.jpg", b"jpeg"),
        Entry::new("attachments/plan.pdf", b"%PDF"),
        Entry::new("attachments/offer.pdf", b"%PDF"),
        Entry::new("notes.json", b"{}"),
        Entry::new("notes/Ideas.md", b"Ideas"),
        Entry::new("notes/trash/Old.md", b"Old"),
    ])
}

/// Returns the text of `boards.json` with these boards.
pub(crate) fn boards_json(boards: &[String]) -> String {
    format!("{{\"boards\":[\n{}\n]}}\n", boards.join(",\n"))
}

/// Returns the text of `boards.json` with one board.
pub(crate) fn one_board_json() -> String {
    boards_json(&[json::json(&records())])
}

fn code(bytes: &[u8]) -> ImportErrorCode {
    import("account.zip", bytes, "{}").unwrap_err().code
}

#[test]
fn boards_of_an_account_are_read_and_the_rest_is_counted() {
    let mut shared = records();
    let board = shared.board.as_mut().unwrap();
    board.role = Role::Editor;
    board.members = vec![member(OTHER, "Grace", Role::Owner), member(OWNER, "Ada", Role::Editor)];
    let theirs =
        |content: &ItemContent| matches!(content, ItemContent::Comment { text, .. } if text.as_str() == "Theirs");
    shared.items.iter_mut().filter(|item| theirs(&item.content)).for_each(|item| item.author_id = Some(id(OTHER)));
    shared.cards[1].trashed_at = Some(Timestamp::from_millis(1));
    shared.lists[1].trashed_at = Some(Timestamp::from_millis(1));
    let mut trashed = records();
    trashed.board.as_mut().unwrap().trashed_at = Some(Timestamp::from_millis(1));
    let boards = [json::json(&shared), json::json(&trashed), r#"{"version": 1, "lists": 3}"#.to_owned()];

    let file = import("account.zip", &account_archive(boards_json(&boards).as_bytes()), "{}").unwrap();
    assert_eq!(file.import.source, ImportSource::TwentyfourAccount);
    assert_eq!(file.account, Some(AccountContents { notes: 2, focus_sessions: 2, pictures: 1, attachments: 2 }));
    assert_eq!(file.import.boards.len(), 1);
    assert_eq!(file.import.boards[0].key, format!("account:{BOARD}"));
    let expected = "# Home\n## To do\n- Milk\n  > 2026-01-03T00:00:00.000Z \"Mine\"\n  > 2026-01-03T00:00:00.000Z \"**Grace Hopper**:\\n\\nTheirs\"";
    assert_eq!(outline(&file.import.boards[0].board), expected);
    let expected =
        ["People 1: Home", "CommentAuthor 1: Home", "Deleted 3: Old | Bread | Home", "RecordSkipped 1: boards.json #3"];
    assert_eq!(losses(&file), expected);
}

#[test]
fn session_counts_the_contents_of_an_account() {
    let mut session = ImportSession::new(r#"{"now": "2026-11-29T12:00:00Z", "names": {}}"#).unwrap();
    session.push(&account_archive(one_board_json().as_bytes())).unwrap();
    let preview: Value = serde_json::from_str(&session.read("account.zip", "{}", &|_| 0)).unwrap();
    assert_eq!(preview["account"], json!({"notes": 2, "focus_sessions": 2, "pictures": 1, "attachments": 2}));
    let text = session.board_records(0, OTHER, Some(OWNER), "home").unwrap();
    let records: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(records["board"]["import_key"], format!("account:{BOARD}"));
}

#[test]
fn account_without_boards_is_read() {
    let file = import("account.zip", &account_archive(b"{\"boards\":[\n]}"), "{}").unwrap();
    assert!(file.import.boards.is_empty());
    assert_eq!(file.account.unwrap().notes, 2);
    // An early export has no focus sessions of its own.
    let few = [
        Entry::new("account.json", br#"{"user":{"id":"0192f0c1-7b3a-7c9e-8a54-000000000001"}}"#),
        Entry::new("boards.json", br#"{"boards":[]}"#),
    ];
    assert_eq!(import("account.zip", &archive(&few), "{}").unwrap().account.unwrap().focus_sessions, 0);
}

#[test]
fn archives_of_an_account_with_other_contents_are_refused() {
    assert_eq!(code(&account_archive(b"{\"boards\":[")), ImportErrorCode::InvalidJson);
    assert_eq!(code(&account_archive(b"")), ImportErrorCode::InvalidJson);
    assert_eq!(code(&account_archive(b"{\"boards\":3}")), ImportErrorCode::InvalidValue);
    let nobody =
        [Entry::new("account.json", br#"{"user":{"id":"x"}}"#), Entry::new("boards.json", br#"{"boards":[]}"#)];
    assert_eq!(code(&archive(&nobody)), ImportErrorCode::InvalidValue);
    let deep = format!("{{\"boards\":[{}1{}]}}", "[".repeat(100_000), "]".repeat(100_000));
    let file = import("account.zip", &account_archive(deep.as_bytes()), "{}").unwrap();
    assert_eq!(losses(&file), ["RecordSkipped 1: boards.json #1"]);
}
