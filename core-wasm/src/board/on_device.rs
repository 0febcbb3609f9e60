//! A board as this device has it, for the finder, which reads what the browser stores without a running core.

use super::pending::{created_id, created_records};
use super::reduce::Records;
use super::replica::Replica;
use super::storage::BoardStore;
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::stored::OutboxEntry;

/// Returns the records of a board, given what is stored under [`board_prefix`] and the entries of the outbox in order:
/// the server's state with the unsent changes. Returns `None` if too little is stored. Unreadable texts are skipped.
///
/// [`board_prefix`]: crate::protocol::stored::idb_key::board_prefix
pub fn read_board(
    account: Id,
    board_id: Id,
    stored: Vec<(String, String)>,
    outbox: &[(Id, OutboxEntry)],
) -> Option<Records> {
    let mut store = BoardStore::default();
    store.set_account(account);
    let stored = store.on_read(board_id, stored, false, &mut Context::default());
    let mut created = outbox.iter().map(|(_, entry)| entry).filter(|entry| created_id(entry) == Some(board_id));
    let mut replica = stored.or_else(|| Replica::load(created.find_map(created_records)?))?;
    replica.set_user(Some(account));
    for (_, entry) in outbox {
        if let OutboxEntry::BoardOp { board_id: other, op } = entry
            && (*other == board_id || op.change.other_board() == Some(board_id))
        {
            replica.insert_pending(op.clone(), &[], &mut vec![]);
        }
    }
    Some(replica.into_records())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::pending::new_records;
    use crate::protocol::http::CreateBoardRequest;
    use crate::protocol::op::{BoardOp, Change, ListEdit};
    use crate::protocol::rank::Rank;
    use crate::protocol::record::{BoardRecords, List};
    use crate::protocol::stored::{FORMAT, StoredBoard, StoredDelta, idb_key};
    use crate::protocol::text::ListName;
    use crate::protocol::time::Timestamp;

    fn id(number: u8) -> Id {
        Id::from_parts(1_000 + u64::from(number), &[number; 10])
    }

    fn list(number: u8) -> List {
        let name = ListName::parse(&format!("List {number}")).expect("the name is valid");
        let rank = Rank::between(None, None).expect("there is room");
        List { id: id(number), name, rank, is_collapsed: false, color: None, trashed_at: None }
    }

    fn create(board_id: Id) -> OutboxEntry {
        let (id, name) = (Some(board_id.to_string()), "Home".to_owned());
        let request = CreateBoardRequest { name, id, slug: None, made_offline: false };
        OutboxEntry::CreateBoard { request }
    }

    fn names(records: &Records) -> Vec<&str> {
        let mut names: Vec<&str> = records.lists.values().map(|list| list.name.as_str()).collect();
        names.sort_unstable();
        names
    }

    fn rename(number: u8, name: &str) -> OutboxEntry {
        let change = Change::EditList { list_id: id(number), edit: ListEdit::Name(name.to_owned()) };
        let op = BoardOp { id: id(99), at: Timestamp::from_millis(2_000), change };
        OutboxEntry::BoardOp { board_id: id(1), op }
    }

    #[test]
    fn z1_a_board_is_read_from_its_snapshot_deltas_and_unsent_changes() {
        let (account, board_id) = (id(50), id(1));
        let entry = (id(60), create(board_id));
        let board = created_records(&entry.1).and_then(|records| records.board).expect("the name is valid");
        let records = |version, lists| BoardRecords { version, lists, ..new_records(board.clone()) };
        let snapshot = StoredBoard { format: FORMAT, records: records(3, vec![list(2)]) };
        let delta = StoredDelta { format: FORMAT, since: Some(3), records: records(4, vec![list(3)]) };
        let stored = vec![
            (idb_key::snapshot(account, board_id, 3), json::json(&snapshot)),
            (idb_key::delta(account, board_id, 3, 4), json::json(&delta)),
            (idb_key::delta(account, board_id, 4, 5), "unreadable".to_owned()),
        ];
        let read = read_board(account, board_id, stored, &[(id(61), rename(2, "Shopping"))]).expect("it is stored");
        assert_eq!(names(&read), ["List 3", "Shopping"]);
    }

    #[test]
    fn z1_a_board_that_was_never_sent_is_read_from_the_outbox() {
        assert!(read_board(Id::GUEST, id(1), vec![], &[]).is_none());
        let read = read_board(Id::GUEST, id(1), vec![], &[(id(60), create(id(1))), (id(61), create(id(2)))]);
        assert_eq!(read.expect("it was created").board.id, id(1));
    }
}
