//! Sharing of boards: the share dialog, and accepting an invitation (SPEC M7 to M18, M50 to M54).

use crate::board_deltas::exchange;
use crate::boards::{add_list, open_new};
use crate::live::connect_live;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{
    MORNING, ada, auth_response, ben, id, intent, log_in, opened, refusal, signed_in, signed_out_device,
};
use core_wasm::app::Input;
use core_wasm::board::reduce::new_board;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::sharing::{Member, Role, SharingView};
use core_wasm::protocol::stored::idb_key;
use core_wasm::protocol::text::{BoardName, Slug};
use core_wasm::protocol::view::LoadStatus;
use serde_json::{Value, json};

const SIGN_UP: &str = "/auth?type=signup";
const CODE: &str = "a-Code_7";

pub(crate) fn member(user_id: Id, first_name: &str, role: Role) -> Member {
    Member {
        user_id,
        first_name: first_name.to_owned(),
        last_name: "Example".to_owned(),
        picture: None,
        role,
        shares_focus: false,
    }
}

/// Returns a device on which Ada has opened the board "Garden" with this role, and its server. No request is in flight.
pub(crate) fn shared(role: Role) -> (Device, Server, Id) {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    let board_id = open_new(&mut device, "Garden").id;
    exchange(&mut device, &mut server);
    set_role(&mut device, &mut server, board_id, role);
    (device, server, board_id)
}

/// Changes Ada's role on the server and lets the device load it.
fn set_role(device: &mut Device, server: &mut Server, board_id: Id, role: Role) {
    let other = if role == Role::Owner { Role::Editor } else { Role::Owner };
    let mut members = vec![member(ben(), "Ben", other), member(ada(), "Ada", role)];
    members.sort_by_key(|member| std::cmp::Reverse(member.role));
    server.boards.get_mut(&board_id).expect("the board").share(role, members);
    device.feed(Input::Online);
    exchange(device, server);
}

fn load(device: &mut Device) {
    device.dispatch_json(json!({ "type": "load_invitations" }));
    if device.open_requests().contains(&"GET /features/".to_owned()) {
        device.respond_with("/features/", 200, json!({ "google": false, "mail": true, "invitation_only": false }));
    }
}

fn change(change: Value) -> Value {
    json!({ "type": "change_sharing", "change": change })
}

fn invitation(number: u64, email: Option<&str>) -> Value {
    json!({ "id": id(number), "email": email, "role": "editor", "created_at": "2026-03-03T08:30:00.000Z",
        "expires_at": "2026-03-17T08:30:00.000Z" })
}

fn view(device: &Device) -> &SharingView {
    &device.snapshot().sharing
}

fn invitation_ids(device: &Device) -> Vec<Id> {
    view(device).invitations.iter().map(|invitation| invitation.id).collect()
}

fn refused(device: &Device) -> Option<ErrorCode> {
    view(device).refused.as_ref().map(|refusal| refusal.rejection.code)
}

#[test]
fn m7_dialog_follows_the_board_and_the_role() {
    let (mut device, mut server, board_id) = shared(Role::Owner);
    let all = [Role::Viewer, Role::Commenter, Role::Editor, Role::Admin, Role::Owner];
    assert_eq!((view(&device).board_id, view(&device).roles.as_slice()), (Some(board_id), all.as_slice()));
    set_role(&mut device, &mut server, board_id, Role::Admin);
    assert_eq!((view(&device).roles.as_slice(), view(&device).can_leave), (&all[..4], true));
    for role in [Role::Editor, Role::Commenter, Role::Viewer] {
        set_role(&mut device, &mut server, board_id, role);
        assert_eq!(view(&device).roles, []);
    }
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(view(&device), &SharingView::default());
    // The role is known from the storage.
    let slug = server.boards[&board_id].records.board.slug.clone();
    device.reload("/app/b");
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    assert_eq!((view(&device).board_id, view(&device).roles.len()), (Some(board_id), 0));
}

#[test]
fn m8_guests_and_unsent_boards_are_not_shared() {
    let mut device = opened("/app", &[("name", "Ada")]);
    open_new(&mut device, "Garden");
    assert_eq!(view(&device).board_id, None);
    for refused in [json!({ "type": "load_invitations" }), change(json!({ "type": "leave" }))] {
        assert_eq!(device.try_dispatch(intent(refused)), Err(ErrorCode::SignedOut));
    }
    let accept = json!({ "type": "accept_invitation", "code": CODE });
    assert_eq!(device.try_dispatch(intent(accept)), Err(ErrorCode::SignedOut));

    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    let board_id = open_new(&mut device, "Garden").id;
    assert_eq!(view(&device).board_id, None);
    assert_eq!(device.try_dispatch(intent(change(json!({ "type": "leave" })))), Err(ErrorCode::UnknownBoard));
    exchange(&mut device, &mut server);
    assert_eq!(view(&device).board_id, Some(board_id));
}

#[test]
fn m9_admins_load_the_invitations() {
    let (mut device, mut server, board_id) = shared(Role::Admin);
    let path = format!("/boards/{board_id}/invitations/");
    load(&mut device);
    assert_eq!(device.open_requests(), [format!("GET {path}")]);
    device.fail_request(&path);
    assert_eq!(view(&device).status, LoadStatus::Failed);
    load(&mut device);
    assert_eq!(view(&device).status, LoadStatus::Loading);
    device.respond_with(&path, 200, json!({ "invitations": [invitation(7, None)] }));
    assert_eq!((view(&device).status, invitation_ids(&device)), (LoadStatus::Ready, vec![id(7)]));
    load(&mut device);
    device.fail_request(&path);
    assert_eq!((view(&device).status, invitation_ids(&device)), (LoadStatus::Ready, vec![id(7)]));
    set_role(&mut device, &mut server, board_id, Role::Editor);
    let load = json!({ "type": "load_invitations" });
    assert_eq!(device.try_dispatch(intent(load)), Err(ErrorCode::ForbiddenRole));
}

#[test]
fn m10_people_are_invited_by_email() {
    let (mut device, _, board_id) = shared(Role::Owner);
    let path = format!("/boards/{board_id}/invitations/");
    load(&mut device);
    device.respond_with(&path, 200, json!({ "invitations": [invitation(7, None)] }));
    let invite = |email: &str| change(json!({ "type": "invite", "email": email, "role": "editor" }));
    assert_eq!(device.try_dispatch(intent(invite("grace"))), Err(ErrorCode::EmailInvalid));
    device.dispatch_json(invite(" Grace@Example.org"));
    let request = device.request(&path);
    assert_eq!(
        (request.method.as_str(), request.json()),
        ("POST", json!({ "email": "grace@example.org", "role": "editor" }))
    );
    let created =
        json!({ "invitation": invitation(8, Some("grace@example.org")), "link": "https://example.org/join/x" });
    device.respond_with(&path, 201, created);
    assert_eq!(invitation_ids(&device), [id(8), id(7)]);
    assert!(view(&device).changing.is_none() && view(&device).done.is_some());
}

#[test]
fn m10_link_shows_once() {
    let (mut device, _, board_id) = shared(Role::Owner);
    let path = format!("/boards/{board_id}/invitations/");
    load(&mut device);
    device.respond_with(&path, 200, json!({ "invitations": [] }));
    device.dispatch_json(change(json!({ "type": "create_link", "role": "viewer" })));
    assert_eq!(device.request(&path).json(), json!({ "role": "viewer" }));
    let link = "https://example.org/join/x";
    device.respond_with(&path, 201, json!({ "invitation": invitation(8, None), "link": link }));
    assert_eq!((view(&device).link.as_deref(), invitation_ids(&device)), (Some(link), vec![id(8)]));
    load(&mut device);
    assert_eq!((view(&device).link.as_deref(), &view(&device).done), (None, &None));
}

#[test]
fn m10_revoked_invitations_leave_the_list() {
    let (mut device, _, board_id) = shared(Role::Owner);
    let path = format!("/boards/{board_id}/invitations/");
    load(&mut device);
    device.respond_with(&path, 200, json!({ "invitations": [invitation(8, None), invitation(7, None)] }));
    device.dispatch_json(change(json!({ "type": "revoke_invitation", "invitation_id": id(8) })));
    let request = device.request(&format!("{path}{}/", id(8)));
    assert_eq!((request.method.as_str(), &request.body), ("DELETE", &None));
    device.respond_with(&path, 200, json!({ "invitations": [invitation(7, None)] }));
    assert_eq!(invitation_ids(&device), [id(7)]);
}

#[test]
fn m10_list_in_flight_during_a_change_loads_again() {
    let (mut device, _, board_id) = shared(Role::Owner);
    let path = format!("/boards/{board_id}/invitations/");
    load(&mut device);
    device.dispatch_json(change(json!({ "type": "create_link", "role": "viewer" })));
    device.respond_with(&path, 200, json!({ "invitations": [] }));
    assert_eq!(device.open_requests(), [format!("POST {path}"), format!("GET {path}")]);
}

#[test]
fn m11_one_change_at_a_time() {
    let (mut device, _, board_id) = shared(Role::Owner);
    let set = |role: &str| change(json!({ "type": "set_role", "user_id": ben(), "role": role }));
    device.dispatch_json(set("viewer"));
    assert_eq!(device.try_dispatch(intent(set("admin"))), Err(ErrorCode::Busy));
    let path = format!("/boards/{board_id}/members/{}/", ben());
    let request = device.request(&path);
    assert_eq!((request.method.as_str(), request.json()), ("PUT", json!({ "role": "viewer" })));
    device.respond_with(&path, 200, json!({ "members": [] }));
    device.dispatch_json(set("admin"));
}

#[test]
fn m12_refused_changes_show_why_and_the_list_loads_again() {
    let (mut device, _, board_id) = shared(Role::Owner);
    let path = format!("/boards/{board_id}/invitations/");
    load(&mut device);
    device.respond_with(&path, 200, json!({ "invitations": [invitation(7, None)] }));
    connect_live(&mut device);
    device.requests.clear();
    device.dispatch_json(change(json!({ "type": "revoke_invitation", "invitation_id": id(7) })));
    device.respond_with(&path, 404, refusal("not_found"));
    assert_eq!((refused(&device), device.open_requests()), (Some(ErrorCode::NotFound), vec![format!("GET {path}")]));
    device.respond_with(&path, 200, json!({ "invitations": [] }));
    assert_eq!((refused(&device), invitation_ids(&device)), (Some(ErrorCode::NotFound), vec![]));
    device.dispatch_json(change(json!({ "type": "remove_member", "user_id": ben() })));
    assert_eq!(refused(&device), None);
    device.fail_request(&format!("/boards/{board_id}/members/"));
    assert_eq!(refused(&device), Some(ErrorCode::Unavailable));
    assert_eq!(device.snapshot().sync.unsent, 0);
}

#[test]
fn m13_roles_are_given_up_to_the_own_rights() {
    let (mut device, mut server, board_id) = shared(Role::Owner);
    let make_owner = || change(json!({ "type": "set_role", "user_id": ben(), "role": "owner" }));
    let forbidden = |device: &mut Device, value: Value| {
        assert_eq!(device.try_dispatch(intent(change(value))), Err(ErrorCode::ForbiddenRole));
        assert_eq!(device.open_requests(), Vec::<String>::new());
    };
    forbidden(&mut device, json!({ "type": "invite", "email": "grace@example.org", "role": "owner" }));
    forbidden(&mut device, json!({ "type": "create_link", "role": "owner" }));
    device.dispatch_json(make_owner());
    let path = format!("/boards/{board_id}/members/{}/", ben());
    assert_eq!(device.request(&path).json(), json!({ "role": "owner" }));
    device.respond_with(&path, 200, json!({ "members": [] }));
    set_role(&mut device, &mut server, board_id, Role::Admin);
    forbidden(&mut device, json!({ "type": "set_role", "user_id": ben(), "role": "owner" }));
    set_role(&mut device, &mut server, board_id, Role::Editor);
    for value in [
        json!({ "type": "invite", "email": "grace@example.org", "role": "viewer" }),
        json!({ "type": "create_link", "role": "viewer" }),
        json!({ "type": "set_role", "user_id": ben(), "role": "viewer" }),
        json!({ "type": "remove_member", "user_id": ben() }),
        json!({ "type": "revoke_invitation", "invitation_id": id(7) }),
    ] {
        forbidden(&mut device, value);
    }
}

#[test]
fn m14_members_load_after_a_change_without_a_live_connection() {
    let (mut device, mut server, board_id) = shared(Role::Owner);
    let remove = || change(json!({ "type": "remove_member", "user_id": ben() }));
    let path = format!("/boards/{board_id}/members/{}/", ben());
    device.dispatch_json(remove());
    server.boards.get_mut(&board_id).expect("the board").share(Role::Owner, vec![]);
    device.respond_with(&path, 200, json!({ "members": [] }));
    exchange(&mut device, &mut server);
    assert_eq!(device.board().board.members, []);
    connect_live(&mut device);
    exchange(&mut device, &mut server);
    device.dispatch_json(remove());
    device.respond_with(&path, 200, json!({ "members": [] }));
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn m15_leaving_leads_to_my_boards_and_deletes_the_board() {
    let (mut device, mut server, board_id) = shared(Role::Owner);
    let leave = || change(json!({ "type": "leave" }));
    assert_eq!(device.try_dispatch(intent(leave())), Err(ErrorCode::OwnerRequired));
    set_role(&mut device, &mut server, board_id, Role::Viewer);
    device.take_effects();
    device.dispatch_json(leave());
    let path = format!("/boards/{board_id}/members/{}/", ada());
    assert_eq!(device.request(&path).method, "DELETE");
    device.fail_request(&path);
    assert_eq!((refused(&device), device.snapshot().boards.len()), (Some(ErrorCode::Unavailable), 1));
    exchange(&mut device, &mut server);
    device.dispatch_json(leave());
    device.respond_with(&path, 200, json!({ "members": [] }));
    assert_eq!(device.take_paths(), ["/app/b"]);
    assert_eq!((device.snapshot().boards.len(), view(&device)), (0, &SharingView::default()));
    assert_eq!(device.indexed_db.borrow().read(&idb_key::board_prefix(ada(), board_id)), []);
}

#[test]
fn m50_admins_turn_the_public_link_on_and_off() {
    let (mut device, mut server, board_id) = shared(Role::Admin);
    let link = "https://example.org/public/x";
    let invitations = format!("/boards/{board_id}/invitations/");
    load(&mut device);
    device.respond_with(&invitations, 200, json!({ "invitations": [invitation(7, None)], "public_link": null }));
    assert_eq!(view(&device).public_link, None);
    let path = format!("/boards/{board_id}/public-link/");
    for (kind, method, answer) in
        [("turn_on_public_link", "POST", Some(link)), ("turn_off_public_link", "DELETE", None)]
    {
        device.dispatch_json(change(json!({ "type": kind })));
        let request = device.request(&path);
        assert_eq!((request.method.as_str(), &request.body), (method, &None));
        device.respond_with(&path, 200, json!({ "link": answer }));
        assert_eq!((view(&device).public_link.as_deref(), invitation_ids(&device)), (answer, vec![id(7)]));
        assert_eq!(view(&device).link, None, "an invitation's link");
    }
    load(&mut device);
    device.respond_with(&invitations, 200, json!({ "invitations": [], "public_link": link }));
    assert_eq!(view(&device).public_link.as_deref(), Some(link));
    set_role(&mut device, &mut server, board_id, Role::Editor);
    assert_eq!(view(&device).public_link, None);
    for kind in ["turn_on_public_link", "turn_off_public_link"] {
        let refused = device.try_dispatch(intent(change(json!({ "type": kind }))));
        assert_eq!((refused, device.open_requests()), (Err(ErrorCode::ForbiddenRole), vec![]));
    }
}

#[test]
fn m51_refused_change_keeps_the_public_link() {
    let (mut device, _, board_id) = shared(Role::Owner);
    let link = "https://example.org/public/x";
    let invitations = format!("/boards/{board_id}/invitations/");
    load(&mut device);
    device.respond_with(&invitations, 200, json!({ "invitations": [], "public_link": link }));
    device.dispatch_json(change(json!({ "type": "turn_off_public_link" })));
    device.fail_request(&format!("/boards/{board_id}/public-link/"));
    assert_eq!((refused(&device), view(&device).public_link.as_deref()), (Some(ErrorCode::Unavailable), Some(link)));
}

#[test]
fn m7_another_board_resets_the_dialog() {
    let (mut device, mut server, board_id) = shared(Role::Owner);
    let path = format!("/boards/{board_id}/invitations/");
    load(&mut device);
    device.respond_with(&path, 200, json!({ "invitations": [invitation(7, None)] }));
    device.dispatch_json(change(json!({ "type": "create_link", "role": "viewer" })));
    let creation = device.request(&path).id;
    device.requests.retain(|request| request.id != creation);
    let other = open_new(&mut device, "Kitchen").id;
    exchange(&mut device, &mut server);
    let reset = || SharingView { board_id: Some(other), ..SharingView::default() };
    let without_roles = |device: &Device| SharingView { roles: vec![], can_leave: false, ..view(device).clone() };
    assert_eq!(without_roles(&device), reset());
    let created = json!({ "invitation": invitation(8, None), "link": "https://example.org/join/x" }).to_string();
    let response = ApiResponse::Received { status: 201, body: created };
    device.feed(Input::Response { id: creation, response });
    assert_eq!(without_roles(&device), reset());
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!(view(&device), &SharingView::default());
}

#[test]
fn m7_invitations_are_removed_with_the_right_to_see_them() {
    let (mut device, mut server, board_id) = shared(Role::Admin);
    load(&mut device);
    device.respond_with("/boards/", 200, json!({ "invitations": [invitation(7, None)] }));
    load(&mut device);
    let late = device.request("/boards/").id;
    device.requests.retain(|request| request.id != late);
    set_role(&mut device, &mut server, board_id, Role::Editor);
    assert_eq!(invitation_ids(&device), []);
    let body = json!({ "invitations": [invitation(7, None)] }).to_string();
    let response = ApiResponse::Received { status: 200, body };
    device.feed(Input::Response { id: late, response });
    assert_eq!(invitation_ids(&device), []);
}

fn accept(device: &mut Device) {
    device.dispatch_json(json!({ "type": "accept_invitation", "code": CODE }));
}

/// Returns the server's response to an accepted invitation: a board whose slug is `garden`.
fn accepted() -> Value {
    let mut board =
        json!(new_board(id(5), BoardName::parse("Garden").expect("a name"), Slug::parse("garden").expect("a slug")));
    board["role"] = json!("editor");
    board["members"] = json!([member(ben(), "Ben", Role::Owner), member(ada(), "Ada", Role::Editor)]);
    board["columns"] = json!([]);
    json!({ "board": board })
}

#[test]
fn m16_accepted_invitation_opens_the_board() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "visit", "path": format!("/join/{CODE}") }));
    accept(&mut device);
    accept(&mut device);
    assert_eq!(device.open_requests(), ["POST /invitations/a-Code%5F7/accept/"]);
    assert_eq!(device.request("/invitations/").body, None);
    assert!(view(&device).join.as_ref().is_some_and(|join| join.code == CODE && join.rejection.is_none()));
    device.respond_with("/invitations/", 200, accepted());
    assert_eq!(device.take_paths(), ["/app/b/garden"]);
    assert_eq!((device.snapshot().boards.len(), device.snapshot().boards[0].role), (1, Role::Editor));
    assert_eq!(view(&device).join, None);

    // Another page was opened meanwhile.
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "visit", "path": format!("/join/{CODE}") }));
    accept(&mut device);
    device.dispatch_json(json!({ "type": "visit", "path": "/app" }));
    device.respond_with("/invitations/", 200, accepted());
    assert_eq!((device.take_paths(), device.snapshot().boards.len()), (vec![], 1));
}

#[test]
fn m17_invitation_without_a_login_opens_the_sign_up_form() {
    let mut device = signed_out_device(&format!("/join/{CODE}"));
    assert_eq!(device.take_paths(), [SIGN_UP]);
    assert_eq!((device.snapshot().session.has_invitation, device.stored("invitation")), (true, Some(CODE)));
    // A code that cannot be one is not remembered.
    let mut device = signed_out_device("/join/a%20b");
    assert_eq!((device.take_paths(), device.stored("invitation")), (vec![SIGN_UP.to_owned()], None));
    // A login that ends while the page is open.
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "visit", "path": format!("/join/{CODE}/") }));
    accept(&mut device);
    device.respond_with("/invitations/", 401, refusal("token_invalid"));
    device.respond_with("/auth/refresh/", 401, refusal("refresh_invalid"));
    assert_eq!((device.snapshot().session.has_invitation, device.stored("invitation")), (true, Some(CODE)));
}

#[test]
fn m18_login_leads_to_the_invitation() {
    let joined = vec![format!("/join/{CODE}")];
    let mut device = signed_out_device("/app/stats");
    device.dispatch_json(json!({ "type": "visit", "path": format!("/join/{CODE}") }));
    log_in(&mut device, ada());
    device.take_effects();
    device.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), joined);
    device.dispatch_json(json!({ "type": "visit", "path": format!("/join/{CODE}") }));
    assert_eq!((device.snapshot().session.has_invitation, device.stored("invitation")), (false, None));
    // After a reload, and after the redirect of a login with Google.
    let mut device = signed_out_device(&format!("/join/{CODE}"));
    device.dispatch_json(json!({ "type": "google_log_in", "invitation": null }));
    device.respond_with("/auth/google/", 200, json!({ "auth_url": "https://accounts.google.com/o" }));
    device.reload("/auth?type=login&google=complete");
    device.respond_with("/auth/google/complete/", 200, auth_response(ada(), MORNING));
    device.take_effects();
    device.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), joined);
}

#[test]
fn m124_sign_up_uses_the_invitation_to_a_board() {
    let sign_up = |invitation: Value| {
        let mut device = signed_out_device(&format!("/join/{CODE}"));
        let form = json!({ "type": "sign_up", "first_name": "Ada", "last_name": "Byron", "email": "ada@example.com",
            "password": "correct horse", "invitation": invitation });
        device.dispatch_json(form);
        let body = device.request("/auth/signup/").body.clone().expect("a form");
        serde_json::from_str::<Value>(&body).expect("JSON")["invitation"].clone()
    };
    assert_eq!((sign_up(json!(null)), sign_up(json!("another"))), (json!(CODE), json!("another")));
    let mut device = signed_out_device(&format!("/join/{CODE}"));
    device.dispatch_json(json!({ "type": "google_log_in", "invitation": null }));
    let requests = device.open_requests();
    assert!(requests.iter().any(|request| request.starts_with("GET /auth/google/?invitation=")), "{requests:?}");
}

#[test]
fn m18_guest_data_moves_to_the_account_that_was_invited() {
    let (mut device, mut server) = (opened("/app", &[("name", "Ada")]), Server::new(ada()));
    let board_id = open_new(&mut device, "Garden").id;
    add_list(&mut device, "To do");
    device.dispatch_json(json!({ "type": "visit", "path": format!("/join/{CODE}") }));
    assert_eq!(device.take_paths().last().map(String::as_str), Some(SIGN_UP));
    // Leaving the form keeps the guest's data and the invitation.
    device.reload("/app");
    assert!(device.snapshot().session.guest.is_some() && device.snapshot().session.has_invitation);
    device.dispatch_json(json!({ "type": "visit", "path": SIGN_UP }));
    log_in(&mut device, ada());
    device.take_effects();
    device.dispatch_json(json!({ "type": "continue" }));
    assert_eq!(device.take_paths(), [format!("/join/{CODE}")]);
    exchange(&mut device, &mut server);
    assert!(server.boards.contains_key(&board_id));
}

#[test]
fn m18_log_out_and_unreadable_codes_leave_no_invitation() {
    for stored in ["", "../app", "a b", "https://evil.example", &"a".repeat(201)] {
        let mut device = opened("/auth?type=login", &[("invitation", stored)]);
        assert!(!device.snapshot().session.has_invitation, "{stored}");
        log_in(&mut device, ada());
        device.take_effects();
        device.dispatch_json(json!({ "type": "continue" }));
        assert_eq!(device.take_paths(), ["/app"], "{stored}");
    }
    let mut device = opened("/app", &[("name", "Ada"), ("invitation", CODE)]);
    assert!(device.snapshot().session.has_invitation);
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!((device.snapshot().session.has_invitation, device.stored("invitation")), (false, None));
}

#[test]
fn m16_refused_invitation_shows_why_and_can_be_tried_again() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "visit", "path": format!("/join/{CODE}") }));
    let code_of = |device: &Device| {
        view(device).join.as_ref().and_then(|join| join.rejection.as_ref()).map(|rejection| rejection.code)
    };
    accept(&mut device);
    device.fail_request("/invitations/");
    assert_eq!(code_of(&device), Some(ErrorCode::Unavailable));
    accept(&mut device);
    assert_eq!(code_of(&device), None);
    device.respond_with("/invitations/", 403, refusal("invitation_invalid"));
    assert_eq!((code_of(&device), device.take_paths()), (Some(ErrorCode::InvitationInvalid), vec![]));
}

const PUBLIC_PATH: &str = "/public/boards/a-Code%5F7/";

/// Returns a device without a login that is about to load a public link, and the response with the board.
fn public_link() -> (Device, Id, Value) {
    let (_, server, board_id) = shared(Role::Owner);
    let mut board = serde_json::to_value(&server.boards[&board_id].records.board).expect("a board");
    board["role"] = json!("viewer");
    let body = json!({ "version": 7, "is_complete": true, "board": board, "lists": [], "cards": [], "items": [] });
    let mut device = signed_out_device("/public/a-Code_7");
    device.dispatch_json(json!({ "type": "open_public_board", "code": CODE }));
    (device, board_id, body)
}

#[test]
fn m52_public_link_opens_without_a_login() {
    let (mut device, board_id, body) = public_link();
    device.respond_with(PUBLIC_PATH, 200, body);
    let shown = device.snapshot().public_board.clone().expect("the page");
    assert_eq!((shown.board.map(|view| view.board.id), shown.rejection), (Some(board_id), None));
}

#[test]
fn m53_board_of_a_public_link_is_not_stored() {
    let (mut device, _, body) = public_link();
    let stored = device.indexed_db.borrow().read("");
    device.respond_with(PUBLIC_PATH, 200, body);
    assert_eq!((device.snapshot().boards.len(), device.indexed_db.borrow().read("")), (0, stored));
    device.dispatch_json(json!({ "type": "close_public_board" }));
    assert_eq!(device.snapshot().public_board, None);
}

#[test]
fn m54_public_link_that_does_not_open_can_be_tried_again() {
    let (mut device, _, body) = public_link();
    device.respond_with(PUBLIC_PATH, 404, refusal("not_found"));
    let shown = device.snapshot().public_board.clone().expect("the page");
    assert_eq!(shown.rejection.map(|rejection| rejection.code), Some(ErrorCode::NotFound));
    device.dispatch_json(json!({ "type": "open_public_board", "code": CODE }));
    device.respond_with(PUBLIC_PATH, 200, body);
    let shown = device.snapshot().public_board.clone().expect("the page");
    assert!(shown.board.is_some() && shown.rejection.is_none());
}
