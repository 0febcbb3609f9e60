//! The timer's card.

use super::*;

fn focus(tab: &mut Tab, number: u8) {
    tab.send(TimerEvent::FocusCard { card: card(number) });
}

/// Returns the card and the focused minutes of each recorded session.
fn cards(tab: &Tab) -> Vec<(Option<u8>, i64)> {
    let number = |session: &FocusSession| {
        let number = (0..9).find(|number| session.card_id == Some(card(*number).card_id));
        assert_eq!(session.board_id.is_some(), number.is_some());
        number
    };
    tab.latest_sessions
        .iter()
        .map(|session| (number(session), crate::stats::focused_millis(session) / 60_000))
        .collect()
}

fn shown_card(tab: &Tab) -> Option<TimerCard> {
    assert!(!tab.display().is_empty(), "the mirror has it too");
    tab.timer.view().card
}

#[test]
fn t34_one_click_on_a_card_starts_a_session_for_it() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    assert_eq!((tab.display().as_str(), shown_card(&tab)), ("25:00 runs", Some(card(1))));
    assert!(tab.claimed_sound && tab.loops.is_some());
    assert_eq!(tab.take_notices(), ["Time to work!"]);
    tab.advance(minutes(25));
    assert_eq!(cards(&tab), [(Some(1), 25)]);
}

#[test]
fn t34_focusing_on_a_card_ends_a_break() {
    for events in [vec![], vec![TimerEvent::Start], vec![TimerEvent::Start, TimerEvent::Pause]] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Skip);
        for event in events {
            tab.send(event).advance(1_000);
        }
        tab.take_notices();
        focus(&mut tab, 1);
        assert_eq!(
            (tab.display().as_str(), tab.phase(), shown_card(&tab)),
            ("25:00 runs", SessionKind::Focus, Some(card(1)))
        );
        assert_eq!((tab.take_notices(), tab.recorded.len()), (vec!["Time to work!".to_owned()], 0));
    }
}

#[test]
fn t34_switching_cards_starts_a_new_session_for_the_rest() {
    for is_paused in [false, true] {
        let mut tab = Tab::new();
        focus(&mut tab, 1);
        tab.advance(minutes(10));
        if is_paused {
            tab.send(TimerEvent::Pause).advance(minutes(60));
        }
        tab.take_notices();
        focus(&mut tab, 2);
        assert_eq!((tab.display().as_str(), tab.timer.view().length), ("15:00 runs", 900));
        assert_eq!(tab.take_notices().len(), usize::from(is_paused), "a running session continues without a notice");
        assert_eq!(cards(&tab), [(Some(1), 10)]);
        assert_eq!(tab.latest_sessions[0].outcome, Outcome::Stopped);
        tab.advance(minutes(15));
        assert_eq!(cards(&tab), [(Some(1), 10), (Some(2), 15)]);
        assert_eq!(
            (tab.latest_sessions[1].outcome, tab.latest_sessions[1].planned, tab.latest_sessions[1].revision),
            (Outcome::Completed, 900, 0)
        );
        assert_eq!(check_session(&tab.latest_sessions[1], Timestamp::from_millis(tab.now)), Ok(()));
    }
}

#[test]
fn t34_adding_a_card_starts_a_new_session_and_drops_under_a_minute() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(59_500);
    focus(&mut tab, 1);
    assert_eq!((tab.display().as_str(), tab.timer.view().length), ("24:01 runs", 24 * 60));
    tab.advance(minutes(25));
    assert_eq!(cards(&tab), [(Some(1), 24)]);
    assert_eq!(tab.latest_sessions[0].outcome, Outcome::Completed);
}

#[test]
fn t34_the_same_card_resumes_a_pause_and_keeps_a_running_timer() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    tab.advance(minutes(5)).take_notices();
    let before = tab.timer.clone();
    focus(&mut tab, 1);
    assert_eq!((tab.take_notices().len(), &tab.timer), (0, &before));
    tab.send(TimerEvent::Pause).advance(minutes(5));
    focus(&mut tab, 1);
    assert_eq!(tab.display(), "20:00 runs");
    tab.advance(minutes(20));
    assert_eq!(cards(&tab), [(Some(1), 25)]);
}

#[test]
fn t34_focusing_with_no_remaining_time_is_refused() {
    let mut tab = Tab::new();
    tab.type_field(TimerField::Minutes, "0");
    assert_eq!(tab.try_send(TimerEvent::FocusCard { card: card(1) }), Err(ErrorCode::TimerEmpty));
    assert_eq!(shown_card(&tab), None);
    tab.type_field(TimerField::Minutes, "1")
        .send(TimerEvent::Start)
        .send(TimerEvent::Pause)
        .type_field(TimerField::Minutes, "0");
    assert_eq!(tab.try_send(TimerEvent::FocusCard { card: card(1) }), Err(ErrorCode::TimerEmpty));
    assert_eq!((shown_card(&tab), tab.display().as_str()), (None, "0:00 paused"));
}

#[test]
fn t35_the_card_stays_through_phases_resets_reloads_and_other_tabs() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    tab.advance(minutes(25));
    for event in [TimerEvent::Start, TimerEvent::Skip, TimerEvent::Start, TimerEvent::Reset] {
        tab.send(event);
        assert_eq!(shown_card(&tab), Some(card(1)));
        let mut other = Tab::new();
        other.now = tab.now;
        for tab in [&Tab::open(tab.storage.clone(), tab.now), other.sync_storage(&tab.storage)] {
            assert_eq!(shown_card(tab), Some(card(1)));
        }
    }
    tab.send(TimerEvent::Start).advance(minutes(25));
    assert_eq!(cards(&tab), [(Some(1), 25), (Some(1), 25)]);
}

#[test]
fn t35_clearing_the_card_starts_a_new_session() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    tab.advance(minutes(10)).take_notices();
    tab.send(TimerEvent::ClearCard);
    assert_eq!((tab.display().as_str(), shown_card(&tab), tab.take_notices().len()), ("15:00 runs", None, 0));
    tab.advance(minutes(15));
    assert_eq!(cards(&tab), [(Some(1), 10), (None, 15)]);
}

#[test]
fn t35_a_paused_session_stays_paused_without_its_card() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    tab.advance(minutes(10)).send(TimerEvent::Pause).send(TimerEvent::ClearCard);
    assert_eq!((tab.display().as_str(), shown_card(&tab), tab.recorded.len()), ("15:00 paused", None, 1));
    let mut tab = Tab::open(tab.storage, tab.now);
    tab.send(TimerEvent::Start).advance(minutes(15));
    assert_eq!(cards(&tab), [(None, 15)]);
}

#[test]
fn t35_clearing_the_card_while_idle_records_nothing() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::ClearCard);
    assert!(tab.storage.is_empty(), "there is no card to clear");
    focus(&mut tab, 1);
    tab.advance(minutes(25)).send(TimerEvent::Start).advance(1_000).send(TimerEvent::ClearCard);
    assert_eq!((tab.display().as_str(), tab.phase(), shown_card(&tab)), ("4:59 runs", SessionKind::ShortBreak, None));
    assert_eq!(cards(&tab), [(Some(1), 25)]);
    assert_eq!(shown_card(&Tab::open(tab.storage, tab.now)), None);
}
