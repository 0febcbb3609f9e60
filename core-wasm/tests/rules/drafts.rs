//! Drafts: unsaved text in fields (SPEC D1 to D4).

use crate::support::device::Device;
use crate::support::{ada, ben, intent, log_in, signed_in};
use core_wasm::app::Input;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::peer::PeerMessage;
use serde_json::json;

fn save(device: &mut Device, key: &str, text: &str) {
    device.dispatch_json(json!({ "type": "save_draft", "key": key, "text": text }));
}

fn drafts(device: &Device) -> Vec<(&str, &str)> {
    device.snapshot().drafts.iter().map(|draft| (draft.key.as_str(), draft.text.as_str())).collect()
}

#[test]
fn d1_drafts_survive_reload_until_discarded() {
    let mut device = signed_in(ada());
    save(&mut device, "card/1/title", "Mil");
    save(&mut device, "card/1/title", "Milk");
    save(&mut device, "boards/name", "");
    assert_eq!(drafts(&device), [("card/1/title", "Milk"), ("boards/name", "")]);
    device.reload("/app/b");
    assert_eq!(drafts(&device), [("boards/name", ""), ("card/1/title", "Milk")]);
    device.dispatch_json(json!({ "type": "discard_draft", "key": "card/1/title" }));
    assert_eq!(drafts(&device), [("boards/name", "")]);
    device.reload("/app/b");
    assert_eq!(drafts(&device), [("boards/name", "")]);
}

#[test]
fn d2_too_long_drafts_are_refused_and_the_previous_stays() {
    let mut device = signed_in(ada());
    save(&mut device, "boards/name", &"ä".repeat(60_000));
    let long = json!({ "type": "save_draft", "key": "boards/name", "text": "x".repeat(60_001) });
    assert_eq!(device.try_dispatch(intent(long)), Err(ErrorCode::TooLarge));
    let nameless = json!({ "type": "save_draft", "key": "", "text": "x" });
    assert_eq!(device.try_dispatch(intent(nameless)), Err(ErrorCode::BadIntent));
    assert_eq!(drafts(&device)[0].1.chars().count(), 60_000);
}

#[test]
fn d3_drafts_sync_between_tabs_of_an_account() {
    let mut device = signed_in(ada());
    let broadcast_draft = |device: &mut Device, account, text: Option<&str>| {
        let message =
            PeerMessage::DraftChanged { account, key: "boards/name".to_owned(), text: text.map(str::to_owned) };
        device.feed(Input::PeerMessage { message: serde_json::to_string(&message).unwrap() });
    };
    broadcast_draft(&mut device, ada(), Some("Gar"));
    assert_eq!(drafts(&device), [("boards/name", "Gar")]);
    broadcast_draft(&mut device, ben(), Some("Ben's"));
    assert_eq!(drafts(&device), [("boards/name", "Gar")]);
    broadcast_draft(&mut device, ada(), None);
    assert!(drafts(&device).is_empty());
}

#[test]
fn d4_drafts_are_separate_per_account() {
    let mut device = signed_in(ada());
    save(&mut device, "boards/name", "Ada's");
    device.store_in_other_tab("access_token", None);
    device.store_in_other_tab("refresh_token", None);
    assert!(drafts(&device).is_empty(), "no user is signed in");
    let draft = json!({ "type": "save_draft", "key": "boards/name", "text": "Nobody's" });
    assert_eq!(device.try_dispatch(intent(draft)), Err(ErrorCode::SignedOut));
    log_in(&mut device, ben());
    assert!(drafts(&device).is_empty());
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    log_in(&mut device, ada());
    assert_eq!(drafts(&device), [("boards/name", "Ada's")]);
}
