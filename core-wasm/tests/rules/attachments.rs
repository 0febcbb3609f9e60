//! The attachments of cards (SPEC M61, M63). The server stores the files.

use crate::board_deltas::{apply_remote_change, exchange, settled};
use crate::cards::open_card;
use core_wasm::app::Input;
use core_wasm::board::policy::check_change;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::Change;
use core_wasm::protocol::sharing::Role;

fn attach(number: u8, card_id: Id, name: &str) -> Change {
    Change::AddAttachment {
        item_id: Id::from_parts(u64::from(number), &[number; 10]),
        card_id,
        name: name.to_owned(),
        content_type: "text/plain".to_owned(),
        bytes: 5,
        width: None,
        height: None,
    }
}

#[test]
fn m61_editors_admins_and_the_owner_attach_and_delete_files() {
    let (mut device, mut server, board) = settled();
    let card = open_card(&mut device, "a");
    apply_remote_change(&mut server, board, 1, attach(7, card, "a.txt"));
    let records = &mut server.boards.get_mut(&board).expect("the board is there").records;
    let delete = Change::TrashItem { item_id: Id::from_parts(7, &[7; 10]) };
    for role in [Role::Viewer, Role::Commenter, Role::Editor, Role::Admin, Role::Owner] {
        records.board.role = role;
        let expected = if role >= Role::Editor { Ok(()) } else { Err(ErrorCode::ForbiddenRole) };
        assert_eq!(check_change(records, &attach(8, card, "b.txt")), expected, "{role:?}");
        assert_eq!(check_change(records, &delete), expected, "{role:?}");
    }
}

#[test]
fn m63_attachments_are_counted_and_listed() {
    let (mut device, mut server, board) = settled();
    let card = open_card(&mut device, "a");
    for (number, name) in [(7, "a.txt"), (8, "b.txt")] {
        apply_remote_change(&mut server, board, u64::from(number), attach(number, card, name));
    }
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let open = device.snapshot().open_card.clone().expect("the card is open");
    assert_eq!(open.attachments.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["a.txt", "b.txt"]);
    let counted = device.board().cards.iter().find(|shown| shown.id == card).map(|shown| shown.attachments);
    assert_eq!(counted, Some(2));
}
