//! The card that the timer is for.

use super::*;

fn focus(tab: &mut Tab, number: u8) {
    tab.does(TimerEvent::FocusCard { card: card(number) });
}

/// The card of each session that was kept, with its focused minutes.
fn cards(tab: &Tab) -> Vec<(Option<u8>, i64)> {
    let number = |session: &FocusSession| {
        let number = (0..9).find(|number| session.card_id == Some(card(*number).card_id));
        assert_eq!(session.board_id.is_some(), number.is_some());
        number
    };
    tab.kept.iter().map(|session| (number(session), crate::stats::focused_millis(session) / 60_000)).collect()
}

fn shown_card(tab: &Tab) -> Option<TimerCard> {
    assert!(!tab.shows().is_empty(), "the mirror has it too");
    tab.timer.view().card
}

#[test]
fn t34_one_click_on_a_card_starts_a_session_for_it() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    assert_eq!((tab.shows().as_str(), shown_card(&tab)), ("25:00 runs", Some(card(1))));
    assert!(tab.took_bell && tab.loops.is_some());
    assert_eq!(tab.notices(), ["Time to work!"]);
    tab.waits(minutes(25));
    assert_eq!(cards(&tab), [(Some(1), 25)]);
}

#[test]
fn t34_a_break_ends_for_it() {
    for events in [vec![], vec![TimerEvent::Start], vec![TimerEvent::Start, TimerEvent::Pause]] {
        let mut tab = Tab::new();
        tab.does(TimerEvent::Skip);
        for event in events {
            tab.does(event).waits(1_000);
        }
        tab.notices();
        focus(&mut tab, 1);
        assert_eq!(
            (tab.shows().as_str(), tab.phase(), shown_card(&tab)),
            ("25:00 runs", SessionKind::Focus, Some(card(1)))
        );
        assert_eq!((tab.notices(), tab.recorded.len()), (vec!["Time to work!".to_owned()], 0));
    }
}

#[test]
fn t34_another_card_makes_another_session_of_what_is_left() {
    for is_paused in [false, true] {
        let mut tab = Tab::new();
        focus(&mut tab, 1);
        tab.waits(minutes(10));
        if is_paused {
            tab.does(TimerEvent::Pause).waits(minutes(60));
        }
        tab.notices();
        focus(&mut tab, 2);
        assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("15:00 runs", 900));
        assert_eq!(tab.notices().len(), usize::from(is_paused), "a session that runs on needs no word");
        assert_eq!(cards(&tab), [(Some(1), 10)]);
        assert_eq!(tab.kept[0].outcome, Outcome::Stopped);
        tab.waits(minutes(15));
        assert_eq!(cards(&tab), [(Some(1), 10), (Some(2), 15)]);
        assert_eq!((tab.kept[1].outcome, tab.kept[1].planned, tab.kept[1].revision), (Outcome::Completed, 900, 0));
        assert_eq!(check_session(&tab.kept[1], Timestamp::from_millis(tab.now)), Ok(()));
    }
}

#[test]
fn t34_so_does_a_card_after_none_and_less_than_a_minute_is_not_kept() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(59_500);
    focus(&mut tab, 1);
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("24:01 runs", 24 * 60));
    tab.waits(minutes(25));
    assert_eq!(cards(&tab), [(Some(1), 24)]);
    assert_eq!(tab.kept[0].outcome, Outcome::Completed);
}

#[test]
fn t34_the_same_card_resumes_what_is_paused_and_leaves_what_runs() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    tab.waits(minutes(5)).notices();
    let before = tab.timer.clone();
    focus(&mut tab, 1);
    assert_eq!((tab.notices().len(), &tab.timer), (0, &before));
    tab.does(TimerEvent::Pause).waits(minutes(5));
    focus(&mut tab, 1);
    assert_eq!(tab.shows(), "20:00 runs");
    tab.waits(minutes(20));
    assert_eq!(cards(&tab), [(Some(1), 25)]);
}

#[test]
fn t34_nothing_left_is_refused_and_changes_nothing() {
    let mut tab = Tab::new();
    tab.types(TimerField::Minutes, "0");
    assert_eq!(tab.tell(TimerEvent::FocusCard { card: card(1) }), Err(ErrorCode::TimerEmpty));
    assert_eq!(shown_card(&tab), None);
    tab.types(TimerField::Minutes, "1").does(TimerEvent::Start).does(TimerEvent::Pause).types(TimerField::Minutes, "0");
    assert_eq!(tab.tell(TimerEvent::FocusCard { card: card(1) }), Err(ErrorCode::TimerEmpty));
    assert_eq!((shown_card(&tab), tab.shows().as_str()), (None, "0:00 paused"));
}

#[test]
fn t35_the_card_stays_through_phases_resets_reloads_and_other_tabs() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    tab.waits(minutes(25));
    for event in [TimerEvent::Start, TimerEvent::Skip, TimerEvent::Start, TimerEvent::Reset] {
        tab.does(event);
        assert_eq!(shown_card(&tab), Some(card(1)));
        let mut other = Tab::new();
        other.now = tab.now;
        for tab in [&Tab::open(tab.storage.clone(), tab.now), other.sees(&tab.storage)] {
            assert_eq!(shown_card(tab), Some(card(1)));
        }
    }
    tab.does(TimerEvent::Start).waits(minutes(25));
    assert_eq!(cards(&tab), [(Some(1), 25), (Some(1), 25)]);
}

#[test]
fn t35_without_the_card_the_rest_is_a_session_of_its_own() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    tab.waits(minutes(10)).notices();
    tab.does(TimerEvent::ClearCard);
    assert_eq!((tab.shows().as_str(), shown_card(&tab), tab.notices().len()), ("15:00 runs", None, 0));
    tab.waits(minutes(15));
    assert_eq!(cards(&tab), [(Some(1), 10), (None, 15)]);
}

#[test]
fn t35_a_paused_session_stays_paused_without_its_card() {
    let mut tab = Tab::new();
    focus(&mut tab, 1);
    tab.waits(minutes(10)).does(TimerEvent::Pause).does(TimerEvent::ClearCard);
    assert_eq!((tab.shows().as_str(), shown_card(&tab), tab.recorded.len()), ("15:00 paused", None, 1));
    let mut tab = Tab::open(tab.storage, tab.now);
    tab.does(TimerEvent::Start).waits(minutes(15));
    assert_eq!(cards(&tab), [(None, 15)]);
}

#[test]
fn t35_where_nothing_was_begun_the_card_just_goes() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::ClearCard);
    assert!(tab.storage.is_empty(), "there was none");
    focus(&mut tab, 1);
    tab.waits(minutes(25)).does(TimerEvent::Start).waits(1_000).does(TimerEvent::ClearCard);
    assert_eq!((tab.shows().as_str(), tab.phase(), shown_card(&tab)), ("4:59 runs", SessionKind::ShortBreak, None));
    assert_eq!(cards(&tab), [(Some(1), 25)]);
    assert_eq!(shown_card(&Tab::open(tab.storage, tab.now)), None);
}
