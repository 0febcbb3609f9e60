//! The page for administrators (SPEC A39, A40).

use crate::support::device::Device;
use crate::support::{ada, id, intent, signed_in, signed_out_device};
use core_wasm::protocol::admin::{AdminSection, AdminView};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::view::LoadStatus;
use serde_json::{Value, json};

fn load(device: &mut Device, section: &str, search: &str, page: u32) {
    device.dispatch_json(
        json!({ "type": "load_admin", "selection": { "section": section, "search": search, "page": page } }),
    );
}

fn set_plan() -> Value {
    json!({ "type": "change_admin", "password": "old secret",
        "change": { "type": "person", "id": id(7), "change": { "type": "set_plan", "plan": "pro" } } })
}

/// Returns what is shown: the part of the page, the loading status and the content.
fn shown(device: &Device) -> (Option<AdminSection>, LoadStatus, Option<&str>) {
    let admin = &device.snapshot().admin;
    (admin.query.as_ref().map(|query| query.section), admin.status, admin.content.as_deref())
}

#[test]
fn a39_list_that_was_requested_last_is_shown() {
    let mut device = signed_in(ada());
    load(&mut device, "people", "a b&c", 2);
    load(&mut device, "audit", "", 0);
    device.respond_with("/admin/people/?page=2&search=a%20b%26c", 200, json!({ "people": [] }));
    assert_eq!(shown(&device), (Some(AdminSection::Audit), LoadStatus::Loading, None));
    device.respond_with("/admin/audit/?page=0", 200, json!({ "entries": [1] }));
    let audit = (Some(AdminSection::Audit), LoadStatus::Ready, Some("{\"entries\":[1]}"));
    assert_eq!(shown(&device), audit);
    // The same list stays visible while it loads again, and if that fails.
    load(&mut device, "audit", "", 0);
    assert_eq!(shown(&device), audit);
    device.fail_request("/admin/audit/?page=0");
    assert_eq!(shown(&device), audit);
    load(&mut device, "storage", "", 0);
    device.respond_with("/admin/storage/", 404, json!({ "code": "not_found", "message": "Not found." }));
    assert_eq!(shown(&device), (Some(AdminSection::Storage), LoadStatus::Failed, None));
    for (section, path) in [("waitlist", "/admin/waitlist/?page=1"), ("mails", "/admin/mails/?page=1")] {
        load(&mut device, section, "", 1);
        assert_eq!(device.open_requests(), [format!("GET {path}")]);
        device.respond_with(path, 200, json!({}));
    }
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!(device.snapshot().admin, AdminView::default());
}

#[test]
fn a40_changes_are_sent_one_at_a_time_and_the_list_loads_again() {
    let mut device = signed_in(ada());
    load(&mut device, "people", "", 0);
    device.respond_with("/admin/people/?page=0&search=", 200, json!({ "people": [] }));
    device.dispatch_json(set_plan());
    let body = json!({ "id": id(7), "change": { "type": "set_plan", "plan": "pro" }, "password": "old secret" });
    assert_eq!(device.request("/admin/people/").json(), body);
    assert_eq!(device.try_dispatch(intent(set_plan())), Err(ErrorCode::Busy));
    device.respond_with("/admin/people/", 403, json!({ "code": "password_wrong", "message": "Wrong password." }));
    let admin = &device.snapshot().admin;
    assert_eq!((admin.is_changing, admin.is_done), (false, false));
    assert_eq!(admin.rejection.as_ref().map(|rejection| rejection.code), Some(ErrorCode::PasswordWrong));
    assert_eq!(device.open_requests(), ["GET /admin/people/?page=0&search="]);
    device.respond_with("/admin/people/?page=0&search=", 200, json!({ "people": [] }));

    let invite = json!({ "type": "change_admin", "password": "old secret",
        "change": { "type": "waitlist", "email": "grace@example.org", "change": "invite" } });
    device.dispatch_json(invite);
    assert!(device.snapshot().admin.is_changing && device.snapshot().admin.rejection.is_none());
    let body = json!({ "email": "grace@example.org", "change": "invite", "password": "old secret" });
    assert_eq!(device.request("/admin/waitlist/").json(), body);
    device.respond_with("/admin/waitlist/", 200, json!({ "invitation_url": "https://example.org/i" }));
    let admin = &device.snapshot().admin;
    assert_eq!((admin.is_changing, admin.is_done), (false, true));
    assert_eq!(admin.invitation_url.as_deref(), Some("https://example.org/i"));

    let retry = json!({ "type": "change_admin", "password": "",
        "change": { "type": "mail", "id": id(8), "change": "retry" } });
    device.dispatch_json(retry);
    device.fail_request("/admin/mails/");
    let rejection = device.snapshot().admin.rejection.as_ref().map(|rejection| rejection.code);
    assert_eq!(rejection, Some(ErrorCode::Unavailable));
}

#[test]
fn e2_administration_needs_an_account() {
    let mut device = signed_out_device("/auth");
    assert_eq!(device.try_dispatch(intent(set_plan())), Err(ErrorCode::SignedOut));
    assert_eq!(device.open_requests().iter().filter(|request| request.contains("/admin/")).count(), 0);
}
