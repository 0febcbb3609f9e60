//! Property test: after random events a page of statistics shows the same as statistics computed from all sessions
//! (SPEC S32).

use crate::board_deltas::exchange;
use crate::stats::{assert_true, entry, with_sessions};
use crate::support::device::Device;
use crate::support::intent;
use crate::support::server::Server;
use core_wasm::app::Input;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::FocusSession;
use proptest::prelude::*;
use serde_json::json;

/// An event on a page of statistics.
#[derive(Clone, Copy, Debug)]
enum Event {
    Add,
    Edit,
    Delete,
    Undo,
    Redo,
    Answer,
    AnswerLast,
    LoseRequest,
    LoseAnswer,
    Load,
    Wake,
    Reload,
    Week,
}

fn any_event() -> impl Strategy<Value = (Event, u8, u8)> {
    use Event::*;
    let events = [
        Add,
        Add,
        Edit,
        Edit,
        Edit,
        Delete,
        Undo,
        Redo,
        Answer,
        Answer,
        Answer,
        AnswerLast,
        LoseRequest,
        LoseAnswer,
        Load,
        Wake,
        Reload,
        Week,
    ];
    (prop::sample::select(events.to_vec()), any::<u8>(), any::<u8>())
}

fn happen(device: &mut Device, server: &mut Server, (event, a, b): (Event, u8, u8)) {
    let [a, b] = [usize::from(a), usize::from(b)];
    let shown = device.snapshot().focus_sessions.sessions.clone();
    let session_id = shown.get(a % shown.len().max(1)).map(|session| session.id);
    let form = entry((a % 60) as i64 + 1, (b % 55) as i64 + 1);
    let first = device.requests.first().cloned();
    match event {
        Event::Add => device.dispatch_json(json!({ "type": "add_session", "session": form })),
        Event::Edit if session_id.is_some() => {
            device.dispatch_json(json!({ "type": "edit_session", "session_id": session_id, "session": form }));
        }
        Event::Delete if session_id.is_some() => {
            device.dispatch_json(json!({ "type": "delete_session", "session_id": session_id }));
        }
        Event::Undo => _ = device.try_dispatch(intent(json!({ "type": "undo", "change_id": null }))),
        Event::Redo => _ = device.try_dispatch(intent(json!({ "type": "redo" }))),
        Event::Answer => first.iter().for_each(|request| server.respond(device, request)),
        Event::AnswerLast => device.requests.last().cloned().iter().for_each(|request| server.respond(device, request)),
        Event::LoseRequest if first.is_some() => device.fail_request("/"),
        Event::LoseAnswer if first.is_some() => {
            first.iter().for_each(|request| _ = server.response_to(request, device.now));
            device.fail_request("/");
        }
        Event::Load => device.dispatch_json(json!({ "type": "load_stats" })),
        Event::Wake => _ = device.feed(Input::Online),
        Event::Reload => {
            device.reload("/app/stats");
            device.dispatch_json(json!({ "type": "load_stats" }));
            device.dispatch_json(json!({ "type": "load_sessions" }));
        }
        Event::Week => device.dispatch_json(json!({ "type": "show_week", "weeks_ago": a % 3 })),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn s32_stats_equal_a_full_computation_for_any_events(events in prop::collection::vec(any_event(), 1..40)) {
        let (mut device, mut server) = with_sessions();
        for event in events {
            happen(&mut device, &mut server, event);
            assert_true(&device, &server);
        }
        device.feed(Input::Online);
        exchange(&mut device, &mut server);
        prop_assert_eq!(device.unsent_keys(), Vec::<String>::new());
        assert_true(&device, &server);
        let shown: Vec<Id> = device.snapshot().focus_sessions.sessions.iter().map(|session| session.id).collect();
        let mut kept: Vec<&FocusSession> = server.sessions.iter().filter(|session| !session.is_deleted).collect();
        kept.sort_by_key(|session| std::cmp::Reverse((session.segments[0].start, session.id)));
        prop_assert_eq!(shown, kept.iter().map(|session| session.id).collect::<Vec<_>>());
    }
}
