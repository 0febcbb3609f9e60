//! Several tabs of one browser (SPEC Y22 to Y24, Y32, Y35).

use crate::boards::{add_card, add_list, open_new, titles};
use crate::news::{assert_agrees, edit_title, elsewhere, exchange, ops_on_their_way, retitle};
use crate::support::browser::Browser;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, ben, id};
use core_wasm::app::Input;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::view::SendFailure;
use serde_json::json;

/// Two tabs on a board of one list and two cards, `a` and `b`; nothing is on its way.
fn two_tabs(has_locks: bool) -> (Browser, Server, Id) {
    let mut server = Server::new(ada());
    let mut browser = Browser::new(2, has_locks, &mut server);
    let board = open_new(&mut browser.tabs[0], "Garden");
    let list = add_list(&mut browser.tabs[0], "To do");
    add_card(&mut browser.tabs[0], list, "a");
    add_card(&mut browser.tabs[0], list, "b");
    browser.exchange_all(&mut server);
    browser.tabs[1].dispatches(json!({ "type": "open_board", "slug": board.slug }));
    browser.exchange_all(&mut server);
    assert_eq!(titles(&browser.tabs[1]), "ab");
    (browser, server, board.id)
}

fn unsent(browser: &Browser) -> Vec<u32> {
    browser.tabs.iter().map(|tab| tab.shows().sync.unsent).collect()
}

fn is_sending(tab: &Device) -> bool {
    tab.requests.iter().any(|request| request.path.ends_with("/ops/"))
}

#[test]
fn y22_what_one_tab_changes_shows_in_the_others_and_one_sends_it() {
    let (mut browser, mut server, board) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    assert!(!is_sending(&browser.tabs[1]), "the first tab leads");
    browser.talk();
    assert_eq!(titles(&browser.tabs[0]), "Ab");
    assert_eq!(unsent(&browser), [1, 1]);
    assert_eq!(ops_on_their_way(&browser.tabs[0]).len(), 1);
    assert!(!is_sending(&browser.tabs[1]));
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
        assert_eq!(tab.unsent_keys(), Vec::<String>::new());
    }
}

#[test]
fn y22_a_new_board_and_its_name_show_in_the_others() {
    let (mut browser, mut server, board) = two_tabs(true);
    browser.tabs[1].dispatches(json!({ "type": "add_board", "name": "Kitchen" }));
    browser.tabs[1].dispatches(
        json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "name", "value": "Yard" }] }),
    );
    browser.talk();
    let names = |tab: &Device| {
        let boards = tab.shows().boards.iter();
        boards.map(|board| board.name.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&browser.tabs[0]), ["Kitchen", "Yard"]);
    browser.exchange_all(&mut server);
    assert_eq!(names(&browser.tabs[0]), ["Kitchen", "Yard"]);
    assert_eq!(names(&browser.tabs[1]), ["Kitchen", "Yard"]);
}

#[test]
fn y22_changes_of_two_tabs_stand_in_one_order_in_both() {
    let (mut browser, mut server, board) = two_tabs(true);
    let a = browser.tabs[0].card("a");
    // The second tab's clock is behind: its change comes later and belongs before the first one's.
    browser.tabs[1].now -= 60_000;
    edit_title(&mut browser.tabs[0], a, "first");
    edit_title(&mut browser.tabs[1], a, "second");
    browser.talk();
    let shown = titles(&browser.tabs[0]);
    assert_eq!(shown, titles(&browser.tabs[1]));
    browser.exchange_all(&mut server);
    assert_eq!(titles(&browser.tabs[0]), titles(&browser.tabs[1]));
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
    }
}

#[test]
fn y22_another_accounts_tab_hears_nothing() {
    let (mut browser, _, _) = two_tabs(true);
    let entry = json!({ "preferences": { "update": { "theme": "light" } } });
    let message = json!({ "pushed": { "account": ben(), "entries": [[id(70), entry]] } }).to_string();
    browser.tabs[0].feed(Input::Told { message });
    browser.tabs[0].feed(Input::Told { message: "nonsense".to_owned() });
    assert_eq!(unsent(&browser), [0, 0]);
    assert_eq!(browser.tabs[0].open(), Vec::<String>::new());
}

#[test]
fn y23_an_answer_that_comes_before_the_change_is_remembered() {
    let (mut browser, mut server, board) = two_tabs(true);
    browser.open(&mut server);
    let slug = browser.tabs[0].board().board.slug.clone();
    browser.tabs[2].dispatches(json!({ "type": "open_board", "slug": slug }));
    browser.exchange_all(&mut server);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    let pushed = std::mem::take(&mut browser.tabs[1].told);
    for message in &pushed {
        browser.tabs[0].feed(Input::Told { message: message.clone() });
    }
    // The third tab hears of the answer first, and of the change last.
    browser.exchange_all(&mut server);
    for message in pushed {
        browser.tabs[2].feed(Input::Told { message });
    }
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0, 0]);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
    }
}

#[test]
fn y23_a_refusal_is_told_in_every_tab_and_put_away_in_all() {
    let (mut browser, mut server, board) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "refused");
    browser.talk();
    server.refuses.insert(ops_on_their_way(&browser.tabs[0])[0].id);
    browser.exchange_all(&mut server);
    for tab in &browser.tabs {
        assert_eq!(tab.shows().sync.refused.len(), 1);
        assert_eq!(tab.shows().sync.refused[0].what, "Renaming the card “a”");
        assert_agrees(tab, &server, board);
    }
    let refused_id = browser.tabs[1].shows().sync.refused[0].id;
    browser.tabs[1].dispatches(json!({ "type": "dismiss_refused", "refused_id": refused_id }));
    browser.talk();
    assert!(browser.tabs.iter().all(|tab| tab.shows().sync.refused.is_empty()));
    assert!(!browser.tabs[0].kept.borrow().texts.keys().any(|key| key.contains("/refused/")));
}

#[test]
fn y23_every_tab_knows_that_the_network_is_away() {
    let (mut browser, mut server, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    browser.talk();
    browser.tabs[0].lose("/boards/");
    browser.talk();
    assert!(browser.tabs.iter().all(|tab| tab.shows().sync.is_offline()));
    // The tab that the person looks at wakes, and the one that sends tries at once.
    browser.tabs[1].feed(Input::Woken);
    browser.talk();
    assert!(is_sending(&browser.tabs[0]));
    browser.exchange_all(&mut server);
    assert!(browser.tabs.iter().all(|tab| !tab.shows().sync.is_offline()));
}

#[test]
fn y31_every_tab_knows_a_server_error_from_a_lost_connection() {
    let (mut browser, mut server, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    browser.talk();
    let states = |browser: &Browser| -> Vec<Option<SendFailure>> {
        let sync = browser.tabs.iter().map(|tab| &tab.shows().sync);
        sync.map(|sync| sync.send_failure).collect()
    };
    for (status, body) in [(500, "{}"), (503, "<html>"), (200, "<html>"), (404, "<html>")] {
        browser.tabs[0].answer_text("/boards/", status, body);
        browser.talk();
        assert_eq!(states(&browser), [Some(SendFailure::Server); 2], "{status}: the server has a problem");
        browser.tabs[0].wait_for(Alarm::Outbox);
        browser.tabs[0].lose("/boards/");
        browser.talk();
        assert_eq!(states(&browser), [Some(SendFailure::Offline); 2], "it cannot be reached");
        browser.tabs[0].wait_for(Alarm::Outbox);
    }
    browser.exchange_all(&mut server);
    assert_eq!(states(&browser), [None; 2], "all is well");
}

#[test]
fn y24_when_the_leader_closes_another_tab_sends_what_is_left() {
    let (mut browser, mut server, board) = two_tabs(true);
    let (a, b) = (browser.tabs[1].card("a"), browser.tabs[0].card("b"));
    edit_title(&mut browser.tabs[1], a, "A");
    edit_title(&mut browser.tabs[0], b, "B");
    // What the first tab wanted to say is lost with it; what it kept is not.
    browser.tabs[0].told.clear();
    browser.close_first();
    assert_eq!(titles(&browser.tabs[0]), "AB");
    assert_eq!(ops_on_their_way(&browser.tabs[0]).len(), 2);
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
    elsewhere(&mut server, board, 1, retitle(a, "theirs"));
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    browser.tabs.iter_mut().for_each(|tab| _ = tab.feed(Input::Woken));
    browser.exchange_all(&mut server);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
        assert_eq!(tab.unsent_keys(), Vec::<String>::new());
    }
}

/// Waits until a tab has found out that its leader is silent, asks it, and takes over; it hears nothing meanwhile.
fn take_over(tab: &mut Device) {
    for _ in 0..2 {
        assert!(!tab.takes_lead);
        tab.wait_for(Alarm::Leader);
    }
    assert!(std::mem::take(&mut tab.takes_lead));
    tab.feed(Input::Leading);
}

#[test]
fn y32_a_visible_tab_takes_over_from_a_leader_that_does_not_respond() {
    let (mut browser, mut server, board) = two_tabs(true);
    let start = browser.tabs[1].now;
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    // The first tab is frozen: it hears nothing.
    take_over(&mut browser.tabs[1]);
    let waited = browser.tabs[1].now - start;
    assert!((28_000..=30_000).contains(&waited), "{waited}");
    exchange(&mut browser.tabs[1], &mut server);
    assert_agrees(&browser.tabs[1], &server, board);
    assert_eq!(browser.tabs[1].unsent_keys(), Vec::<String>::new());
    // It runs again.
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
    browser.talk();
    browser.tabs[0].lose("/boards/");
    browser.talk();
    for _ in 0..5 {
        browser.tabs[1].wait_for(Alarm::Leader);
        // Nothing else has happened in the leader meanwhile.
        browser.tabs[0].now = browser.tabs[1].now;
        browser.talk();
        assert!(!browser.tabs[1].takes_lead);
    }
}

#[test]
fn y32_a_leader_that_lacks_the_change_is_replaced() {
    let (mut browser, _, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    // The leader has another version of the app, and cannot read what it is told.
    browser.tabs[1].told.clear();
    browser.tabs[1].wait_for(Alarm::Leader);
    browser.talk();
    browser.tabs[1].wait_for(Alarm::Leader);
    assert!(browser.tabs[1].takes_lead);
}

#[test]
fn y32_a_tab_that_was_suspended_itself_asks_once_more() {
    let (mut browser, _, _) = two_tabs(true);
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    browser.tabs[1].wait_for(Alarm::Leader);
    browser.tabs[1].alarms.remove(&Alarm::Leader);
    browser.tabs[1].now += 60_000;
    browser.tabs[1].feed(Input::Alarm { alarm: Alarm::Leader });
    assert!(!browser.tabs[1].takes_lead, "the answer may wait to be delivered");
    browser.tabs[1].wait_for(Alarm::Leader);
    assert!(browser.tabs[1].takes_lead);
}

#[test]
fn y32_only_a_visible_tab_with_something_to_send_watches_the_leader() {
    let (mut browser, mut server, _) = two_tabs(true);
    let watches =
        |browser: &Browser| browser.tabs.iter().map(|tab| tab.alarms.contains_key(&Alarm::Leader)).collect::<Vec<_>>();
    assert_eq!(watches(&browser), [false, false], "nothing waits");
    let a = browser.tabs[1].card("a");
    edit_title(&mut browser.tabs[1], a, "A");
    assert_eq!(watches(&browser), [false, true]);
    browser.tabs[1].feed(Input::Hidden);
    assert_eq!(watches(&browser), [false, false]);
    browser.tabs[1].feed(Input::Shown);
    assert_eq!(watches(&browser), [false, true]);
    browser.exchange_all(&mut server);
    assert_eq!(watches(&browser), [false, false]);
}

#[test]
fn y39_a_change_of_a_board_that_this_tab_has_not_heard_of_is_not_refused() {
    let (mut browser, mut server, _) = two_tabs(true);
    let board = open_new(&mut browser.tabs[1], "Later").id;
    // The leader does not hear of the board, and the server knows nothing of it yet.
    browser.tabs[1].told.clear();
    add_list(&mut browser.tabs[1], "To do");
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    assert_agrees(&browser.tabs[1], &server, board);
    for tab in &browser.tabs {
        assert!(tab.shows().sync.refused.is_empty());
    }
}

#[test]
fn y35_a_leader_that_was_suspended_sends_nothing_before_it_has_read_the_outbox_again() {
    let (mut browser, mut server, board) = two_tabs(true);
    let a = browser.tabs[0].card("a");
    edit_title(&mut browser.tabs[0], a, "A");
    browser.talk();
    browser.tabs[0].lose("/boards/");
    // The first tab is frozen from here on; the answer that it had is known to both.
    browser.talk();
    take_over(&mut browser.tabs[1]);
    exchange(&mut browser.tabs[1], &mut server);
    browser.tabs[0].now = browser.tabs[1].now;
    let frozen = &mut browser.tabs[0];
    frozen.holds_loads = true;
    frozen.feed(Input::Shown);
    assert!(!is_sending(frozen));
    // What waited is delivered before the storage answers.
    for message in std::mem::take(&mut browser.tabs[1].told) {
        browser.tabs[0].feed(Input::Told { message });
    }
    browser.tabs[0].feed(Input::LeadLost);
    while !browser.tabs[0].loads.is_empty() {
        browser.tabs[0].hand_over();
    }
    assert!(!is_sending(&browser.tabs[0]));
    browser.tabs[0].holds_loads = false;
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    for tab in &browser.tabs {
        assert_agrees(tab, &server, board);
    }
}

#[test]
fn y35_a_failure_of_a_tab_that_has_lost_the_lead_says_nothing_of_the_network() {
    let (mut browser, mut server, _) = two_tabs(true);
    let a = browser.tabs[0].card("a");
    edit_title(&mut browser.tabs[0], a, "A");
    browser.talk();
    // The first tab is frozen with its request on its way.
    take_over(&mut browser.tabs[1]);
    exchange(&mut browser.tabs[1], &mut server);
    let told = std::mem::take(&mut browser.tabs[1].told);
    browser.tabs[0].lose("/boards/");
    for message in told {
        browser.tabs[0].feed(Input::Told { message });
    }
    browser.tabs[0].feed(Input::LeadLost);
    browser.exchange_all(&mut server);
    assert_eq!(unsent(&browser), [0, 0]);
    assert!(browser.tabs.iter().all(|tab| !tab.shows().sync.is_offline()));
}
