//! Guest mode: using the app without an account (SPEC E1 to E6).

use crate::board_deltas::{assert_agrees, exchange};
use crate::boards::{add_card, add_list, open_new, titles};
use crate::notes::{save_text, titles as note_titles};
use crate::stats::{entry, session_at};
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{
    LOGIN, MORNING, ada, auth_response, ben, id, intent, is_signed_in, log_in, opened, signed_in_storage,
    signed_out_device, user,
};
use core_wasm::app::Input;
use core_wasm::protocol::background::Background;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::Theme;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::view::LoadStatus;
use serde_json::json;
use std::rc::Rc;

/// Returns a device on which a guest named Ada has opened a page.
fn guest(path: &str) -> Device {
    opened(path, &[("name", " Ada ")])
}

/// Creates a board with two cards, a note, a focus session and a draft as a guest.
fn create_guest_data(device: &mut Device) -> Id {
    let board = open_new(device, "Garden").id;
    let list = add_list(device, "To do");
    add_card(device, list, "a");
    let card = add_card(device, list, "b");
    device.dispatch_json(json!({ "type": "edit_card", "card_id": card, "edits": [
        { "field": "labels", "value": ["home"] }, { "field": "due_date", "value": "2026-03-04" }
    ] }));
    device.dispatch_json(json!({ "type": "load_notes" }));
    device.take_effects();
    device.dispatch_json(json!({ "type": "add_note" }));
    let path = device.take_paths().pop().expect("the path of the new note");
    let note_id = path.rsplit('/').next().expect("its id");
    device.dispatch_json(json!({ "type": "open_note", "note_id": note_id }));
    save_text(device, "Milk");
    let mut session = entry(2, 25);
    (session["board_id"], session["card_id"]) = (json!(board), json!(card));
    device.dispatch_json(json!({ "type": "add_session", "session": session }));
    device.dispatch_json(json!({ "type": "save_draft", "key": "comment", "text": "half a sentence" }));
    board
}

fn submit_sign_up(device: &mut Device) {
    device.dispatch_json(json!({
        "type": "sign_up", "first_name": "Ada", "last_name": "Example", "email": "ada@example.com",
        "password": "correct horse"
    }));
}

/// Asserts that the server has everything from [`create_guest_data`] exactly once, and that the device waits for
/// nothing.
fn assert_moved(device: &Device, server: &Server, board: Id, when: &str) {
    let cards: Vec<&str> = server.boards[&board].records.cards.values().map(|card| card.title.as_str()).collect();
    assert_eq!((server.boards.len(), cards.len()), (1, 2), "{when}: {cards:?}");
    assert_eq!(server.notes.notes.len(), 1, "{when}");
    let sessions: Vec<i64> = server.sessions.iter().map(|session| session.planned).collect();
    assert_eq!(sessions.len(), 1, "{when}: {sessions:?}");
    assert_eq!(device.snapshot().sync.unsent, 0, "{when}");
    assert_eq!(device.unsent_keys(), Vec::<String>::new(), "{when}");
    assert_eq!(stored_guest_keys(device), Vec::<String>::new(), "{when}");
    assert_eq!(device.stored("name"), None, "{when}");
    assert_eq!(device.snapshot().drafts.len(), 1, "{when}");
}

fn stored_guest_keys(device: &Device) -> Vec<String> {
    device.indexed_db.borrow().read("guest/").into_iter().map(|(key, _)| key).collect()
}

#[test]
fn e1_a_stored_name_without_token_starts_guest_mode() {
    let mut device = guest("/app/b");
    assert_eq!(device.snapshot().session.guest.as_deref(), Some("Ada"));
    assert!(!is_signed_in(&device) && !device.snapshot().session.loading);
    assert_eq!(device.take_paths(), Vec::<String>::new());
    assert!(device.snapshot().clock.greeting.contains("Ada"), "{}", device.snapshot().clock.greeting);
    device.dispatch_json(json!({ "type": "visit", "path": "/app/settings" }));
    assert_eq!(device.take_paths(), Vec::<String>::new());
    // Guests can open the form.
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=signup" }));
    assert_eq!(device.take_paths(), Vec::<String>::new());
}

#[test]
fn e1_blank_names_and_tokens_prevent_guest_mode() {
    for name in ["", "  "] {
        let mut device = opened("/app", &[("name", name)]);
        assert_eq!(device.take_paths(), [LOGIN]);
        assert_eq!(device.snapshot().session.guest, None);
    }
    let mut stored = signed_in_storage(ada()).to_vec();
    stored.push(("name".to_owned(), "Eve".to_owned()));
    let mut device = Device::new(stored);
    device.start("/app");
    assert!(is_signed_in(&device));
    assert_eq!(device.snapshot().session.guest, None);
}

#[test]
fn e2_a_guest_works_locally_without_requests() {
    let mut device = guest("/app");
    create_guest_data(&mut device);
    device.dispatch_json(json!({ "type": "close_board" }));
    for asked in
        ["load_boards", "load_tasks", "load_trash", "load_stats", "load_sessions", "load_notes", "load_pictures"]
    {
        device.dispatch_json(json!({ "type": asked }));
    }
    device.feed(Input::PageVisible);
    device.feed(Input::Online);
    assert_eq!(device.open_requests(), Vec::<String>::new());
    assert_eq!(device.log, Vec::<String>::new());
    assert!(!device.has_requested_socket);
    let shows = device.snapshot();
    assert_eq!(shows.sync.unsent, 0);
    assert_eq!((shows.boards_status, shows.boards.len()), (LoadStatus::Ready, 1));
    assert_eq!((shows.tasks.status, shows.tasks.tasks.len()), (LoadStatus::Ready, 1));
    assert_eq!(shows.trash.status, LoadStatus::Ready);
    assert_eq!(
        (shows.stats.status, shows.stats.total_sessions, shows.stats.focused_today),
        (LoadStatus::Ready, 1, 1_500)
    );
    assert_eq!((shows.focus_sessions.status, shows.focus_sessions.sessions.len()), (LoadStatus::Ready, 1));
    assert_eq!(shows.pictures.status, LoadStatus::Ready);
    assert_eq!(note_titles(&device), ["Milk"]);
}

#[test]
fn e2_guest_data_survives_a_crash() {
    let mut device = guest("/app");
    let board = open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    add_card(&mut device, list, "a");
    device.feed(Input::PageVisible);
    device.crash(&format!("/app/b/{}", board.slug.as_str()));
    device.dispatch_json(json!({ "type": "open_board", "slug": board.slug }));
    assert_eq!(titles(&device), "a");
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "open_card", "card_id": a }));
    device.dispatch_json(json!({ "type": "load_activity" }));
    assert_eq!(device.snapshot().open_card.as_ref().map(|card| card.activity_status), Some(LoadStatus::Ready));
    assert_eq!(device.open_requests(), Vec::<String>::new());
    // A board that does not exist is not found.
    device.dispatch_json(json!({ "type": "open_board", "slug": "nowhere-7f3k" }));
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn e2_guest_deletions_appear_in_the_trash() {
    let mut device = guest("/app");
    open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    let card = add_card(&mut device, list, "a");
    device.dispatch_json(json!({ "type": "delete_card", "card_id": card }));
    device.reload("/app/trash");
    device.dispatch_json(json!({ "type": "load_trash" }));
    assert_eq!(device.snapshot().trash.status, LoadStatus::Ready);
    assert_eq!(device.snapshot().trash.entries.len(), 1);
}

#[test]
fn e2_guest_breakdown_is_computed_locally() {
    let mut device = guest("/app/stats");
    let board = create_guest_data(&mut device);
    device.dispatch_json(json!({ "type": "load_breakdown", "period": "week" }));
    let sums = |device: &Device| {
        let breakdown = &device.snapshot().breakdown;
        let boards = breakdown.boards.iter().map(|sum| (sum.board_id, sum.focused)).collect::<Vec<_>>();
        let labels = breakdown.labels.iter().map(|sum| (sum.label.clone(), sum.focused)).collect::<Vec<_>>();
        (breakdown.status, boards, labels)
    };
    let home = "home".to_owned();
    assert_eq!(sums(&device), (LoadStatus::Ready, vec![(Some(board), 1_500)], vec![(home.clone(), 1_500)]));
    device.dispatch_json(json!({ "type": "add_session", "session": entry(1, 10) }));
    assert_eq!(sums(&device), (LoadStatus::Ready, vec![(Some(board), 1_500), (None, 600)], vec![(home, 1_500)]));
    device.dispatch_json(json!({ "type": "load_breakdown", "period": "all" }));
    assert_eq!(sums(&device).1.len(), 2);
}

#[test]
fn e2_account_only_actions_are_refused_for_guests() {
    let mut device = guest("/app/settings");
    for refused in [
        json!({ "type": "load_account" }),
        json!({ "type": "edit_profile", "first_name": "A", "last_name": "B" }),
        json!({ "type": "delete_account", "password": "x" }),
        json!({ "type": "export_account" }),
        json!({ "type": "export_sessions", "format": "csv" }),
        json!({ "type": "upload_picture", "file": 1, "size": 5 }),
        json!({ "type": "upload_avatar", "file": 2, "size": 5 }),
        json!({ "type": "remove_avatar" }),
        json!({ "type": "upload_attachment", "card_id": id(7), "name": "a.txt", "file": 3, "size": 5 }),
    ] {
        assert_eq!(device.try_dispatch(intent(refused.clone())), Err(ErrorCode::SignedOut), "{refused}");
    }
    assert_eq!(device.released, [1, 2, 3], "the files are not held any longer");
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn e2_guest_preferences_stay_in_the_browser() {
    let mut device = guest("/app/settings");
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 40 }));
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    device.reload("/app");
    assert_eq!((device.snapshot().preferences.theme, device.snapshot().preferences.focus_minutes), (Theme::Light, 40));
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn e3_sign_up_moves_guest_data_to_the_account() {
    let (mut device, mut server) = (guest("/app"), Server::new(ada()));
    let board = create_guest_data(&mut device);
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=signup" }));
    submit_sign_up(&mut device);
    exchange(&mut device, &mut server);
    assert!(is_signed_in(&device));
    assert_eq!(device.snapshot().session.guest, None);
    assert_moved(&device, &server, board, "signed up");
    let slug = server.boards[&board].records.board.slug.clone();
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    device.reload("/app");
    exchange(&mut device, &mut server);
    assert_moved(&device, &server, board, "after a reload");
}

#[test]
fn e3_login_adds_guest_data_to_the_account() {
    let (mut device, mut server) = (guest("/app"), Server::new(ada()));
    server.sessions.push(session_at(1, 22, 50));
    let board = create_guest_data(&mut device);
    device.dispatch_json(json!({ "type": "visit", "path": LOGIN }));
    log_in(&mut device, ada());
    exchange(&mut device, &mut server);
    assert_eq!(server.sessions.len(), 2);
    server.sessions.remove(0);
    assert_moved(&device, &server, board, "logged in");
}

/// What happens to a request when the connection breaks.
#[derive(Clone, Copy, Debug)]
enum Fate {
    /// The request never reaches the server.
    Lost,
    /// The server handles the request, and the response is lost.
    AnswerLost,
    /// The server handles the request, and the browser crashes before the response arrives.
    Crash,
    /// The browser crashes when it sends the request.
    CrashBefore,
}

/// Signs a guest up, or logs them in if the account already exists, until everything has moved. `fate` happens to the
/// request with the index `cut`. Returns the number of requests.
fn moves(cut: usize, fate: Fate) -> usize {
    let (mut device, mut server) = (guest("/app"), Server::new(ada()));
    let board = create_guest_data(&mut device);
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=signup" }));
    submit_sign_up(&mut device);
    let (mut count, mut has_account) = (0, false);
    loop {
        let Some(request) = device.requests.first().cloned() else {
            if is_signed_in(&device) {
                break;
            }
            // Back at the form: if the server has handled the sign-up, the account already exists.
            if has_account {
                log_in_again(&mut device)
            } else {
                submit_sign_up(&mut device)
            }
            continue;
        };
        let is_cut = count == cut;
        count += 1;
        if !is_cut || matches!(fate, Fate::AnswerLost | Fate::Crash) {
            let response = server.response_to(&request, device.now);
            has_account |= request.path == "/auth/signup/";
            if !is_cut {
                device.respond_to(request.id, response);
                continue;
            }
        }
        match fate {
            Fate::Lost | Fate::AnswerLost => {
                device.respond_to(request.id, ApiResponse::NetworkError);
                device.feed(Input::Online);
            }
            Fate::Crash | Fate::CrashBefore => {
                device.requests.clear();
                device.crash("/auth?type=signup");
            }
        }
        assert!(count < 200, "it goes round in circles: {:?}", device.open_requests());
    }
    assert_moved(&device, &server, board, &format!("request {cut}: {fate:?}"));
    count
}

fn log_in_again(device: &mut Device) {
    device.dispatch_json(json!({ "type": "log_in", "email": user(ada()).email, "password": "correct horse" }));
}

#[test]
fn e3_guest_import_is_lossless_and_idempotent() {
    for fate in [Fate::Lost, Fate::AnswerLost, Fate::Crash, Fate::CrashBefore] {
        let undisturbed = moves(usize::MAX, fate);
        assert!(undisturbed > 6, "{undisturbed} requests");
        for cut in 0..undisturbed {
            moves(cut, fate);
        }
    }
}

#[test]
fn e3_guest_data_moves_once_across_tabs() {
    let mut server = Server::new(ada());
    let mut first = guest("/app");
    let board = create_guest_data(&mut first);
    let mut second = Device::tab(first.now, first.storage.clone(), Rc::clone(&first.indexed_db));
    second.start("/app/b");
    second.dispatch_json(json!({ "type": "load_boards" }));
    assert_eq!(second.snapshot().boards.len(), 1);
    submit_sign_up(&mut first);
    let request = first.request("/auth/signup/").clone();
    server.respond(&mut first, &request);
    // The second tab receives this late, and has added something meanwhile.
    second.dispatch_json(json!({ "type": "add_session", "session": entry(5, 10) }));
    for key in ["access_token", "refresh_token", "name"] {
        let value = first.stored(key).map(str::to_owned);
        second.store_in_other_tab(key, value.as_deref());
    }
    assert!(is_signed_in(&second));
    for _ in 0..4 {
        for message in std::mem::take(&mut second.broadcasts) {
            first.feed(Input::PeerMessage { message });
        }
        exchange(&mut first, &mut server);
        for message in std::mem::take(&mut first.broadcasts) {
            second.feed(Input::PeerMessage { message });
        }
        exchange(&mut second, &mut server);
    }
    assert_eq!(server.sessions.len(), 2);
    server.sessions.retain(|session| session.card_id.is_some());
    assert_moved(&first, &server, board, "the first tab");
    assert_moved(&second, &server, board, "the second tab");
}

#[test]
fn e3_guest_data_moves_without_storage() {
    let mut device = Device::new([("name".to_owned(), "Ada".to_owned())]);
    device.indexed_db.borrow_mut().is_failing = true;
    let mut server = Server::new(ada());
    device.start("/app");
    create_guest_data(&mut device);
    assert!(device.snapshot().sync.is_memory_only);
    submit_sign_up(&mut device);
    exchange(&mut device, &mut server);
    assert_eq!((server.boards.len(), server.notes.notes.len(), server.sessions.len()), (1, 1, 1));
    assert_eq!(device.snapshot().sync.unsent, 0);
}

#[test]
fn e3_a_full_storage_does_not_import_twice() {
    let (mut device, mut server) = (guest("/app"), Server::new(ada()));
    let board = create_guest_data(&mut device);
    device.report_storage_failure();
    submit_sign_up(&mut device);
    exchange(&mut device, &mut server);
    assert_eq!(server.boards.keys().collect::<Vec<_>>(), [&board]);
    assert!(!stored_guest_keys(&device).iter().any(|key| key.contains("/outbox/")), "{:?}", stored_guest_keys(&device));
    device.reload("/app");
    assert_eq!(device.snapshot().sync.unsent, 0);
}

#[test]
fn e3_account_drafts_are_not_overwritten() {
    let (mut device, mut server) = (guest("/app"), Server::new(ada()));
    let field = format!("{}/kept/draft/comment", ada());
    device.indexed_db.borrow_mut().write(vec![(field.clone(), Some("the account's".to_owned()))]);
    create_guest_data(&mut device);
    log_in(&mut device, ada());
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().drafts[0].text, "the account's");
    assert_eq!(device.indexed_db.borrow().texts[&field], "the account's");
}

#[test]
fn e3_guest_boards_are_sent_as_made_offline() {
    let mut device = guest("/app");
    open_new(&mut device, "Garden");
    submit_sign_up(&mut device);
    device.respond_with("/auth/signup/", 200, auth_response(ada(), MORNING));
    assert_eq!(
        device.request("/boards/create-board/").json()["made_offline"],
        json!(true),
        "a plan's limit loses none"
    );
}

#[test]
fn e4_a_guest_timer_continues_after_sign_up() {
    let (mut device, mut server) = (guest("/app"), Server::new(ada()));
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.now += 10 * 60_000;
    submit_sign_up(&mut device);
    exchange(&mut device, &mut server);
    assert!(device.snapshot().timer.state.is_active);
    device.now += 20 * 60_000;
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_eq!(server.sessions.len(), 1);
    assert_eq!(server.sessions[0].planned, 1_500);
}

#[test]
fn e4_a_guest_keeps_only_their_own_timer() {
    // Ada's session expired while her timer was running; then another user tries the app as a guest.
    let mut device = Device::new(signed_in_storage(ada()));
    device.start("/app");
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.now += 10 * 60_000;
    device.requests.clear();
    for key in ["access_token", "refresh_token"] {
        device.store_in_other_tab(key, None);
    }
    device.storage.insert("name".to_owned(), "Eve".to_owned());
    device.reload("/app");
    assert!(!device.snapshot().timer.state.is_active);
    let shelved = device.unsent_keys();
    assert_eq!(shelved.len(), 1);
    assert!(shelved[0].starts_with(&ada().to_string()), "the unsent session belongs to Ada's account");
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.now += 60_000;
    device.reload("/app");
    assert!(device.snapshot().timer.state.is_active);
    device.reload("/app");
    assert!(device.snapshot().timer.state.is_active);
}

#[test]
fn e5_new_accounts_start_with_all_guest_preferences() {
    let mut device = guest("/app/settings");
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    device.dispatch_json(
        json!({ "type": "set_preferences", "update": { "mins_for_streak": 60, "rounds": 3, "volume": 20 } }),
    );
    device.dispatch_json(json!({ "type": "choose_background", "background": { "wallpaper": "island-in-fog" } }));
    assert!(matches!(device.snapshot().preferences.background, Background::Wallpaper(_)));
    device.now += 24 * 3_600_000;
    submit_sign_up(&mut device);
    let now = device.now;
    device.respond_with("/auth/signup/", 200, auth_response(ada(), now));
    let sent = device.requests.iter().find(|request| request.method == "PUT").expect("preferences").json();
    assert_eq!(
        sent,
        json!({
            "theme": "light", "mins_for_streak": 60, "mins_for_streak_from": "2026-03-03", "rounds": 3, "volume": 20,
            "background": { "wallpaper": "island-in-fog" }, "made_offline": true
        })
    );
}

#[test]
fn f14_a_new_account_keeps_the_language_of_the_guest() {
    let mut device = guest("/app");
    device.dispatch_json(json!({ "type": "set_preferences", "update": { "language": "es" } }));
    submit_sign_up(&mut device);
    device.respond_with("/auth/signup/", 200, auth_response(ada(), device.now));
    let sent = device.requests.iter().find(|request| request.method == "PUT").map(|request| request.json());
    assert_eq!(sent, Some(json!({ "language": "es" })));
}

#[test]
fn e5_account_preferences_win_on_log_in() {
    let (mut device, mut server) = (guest("/app/settings"), Server::new(ada()));
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    device.dispatch_json(json!({ "type": "set_focus_time", "minutes": 40 }));
    // Ada signed up in the morning.
    device.now += 2 * 3_600_000;
    log_in(&mut device, ada());
    exchange(&mut device, &mut server);
    assert_eq!((device.snapshot().preferences.theme, device.snapshot().preferences.focus_minutes), (Theme::System, 25));
    assert_eq!((server.preferences.theme, server.preferences.focus_minutes), (Theme::System, 25));
}

#[test]
fn e5_a_new_account_takes_guest_choices_unless_it_has_its_own() {
    for chosen in [None, Some(20)] {
        let (mut device, mut server) = (guest("/app/settings"), Server::new(ada()));
        device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
        server.preferences.volume = chosen.unwrap_or(server.preferences.volume);
        // The response to the sign-up was lost: the account exists, and the user logs in.
        log_in(&mut device, ada());
        exchange(&mut device, &mut server);
        let theme = if chosen.is_none() { Theme::Light } else { Theme::System };
        assert_eq!((device.snapshot().preferences.theme, server.preferences.theme), (theme, theme), "{chosen:?}");
        assert_eq!(device.snapshot().sync.unsent, 0);
    }
}

#[test]
fn e6_guest_name_changes_sync_between_tabs() {
    let mut device = signed_out_device(LOGIN);
    device.take_effects();
    device.store_in_other_tab("name", Some("Ada"));
    assert_eq!(device.snapshot().session.guest.as_deref(), Some("Ada"));
    device.dispatch_json(json!({ "type": "visit", "path": "/app" }));
    assert_eq!(device.take_paths(), Vec::<String>::new());
    device.store_in_other_tab("name", Some("Grace"));
    assert!(device.snapshot().clock.greeting.contains("Grace"));
    device.store_in_other_tab("name", None);
    assert_eq!(device.take_paths(), [LOGIN]);
    assert_eq!(device.snapshot().session.guest, None);
}

#[test]
fn e6_a_guest_sees_and_moves_nothing_of_other_accounts() {
    let mut device = guest("/app");
    let other = |account: Id| format!("{account}/kept/outbox/{}", id(4));
    let entry = json!({ "create_board": { "request": { "name": "Secret", "id": id(5) } } }).to_string();
    device.indexed_db.borrow_mut().write(vec![(other(ben()), Some(entry))]);
    device.reload("/app/b");
    device.dispatch_json(json!({ "type": "load_boards" }));
    assert_eq!(device.snapshot().boards.len(), 0);
    let mut server = Server::new(ada());
    open_new(&mut device, "Garden");
    log_in(&mut device, ada());
    exchange(&mut device, &mut server);
    assert_eq!(server.boards.len(), 1);
    assert!(device.indexed_db.borrow().texts.contains_key(&other(ben())));
}

#[test]
fn e6_guest_log_out_asks_and_deletes_everything() {
    let mut device = guest("/app/settings");
    create_guest_data(&mut device);
    let log_out = |discard: bool| intent(json!({ "type": "log_out", "discard_unsent": discard }));
    assert_eq!(device.try_dispatch(log_out(false)), Err(ErrorCode::UnsentChanges));
    assert_eq!(device.snapshot().session.guest.as_deref(), Some("Ada"));
    assert_eq!(device.try_dispatch(log_out(true)), Ok(()));
    assert_eq!((stored_guest_keys(&device), device.stored("name")), (vec![], None));
    assert_eq!(device.snapshot().session.guest, None);
    assert_eq!(device.open_requests(), Vec::<String>::new());
    // Without any data there is nothing to confirm.
    assert_eq!(guest("/app").try_dispatch(log_out(false)), Ok(()));
}
