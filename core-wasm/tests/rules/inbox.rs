//! The inbox, and what leads to its entries: reactions, watching and muting (SPEC M100, M101, M103, M104, M110 to M117,
//! M122, M126), and pictures of people (M132).

use crate::board_deltas::{exchange, settled};
use crate::live::connect_live;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, ben, id, intent, opened, refusal, signed_in, signed_out_device};
use core_wasm::app::Input;
use core_wasm::board::reduce::new_board;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::inbox::{InboxView, Unsubscription};
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::sharing::{Member, Role};
use core_wasm::protocol::text::{BoardName, Slug};
use core_wasm::protocol::view::{CommentView, LoadStatus};
use serde_json::{Value, json};

/// Returns the path of Ben's picture.
fn picture() -> String {
    format!("/api/avatars/{}/", "0b".repeat(16))
}

/// Returns an entry of the inbox about a comment.
fn entry(number: u64, is_read: bool) -> Value {
    json!({ "id": id(number), "kind": "mention", "at": "2026-03-03T08:30:00.000Z", "is_read": is_read, "who": "Ben Example",
        "picture": picture(), "board_id": id(500), "board_name": "Garden", "board_slug": "garden", "card_id": id(501), "card_title": "Bread",
        "text": "@Ada Example", "role": null })
}

/// Returns a page of the inbox whose entries have these numbers. Those in `unread` are unread.
fn page(numbers: &[u64], unread: &[u64], unread_count: usize, has_more: bool) -> Value {
    let entries: Vec<Value> = numbers.iter().map(|number| entry(*number, !unread.contains(number))).collect();
    json!({ "unread_count": unread_count, "entries": entries, "has_more": has_more })
}

/// Answers the oldest request with exactly this path.
fn answer(device: &mut Device, path: &str, body: Value) {
    let request = device.requests.iter().find(|request| request.path == path);
    let id = request.unwrap_or_else(|| panic!("no request to {path} is open")).id;
    device.respond_to(id, ApiResponse::Received { status: 200, body: body.to_string() });
}

fn load(device: &mut Device) {
    device.dispatch_json(json!({ "type": "load_inbox" }));
}

/// Returns a device whose inbox has loaded this page. No request is in flight.
fn loaded(page: Value) -> Device {
    let mut device = signed_in(ada());
    load(&mut device);
    answer(&mut device, "/inbox/", page);
    device
}

fn mark(device: &mut Device, number: u64, is_read: bool) {
    device.dispatch_json(json!({ "type": "mark_inbox_entry", "entry_id": id(number), "is_read": is_read }));
}

fn view(device: &Device) -> &InboxView {
    &device.snapshot().inbox
}

/// Returns the numbers of the unread entries among 1 to 20, and how many are unread in all.
fn unread(device: &Device) -> (Vec<u64>, u32) {
    let is_unread = |number: &u64| view(device).entries.iter().any(|entry| entry.id == id(*number) && !entry.is_read);
    ((1..=20).filter(is_unread).collect(), view(device).unread_count)
}

/// Returns the numbers of the entries among 1 to 20 in the order in which they show.
fn shown(device: &Device) -> Vec<u64> {
    let number = |entry_id: Id| (1..=20).find(|number| id(*number) == entry_id);
    view(device).entries.iter().filter_map(|entry| number(entry.id)).collect()
}

fn receive(device: &mut Device, message: Value) {
    device.feed(Input::SocketMessage { text: message.to_string() });
}

fn inbox_requests(device: &Device) -> Vec<String> {
    device.open_requests().into_iter().filter(|request| request.contains("/inbox/")).collect()
}

fn member(user_id: Id, first_name: &str, role: Role) -> Member {
    Member {
        user_id,
        first_name: first_name.to_owned(),
        last_name: "Example".to_owned(),
        picture: None,
        role,
        shares_focus: false,
    }
}

/// Returns a device on which Ada has opened Ben's board with this role, and a comment on its card "a".
fn with_comment(role: Role) -> (Device, Server, Id, Id) {
    let (mut device, mut server, board) = settled();
    let card = device.card("a");
    device.dispatch_json(json!({ "type": "open_card", "card_id": card }));
    device.dispatch_json(json!({ "type": "add_comment", "card_id": card, "text": "Hello @Ben Example" }));
    exchange(&mut device, &mut server);
    let members = vec![member(ben(), "Ben", Role::Owner), member(ada(), "Ada", role)];
    let shared = server.boards.get_mut(&board).expect("the board");
    shared.records.user_id = Some(ada());
    shared.share(role, members);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let comment = comment(&device).id;
    (device, server, board, comment)
}

fn comment(device: &Device) -> CommentView {
    device.snapshot().open_card.clone().expect("a card is open").comments.remove(0)
}

/// Returns the reactions to the comment: the emoji, the number of people and whether the user is among them.
fn reactions(device: &Device) -> Vec<(String, usize, bool)> {
    let view = comment(device).reactions.into_iter();
    view.map(|reaction| (reaction.emoji.as_str().to_owned(), reaction.people.len(), reaction.is_own)).collect()
}

fn react(comment: Id, emoji: &str, is_set: bool) -> Value {
    json!({ "type": "set_reaction", "item_id": comment, "emoji": emoji, "is_set": is_set })
}

fn edit_board(board: Id, field: &str, value: Value) -> Value {
    json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": field, "value": value }] })
}

#[test]
fn m132_members_and_entries_have_the_path_of_a_picture() {
    let (mut device, mut server, board, _) = with_comment(Role::Editor);
    load(&mut device);
    answer(&mut device, "/inbox/", page(&[1], &[1], 1, false));
    assert_eq!(view(&device).entries[0].picture, Some(picture()));
    let pictured = Member { picture: Some(picture()), ..member(ben(), "Ben", Role::Owner) };
    let members = vec![pictured, member(ada(), "Ada", Role::Editor)];
    server.boards.get_mut(&board).expect("the board").share(Role::Editor, members);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let shown = device.snapshot().open_board.clone().expect("the board is open").board.members;
    assert_eq!(
        shown.iter().find(|member| member.user_id == ben()).and_then(|member| member.picture.clone()),
        Some(picture())
    );
}

#[test]
fn m100_members_react_to_comments() {
    let (mut device, mut server, _, comment) = with_comment(Role::Commenter);
    for _ in 0..2 {
        device.dispatch_json(react(comment, "👍", true));
    }
    device.dispatch_json(react(comment, "❤️", true));
    assert_eq!(reactions(&device), [("👍".to_owned(), 1, true), ("❤️".to_owned(), 1, true)]);
    device.dispatch_json(react(comment, "👍", false));
    assert_eq!(reactions(&device), [("❤️".to_owned(), 1, true)]);
    exchange(&mut device, &mut server);
    assert_eq!((reactions(&device).len(), device.snapshot().sync.refused.len()), (1, 0));
    let symbols = ('\u{1f600}'..='\u{1f612}').map(String::from);
    symbols.for_each(|emoji| device.dispatch_json(react(comment, &emoji, true)));
    assert_eq!(reactions(&device).len(), 20);
    assert_eq!(device.try_dispatch(intent(react(comment, "🚀", true))), Err(ErrorCode::TooManyReactions));

    let (mut device, _, _, comment) = with_comment(Role::Viewer);
    assert_eq!(device.try_dispatch(intent(react(comment, "👍", true))), Err(ErrorCode::ForbiddenRole));
}

#[test]
fn m101_reaction_is_an_emoji() {
    let (mut device, _, _, comment) = with_comment(Role::Editor);
    for text in ["", "a", "1", "👍 ", "👍a", "<b>", "👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍"]
    {
        assert_eq!(device.try_dispatch(intent(react(comment, text, true))), Err(ErrorCode::EmojiInvalid), "{text}");
    }
    for text in ["👍", "👍🏽", "👨‍👩‍👧", "🇩🇪", "✅", "❤️"] {
        device.dispatch_json(react(comment, text, true));
    }
    assert_eq!(reactions(&device).len(), 6);
}

#[test]
fn m103_members_watch_cards_lists_and_boards() {
    let (mut device, mut server, board, _) = with_comment(Role::Viewer);
    let (card, list) = (device.card("a"), device.list("To do"));
    for watched in [card, list, board, card] {
        device.dispatch_json(edit_board(board, "watch", json!(watched)));
    }
    device.dispatch_json(edit_board(board, "unwatch", json!(list)));
    exchange(&mut device, &mut server);
    assert_eq!(device.board().board.watched_ids, [card, board]);
    assert_eq!(device.snapshot().boards[0].watched_ids, [card, board]);
    assert_eq!((device.take_toasts().len(), device.snapshot().sync.refused.len()), (0, 0));
    for number in 0..498 {
        device.dispatch_json(edit_board(board, "watch", json!(id(1_000 + number))));
    }
    assert_eq!(device.board().board.watched_ids.len(), 500);
    let next = intent(edit_board(board, "watch", json!(list)));
    assert_eq!(device.try_dispatch(next), Err(ErrorCode::TooManyWatched));
}

#[test]
fn m104_members_mute_boards() {
    let (mut device, mut server, board, _) = with_comment(Role::Viewer);
    device.dispatch_json(edit_board(board, "muted", json!(true)));
    exchange(&mut device, &mut server);
    assert!(device.board().board.is_muted && device.snapshot().boards[0].is_muted);
    device.dispatch_json(edit_board(board, "muted", json!(false)));
    assert!(!device.board().board.is_muted);
}

#[test]
fn m110_inbox_follows_the_server() {
    let mut device = signed_in(ada());
    connect_live(&mut device);
    receive(&mut device, json!({ "type": "inbox_changed" }));
    assert_eq!(inbox_requests(&device), [""; 0], "nobody has requested it");

    let mut device = signed_in(ada());
    load(&mut device);
    load(&mut device);
    assert_eq!(inbox_requests(&device), ["GET /inbox/"]);
    answer(&mut device, "/inbox/", page(&[2, 1], &[2], 1, false));
    assert_eq!((view(&device).status, shown(&device)), (LoadStatus::Ready, vec![2, 1]));
    assert_eq!(unread(&device), (vec![2], 1));
    connect_live(&mut device);
    assert_eq!(inbox_requests(&device), ["GET /inbox/"]);
    // The response in flight may be from before the change.
    receive(&mut device, json!({ "type": "inbox_changed" }));
    answer(&mut device, "/inbox/", page(&[2, 1], &[2], 1, false));
    assert_eq!(inbox_requests(&device), ["GET /inbox/"]);
    answer(&mut device, "/inbox/", page(&[3, 2, 1], &[3, 2], 2, false));
    assert_eq!((unread(&device), inbox_requests(&device)), ((vec![2, 3], 2), vec![]));

    let mut guest = opened("/app", &[("name", "Ada")]);
    for refused in ["load_inbox", "load_more_inbox", "mark_inbox_read"] {
        assert_eq!(guest.try_dispatch(intent(json!({ "type": refused }))), Err(ErrorCode::SignedOut));
    }
}

#[test]
fn m111_earlier_entries_load_page_by_page() {
    let mut device = loaded(page(&[6, 5], &[6], 3, true));
    let more = json!({ "type": "load_more_inbox" });
    device.dispatch_json(more.clone());
    device.dispatch_json(more.clone());
    let path = format!("/inbox/?before={}", id(5));
    assert_eq!((inbox_requests(&device), view(&device).more), (vec![format!("GET {path}")], LoadStatus::Loading));
    device.fail_request(&path);
    assert_eq!((view(&device).more, shown(&device)), (LoadStatus::Failed, vec![6, 5]));
    device.dispatch_json(more.clone());
    answer(&mut device, &path, page(&[4, 3], &[4, 3], 3, false));
    assert_eq!(
        (shown(&device), unread(&device), view(&device).has_more),
        (vec![6, 5, 4, 3], (vec![3, 4, 6], 3), false)
    );
    // They still follow the latest entries.
    load(&mut device);
    answer(&mut device, "/inbox/", page(&[7, 6], &[7, 6], 4, true));
    assert_eq!((shown(&device), view(&device).has_more), (vec![7, 6, 5, 4, 3], false));
    // Some of them were marked elsewhere.
    load(&mut device);
    answer(&mut device, "/inbox/", page(&[7, 6], &[7], 1, true));
    assert_eq!((shown(&device), view(&device).has_more), (vec![7, 6], true));
    // Too many new ones.
    load(&mut device);
    device.dispatch_json(more);
    answer(&mut device, "/inbox/", page(&[12, 11], &[12, 11], 9, true));
    answer(&mut device, &format!("/inbox/?before={}", id(6)), page(&[5, 4], &[], 9, false));
    assert_eq!((shown(&device), view(&device).more), (vec![12, 11], LoadStatus::Ready));
}

#[test]
fn m112_marks_show_at_once_and_are_sent_in_order() {
    let mut device = loaded(page(&[4, 3, 2], &[4, 3], 5, true));
    mark(&mut device, 4, true);
    mark(&mut device, 4, true);
    mark(&mut device, 2, false);
    assert_eq!(unread(&device), (vec![2, 3], 5));
    assert_eq!(inbox_requests(&device), ["POST /inbox/read/"]);
    let body = json!({ "entry_ids": [id(4)], "until": null, "is_read": true });
    assert_eq!(device.request("/inbox/read/").json(), body);
    // What the server sends meanwhile does not contain them.
    load(&mut device);
    answer(&mut device, "/inbox/", page(&[5, 4, 3, 2], &[5, 4, 3], 6, true));
    assert_eq!(unread(&device), (vec![2, 3, 5], 6));
    load(&mut device);
    answer(&mut device, "/inbox/read/", json!({ "unread_count": 5 }));
    answer(&mut device, "/inbox/read/", json!({ "unread_count": 6 }));
    assert_eq!(unread(&device), (vec![2, 3, 5], 6));
    answer(&mut device, "/inbox/", page(&[5, 4, 3, 2], &[5, 4, 3], 6, true));
    assert_eq!((unread(&device), inbox_requests(&device)), ((vec![2, 3, 5], 6), vec!["GET /inbox/".to_owned()]));
    answer(&mut device, "/inbox/", page(&[5, 4, 3, 2], &[5, 3, 2], 6, true));

    device.dispatch_json(json!({ "type": "mark_inbox_read" }));
    device.dispatch_json(json!({ "type": "mark_inbox_read" }));
    assert_eq!(unread(&device), (vec![], 0));
    let body = json!({ "entry_ids": [], "until": id(5), "is_read": true });
    assert_eq!(device.request("/inbox/read/").json(), body);
    // A new entry is not among them, and earlier ones are.
    load(&mut device);
    answer(&mut device, "/inbox/", page(&[6, 5, 4, 3], &[6, 5, 3], 7, true));
    assert_eq!(unread(&device), (vec![6], 1));
    answer(&mut device, "/inbox/read/", json!({ "unread_count": 1 }));
    assert_eq!((unread(&device), inbox_requests(&device)), ((vec![6], 1), vec![]));
}

#[test]
fn m113_refused_marks_are_taken_back_and_unsent_ones_wait() {
    let mut device = loaded(page(&[2, 1], &[2, 1], 2, false));
    mark(&mut device, 2, true);
    device.respond_with("/inbox/read/", 422, refusal("bad_body"));
    assert_eq!(inbox_requests(&device), ["GET /inbox/"]);
    answer(&mut device, "/inbox/", page(&[2, 1], &[2, 1], 2, false));
    assert_eq!(unread(&device), (vec![1, 2], 2));

    mark(&mut device, 1, true);
    device.fail_request("/inbox/read/");
    assert_eq!((unread(&device), inbox_requests(&device)), ((vec![2], 1), vec![]));
    device.feed(Input::Online);
    assert_eq!(inbox_requests(&device), ["GET /inbox/", "POST /inbox/read/"]);
    answer(&mut device, "/inbox/", page(&[2, 1], &[2, 1], 2, false));
    answer(&mut device, "/inbox/read/", json!({ "unread_count": 1 }));
    assert_eq!((unread(&device), inbox_requests(&device)), ((vec![2], 1), vec![]));
}

#[test]
fn m114_known_entries_stay_offline() {
    let mut device = signed_in(ada());
    load(&mut device);
    device.fail_request("/inbox/");
    assert_eq!(view(&device).status, LoadStatus::Failed);
    load(&mut device);
    assert_eq!(view(&device).status, LoadStatus::Loading);
    answer(&mut device, "/inbox/", page(&[1], &[1], 1, false));
    load(&mut device);
    device.fail_request("/inbox/");
    assert_eq!((view(&device).status, unread(&device)), (LoadStatus::Ready, (vec![1], 1)));
}

#[test]
fn m126_latest_entries_and_unsent_marks_survive_a_reload() {
    let mut device = loaded(page(&[2, 1], &[2, 1], 7, true));
    mark(&mut device, 2, true);
    device.fail_request("/inbox/read/");
    device.reload("/app");
    assert_eq!((view(&device).status, unread(&device), shown(&device)), (LoadStatus::Ready, (vec![1], 6), vec![2, 1]));
    assert!(view(&device).has_more);
    assert_eq!(inbox_requests(&device), ["POST /inbox/read/"]);
    load(&mut device);
    device.fail_all_requests();
    assert_eq!((view(&device).status, unread(&device)), (LoadStatus::Ready, (vec![1], 6)));
    device.feed(Input::Online);
    answer(&mut device, "/inbox/read/", json!({ "unread_count": 6 }));
    device.reload("/app");
    assert_eq!((unread(&device), inbox_requests(&device)), ((vec![1], 6), vec![]), "the mark was sent");

    // Earlier pages are not stored.
    let mut device = loaded(page(&(1..=50).rev().collect::<Vec<_>>(), &[], 0, true));
    device.dispatch_json(json!({ "type": "load_more_inbox" }));
    answer(&mut device, &format!("/inbox/?before={}", id(1)), page(&[60], &[60], 1, false));
    mark(&mut device, 50, false);
    device.reload("/app");
    assert_eq!((view(&device).entries.len(), view(&device).has_more), (50, true));
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert!(!device.indexed_db.borrow().texts.keys().any(|key| key.contains("inbox")));
}

#[test]
fn m126_entries_about_a_lost_board_are_removed() {
    let (mut device, mut server, board, _) = with_comment(Role::Editor);
    let mut entries = page(&[3, 2, 1], &[3, 2, 1], 3, false);
    entries["entries"][0]["board_id"] = json!(board);
    entries["entries"][1]["board_id"] = json!(board);
    entries["entries"][1]["kind"] = json!("invitation");
    load(&mut device);
    answer(&mut device, "/inbox/", entries);
    server.boards.remove(&board);
    let changes = format!("/boards/{board}/changes/");
    device.feed(Input::Online);
    let request = device.request(&changes).clone();
    server.respond(&mut device, &request);
    assert_eq!((shown(&device), unread(&device)), (vec![2, 1], (vec![1, 2], 2)));
    device.reload("/app");
    assert_eq!(shown(&device), [2, 1]);
}

/// Accepts the invitation of an entry, which the server answers with a board whose slug is `garden`.
fn accept(device: &mut Device) {
    let code = id(1).to_string();
    device.dispatch_json(json!({ "type": "accept_invitation", "code": code }));
    device.dispatch_json(json!({ "type": "accept_invitation", "code": code }));
    assert_eq!(device.open_requests(), [format!("POST /invitations/{code}/accept/")]);
}

fn accepted() -> Value {
    let board = new_board(id(5), BoardName::parse("Garden").expect("a name"), Slug::parse("garden").expect("a slug"));
    let mut board = json!(board);
    board["role"] = json!("editor");
    json!({ "board": board })
}

#[test]
fn m115_invitation_is_accepted_from_the_inbox() {
    let mut device = loaded(page(&[1], &[1], 1, false));
    device.dispatch_json(json!({ "type": "visit", "path": "/app/inbox" }));
    accept(&mut device);
    device.respond_with("/invitations/", 403, refusal("invitation_invalid"));
    let join = device.snapshot().sharing.join.clone().expect("it was refused");
    assert_eq!(
        (join.code, join.rejection.map(|rejection| rejection.code)),
        (id(1).to_string(), Some(ErrorCode::InvitationInvalid))
    );
    accept(&mut device);
    device.respond_with("/invitations/", 200, accepted());
    assert_eq!((device.take_paths(), device.snapshot().boards.len()), (vec!["/app/b/garden".to_owned()], 1));
    assert_eq!(inbox_requests(&device), ["GET /inbox/"]);

    let mut device = loaded(page(&[1], &[1], 1, false));
    device.dispatch_json(json!({ "type": "visit", "path": "/app/inbox" }));
    accept(&mut device);
    device.dispatch_json(json!({ "type": "visit", "path": "/app/tasks" }));
    device.respond_with("/invitations/", 200, accepted());
    assert_eq!((device.take_paths(), device.snapshot().boards.len()), (vec![], 1));
}

#[test]
fn m122_invitation_is_declined_from_the_inbox() {
    let mut device = loaded(page(&[1], &[1], 1, false));
    let decline = |device: &mut Device| {
        let code = id(1).to_string();
        device.dispatch_json(json!({ "type": "decline_invitation", "code": code }));
        device.dispatch_json(json!({ "type": "accept_invitation", "code": code }));
        assert_eq!(device.open_requests(), [format!("POST /invitations/{code}/decline/")]);
    };
    decline(&mut device);
    device.respond_with("/invitations/", 404, refusal("not_found"));
    let join = device.snapshot().sharing.join.clone().expect("it was refused");
    assert_eq!((join.is_declined, join.rejection.map(|rejection| rejection.code)), (true, Some(ErrorCode::NotFound)));
    answer(&mut device, "/inbox/", page(&[1], &[1], 1, false));
    decline(&mut device);
    device.feed(Input::Response {
        id: device.request("/invitations/").id,
        response: ApiResponse::Received { status: 204, body: String::new() },
    });
    assert_eq!(device.snapshot().sharing.join, None);
    answer(&mut device, "/inbox/", page(&[], &[], 0, false));
    assert_eq!(unread(&device), (vec![], 0));
}

#[test]
fn m116_log_out_clears_the_inbox() {
    let mut device = loaded(page(&[2, 1], &[2], 1, true));
    mark(&mut device, 2, true);
    load(&mut device);
    let late = device.request("/inbox/").id;
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!(view(&device), &InboxView::default());
    let response = ApiResponse::Received { status: 200, body: page(&[2], &[2], 1, false).to_string() };
    device.feed(Input::Response { id: late, response });
    assert_eq!(view(&device), &InboxView::default());
}

#[test]
fn m117_mailed_link_turns_the_mails_off() {
    let unsubscribe = json!({ "type": "unsubscribe_inbox", "token": "a-Token_7" });
    let path = "/inbox/unsubscribe/a-Token%5F7/";
    let mut device = signed_out_device("/unsubscribe/a-Token_7");
    device.dispatch_json(unsubscribe.clone());
    assert_eq!((&device.request(path).body, &device.request(path).bearer), (&None, &None));
    assert_eq!(view(&device).unsubscription, Some(Unsubscription::default()));
    device.respond_with(path, 403, refusal("link_invalid"));
    let shown = view(&device).unsubscription.clone().expect("it was refused");
    assert_eq!((shown.is_done, shown.rejection.map(|rejection| rejection.code)), (false, Some(ErrorCode::LinkInvalid)));
    device.dispatch_json(unsubscribe.clone());
    device.respond_with(path, 200, json!({ "message": "Done." }));
    assert_eq!(view(&device).unsubscription, Some(Unsubscription { is_done: true, rejection: None }));

    let mut device = signed_in(ada());
    device.dispatch_json(unsubscribe);
    device.respond_with(path, 200, json!({ "message": "Done." }));
    assert_eq!(device.open_requests(), ["GET /preferences/"]);
}
