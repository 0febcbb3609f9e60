//! Boards as this device has stored them, for exports without a server.

use core_wasm::board::on_device::read_board;
use core_wasm::board::slug::slug;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::BoardRecords;
use core_wasm::protocol::stored::OutboxEntry;
use core_wasm::protocol::text::BoardName;

/// What the browser has stored, by key.
type StoredTexts = Vec<(String, String)>;

/// Returns a board with the unsent changes, given what is stored of it and of the outbox. Unreadable texts are skipped. `None`
/// if too little is stored.
pub fn stored_board(
    account_id: Option<Id>,
    board_id: Id,
    stored: StoredTexts,
    outbox: &StoredTexts,
) -> Option<BoardRecords> {
    let entry = |(key, text): &(String, String)| -> Option<(Id, OutboxEntry)> {
        Some((Id::parse(key.rsplit_once('/')?.1)?, json::parse(text).ok()?))
    };
    let outbox: Vec<_> = outbox.iter().filter_map(entry).collect();
    let mut records = read_board(account_id.unwrap_or(Id::GUEST), board_id, stored, &outbox)?;
    // What guests add has no author.
    for (_, item) in records.items.iter_mut().filter(|(_, item)| item.author_id == Some(Id::GUEST)) {
        item.author_id = None;
    }
    Some(BoardRecords {
        version: 1,
        is_complete: true,
        board: Some(records.board),
        lists: records.lists.into_values().collect(),
        cards: records.cards.into_values().collect(),
        items: records.items.into_values().collect(),
    })
}

/// Returns the slug of a new board. `None` if its name is invalid.
pub fn board_slug(name: &str, board_id: Id) -> Option<String> {
    let name = BoardName::parse(name).ok()?;
    Some(slug(&name, board_id, 4).as_str().to_owned())
}

/// The JavaScript API.
#[cfg(target_arch = "wasm32")]
pub mod wasm {
    // The macros of wasm-bindgen expand to unsafe code.
    #![allow(unsafe_code)]

    use core_wasm::protocol::id::Id;
    use wasm_bindgen::prelude::*;

    /// Returns the records of a board as JSON text, with the unsent changes, given what is stored of it and of the outbox: keys
    /// with their texts. Without an account, the board is a guest's. Undefined if too little is stored.
    #[wasm_bindgen]
    pub fn stored_board(
        account_id: Option<String>,
        board_id: &str,
        keys: Vec<String>,
        texts: Vec<String>,
        outbox_keys: Vec<String>,
        outbox_texts: Vec<String>,
    ) -> Option<String> {
        let account_id = match account_id {
            Some(id) => Some(Id::parse(&id)?),
            None => None,
        };
        let stored = keys.into_iter().zip(texts).collect();
        let outbox = outbox_keys.into_iter().zip(outbox_texts).collect();
        super::stored_board(account_id, Id::parse(board_id)?, stored, &outbox).map(|records| json::json(&records))
    }

    /// Returns the slug of a new board. Undefined if its name or its id is invalid.
    #[wasm_bindgen]
    pub fn board_slug(name: &str, board_id: &str) -> Option<String> {
        super::board_slug(name, Id::parse(board_id)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::from_records;
    use core_wasm::protocol::http::CreateBoardRequest;
    use core_wasm::protocol::op::{BoardEdit, BoardOp, Change};
    use core_wasm::protocol::record::Priority;
    use core_wasm::protocol::stored::idb_key;
    use core_wasm::protocol::time::Timestamp;

    fn id(number: u8) -> Id {
        Id::from_parts(1_000 + u64::from(number), &[number; 10])
    }

    #[test]
    fn a_board_of_a_guest_is_read_with_its_unsent_changes() {
        let board_id = id(1);
        let request = CreateBoardRequest {
            name: "Home".to_owned(),
            id: Some(board_id.to_string()),
            slug: None,
            made_offline: false,
        };
        let change = Change::EditBoard { edit: BoardEdit::Name("Garden".to_owned()) };
        let op = BoardOp { id: id(2), at: Timestamp::from_millis(2_000), change };
        let entries = [OutboxEntry::CreateBoard { request }, OutboxEntry::BoardOp { board_id, op }];
        let key = |number: u8| idb_key::outbox_entry(Id::GUEST, id(number));
        let mut outbox: StoredTexts = (3..).map(key).zip(entries.iter().map(json::json)).collect();
        outbox.push((key(5), "unreadable".to_owned()));

        let records = stored_board(None, board_id, vec![], &outbox).expect("it is in the outbox");
        assert_eq!(records.board.expect("it has its own record").name.as_str(), "Garden");
        assert!(stored_board(None, id(9), vec![], &outbox).is_none());
    }

    #[test]
    fn what_a_guest_adds_is_exported_as_their_own() {
        let (board_id, list_id, card_id) = (id(1), id(2), id(3));
        let request = CreateBoardRequest {
            name: "Home".to_owned(),
            id: Some(board_id.to_string()),
            slug: None,
            made_offline: false,
        };
        let rank = "80".to_owned();
        let changes = [
            Change::AddList { list_id, name: "To do".to_owned(), rank: rank.clone() },
            Change::AddCard { card_id, list_id, rank, title: "Boxes".to_owned(), priority: Priority::Low },
            Change::AddComment { item_id: id(4), card_id, text: "Twelve".to_owned() },
            Change::AddReminder { item_id: id(5), card_id, minutes_before: 30 },
        ];
        let op = |(change, number)| BoardOp { id: id(number), at: Timestamp::from_millis(2_000), change };
        let ops = changes.into_iter().zip(20..).map(op).map(|op| OutboxEntry::BoardOp { board_id, op });
        let entries = [OutboxEntry::CreateBoard { request }].into_iter().chain(ops);
        let key = |number: u8| idb_key::outbox_entry(Id::GUEST, id(number));
        let outbox: StoredTexts = (40..).map(key).zip(entries.map(|entry| json::json(&entry))).collect();

        let records = stored_board(None, board_id, vec![], &outbox).expect("it is in the outbox");
        let file = from_records(&records, None, &|_| None).expect("it has its own record");
        let card = &file.lists[0].cards[0];
        assert_eq!((card.comments[0].text.as_str(), &card.reminders[..]), ("Twelve", &[30][..]));
    }

    #[test]
    fn a_new_board_has_a_slug_of_its_name() {
        assert!(board_slug("Moved in", id(1)).is_some_and(|slug| slug.starts_with("moved-in-")));
        assert_eq!(board_slug(" ", id(1)), None);
    }
}
