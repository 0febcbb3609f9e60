//! Several tabs of one browser (SPEC Y22 to Y24, Y32, Y35).

use crate::board_deltas::{apply_remote_change, assert_agrees, edit_title, exchange, ops_in_flight, retitle};
use crate::boards::{add_card, add_list, open_new, titles};
use crate::support::browser::Browser;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, ben, id};
use core_wasm::app::Input;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::view::SendFailure;
use serde_json::json;

/// Returns two tabs with an open board of one list and two cards, `a` and `b`. No request is in flight.
fn two_tabs(has_locks: bool) -> (Browser, Server, Id) {
    let mut server = Server::new(ada());
    let mut browser = Browser::new(2, has_locks, &mut server);
    let board = open_new(&mut browser.tabs[0], "Garden");
    let list = add_list(&mut browser.tabs[0], "To do");
    add_card(&mut browser.tabs[0], list, "a");
    add_card(&mut browser.tabs[0], list, "b");
    browser.exchange_all(&mut server);
    browser.tabs[1].dispatch_json(json!({ "type": "open_board", "slug": board.slug }));
    browser.exchange_all(&mut server);
    assert_eq!(titles(&browser.tabs[1]), "ab");
    (browser, server, board.id)
}

fn unsent(browser: &Browser) -> Vec<u32> {
    browser.tabs.iter().map(|tab| tab.snapshot().sync.unsent).collect()
}

fn is_sending(tab: &Device) -> bool {
    tab.requests.iter().any(|request| request.path.ends_with("/ops/"))
}

#[test]
fn y22_changes_show_in_all_tabs_and_are_sent_once() {
    let (mut browser, mut server, board) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    assert!(!is_sending(&browser.tabs[1]), "the first tab leads");
    browser.deliver_broadcasts();
    assert_eq!(titles(&browser.tabs[0]), "Ab");
    assert_eq!(unsent(&browser), [1, 1]);
    assert_eq!(ops_in_flight(&browser.tabs[0]).len(), 1);
    assert!(!is_sending(&browser.tabs[1]));
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
        assert_eq!(tab.unsent_keys(), Vec::<String>::new());
    }
}

#[test]
fn y22_new_boards_appear_in_other_tabs() {
    let (mut browser, mut server, board) = two_tabs(true);
    browser.tabs[1].dispatch_json(json!({ "type": "add_board", "name": "Kitchen" }));
    browser.tabs[1].dispatch_json(
        json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "name", "value": "Yard" }] }),
    );
    browser.deliver_broadcasts();
    let names = |tab: &Device| {
        let boards = tab.snapshot().boards.iter();
        boards.map(|board| board.name.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&browser.tabs[0]), ["Kitchen", "Yard"]);
    browser.exchange_all(&mut server);
    assert_eq!(names(&browser.tabs[0]), ["Kitchen", "Yard"]);
    assert_eq!(names(&browser.tabs[1]), ["Kitchen", "Yard"]);
}

#[test]
fn y22_tabs_agree_on_the_order_of_changes() {
    let (mut browser, mut server, board) = two_tabs(true);
    let a = browser.tabs[0].card("a");
    // The second tab's clock is behind: its change is made later, but its id is ordered before the first tab's.
    browser.tabs[1].now -= 60_000;
    edit_title(&mut browser.tabs[0], a, "first");
    edit_title(&mut browser.tabs[1], a, "second");
    browser.deliver_broadcasts();
    let shown = titles(&browser.tabs[0]);
    assert_eq!(shown, titles(&browser.tabs[1]));
    browser.exchange_all(&mut server);
    assert_eq!(titles(&browser.tabs[0]), titles(&browser.tabs[1]));
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
    }
}

#[test]
fn y22_missed_changes_keep_their_order() {
    let (mut browser, mut server, board) = two_tabs(true);
    let list = add_list(&mut browser.tabs[0], "Later");
    add_card(&mut browser.tabs[0], list, "c");
    browser.tabs[0].broadcasts.clear();
    browser.tabs[1].now += 1_000;
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    browser.deliver_broadcasts();
    // The second tab leads, and finds the first two changes, which were made before its own.
    browser.tabs[1].feed(Input::LeadAcquired);
    assert_eq!(browser.tabs[1].layout()[1], ("Later".to_owned(), vec!["c".to_owned()]));
    assert_eq!(browser.tabs[0].layout(), browser.tabs[1].layout());
    browser.exchange_all(&mut server);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
    }
}

#[test]
fn y22_tabs_of_other_accounts_get_no_messages() {
    let (mut browser, _, _) = two_tabs(true);
    let entry = json!({ "preferences": { "update": { "theme": "light" } } });
    let message = json!({ "pushed": { "account": ben(), "entries": [[id(70), entry]] } }).to_string();
    browser.tabs[0].feed(Input::PeerMessage { message });
    browser.tabs[0].feed(Input::PeerMessage { message: "nonsense".to_owned() });
    assert_eq!(unsent(&browser), [0, 0]);
    assert_eq!(browser.tabs[0].open_requests(), Vec::<String>::new());
}

#[test]
fn y23_a_result_may_arrive_before_its_entry() {
    let (mut browser, mut server, board) = two_tabs(true);
    browser.open(&mut server);
    let slug = browser.tabs[0].board().board.slug.clone();
    browser.tabs[2].dispatch_json(json!({ "type": "open_board", "slug": slug }));
    browser.exchange_all(&mut server);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    let pushed = std::mem::take(&mut browser.tabs[1].broadcasts);
    for message in &pushed {
        browser.tabs[0].feed(Input::PeerMessage { message: message.clone() });
    }
    // The third tab receives the response first, and the change last.
    browser.exchange_all(&mut server);
    for message in pushed {
        browser.tabs[2].feed(Input::PeerMessage { message });
    }
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0, 0]);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
    }
}

#[test]
fn y23_refusals_show_and_dismiss_in_every_tab() {
    let (mut browser, mut server, board) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "refused");
    browser.deliver_broadcasts();
    server.refused_ops.insert(ops_in_flight(&browser.tabs[0])[0].id);
    browser.exchange_all(&mut server);
    for tab in &browser.tabs {
        assert_eq!(tab.snapshot().sync.refused.len(), 1);
        assert_eq!(tab.snapshot().sync.refused[0].what, "Rename card “a”");
        assert_agrees(tab, &server, board);
    }
    let refused_id = browser.tabs[1].snapshot().sync.refused[0].id;
    browser.tabs[1].dispatch_json(json!({ "type": "dismiss_refused", "refused_id": refused_id }));
    browser.deliver_broadcasts();
    assert!(browser.tabs.iter().all(|tab| tab.snapshot().sync.refused.is_empty()));
    assert!(!browser.tabs[0].indexed_db.borrow().texts.keys().any(|key| key.contains("/refused/")));
}

#[test]
fn y23_offline_state_is_shared_between_tabs() {
    let (mut browser, mut server, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    browser.deliver_broadcasts();
    browser.tabs[0].fail_request("/boards/");
    browser.deliver_broadcasts();
    assert!(browser.tabs.iter().all(|tab| tab.snapshot().sync.is_offline()));
    // The visible tab resumes, and the leader sends at once.
    browser.tabs[1].feed(Input::Online);
    browser.deliver_broadcasts();
    assert!(is_sending(&browser.tabs[0]));
    browser.exchange_all(&mut server);
    assert!(browser.tabs.iter().all(|tab| !tab.snapshot().sync.is_offline()));
}

#[test]
fn y31_server_errors_and_offline_differ_in_every_tab() {
    let (mut browser, mut server, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    browser.deliver_broadcasts();
    let states = |browser: &Browser| -> Vec<Option<SendFailure>> {
        let sync = browser.tabs.iter().map(|tab| &tab.snapshot().sync);
        sync.map(|sync| sync.send_failure).collect()
    };
    for (status, body) in [(500, "{}"), (503, "<html>"), (200, "<html>"), (404, "<html>")] {
        browser.tabs[0].respond_with_text("/boards/", status, body);
        browser.deliver_broadcasts();
        assert_eq!(states(&browser), [Some(SendFailure::Server); 2], "{status}: the server has a problem");
        browser.tabs[0].fire_alarm(Alarm::Outbox);
        browser.tabs[0].fail_request("/boards/");
        browser.deliver_broadcasts();
        assert_eq!(states(&browser), [Some(SendFailure::Offline); 2], "it cannot be reached");
        browser.tabs[0].fire_alarm(Alarm::Outbox);
    }
    browser.exchange_all(&mut server);
    assert_eq!(states(&browser), [None; 2], "all is well");
}

#[test]
fn y24_the_next_leader_sends_unsent_changes() {
    let (mut browser, mut server, board) = two_tabs(true);
    let (a, b) = (browser.tabs[1].card("a"), browser.tabs[0].card("b"));
    edit_title(&mut browser.tabs[1], a, "A");
    edit_title(&mut browser.tabs[0], b, "B");
    // The first tab's broadcasts are lost with it, but not what it stored.
    browser.tabs[0].broadcasts.clear();
    browser.close_first();
    assert_eq!(titles(&browser.tabs[0]), "AB");
    assert_eq!(ops_in_flight(&browser.tabs[0]).len(), 2);
    browser.exchange_all(&mut server);
    assert_agrees(&browser.tabs[0], &server, board);
    assert_eq!(browser.tabs[0].unsent_keys(), Vec::<String>::new());
}

#[test]
fn y24_without_locks_every_tab_leads_and_nothing_is_done_twice() {
    let (mut browser, mut server, board) = two_tabs(false);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    let list = browser.tabs[0].list("To do");
    add_card(&mut browser.tabs[0], list, "c");
    assert!(browser.tabs.iter().all(is_sending));
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    browser.tabs.iter_mut().for_each(|tab| _ = tab.feed(Input::Online));
    browser.exchange_all(&mut server);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
        assert_eq!(tab.unsent_keys(), Vec::<String>::new());
    }
}

/// Advances the time until a tab has noticed that its leader is silent, pings it, and takes over. It receives nothing
/// meanwhile.
fn take_over(tab: &mut Device) {
    for _ in 0..2 {
        assert!(!tab.requested_lead);
        tab.fire_alarm(Alarm::Leader);
    }
    assert!(std::mem::take(&mut tab.requested_lead));
    tab.feed(Input::LeadAcquired);
}

#[test]
fn y32_a_visible_tab_takes_over_from_a_leader_that_does_not_respond() {
    let (mut browser, mut server, board) = two_tabs(true);
    let start = browser.tabs[1].now;
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    // The first tab is frozen: it receives nothing.
    take_over(&mut browser.tabs[1]);
    let waited = browser.tabs[1].now - start;
    assert!((28_000..=30_000).contains(&waited), "{waited}");
    exchange(&mut browser.tabs[1], &mut server);
    assert_agrees(&browser.tabs[1], &server, board);
    assert_eq!(browser.tabs[1].unsent_keys(), Vec::<String>::new());
    // The first tab runs again.
    browser.tabs[0].now = browser.tabs[1].now;
    browser.tabs[0].feed(Input::LeadLost);
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    edit_title(&mut browser.tabs[0], a, "AA");
    assert!(!is_sending(&browser.tabs[0]));
    browser.exchange_all(&mut server);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
    }
}

#[test]
fn y32_a_leader_that_responds_keeps_the_lead() {
    let (mut browser, _, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    browser.deliver_broadcasts();
    browser.tabs[0].fail_request("/boards/");
    browser.deliver_broadcasts();
    for _ in 0..5 {
        browser.tabs[1].fire_alarm(Alarm::Leader);
        // The leader has received no other input meanwhile.
        browser.tabs[0].now = browser.tabs[1].now;
        browser.deliver_broadcasts();
        assert!(!browser.tabs[1].requested_lead);
    }
}

#[test]
fn y32_a_leader_that_lacks_the_change_is_replaced() {
    let (mut browser, _, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    // The leader runs another version of the app, and cannot read the messages.
    browser.tabs[1].broadcasts.clear();
    browser.tabs[1].fire_alarm(Alarm::Leader);
    browser.deliver_broadcasts();
    browser.tabs[1].fire_alarm(Alarm::Leader);
    assert!(browser.tabs[1].requested_lead);
}

#[test]
fn y32_a_leader_that_does_not_send_the_change_again_is_replaced() {
    let (mut browser, _, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    for _ in 0..2 {
        browser.tabs[1].fire_alarm(Alarm::Leader);
        // The leader has sent the change before, but runs another version of the app and cannot read what the tab announces.
        browser.tabs[1].feed(Input::PeerMessage { message: json!({ "leads": { "account": ada() } }).to_string() });
        browser.tabs[1].broadcasts.clear();
        assert!(!browser.tabs[1].requested_lead);
    }
    browser.tabs[1].fire_alarm(Alarm::Leader);
    assert!(browser.tabs[1].requested_lead);
}

#[test]
fn y32_a_suspended_follower_pings_again() {
    let (mut browser, _, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    browser.tabs[1].fire_alarm(Alarm::Leader);
    browser.tabs[1].alarms.remove(&Alarm::Leader);
    browser.tabs[1].now += 60_000;
    browser.tabs[1].feed(Input::Alarm { alarm: Alarm::Leader });
    assert!(!browser.tabs[1].requested_lead, "the pong may not be delivered yet");
    browser.tabs[1].fire_alarm(Alarm::Leader);
    assert!(browser.tabs[1].requested_lead);
}

#[test]
fn y32_only_a_visible_tab_with_something_to_send_watches_the_leader() {
    let (mut browser, mut server, _) = two_tabs(true);
    let watches =
        |browser: &Browser| browser.tabs.iter().map(|tab| tab.alarms.contains_key(&Alarm::Leader)).collect::<Vec<_>>();
    assert_eq!(watches(&browser), [false, false], "nothing is unsent");
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    assert_eq!(watches(&browser), [false, true]);
    browser.tabs[1].feed(Input::PageHidden);
    assert_eq!(watches(&browser), [false, false]);
    browser.tabs[1].feed(Input::PageVisible);
    assert_eq!(watches(&browser), [false, true]);
    browser.exchange_all(&mut server);
    assert_eq!(watches(&browser), [false, false]);
}

#[test]
fn y39_ops_of_a_board_known_only_to_another_tab_are_not_refused() {
    let (mut browser, mut server, _) = two_tabs(true);
    let board = open_new(&mut browser.tabs[1], "Later").id;
    // The leader does not receive the new board, and the server does not have it yet.
    browser.tabs[1].broadcasts.clear();
    add_list(&mut browser.tabs[1], "To do");
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    assert_agrees(&browser.tabs[1], &server, board);
    for tab in &browser.tabs {
        assert!(tab.snapshot().sync.refused.is_empty());
    }
}

#[test]
fn y35_a_resumed_leader_reloads_the_outbox_first() {
    let (mut browser, mut server, board) = two_tabs(true);
    let a = browser.tabs[0].card("a");
    edit_title(&mut browser.tabs[0], a, "A");
    browser.deliver_broadcasts();
    browser.tabs[0].fail_request("/boards/");
    // The first tab is frozen from here on; both tabs know the response that it received before.
    browser.deliver_broadcasts();
    take_over(&mut browser.tabs[1]);
    exchange(&mut browser.tabs[1], &mut server);
    browser.tabs[0].now = browser.tabs[1].now;
    let frozen = &mut browser.tabs[0];
    frozen.defers_reads = true;
    frozen.feed(Input::PageVisible);
    assert!(!is_sending(frozen));
    // Waiting messages are delivered before the storage responds.
    for message in std::mem::take(&mut browser.tabs[1].broadcasts) {
        browser.tabs[0].feed(Input::PeerMessage { message });
    }
    browser.tabs[0].feed(Input::LeadLost);
    while !browser.tabs[0].pending_reads.is_empty() {
        browser.tabs[0].deliver_read();
    }
    assert!(!is_sending(&browser.tabs[0]));
    browser.tabs[0].defers_reads = false;
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
    }
}

#[test]
fn y35_failures_of_a_former_leader_are_ignored() {
    let (mut browser, mut server, _) = two_tabs(true);
    let a = browser.tabs[0].card("a");
    edit_title(&mut browser.tabs[0], a, "A");
    browser.deliver_broadcasts();
    // The first tab is frozen with its request in flight.
    take_over(&mut browser.tabs[1]);
    exchange(&mut browser.tabs[1], &mut server);
    let broadcasts = std::mem::take(&mut browser.tabs[1].broadcasts);
    browser.tabs[0].fail_request("/boards/");
    for message in broadcasts {
        browser.tabs[0].feed(Input::PeerMessage { message });
    }
    browser.tabs[0].feed(Input::LeadLost);
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    assert!(browser.tabs.iter().all(|tab| !tab.snapshot().sync.is_offline()));
}

#[test]
fn y9_changes_that_another_version_announces_are_read_from_the_storage() {
    let mut server = Server::new(ada());
    let mut browser = Browser::new(2, true, &mut server);
    browser.tabs[1].dispatch_json(json!({ "type": "add_board", "name": "Work" }));
    let message = std::mem::take(&mut browser.tabs[1].broadcasts).remove(0);
    // A newer version announces it together with a change that this one does not know.
    let newer = message.replace("create_board", "create_workspace");
    assert_ne!(newer, message);
    browser.tabs[0].feed(Input::PeerMessage { message: newer });
    assert_eq!(browser.tabs[0].open_requests(), ["POST /boards/create-board/"]);
    browser.exchange_all(&mut server);
    assert!(browser.tabs.iter().all(|tab| tab.snapshot().sync.unsent == 0));
}
