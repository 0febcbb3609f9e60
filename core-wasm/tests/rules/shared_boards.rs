//! What members of shared boards see and may do (SPEC M20 to M44, M91 to M93, M125, M127, M133, M134).

use crate::board_deltas::{apply_remote_change, edit_title, exchange, settled};
use crate::boards::{open_new, titles};
use crate::cards::open_card;
use crate::live::{announce_change, connect_live};
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, ben, id, intent, signed_in, user};
use core_wasm::app::Input;
use core_wasm::plans::BASIC_BOARDS;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{MemberFocus, User};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, Change};
use core_wasm::protocol::sharing::{Member, Role};
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::{BoardStatus, CommentView, LoadStatus};
use serde_json::json;
use std::collections::BTreeSet;

fn member(account: Id, role: Role) -> Member {
    let User { first_name, last_name, .. } = user(account);
    Member { user_id: account, first_name, last_name, picture: None, role, shares_focus: false }
}

/// Returns the members of Ben's board on which Ada has a role.
fn bens_members(role: Role) -> Vec<Member> {
    vec![member(ben(), Role::Owner), member(ada(), role)]
}

/// Gives Ada a role on the board, which is Ben's from then on.
fn share(device: &mut Device, server: &mut Server, board: Id, role: Role) {
    server.boards.get_mut(&board).expect("the board is there").share(role, bens_members(role));
    device.feed(Input::Online);
    exchange(device, server);
}

/// Moves a board to the trash, as its owner does.
fn trash_as_owner(server: &mut Server, board: Id) {
    server.boards.get_mut(&board).expect("the board is there").records.board.role = Role::Owner;
    apply_remote_change(server, board, 1, Change::TrashBoard);
    server.boards.get_mut(&board).expect("the board is there").records.board.role = Role::Editor;
}

/// Adds a comment of another account to a card on the server.
fn comment_as(server: &mut Server, board: Id, author: Option<Id>, number: u64, card_id: Id) {
    let records = &mut server.boards.get_mut(&board).expect("the board is there").records;
    let role = std::mem::replace(&mut records.board.role, Role::Owner);
    let user_id = std::mem::replace(&mut records.user_id, author);
    let change = Change::AddComment { item_id: id(number), card_id, text: format!("Comment {number}") };
    server
        .run(board, &[BoardOp { id: id(1_000 + number), at: Timestamp::from_millis(1), change }])
        .expect("it is there");
    let records = &mut server.boards.get_mut(&board).expect("the board is there").records;
    (records.board.role, records.user_id) = (role, user_id);
}

fn stored_keys(device: &Device, part: &str) -> Vec<String> {
    device.indexed_db.borrow().texts.keys().filter(|key| key.contains(part)).cloned().collect()
}

fn boards(device: &Device) -> Vec<&str> {
    device.snapshot().boards.iter().map(|board| board.name.as_str()).collect()
}

/// Returns what was refused, with the text and the code of each.
fn refused(device: &Device) -> Vec<(&str, Option<&str>, ErrorCode)> {
    let refused = device.snapshot().sync.refused.iter();
    refused.map(|refused| (refused.what.as_str(), refused.text.as_deref(), refused.code)).collect()
}

#[test]
fn m20_the_snapshot_says_what_each_role_may_do() {
    let device = signed_in(ada());
    let permissions = device.snapshot().permissions;
    let granted = [permissions.viewer, permissions.commenter, permissions.editor, permissions.admin, permissions.owner]
        .map(|role| {
            [
                role.can_comment,
                role.can_edit,
                role.can_edit_board,
                role.can_moderate,
                role.can_manage_members,
                role.can_delete,
            ]
            .map(|is_allowed| if is_allowed { 'x' } else { '-' })
            .iter()
            .collect::<String>()
        });
    assert_eq!(granted, ["------", "x-----", "xx----", "xxxxx-", "xxxxxx"]);
}

#[test]
fn m21_a_new_role_applies_to_the_open_board_at_once() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Viewer);
    assert_eq!(device.board().board.role, Role::Viewer);
    assert_eq!(device.snapshot().boards[0].role, Role::Viewer);
    let (a, list) = (device.card("a"), device.list("To do"));
    let rename = json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "title", "value": "A" }] });
    assert_eq!(device.try_dispatch(intent(rename)), Err(ErrorCode::ForbiddenRole));
    for allowed in [
        json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "favorite", "value": true }] }),
        json!({ "type": "edit_list", "list_id": list, "edit": { "field": "collapsed", "value": true } }),
        json!({ "type": "add_reminder", "card_id": a, "minutes_before": 10 }),
        json!({ "type": "focus_card", "board_id": board, "card_id": a }),
    ] {
        device.dispatch_json(allowed);
    }
    exchange(&mut device, &mut server);
    assert_eq!(refused(&device), []);
}

#[test]
fn m22_comments_on_shared_boards_have_an_author() {
    let (mut device, mut server, board) = settled();
    let a = open_card(&mut device, "a");
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Mine" }));
    exchange(&mut device, &mut server);
    let comments = |device: &Device| device.snapshot().open_card.clone().expect("a card is open").comments;
    assert_eq!(comments(&device)[0].author, None);

    comment_as(&mut server, board, Some(ben()), 60, a);
    comment_as(&mut server, board, Some(id(3)), 61, a);
    comment_as(&mut server, board, None, 62, a);
    share(&mut device, &mut server, board, Role::Commenter);
    let authors: Vec<(String, Option<Id>, Option<String>, bool)> = comments(&device)
        .into_iter()
        .map(|CommentView { text, author, .. }| {
            let author = author.expect("the board is shared");
            (text.as_str().to_owned(), author.user_id, author.member.map(|member| member.first_name), author.is_you)
        })
        .collect();
    for (text, user_id, name) in
        [("Comment 60", ben(), Some("Ben")), ("Comment 61", id(3), None), ("Comment 62", ben(), Some("Ben"))]
    {
        assert!(authors.contains(&(text.to_owned(), Some(user_id), name.map(str::to_owned), false)), "{text}");
    }
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Again" }));
    let own = comments(&device).into_iter().find(|comment| comment.text.as_str() == "Again").expect("it shows");
    let author = own.author.expect("the board is shared");
    assert_eq!(
        (author.is_you, author.user_id, author.member.map(|member| member.first_name)),
        (true, Some(ada()), Some("Ada".to_owned()))
    );

    // When the others have left, only they are shown.
    exchange(&mut device, &mut server);
    server.boards.get_mut(&board).expect("the board is there").share(Role::Owner, vec![]);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let others = comments(&device).into_iter().filter_map(|comment| comment.author);
    let mut others: Vec<(Option<Id>, bool, bool)> =
        others.map(|author| (author.user_id, author.member.is_some(), author.is_you)).collect();
    others.sort();
    let mut expected = [(Some(ben()), false, false), (Some(id(3)), false, false)];
    expected.sort();
    assert_eq!(others, expected);
}

#[test]
fn m23_comments_can_be_edited_by_their_authors_and_deleted_by_admins_too() {
    let (mut device, mut server, board) = settled();
    let a = open_card(&mut device, "a");
    comment_as(&mut server, board, Some(ada()), 60, a);
    comment_as(&mut server, board, Some(ben()), 61, a);
    for (role, own, others) in [
        (Role::Viewer, (false, false), (false, false)),
        (Role::Commenter, (true, true), (false, false)),
        (Role::Editor, (true, true), (false, false)),
        (Role::Admin, (true, true), (false, true)),
    ] {
        share(&mut device, &mut server, board, role);
        let comments = &device.snapshot().open_card.as_ref().expect("a card is open").comments;
        let rights = |number| {
            let comment = comments.iter().find(|comment| comment.id == id(number)).expect("it shows");
            (comment.can_edit, comment.can_delete)
        };
        assert_eq!((rights(60), rights(61)), (own, others), "{role:?}");
    }
}

#[test]
fn m30_boards_of_others_do_not_count_towards_the_plan() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_account" }));
    device.fail_request("/account/");
    device.fail_request("/features/");
    device.respond_with("/user/", 200, json!({ "user": [User { is_limited: true, ..user(ada()) }] }));
    for number in 0..BASIC_BOARDS {
        let name = format!("Board {number}");
        device.dispatch_json(json!({ "type": "add_board", "name": name }));
        let board = device.snapshot().boards.iter().find(|board| board.name.as_str() == name).cloned();
        device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    }
    assert!(device.snapshot().limits.boards.is_some());
    let mut boards = device.snapshot().boards.clone();
    (boards[0].role, boards[0].members) = (Role::Editor, bens_members(Role::Editor));
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 200, json!(boards));
    assert_eq!(device.snapshot().limits.boards, None);
}

#[test]
fn m40_losing_access_deletes_all_local_data_of_the_board() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "due_date", "value": "2026-03-03" }] }),
    );
    device.dispatch_json(json!({ "type": "load_tasks" }));
    share(&mut device, &mut server, board, Role::Editor);
    let slug = device.board().board.slug.clone();
    assert_eq!(device.snapshot().tasks.tasks.len(), 1);
    assert!(!stored_keys(&device, &format!("/board/{board}")).is_empty());

    server.boards.remove(&board);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_eq!(
        (device.snapshot().open_slug.as_str(), device.snapshot().open_status),
        (slug.as_str(), BoardStatus::AccessLost)
    );
    assert_eq!(boards(&device), Vec::<&str>::new());
    device.dispatch_json(json!({ "type": "close_board" }));
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().tasks.tasks, []);
    assert_eq!(stored_keys(&device, &format!("/board/{board}")), Vec::<String>::new());
    assert_eq!(stored_keys(&device, slug.as_str()), Vec::<String>::new());
}

#[test]
fn m40_an_own_board_that_was_deleted_is_not_found() {
    let (mut device, mut server, board) = settled();
    server.boards.remove(&board);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().open_status, BoardStatus::NotFound);
}

#[test]
fn m41_stored_boards_that_the_server_no_longer_lists_are_deleted() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    device.reload("/app/b");
    assert!(!stored_keys(&device, &format!("/board/{board}")).is_empty());
    server.boards.remove(&board);
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    assert_eq!(boards(&device), Vec::<&str>::new());
    assert_eq!(stored_keys(&device, &format!("/board/{board}")), Vec::<String>::new());
}

#[test]
fn m41_a_board_that_is_lost_while_it_is_in_the_trash_is_deleted() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    trash_as_owner(&mut server, board);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    for _ in 0..2 {
        device.reload("/app/b");
        device.dispatch_json(json!({ "type": "load_boards" }));
        exchange(&mut device, &mut server);
        assert_eq!(boards(&device), Vec::<&str>::new());
        assert!(!stored_keys(&device, &format!("/board/{board}")).is_empty(), "it is only in the trash");
    }
    server.boards.remove(&board);
    device.reload("/app/b");
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    assert_eq!(stored_keys(&device, &format!("/board/{board}")), Vec::<String>::new());
    device.dispatch_json(json!({ "type": "load_boards" }));
    assert_eq!(device.open_requests(), ["GET /boards/get-boards/"]);
}

#[test]
fn m41_boards_in_the_trash_are_looked_for_a_few_at_a_time() {
    let (mut device, mut server, board) = settled();
    let mut boards = vec![board];
    for number in 0..6 {
        boards.push(open_new(&mut device, &format!("Board {number}")).id);
        exchange(&mut device, &mut server);
    }
    for board in &boards {
        share(&mut device, &mut server, *board, Role::Editor);
    }
    device.dispatch_json(json!({ "type": "close_board" }));
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    boards.iter().for_each(|board| trash_as_owner(&mut server, *board));
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    let mut looked_for = BTreeSet::<Id>::new();
    for _ in 0..2 {
        device.reload("/app/b");
        device.dispatch_json(json!({ "type": "load_boards" }));
        let request = device.request("/boards/get-boards/").clone();
        server.respond(&mut device, &request);
        let requests = device.open_requests().into_iter().filter(|request| request.contains("/changes/"));
        let paths: Vec<String> = requests.collect();
        assert_eq!(paths.len(), 5, "{paths:?}");
        looked_for.extend(boards.iter().copied().filter(|id| paths.iter().any(|path| path.contains(&id.to_string()))));
        exchange(&mut device, &mut server);
    }
    assert_eq!(looked_for.len(), boards.len());
}

#[test]
fn m41_boards_in_memory_are_asked_for_before_they_are_removed() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 200, json!([]));
    assert_eq!(titles(&device), "ab");
    server.boards.remove(&board);
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().open_status, BoardStatus::AccessLost);
}

#[test]
fn m41_a_board_that_is_not_listed_stays_in_memory_until_the_server_has_answered() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    let mut slugs = vec![server.boards[&board].records.board.slug.clone()];
    for number in 0..4 {
        slugs.push(open_new(&mut device, &format!("Board {number}")).slug);
        exchange(&mut device, &mut server);
    }
    // Without changes to undo, which keep boards in memory.
    device.reload("/app/b");
    connect_live(&mut device);
    for slug in &slugs[..4] {
        device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
        exchange(&mut device, &mut server);
    }
    server.boards.remove(&board);
    device.dispatch_json(json!({ "type": "load_boards" }));
    let request = device.request("/boards/get-boards/").clone();
    server.respond(&mut device, &request);
    device.fail_request(&format!("/boards/{board}/changes/"));
    device.dispatch_json(json!({ "type": "open_board", "slug": slugs[4] }));
    exchange(&mut device, &mut server);
    device.fire_alarm(Alarm::Live);
    exchange(&mut device, &mut server);
    assert_eq!(stored_keys(&device, &format!("/board/{board}")), Vec::<String>::new());
}

#[test]
fn m41_tasks_of_a_board_that_was_never_listed_are_removed() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "due_date", "value": "2026-03-03" }] }),
    );
    device.dispatch_json(json!({ "type": "load_tasks" }));
    exchange(&mut device, &mut server);
    let key = stored_keys(&device, "/kept/tasks").remove(0);
    let tasks = device.indexed_db.borrow().texts[&key].clone();
    // Another browser has loaded the tasks while the user was a member.
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_tasks" }));
    device.respond_with_text("/tasks/", 200, &tasks);
    assert_eq!(device.snapshot().tasks.tasks.len(), 1);
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 200, json!([]));
    assert_eq!(device.snapshot().tasks.tasks, []);
    assert!(!device.indexed_db.borrow().texts[&key].contains(&board.to_string()));
    assert_eq!(device.open_requests(), ["GET /tasks/"]);
}

#[test]
fn m42_a_board_that_was_not_sent_yet_stays() {
    let (mut device, server) = (signed_in(ada()), Server::new(ada()));
    open_new(&mut device, "Offline");
    device.fail_request("/boards/create-board/");
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 200, json!([]));
    assert_eq!((boards(&device), device.snapshot().open_status), (vec!["Offline"], BoardStatus::Ready));
    assert!(server.boards.is_empty());
}

#[test]
fn m43_unsent_changes_of_a_lost_board_are_shown_with_their_texts() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Buy seeds" }));
    edit_title(&mut device, a, "Tomatoes");
    device.fail_all_requests();
    server.boards.remove(&board);
    // The board is removed here before the changes are sent.
    device.feed(Input::Online);
    let changes = device.request(&format!("/boards/{board}/changes/")).clone();
    server.respond(&mut device, &changes);
    assert_eq!(device.snapshot().open_status, BoardStatus::AccessLost);
    exchange(&mut device, &mut server);
    let expected = [
        ("Comment on card “Tomatoes”", Some("Buy seeds"), ErrorCode::BoardAccessLost),
        ("Rename card “a”", Some("Tomatoes"), ErrorCode::BoardAccessLost),
    ];
    assert_eq!(refused(&device), expected);
    device.reload("/app/b");
    exchange(&mut device, &mut server);
    assert_eq!(refused(&device), expected);
    let first = device.snapshot().sync.refused[0].id;
    device.dispatch_json(json!({ "type": "dismiss_refused", "refused_id": first }));
    assert_eq!(refused(&device), expected[1..]);
}

#[test]
fn m125_drafts_of_a_lost_board_are_offered_and_deleted() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    let (a, list) = (device.card("a"), device.list("To do"));
    let drafts = [
        (format!("board/{board}/list"), "Later"),
        (format!("card/{a}/comment"), "Buy seeds"),
        (format!("card/{a}/description"), "Sow them"),
        (format!("card/{a}/description/base"), "Water them"),
        (format!("card/{a}/priority"), "high"),
        (format!("list/{list}/card"), " "),
        (format!("card/{}/comment", id(900)), "On another board"),
        ("boards/name".to_owned(), "Kitchen"),
    ];
    for (key, text) in drafts {
        device.dispatch_json(json!({ "type": "save_draft", "key": key, "text": text }));
    }
    server.boards.remove(&board);
    device.broadcasts.clear();
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let expected = [
        ("Add list “Later”", Some("Later"), ErrorCode::BoardAccessLost),
        ("Comment on card “a”", Some("Buy seeds"), ErrorCode::BoardAccessLost),
        ("Edit description of card “a”", Some("Sow them"), ErrorCode::BoardAccessLost),
    ];
    assert_eq!(refused(&device), expected);
    let messages = device.broadcasts.iter().filter(|message| message.contains(&a.to_string()));
    assert_eq!(messages.count(), 4, "other tabs forget the drafts of the card");
    for _ in 0..2 {
        let mut left: Vec<&str> = device.snapshot().drafts.iter().map(|draft| draft.text.as_str()).collect();
        left.sort_unstable();
        assert_eq!(left, ["Kitchen", "On another board"]);
        for lost in [board, a, list] {
            assert_eq!(stored_keys(&device, &lost.to_string()), Vec::<String>::new());
        }
        device.reload("/app/b");
        exchange(&mut device, &mut server);
        let mut shown = refused(&device);
        shown.sort_by_key(|(what, ..)| *what);
        assert_eq!(shown, expected);
    }
}

#[test]
fn y19_the_draft_of_a_lost_board_stays_in_a_failing_storage_with_its_text() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "save_draft", "key": format!("card/{a}/comment"), "text": "Buy seeds" }));
    device.report_storage_failure();
    server.boards.remove(&board);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let expected = [("Comment on card “a”", Some("Buy seeds"), ErrorCode::BoardAccessLost)];
    assert_eq!(refused(&device), expected);
    device.reload("/app/b");
    let drafts: Vec<&str> = device.snapshot().drafts.iter().map(|draft| draft.text.as_str()).collect();
    assert_eq!(drafts, ["Buy seeds"]);
}

#[test]
fn m127_a_refused_change_that_another_tab_sends_again_is_refused_there_too() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    let a = device.card("a");
    device.broadcasts.clear();
    edit_title(&mut device, a, "Tomatoes");
    let change = device.broadcasts.remove(0);
    server.boards.remove(&board);
    exchange(&mut device, &mut server);
    let expected = [("Rename card “a”", Some("Tomatoes"), ErrorCode::BoardAccessLost)];
    assert_eq!(refused(&device), expected);
    // The other tab has missed the response.
    device.broadcasts.clear();
    device.feed(Input::PeerMessage { message: change });
    exchange(&mut device, &mut server);
    assert_eq!((refused(&device).as_slice(), device.snapshot().sync.unsent), (&expected[..], 0));
    let answers = device.broadcasts.iter().filter(|message| message.contains("not_found"));
    assert_eq!(answers.count(), 1, "the other tab learns of it");
}

#[test]
fn m44_changes_that_a_role_does_not_allow_are_shown_one_by_one() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    let a = open_card(&mut device, "a");
    edit_title(&mut device, a, "Tomatoes");
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Buy seeds" }));
    device.fail_all_requests();
    server.boards.get_mut(&board).expect("it is there").share(Role::Viewer, bens_members(Role::Viewer));
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let expected = [
        ("Rename card “a”", Some("Tomatoes"), ErrorCode::ForbiddenRole),
        ("Comment on card “Tomatoes”", Some("Buy seeds"), ErrorCode::ForbiddenRole),
    ];
    assert_eq!(refused(&device), expected);
    assert_eq!((titles(&device), device.board().board.role), ("ab".to_owned(), Role::Viewer));
    assert_eq!(device.snapshot().open_card.as_ref().map(|card| card.comments.len()), Some(0));
}

#[test]
fn m45_tasks_say_whether_they_can_be_completed() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "due_date", "value": "2026-03-03" }] }),
    );
    for (role, can_complete) in [(Role::Owner, true), (Role::Editor, true), (Role::Commenter, false)] {
        share(&mut device, &mut server, board, role);
        device.dispatch_json(json!({ "type": "load_tasks" }));
        exchange(&mut device, &mut server);
        let tasks = &device.snapshot().tasks.tasks;
        assert_eq!(tasks.iter().map(|task| task.can_complete).collect::<Vec<_>>(), [can_complete], "{role:?}");
    }
}

#[test]
fn m45_the_trash_says_what_can_be_restored() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "delete_card", "card_id": a }));
    for (role, can_restore) in [(Role::Owner, true), (Role::Editor, true), (Role::Viewer, false)] {
        share(&mut device, &mut server, board, role);
        device.dispatch_json(json!({ "type": "load_trash" }));
        let entries = &device.snapshot().trash.entries;
        assert_eq!(entries.iter().map(|entry| entry.can_restore).collect::<Vec<_>>(), [can_restore], "{role:?}");
        device.fail_all_requests();
    }
}

#[test]
fn m91_an_account_is_deleted_with_a_decision_for_each_shared_board() {
    let (mut device, mut server, board) = settled();
    let delete =
        |boards: serde_json::Value| json!({ "type": "delete_account", "password": "secret", "boards": boards });
    let members = vec![member(ada(), Role::Owner), member(ben(), Role::Viewer)];
    server.boards.get_mut(&board).expect("the board is there").share(Role::Owner, members);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let undecided = json!({ "type": "delete_account", "password": "secret" });
    assert_eq!(device.try_dispatch(intent(undecided)), Err(ErrorCode::SharedBoardsUndecided));
    let other = json!([{ "board_id": id(77), "new_owner_id": null }]);
    assert_eq!(device.try_dispatch(intent(delete(other))), Err(ErrorCode::SharedBoardsUndecided));
    let decisions = json!([{ "board_id": board, "new_owner_id": ben() }]);
    device.dispatch_json(delete(decisions.clone()));
    let request = device.request("/account/delete/");
    assert_eq!(request.json(), json!({ "password": "secret", "boards": decisions }));
}

#[test]
fn m92_activity_of_a_board_is_loaded_in_pages_and_filtered() {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    let (a, list) = (device.card("a"), device.list("To do"));
    let entry = |number: u64, user: Option<Id>, card: Option<Id>, change: serde_json::Value| {
        let who = user.map_or("Deleted user", |user| if user == ada() { "Ada Lovelace" } else { "Ben Byron" });
        json!({ "id": id(number), "at": "2026-03-03T08:00:00Z", "who": who, "user_id": user, "card_id": card, "change": change })
    };
    let rename = json!({ "type": "edit_list", "list_id": list, "edit": { "field": "name", "value": "Soon" } });
    let done = json!({ "type": "edit_card", "card_id": a, "edit": { "field": "completed", "value": true } });
    let gone = json!({ "type": "trash_card", "card_id": id(99) });
    let load = |filter: serde_json::Value| json!({ "type": "load_board_activity", "activity_filter": filter });
    let path = |query: &str| format!("/boards/{board}/activity/?{query}");
    let shown = |device: &Device| {
        let activity = device.snapshot().board_activity.clone().expect("the activity was requested");
        let entries: Vec<(String, String, Option<Id>, Option<String>)> =
            activity.entries.into_iter().map(|one| (one.who, one.what, one.card_id, one.card_title)).collect();
        (activity.status, entries, activity.has_more)
    };
    device.dispatch_json(load(json!({ "user_id": null, "kind": null })));
    assert_eq!(shown(&device), (LoadStatus::Loading, vec![], false));
    let page = json!({ "activity": [entry(1, Some(ben()), None, rename), entry(2, Some(ben()), Some(a), done)], "next": id(2) });
    device.respond_with(&path(""), 200, page);
    let (status, entries, has_more) = shown(&device);
    assert_eq!((status, has_more), (LoadStatus::Ready, true));
    let of_ben = |what: &str, card: Option<Id>, title: Option<&str>| {
        ("Ben Byron".to_owned(), what.to_owned(), card, title.map(str::to_owned))
    };
    assert_eq!(
        entries,
        [of_ben("renamed a list to “Soon”", None, None), of_ben("marked it as done", Some(a), Some("a"))]
    );
    device.dispatch_json(json!({ "type": "load_more_board_activity" }));
    device.fail_request(&path(&format!("before={}", id(2))));
    assert_eq!((shown(&device).0, shown(&device).1.len()), (LoadStatus::Failed, 2));
    device.dispatch_json(json!({ "type": "load_more_board_activity" }));
    let last = json!({ "activity": [entry(3, None, Some(id(99)), gone.clone()), entry(4, Some(ada()), Some(id(99)), gone)], "next": null });
    device.respond_with(&path(&format!("before={}", id(2))), 200, last);
    let (_, entries, has_more) = shown(&device);
    assert!(!has_more);
    let deleted = |who: &str| (who.to_owned(), "deleted it".to_owned(), None, None);
    assert_eq!(entries[2..], [deleted("Deleted user"), deleted("You")]);

    // Another filter starts again, and a page without entries is followed by the next one.
    device.dispatch_json(load(json!({ "user_id": ben(), "kind": "comments" })));
    assert_eq!(shown(&device).1, []);
    let filter = format!("member={}&kind=comments", ben());
    device.respond_with(&path(&filter), 200, json!({ "activity": [], "next": id(2) }));
    device.respond_with(&path(&format!("{filter}&before={}", id(2))), 200, json!({ "activity": [], "next": null }));
    assert_eq!(shown(&device), (LoadStatus::Ready, vec![], false));
    device.dispatch_json(load(json!({ "user_id": null, "is_deleted": true, "kind": null })));
    device.respond_with(&path("deleted=true"), 200, json!({ "activity": [], "next": null }));
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(device.snapshot().board_activity, None);
}

/// Returns an entry of the activity: a comment of Ben on a card.
fn commented(number: u64, card: Id) -> serde_json::Value {
    let change = json!({ "type": "add_comment", "item_id": id(number), "card_id": card, "text": "Hello" });
    json!({ "id": id(number), "at": "2026-03-03T08:00:00Z", "who": "Ben Byron", "user_id": ben(), "card_id": card, "change": change })
}

/// Ben comments on a card, which the device hears over the live connection.
fn comment_live(device: &mut Device, server: &mut Server, board: Id, number: u64, card: Id) {
    let since = server.boards[&board].since(0).version;
    comment_as(server, board, Some(ben()), number, card);
    announce_change(device, server, board, since);
}

/// Returns a device with a live connection and its server, with Ben's board.
fn live_with_ben() -> (Device, Server, Id) {
    let (mut device, mut server, board) = settled();
    share(&mut device, &mut server, board, Role::Editor);
    connect_live(&mut device);
    exchange(&mut device, &mut server);
    (device, server, board)
}

#[test]
fn m133_the_activity_of_a_board_follows_live_changes_until_it_is_closed() {
    let (mut device, mut server, board) = live_with_ben();
    let a = device.card("a");
    let path = format!("/boards/{board}/activity/");
    let requests = |device: &Device| device.open_requests().iter().filter(|request| request.contains(&path)).count();
    let shown = |device: &Device| {
        let activity = device.snapshot().board_activity.clone().expect("the activity is open");
        let ids: Vec<Id> = activity.entries.iter().map(|entry| entry.id).collect();
        (activity.status, ids, activity.has_more)
    };
    let page = |numbers: &[u64], next: Option<u64>| {
        let entries: Vec<_> = numbers.iter().map(|number| commented(*number, a)).collect();
        json!({ "activity": entries, "next": next.map(id) })
    };
    comment_live(&mut device, &mut server, board, 70, a);
    assert_eq!(requests(&device), 0, "it is not open");
    device
        .dispatch_json(json!({ "type": "load_board_activity", "activity_filter": { "user_id": null, "kind": null } }));
    // A change while the first page loads: it may lack it.
    comment_live(&mut device, &mut server, board, 71, a);
    assert_eq!(requests(&device), 1);
    device.respond_with(&path, 200, page(&[70, 69], Some(69)));
    assert_eq!((shown(&device), requests(&device)), ((LoadStatus::Ready, vec![id(70), id(69)], true), 1));
    device.respond_with(&path, 200, page(&[71, 70], Some(70)));
    assert_eq!((shown(&device), requests(&device)), ((LoadStatus::Ready, vec![id(71), id(70), id(69)], true), 0));

    // The entries stay while it is requested again, and changes in between lead to one more request.
    for number in 72..75 {
        comment_live(&mut device, &mut server, board, number, a);
        assert_eq!(requests(&device), 1);
    }
    device.fail_request(&path);
    assert_eq!((shown(&device), requests(&device)), ((LoadStatus::Ready, vec![id(71), id(70), id(69)], true), 1));
    // None of the loaded entries: there may be others in between.
    device.respond_with(&path, 200, page(&[74, 73], Some(73)));
    assert_eq!((shown(&device), requests(&device)), ((LoadStatus::Ready, vec![id(74), id(73)], true), 0));

    device.dispatch_json(json!({ "type": "close_board_activity" }));
    assert_eq!(device.snapshot().board_activity, None);
    comment_live(&mut device, &mut server, board, 75, a);
    assert_eq!(requests(&device), 0);
}

#[test]
fn m134_the_activity_of_the_open_card_follows_live_changes() {
    let (mut device, mut server, board) = live_with_ben();
    let (a, b) = (open_card(&mut device, "a"), device.card("b"));
    let path = format!("/boards/{board}/cards/{a}/activity/");
    let requests = |device: &Device| device.open_requests().iter().filter(|request| request.contains(&path)).count();
    let shown = |device: &Device| {
        let details = device.snapshot().open_card.clone().expect("the card is open");
        // Ada's own ops are shown too.
        let of_ben = details.activity.iter().filter(|entry| entry.user_id == Some(ben()));
        of_ben.map(|entry| entry.id).collect::<Vec<Id>>()
    };
    comment_live(&mut device, &mut server, board, 70, a);
    assert_eq!(requests(&device), 0, "it was not loaded");
    device.dispatch_json(json!({ "type": "load_activity" }));
    comment_live(&mut device, &mut server, board, 71, a);
    device.respond_with(&path, 200, json!({ "activity": [commented(70, a)] }));
    assert_eq!((shown(&device), requests(&device)), (vec![id(70)], 1));
    device.respond_with(&path, 200, json!({ "activity": [commented(71, a), commented(70, a)] }));
    assert_eq!((shown(&device), requests(&device)), (vec![id(71), id(70)], 0));
    comment_live(&mut device, &mut server, board, 72, b);
    assert_eq!(requests(&device), 0, "another card");
    comment_live(&mut device, &mut server, board, 73, a);
    device.fail_request(&path);
    assert_eq!((shown(&device), requests(&device)), (vec![id(71), id(70)], 0));
}

#[test]
fn m93_a_card_shows_the_focus_time_of_members_who_share_it() {
    let (mut device, mut server, board) = settled();
    let a = open_card(&mut device, "a");
    let path = format!("/boards/{board}/cards/{a}/focus-time/");
    let requests = |device: &Device| device.open_requests().iter().filter(|request| request.contains(&path)).count();
    assert_eq!(requests(&device), 0, "the board is not shared");
    server.boards.get_mut(&board).expect("the board is there").share(Role::Viewer, bens_members(Role::Viewer));
    device.dispatch_json(json!({ "type": "close_card" }));
    device.feed(Input::Online);
    let shared = |device: &Device| device.snapshot().open_card.clone().expect("a card is open").shared_focus;
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "open_card", "card_id": a }));
    assert_eq!(requests(&device), 1);
    device.respond_with(&path, 200, json!({ "members": [{ "user_id": ben(), "focused": 4_800_000 }] }));
    assert_eq!(shared(&device), [MemberFocus { user_id: ben(), focused: 4_800_000 }]);
    // The switch is personal: a viewer may turn it on.
    let switch = |value: bool| json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "shares_focus", "value": value }] });
    device.dispatch_json(switch(true));
    assert!(device.board().board.shares_focus);
    assert_eq!(device.take_toasts(), [] as [String; 0]);
    assert_eq!(requests(&device), 1, "the record has changed");
    device.respond_with(&path, 500, json!({}));
    assert_eq!(shared(&device), [], "nothing is shown that may no longer be shared");
    // Others notice that somebody starts or stops sharing.
    for shares_focus in [true, false] {
        let mut members = bens_members(Role::Viewer);
        members[0].shares_focus = shares_focus;
        server.boards.get_mut(&board).expect("the board is there").share(Role::Viewer, members);
        device.feed(Input::Online);
        let changes = device.requests.iter().find(|request| request.path.contains("since=")).cloned();
        server.respond(&mut device, &changes.expect("the changes are requested"));
        let of_ben = json!({ "user_id": ben(), "focused": 4_800_000 });
        device.respond_with(&path, 200, json!({ "members": if shares_focus { vec![of_ben] } else { vec![] } }));
        assert_eq!(shared(&device).len(), usize::from(shares_focus));
    }
}
