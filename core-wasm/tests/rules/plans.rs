//! The limits of plans (SPEC L1 to L8).

use crate::live::connect_live;
use crate::stats::with_sessions;
use crate::support::device::Device;
use crate::support::{ada, id, intent, is_signed_in, refusal, signed_in, user};
use core_wasm::app::Input;
use core_wasm::plans::{BASIC_BOARDS, Limit};
use core_wasm::protocol::background::Background;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Preferences, User, UserType};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::{BoardName, Slug};
use core_wasm::protocol::view::LimitsView;
use serde_json::{Value, json};

/// Responds to the request for the user with whether the plan has limits.
fn respond_with_user(device: &mut Device, user_type: UserType, is_limited: bool) {
    device.respond_with("/user/", 200, json!({ "user": [User { user_type, is_limited, ..user(ada()) }] }));
}

/// Loads whether the user's plan has limits, as Settings does.
fn load_user_plan(device: &mut Device, user_type: UserType, is_limited: bool) {
    device.dispatch_json(json!({ "type": "load_account" }));
    device.fail_request("/account/");
    device.fail_request("/features/");
    respond_with_user(device, user_type, is_limited);
}

/// Returns a device of a user with limits and with that many boards on the server.
fn limited_with(boards: usize) -> Device {
    let mut device = signed_in(ada());
    load_user_plan(&mut device, UserType::Basic, true);
    for number in 0..boards {
        assert_eq!(add(&mut device, &format!("Board {number}")), Ok(()));
        sent(&mut device);
    }
    device
}

fn add(device: &mut Device, name: &str) -> Result<(), ErrorCode> {
    device.try_dispatch(intent(json!({ "type": "add_board", "name": name })))
}

/// Accepts the new board of the request in flight on the server. Returns the body of the request.
fn sent(device: &mut Device) -> Value {
    let body = device.request("/boards/create-board/").json();
    let board = device.snapshot().boards.iter().find(|board| json!(board.id) == body["id"]).expect("it shows");
    device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    body
}

#[test]
fn b48_the_plan_limits_duplicates() {
    let mut device = limited_with(BASIC_BOARDS);
    let board_id = device.snapshot().boards[0].id;
    let duplicate = |name: &str| {
        intent(
            json!({ "type": "duplicate_board", "board_id": board_id, "name": name, "includes_cards": true, "is_template": false }),
        )
    };
    assert_eq!(device.try_dispatch(duplicate("Copy")), Err(ErrorCode::PlanLimit));
    assert_eq!(device.try_dispatch(duplicate(" ")), Err(ErrorCode::NameRequired));
    assert_eq!(device.snapshot().boards.len(), BASIC_BOARDS);
}

#[test]
fn l1_unlimited_plans_allow_any_number_of_boards() {
    for plan in [UserType::Basic, UserType::Pro] {
        let mut device = signed_in(ada());
        load_user_plan(&mut device, plan, false);
        for number in 0..8 {
            assert_eq!(add(&mut device, &format!("Board {number}")), Ok(()), "{plan:?}");
            sent(&mut device);
        }
        assert_eq!(device.snapshot().boards.len(), 8);
    }
}

#[test]
fn l1_a_user_that_was_stored_before_there_were_plans_has_no_limits() {
    let mut stored = json!(user(ada()));
    stored.as_object_mut().expect("an object").remove("is_limited");
    assert!(!serde_json::from_value::<User>(stored).expect("the user is deserialized").is_limited);
}

#[test]
fn l2_the_sixth_board_is_refused_at_once() {
    let mut device = limited_with(5);
    assert_eq!(add(&mut device, "One more"), Err(ErrorCode::PlanLimit));
    assert_eq!((device.snapshot().boards.len(), device.snapshot().sync.unsent), (5, 0));
    assert!(!device.open_requests().contains(&"POST /boards/create-board/".to_owned()), "nothing is sent");
    assert_eq!(add(&mut device, "  "), Err(ErrorCode::NameRequired), "errors that the user can correct come first");
}

#[test]
fn b42_plan_limits_apply_to_templates() {
    let mut device = limited_with(5);
    let begin = || intent(json!({ "type": "add_board_from_template", "template": "project" }));
    assert_eq!(device.try_dispatch(begin()), Err(ErrorCode::PlanLimit));
    assert_eq!((device.snapshot().boards.len(), device.snapshot().sync.unsent), (5, 0));
    assert_eq!(device.last.ui_effects, [], "it leads nowhere");
    device.dispatch_json(json!({ "type": "delete_board", "board_id": device.snapshot().boards[0].id }));
    assert_eq!(device.try_dispatch(begin()), Ok(()));
}

#[test]
fn l2_boards_in_the_trash_do_not_count() {
    let mut device = limited_with(5);
    device.dispatch_json(json!({ "type": "delete_board", "board_id": device.snapshot().boards[0].id }));
    assert_eq!(add(&mut device, "One more"), Ok(()));
}

#[test]
fn l3_boards_made_offline_are_accepted_and_marked() {
    let mut device = limited_with(4);
    assert_eq!(add(&mut device, "The fifth"), Ok(()));
    assert_eq!(device.request("/boards/create-board/").json().get("made_offline"), None);
    device.fail_request("/boards/create-board/");
    // From here on the network is known to be unreachable.
    assert_eq!(add(&mut device, "The sixth"), Ok(()));
    device.fire_alarm(Alarm::Outbox);
    assert_eq!(sent(&mut device).get("made_offline"), None, "the flag is set when the board is created");
    assert_eq!(sent(&mut device)["made_offline"], json!(true));
    assert_eq!((device.snapshot().boards.len(), device.snapshot().sync.unsent), (6, 0));
    assert_eq!(add(&mut device, "The seventh"), Err(ErrorCode::PlanLimit), "the server is reachable again");
}

#[test]
fn l3_losing_the_live_connection_means_offline() {
    let mut device = limited_with(5);
    connect_live(&mut device);
    assert_eq!(add(&mut device, "The sixth"), Err(ErrorCode::PlanLimit));
    device.feed(Input::SocketClosed { code: 1006 });
    assert_eq!(add(&mut device, "The sixth"), Ok(()));
    assert_eq!(sent(&mut device)["made_offline"], json!(true));
    assert_eq!(add(&mut device, "The seventh"), Err(ErrorCode::PlanLimit), "it has answered");
    device.feed(Input::SocketClosed { code: 1006 });
    assert_eq!(add(&mut device, "The seventh"), Err(ErrorCode::PlanLimit), "a try that failed is no loss");
}

#[test]
fn y44_a_server_that_announces_its_stop_is_not_offline() {
    let mut device = limited_with(5);
    connect_live(&mut device);
    device.feed(Input::SocketClosed { code: 1001 });
    assert_eq!(add(&mut device, "The sixth"), Err(ErrorCode::PlanLimit));
    device.fire_alarm(Alarm::Live);
    device.feed(Input::SocketClosed { code: 1006 });
    assert_eq!(add(&mut device, "The sixth"), Ok(()), "no other server has accepted the connection");
}

#[test]
fn l3_a_blocked_websocket_is_not_offline() {
    let mut device = limited_with(5);
    assert!(device.has_requested_socket);
    for _ in 0..3 {
        device.feed(Input::SocketClosed { code: 1006 });
        assert_eq!(add(&mut device, "The sixth"), Err(ErrorCode::PlanLimit));
        device.fire_alarm(Alarm::Live);
    }
    // A request without a response shows that the network is unreachable.
    device.dispatch_json(json!({ "type": "load_account" }));
    device.fail_request("/account/");
    assert_eq!(add(&mut device, "The sixth"), Ok(()));
    assert_eq!(sent(&mut device)["made_offline"], json!(true));
}

#[test]
fn l4_limited_plans_have_no_heatmap_and_no_labels() {
    let (mut device, _) = with_sessions();
    let week = device.snapshot().stats.clone();
    let label = json!({ "label": "deep", "focused": 1500, "sessions": 1 });
    let board = json!({ "board_id": id(5), "name": "Garden", "color": null, "focused": 1500, "sessions": 1 });
    device.dispatch_json(json!({ "type": "load_breakdown", "period": "week" }));
    device.respond_with("/focus-days/breakdown/", 200, json!({ "boards": [board], "labels": [label] }));
    assert_eq!((device.snapshot().heatmap.focused.len(), device.snapshot().breakdown.labels.len()), (365, 1));

    load_user_plan(&mut device, UserType::Basic, true);
    let heatmap = device.snapshot().heatmap.clone();
    assert_eq!((heatmap.year, heatmap.focused.len(), heatmap.levels.len()), (2026, 0, 0));
    assert_eq!(device.snapshot().breakdown.labels, []);
    assert_eq!(device.open_requests(), ["GET /focus-days/breakdown/?from=2026-03-02&to=2026-03-08&by=board"]);
    device.respond_with("/focus-days/breakdown/", 200, json!({ "boards": [board], "labels": [] }));
    assert_eq!((device.snapshot().stats.clone(), device.snapshot().breakdown.boards.len()), (week, 1));

    load_user_plan(&mut device, UserType::Pro, false);
    assert_eq!(device.snapshot().heatmap.focused.len(), 365);
    assert_eq!(device.open_requests(), ["GET /focus-days/breakdown/?from=2026-03-02&to=2026-03-08"]);
}

#[test]
fn l5_refusals_reveal_unknown_limits() {
    let mut device = signed_in(ada());
    assert_eq!(add(&mut device, "Garden"), Ok(()));
    device.respond_with("/boards/create-board/", 402, refusal("plan_limit"));
    assert!(is_signed_in(&device));
    let shown = device.snapshot();
    assert_eq!((shown.boards.len(), shown.sync.unsent, shown.sync.refused.len()), (0, 0, 1));
    assert_eq!(shown.sync.refused[0].code, ErrorCode::PlanLimit);
    assert!(shown.sync.refused[0].what.contains("Garden"), "the refusal names the board");
    assert_eq!(device.open_requests(), ["GET /user/"]);
    respond_with_user(&mut device, UserType::Basic, true);
    // The user is known to have limits, so a refusal does not cause another request for the user.
    assert_eq!(add(&mut device, "Kitchen"), Ok(()));
    device.respond_with("/boards/create-board/", 402, refusal("plan_limit"));
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn l6_data_over_a_limit_stays_editable() {
    let mut device = signed_in(ada());
    for number in 0..7 {
        add(&mut device, &format!("Board {number}")).expect("there are no limits yet");
        sent(&mut device);
    }
    load_user_plan(&mut device, UserType::Basic, true);
    let board = device.snapshot().boards[6].clone();
    device.dispatch_json(json!({ "type": "open_board", "slug": board.slug }));
    device.dispatch_json(json!({ "type": "add_list", "name": "To do" }));
    assert_eq!(device.board().lists.len(), 1);
    device.dispatch_json(json!({ "type": "delete_board", "board_id": board.id }));
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(device.snapshot().boards.len(), 7);
    device.dispatch_json(json!({ "type": "export_account" }));
}

/// Dispatches an intent that a limit of the plan refuses, and returns the error message.
fn refused(device: &mut Device, value: Value) -> String {
    let rejection = device.feed(Input::Intent { intent: intent(value) }).expect("a refusal");
    assert_eq!(rejection.code, ErrorCode::PlanLimit);
    rejection.message
}

fn choose(wallpaper: &str) -> Value {
    json!({ "type": "choose_background", "background": { "wallpaper": wallpaper } })
}

fn put_picture(board: Id, image: Option<&str>) -> Value {
    json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "image", "value": image }] })
}

#[test]
fn l7_mirror_has_the_sentence_of_each_active_limit() {
    let mut device = limited_with(4);
    let sentence = |limit: Limit| Some(limit.sentence().to_owned());
    let with_room = LimitsView {
        boards: None,
        backgrounds: sentence(Limit::Backgrounds),
        pictures: sentence(Limit::Pictures),
        heatmap: sentence(Limit::Heatmap),
        labels: sentence(Limit::Labels),
    };
    assert_eq!(device.snapshot().limits, with_room);
    assert_eq!(add(&mut device, "The fifth"), Ok(()));
    assert_eq!(device.snapshot().limits, LimitsView { boards: sentence(Limit::Boards), ..with_room.clone() });
    sent(&mut device);
    device.dispatch_json(json!({ "type": "delete_board", "board_id": device.snapshot().boards[0].id }));
    assert_eq!(device.snapshot().limits, with_room, "the trash makes room");
    load_user_plan(&mut device, UserType::Pro, false);
    assert_eq!(device.snapshot().limits, LimitsView::default());
}

#[test]
fn l7_a_board_can_still_be_added_offline() {
    let mut device = limited_with(5);
    assert!(device.snapshot().limits.boards.is_some());
    device.dispatch_json(json!({ "type": "load_account" }));
    device.fail_request("/account/");
    assert_eq!(device.snapshot().limits.boards, None);
}

#[test]
fn l7_each_refusal_has_the_sentence_of_its_limit() {
    let mut device = limited_with(5);
    let board = device.snapshot().boards[0].id;
    for (value, limit) in [
        (json!({ "type": "add_board", "name": "One more" }), Limit::Boards),
        (json!({ "type": "add_board_from_template", "template": "project" }), Limit::Boards),
        (choose("island-in-fog"), Limit::Backgrounds),
        (
            json!({ "type": "set_preferences", "update": { "background": { "wallpaper": "island-in-fog" } } }),
            Limit::Backgrounds,
        ),
        (put_picture(board, Some("/wallpapers/island-in-fog-2560.webp")), Limit::Backgrounds),
        (json!({ "type": "upload_picture", "file": 7, "size": 1 }), Limit::Pictures),
    ] {
        assert_eq!(refused(&mut device, value), limit.sentence());
    }
    assert_eq!(device.released, [7]);
    assert_eq!(device.snapshot().sync.unsent, 0);
    assert!(
        device.open_requests().iter().all(|request| request.starts_with("GET ")),
        "nothing is sent: {:?}",
        device.open_requests()
    );
}

#[test]
fn l8_earlier_choices_stay_and_can_be_removed() {
    let mut device = signed_in(ada());
    assert_eq!(add(&mut device, "Garden"), Ok(()));
    sent(&mut device);
    let board = device.snapshot().boards[0].id;
    let (picture, other) = ("/wallpapers/island-in-fog-2560.webp", "/wallpapers/desert-dunes-2560.webp");
    device.dispatch_json(put_picture(board, Some(picture)));
    device.dispatch_json(choose("island-in-fog"));
    load_user_plan(&mut device, UserType::Basic, true);
    let image = |device: &Device| device.snapshot().boards[0].image.as_ref().map(|image| image.as_str().to_owned());
    assert_eq!(image(&device).as_deref(), Some(picture));
    assert!(matches!(device.snapshot().preferences.background, Background::Wallpaper(_)));

    // Setting the same image again is not a new choice, and other fields can be changed.
    device.dispatch_json(choose("island-in-fog"));
    device.dispatch_json(json!({ "type": "edit_board", "board_id": board, "edits": [
        { "field": "name", "value": "Kitchen" }, { "field": "image", "value": picture }
    ] }));
    refused(&mut device, put_picture(board, Some(other)));
    device.dispatch_json(put_picture(board, None));
    assert_eq!(image(&device), None);
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(image(&device).as_deref(), Some(picture), "taking a removal back is no new choice");

    device.dispatch_json(json!({ "type": "choose_background", "background": "daily" }));
    assert_eq!(device.snapshot().preferences.background, Background::Daily);
    refused(&mut device, choose("island-in-fog"));
    refused(&mut device, json!({ "type": "keep_background", "is_kept": true }));
}

#[test]
fn l8_wallpapers_chosen_offline_are_marked() {
    let mut device = signed_in(ada());
    device.dispatch_json(choose("island-in-fog"));
    assert_eq!(device.request("/preferences/").json().get("made_offline"), None);
    device.fail_request("/preferences/");
    device.dispatch_json(choose("island-in-fog"));
    device.fire_alarm(Alarm::Outbox);
    let body = |device: &Device| device.requests.iter().find(|request| request.method == "PUT").expect("sent").json();
    assert_eq!(body(&device).get("made_offline"), None, "the flag is set when the wallpaper is chosen");
    device.respond_with("/preferences/", 200, json!(device.snapshot().preferences));
    assert_eq!(body(&device)["made_offline"], json!(true));
}

#[test]
fn l8_refused_wallpapers_reload_the_preferences() {
    let mut device = signed_in(ada());
    device.dispatch_json(choose("island-in-fog"));
    device.respond_with("/preferences/", 402, refusal("plan_limit"));
    assert_eq!(device.snapshot().sync.refused.len(), 1);
    assert_eq!(device.open_requests(), ["GET /user/", "GET /preferences/"]);
    device.respond_with("/preferences/", 200, json!(Preferences::default()));
    assert_eq!(device.snapshot().preferences.background, Background::Daily);
}

#[test]
fn b59_the_plan_limits_imports() {
    let mut device = limited_with(BASIC_BOARDS);
    let records = json!({
        "version": 1, "board": core_wasm::board::reduce::new_board(id(900), BoardName::parse("Moved in").expect("a name"), Slug::parse("moved-in").expect("a slug")),
        "lists": [], "cards": []
    });
    let import = intent(json!({ "type": "import_board", "records": records.to_string() }));
    assert_eq!(device.try_dispatch(import), Err(ErrorCode::PlanLimit));
    assert_eq!(device.snapshot().boards.len(), BASIC_BOARDS);
}
