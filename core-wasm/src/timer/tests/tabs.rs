//! A model of several tabs of one browser that share storage and one sound lock. The computer sleeps, tabs are
//! throttled, frozen, closed and opened, and the clock is set back.

use super::*;
use std::collections::VecDeque;

/// Returns settings with phases so short that many fit into a test, but still long enough to be recorded.
fn short(auto_start: bool) -> TimerSettings {
    TimerSettings {
        focus: 90,
        short_break: 65,
        long_break: 70,
        rounds: 2,
        auto_start_breaks: auto_start,
        auto_start_focus: auto_start,
        ..SETTINGS
    }
}

#[derive(Clone, Debug)]
enum Action {
    /// The user does something in a tab.
    Person(usize, TimerEvent),
    /// Time passes, with the requested ticks.
    Wait(i64),
    /// The computer sleeps.
    Sleep(i64),
    /// The clock is set back.
    SetBack(i64),
    /// Another tab is opened.
    Open,
    /// A tab is closed.
    Close(usize),
    /// A tab goes to the background, where its ticks are throttled to one per that many milliseconds, or returns from
    /// it.
    Hide(usize, i64),
    /// A tab is frozen, so that it receives no events, or unfrozen.
    Freeze(usize),
}

fn any_happening() -> impl Strategy<Value = Action> {
    let tab = 0usize..4;
    let card = prop::bool::ANY.prop_map(|is_other| TimerEvent::FocusCard { card: card(u8::from(is_other)) });
    let choice = prop_oneof![Just(OverrunChoice::Keep), Just(OverrunChoice::Trim), Just(OverrunChoice::Discard)];
    let event = prop_oneof![
        8 => Just(TimerEvent::Start),
        3 => Just(TimerEvent::Pause),
        1 => Just(TimerEvent::Skip),
        1 => Just(TimerEvent::Reset),
        1 => Just(TimerEvent::Finish),
        1 => Just(TimerEvent::Extend),
        2 => card,
        1 => Just(TimerEvent::ClearCard),
        1 => choice.prop_map(TimerEvent::ResolveOverrun),
    ];
    prop_oneof![
        8 => (tab.clone(), event).prop_map(|(tab, event)| Action::Person(tab, event)),
        8 => prop_oneof![0i64..3_000, 0i64..100_000].prop_map(Action::Wait),
        2 => prop_oneof![0i64..5_000, 0i64..minutes(10)].prop_map(Action::Sleep),
        1 => prop_oneof![1_001i64..5_000, 1_001i64..minutes(90)].prop_map(Action::SetBack),
        2 => Just(Action::Open),
        2 => tab.clone().prop_map(Action::Close),
        2 => (tab.clone(), prop_oneof![Just(1), Just(1_000), Just(60_000)])
            .prop_map(|(tab, every)| Action::Hide(tab, every)),
        1 => tab.prop_map(Action::Freeze),
    ]
}

/// One tab of the browser.
struct Page {
    timer: Timer,
    /// When the tab was opened.
    opened: i64,
    /// The tab's copy of the storage.
    texts: Storage,
    alarm: Option<i64>,
    end_alarm: Option<i64>,
    /// The minimum interval between its timeouts, in milliseconds. The alarm of the deadline runs in a worker and is
    /// not throttled.
    throttle_ms: i64,
    is_frozen: bool,
    loops: bool,
    /// Whether the tab has not seen the clock since it was set back. If it is closed before, it cannot report the
    /// change.
    has_missed_clock_change: bool,
    /// The tab's index among the open ones.
    slot: usize,
    /// Messages that are not delivered yet, each with its delivery time.
    messages: VecDeque<(i64, Message)>,
}

#[derive(Clone, Debug)]
enum Message {
    /// Another tab has stored a value under this key. The value at the time of delivery is read.
    Stored(String),
    Ringing(bool),
}

/// How a phase ended.
struct End {
    rang: bool,
    late: i64,
}

/// The simulated browser.
struct Browser {
    /// Real time, in milliseconds.
    time: i64,
    /// How far the device's clock is ahead of real time, in milliseconds.
    clock: i64,
    /// How long the computer has slept, in milliseconds.
    slept: i64,
    /// Whether the monotonic clock stops while the computer sleeps.
    monotonic_pauses_asleep: bool,
    has_locks: bool,
    /// The delay of a message from one tab to another, in milliseconds.
    delay: i64,
    settings: TimerSettings,
    entropy: u64,
    storage: Storage,
    pages: Vec<Page>,
    /// The tab that holds the lock, identified by when it was opened.
    holder: Option<i64>,
    /// When each phase was first started, by its id.
    begun: BTreeMap<Id, i64>,
    ends: BTreeMap<Id, Vec<End>>,
    sessions: BTreeMap<Id, Vec<FocusSession>>,
}

impl Browser {
    fn new(tabs: usize, has_locks: bool, monotonic_pauses_asleep: bool, delay: i64, auto_start: bool) -> Self {
        let mut browser = Self {
            time: 0,
            clock: NINE_AM,
            slept: 0,
            monotonic_pauses_asleep,
            has_locks,
            delay,
            settings: short(auto_start),
            entropy: 0,
            storage: Storage::new(),
            pages: vec![],
            holder: None,
            begun: BTreeMap::new(),
            ends: BTreeMap::new(),
            sessions: BTreeMap::new(),
        };
        for _ in 0..tabs {
            browser.open();
        }
        browser
    }

    /// Returns the environment of an input. Of several tabs that wait to take over, random delays make one the first.
    /// Here the delays always differ by more than a message takes, as they nearly always do, so that no test fails by
    /// chance.
    fn env(&mut self, opened: i64, slot: usize) -> Env {
        let monotonic_ms = self.time - opened - if self.monotonic_pauses_asleep { self.slept } else { 0 };
        loop {
            self.entropy += 1;
            let env = || {
                Env::new(Timestamp::from_millis(self.time + self.clock), 60, self.entropy)
                    .with_monotonic_ms(monotonic_ms)
            };
            let chance = (env().random() % 2_000) as usize;
            if chance / 500 == slot && chance % 500 < 400 {
                return env();
            }
        }
    }

    fn open(&mut self) {
        if self.pages.len() == 4 {
            return;
        }
        self.wait(1);
        let opened = self.time;
        let slot = (0..4).find(|slot| self.pages.iter().all(|page| page.slot != *slot)).unwrap_or_default();
        let mut page = Page {
            timer: Timer::new(self.settings),
            opened,
            texts: self.storage.clone(),
            alarm: None,
            end_alarm: None,
            throttle_ms: 1,
            is_frozen: false,
            loops: false,
            has_missed_clock_change: false,
            slot,
            messages: VecDeque::new(),
        };
        let env = self.env(opened, slot);
        let text = |key: &str| page.texts.get(key).map(String::as_str);
        let stored: Option<TimerSession> =
            text(local_key::TIMER_SESSION).and_then(|text| serde_json::from_str(text).ok());
        let (state, session) = (text(local_key::TIMER_STATE), text(local_key::TIMER_SESSION));
        let ran = stored.filter(|session| session.running_since.is_some()).and_then(|session| session.id);
        let ends_at =
            state.and_then(|text| serde_json::from_str::<TimerState>(text).ok()).and_then(|state| state.ends_at);
        let mut timer = Timer::new(self.settings);
        let step = timer.restore(state, session, text(local_key::TIMER_LAST_SEEN), self.settings, &env);
        page.timer = timer;
        self.pages.push(page);
        let index = self.pages.len() - 1;
        self.carry_out(index, step, ran.zip(ends_at), env.now);
        if self.has_locks && self.holder.is_none() {
            self.holder = Some(opened);
            self.pages[index].messages.push_back((self.time, Message::Ringing(true)));
        }
        self.deliver_messages();
    }

    fn close(&mut self, index: usize) {
        if self.pages.len() == 1 {
            return;
        }
        let page = self.pages.remove(index);
        if self.holder == Some(page.opened) {
            self.pages[0].messages.push_back((self.time, Message::Ringing(true)));
            self.holder = Some(self.pages[0].opened);
        }
        self.deliver_messages();
    }

    /// Sends an event to a tab and carries out the effects.
    fn feed(&mut self, index: usize, event: TimerEvent) {
        let env = self.env(self.pages[index].opened, self.pages[index].slot);
        let timer = &self.pages[index].timer;
        let ran = match &timer.view().state {
            // An end in another tab is not an end in this one, and a reset is checked elsewhere (SPEC T29). After a
            // clock change it is unknown how late the end was detected.
            _ if matches!(event, TimerEvent::StorageChanged { .. } | TimerEvent::Reset) => None,
            _ if self.pages[index].has_missed_clock_change => None,
            TimerState { ends_at: Some(ends_at), .. } => timer.stored_session().id.zip(Some(*ends_at)),
            _ => None,
        };
        let is_person = matches!(event, TimerEvent::Start | TimerEvent::FocusCard { .. } | TimerEvent::Finish);
        let before = timer.stored_session();
        let Ok(step) = self.pages[index].timer.update(event.clone(), &env) else { return };
        if event == TimerEvent::Tick || (is_person && step != TimerStep::default()) {
            self.pages[index].has_missed_clock_change = false;
        }
        let timer = &self.pages[index].timer;
        let after = timer.stored_session();
        if after.running_since.is_some() && before.id != after.id && !matches!(event, TimerEvent::StorageChanged { .. })
        {
            // A session has started: by the user, because the card changed, or by auto-start.
            let was_sound_owner = timer.is_sound_owner;
            assert!(is_person || event == TimerEvent::ClearCard || (self.settings.auto_start_focus && was_sound_owner));
        }
        self.carry_out(index, step, ran, env.now);
    }

    /// Carries out the effects of a step. `ran` is the phase that ran before, with its deadline.
    fn carry_out(
        &mut self,
        index: usize,
        TimerStep { step, recorded_sessions }: TimerStep,
        ran: Option<(Id, i64)>,
        now: Timestamp,
    ) {
        let opened = self.pages[index].opened;
        let rang = step.ui_effects.iter().any(|effect| matches!(effect, UiEffect::PlayEnding { .. }));
        for effect in step.ui_effects {
            match effect {
                UiEffect::PlayLoop { .. } => self.pages[index].loops = true,
                UiEffect::StopSounds => self.pages[index].loops = false,
                _ => {}
            }
        }
        for effect in step.io_effects {
            let at = |after: u32| Some(self.time + i64::from(after));
            let page = &mut self.pages[index];
            match effect {
                IoEffect::SetAlarm { alarm: Alarm::Timer, after } => page.alarm = at(after),
                IoEffect::SetAlarm { after, .. } => page.end_alarm = at(after),
                IoEffect::ClearAlarm { alarm: Alarm::Timer } => page.alarm = None,
                IoEffect::ClearAlarm { .. } => page.end_alarm = None,
                IoEffect::SetLocalStorage { key, value } => self.store(index, key, Some(value)),
                IoEffect::RemoveLocalStorage { key } => self.store(index, key, None),
                IoEffect::AcquireSoundLock if self.has_locks => {
                    if let Some(holder) = self.holder.filter(|holder| *holder != opened) {
                        self.broadcast(holder, Message::Ringing(false));
                    }
                    self.holder = Some(opened);
                    self.broadcast(opened, Message::Ringing(true));
                }
                IoEffect::AcquireSoundLock => self.broadcast(opened, Message::Ringing(true)),
                // After the clock was set back by hours, one of the two texts alone looks impossible.
                IoEffect::Log { message } => assert_eq!(message, "Dropped an invalid timerState"),
                other => panic!("nothing is corrupt here: {other:?}"),
            }
        }
        let session = self.pages[index].timer.stored_session();
        if let Some(id) = session.id {
            self.begun.entry(id).or_insert(self.time);
        }
        if let Some((id, ends_at)) = ran
            && session.id != Some(id)
            && rang_at_the_end(now, ends_at)
            && !matches!(recorded_sessions.as_slice(), [RecordedSession { session, .. }] if session.outcome != Outcome::Completed)
        {
            self.ends.entry(id).or_default().push(End { rang, late: now.millis() - ends_at });
            let is_late = now.millis() - ends_at > 60_000;
            assert!(!is_late || session.running_since.is_none(), "phases never chain unattended");
        }
        for recorded in recorded_sessions {
            self.record_session(recorded, now);
        }
    }

    /// Records a session as the server does, and compares it with the time that has really passed.
    fn record_session(&mut self, RecordedSession { session, previous }: RecordedSession, now: Timestamp) {
        assert_eq!(check_session(&session, now), Ok(()));
        let versions = self.sessions.entry(session.id).or_default();
        // Without locks two tabs may record the same version; the server keeps the first.
        if !self.has_locks && session.revision < versions.len() as i64 {
            return;
        }
        assert_eq!(session.revision, versions.len() as i64, "every version is recorded once: {session:?}");
        // A tab that was opened later knows only the current planned length, which no total uses.
        let planned = versions.last().map_or(0, |last| last.planned);
        let previous = previous.map(|previous| FocusSession { planned, ..previous });
        assert_eq!(versions.last(), previous.as_ref());
        let begun = self.begun[&session.id];
        let focused = crate::stats::focused_millis(&session);
        assert!(focused <= self.time - begun + 1_000, "{focused} ms of {}", self.time - begun);
        versions.push(session);
    }

    fn store(&mut self, index: usize, key: String, value: Option<String>) {
        let put = |texts: &mut Storage| match &value {
            Some(value) => _ = texts.insert(key.clone(), value.clone()),
            None => _ = texts.remove(&key),
        };
        put(&mut self.storage);
        put(&mut self.pages[index].texts);
        for (other, page) in self.pages.iter_mut().enumerate() {
            if other != index {
                page.messages.push_back((self.time + self.delay, Message::Stored(key.clone())));
            }
        }
    }

    fn broadcast(&mut self, opened: i64, message: Message) {
        if let Some(page) = self.pages.iter_mut().find(|page| page.opened == opened) {
            page.messages.push_back((self.time + self.delay, message));
        }
    }

    /// Returns when the next message is delivered.
    fn next_news(&self) -> Option<i64> {
        let heads = self.pages.iter().filter(|page| !page.is_frozen).filter_map(|page| page.messages.front());
        heads.map(|(at, _)| *at).min()
    }

    /// Delivers all due messages to the tabs that are not frozen.
    fn deliver_messages(&mut self) {
        let reaches = |page: &Page, time: i64| page.messages.front().is_some_and(|(at, _)| *at <= time);
        while let Some(index) = self.pages.iter().position(|page| !page.is_frozen && reaches(page, self.time)) {
            match self.pages[index].messages.pop_front().map(|(_, news)| news) {
                Some(Message::Ringing(rings)) => self.feed(index, TimerEvent::SoundOwnerChanged(rings)),
                Some(Message::Stored(key)) => {
                    let texts = &mut self.pages[index].texts;
                    match self.storage.get(&key) {
                        Some(value) => _ = texts.insert(key, value.clone()),
                        None => _ = texts.remove(&key),
                    }
                    let text = |key: &str| texts.get(key).cloned();
                    let (state, session) = (text(local_key::TIMER_STATE), text(local_key::TIMER_SESSION));
                    self.feed(index, TimerEvent::StorageChanged { state, session });
                }
                None => {}
            }
        }
    }

    /// Advances the time.
    fn wait(&mut self, milliseconds: i64) {
        let until = self.time + milliseconds;
        loop {
            let due = |page: &Page| {
                let kept_back = |alarm: i64| (alarm + page.throttle_ms - 1) / page.throttle_ms * page.throttle_ms;
                [page.alarm.map(kept_back), page.end_alarm].into_iter().flatten().min().filter(|_| !page.is_frozen)
            };
            let next = self.pages.iter().enumerate().filter_map(|(index, page)| Some((due(page)?, index))).min();
            if let Some(at) = self.next_news().filter(|at| *at <= until && next.is_none_or(|(next, _)| *at < next)) {
                self.time = self.time.max(at);
                self.deliver_messages();
                continue;
            }
            let Some((at, index)) = next.filter(|(at, _)| *at <= until) else { break };
            self.time = self.time.max(at);
            let (time, page) = (self.time, &mut self.pages[index]);
            for alarm in [&mut page.alarm, &mut page.end_alarm] {
                *alarm = alarm.filter(|alarm| *alarm > time);
            }
            self.feed(index, TimerEvent::Tick);
            self.deliver_messages();
        }
        self.time = until;
    }

    /// Waits until all messages are delivered and no phase is about to end. Users are slower than messages, and an
    /// action in one tab at the same moment as an end in another has no defined order.
    fn wait_for_messages(&mut self) {
        self.wait(self.delay);
        let is_ending = |browser: &Self| {
            let left =
                |page: &Page| page.timer.view().state.ends_at.map(|ends_at| ends_at - browser.time - browser.clock);
            browser.pages.iter().filter_map(left).any(|left| (0..=browser.delay).contains(&left))
        };
        while self.next_news().is_some() || is_ending(self) {
            self.wait(1);
        }
    }

    fn perform(&mut self, action: Action) {
        if !matches!(action, Action::Wait(_) | Action::Sleep(_)) {
            self.wait_for_messages();
        }
        let index = |tab: usize| tab % self.pages.len();
        match action {
            Action::Person(tab, event) => {
                let index = index(tab);
                self.unfreeze(index);
                self.pages[index].throttle_ms = 1;
                self.feed(index, event);
            }
            Action::Wait(milliseconds) => self.wait(milliseconds),
            Action::Sleep(milliseconds) => {
                if self.pages.iter().any(|page| page.timer.is_awaiting_takeover()) {
                    // Tabs that wait to take over and oversleep would all do so at once. Their random delays only work
                    // if the computer is awake for those few seconds.
                    self.wait(5_000);
                }
                self.time += milliseconds;
                self.slept += milliseconds;
            }
            Action::SetBack(milliseconds) => {
                self.clock -= milliseconds;
                self.pages.iter_mut().for_each(|page| page.has_missed_clock_change = true);
            }
            Action::Open => self.open(),
            Action::Close(tab) => self.close(index(tab)),
            Action::Hide(tab, every) => {
                let index = index(tab);
                self.pages[index].throttle_ms = every;
            }
            Action::Freeze(tab) => {
                let index = index(tab);
                if self.pages[index].is_frozen {
                    self.unfreeze(index);
                } else {
                    self.pages[index].is_frozen = true;
                }
            }
        }
        self.deliver_messages();
        self.check_invariants();
    }

    fn unfreeze(&mut self, index: usize) {
        if std::mem::take(&mut self.pages[index].is_frozen) {
            self.deliver_messages();
            self.feed(index, TimerEvent::Tick);
            self.deliver_messages();
        }
    }

    /// Checks the invariants that hold at any moment.
    fn check_invariants(&mut self) {
        let is_told = self.next_news().is_none();
        let looping = self.pages.iter().filter(|page| page.loops && !page.is_frozen).count();
        assert!(looping <= 1 || !is_told, "{looping} tabs loop the sound");
        let awake: Vec<usize> = (0..self.pages.len()).filter(|index| !self.pages[*index].is_frozen).collect();
        // What each tab would show if it redrew itself now.
        let views: Vec<TimerView> = awake
            .iter()
            .map(|index| {
                let env = self.env(self.pages[*index].opened, self.pages[*index].slot);
                let mut timer = self.pages[*index].timer.clone();
                timer.update(TimerEvent::Tick, &env).expect("ticks are always accepted");
                timer.view()
            })
            .collect();
        let is_over = views.iter().any(|view| view.state.is_active && view.state.minutes + view.state.seconds == 0);
        if !is_over {
            let ended =
                self.pages.iter().filter(|page| !page.is_frozen).any(|page| {
                    page.timer.view().state.ends_at.is_some_and(|ends_at| ends_at <= self.time + self.clock)
                });
            let is_known = is_told
                && self.pages.iter().all(|page| !page.has_missed_clock_change && !page.timer.has_unsaved_shift());
            for view in views.iter().filter(|_| !ended && is_known) {
                assert_eq!(view, &views[0], "all tabs show the same");
            }
        }
        for ends in self.ends.values() {
            assert_eq!(ends.len(), 1, "a phase ends once");
            assert_eq!(ends[0].rang, ends[0].late <= 60_000, "only ends up to 60 s late ring");
        }
        let total: i64 = self.sessions.values().filter_map(|versions| versions.last()).map(focused).sum();
        assert!(total <= self.time + 1_000, "{total} ms of {}", self.time);
    }
}

/// Returns whether a phase that is over had reached its deadline.
fn rang_at_the_end(now: Timestamp, ends_at: i64) -> bool {
    now.millis() >= ends_at
}

fn focused(session: &FocusSession) -> i64 {
    if session.is_deleted { 0 } else { crate::stats::focused_millis(session) }
}

#[test]
fn t44_resume_in_another_tab_within_a_millisecond_moves_sound_ownership() {
    use Action::{Close, Freeze, Open, Person, SetBack};
    let (start, pause) = (|tab| Person(tab, TimerEvent::Start), |tab| Person(tab, TimerEvent::Pause));
    let found = [
        (2, vec![Open, start(2), Freeze(2), pause(0), start(0)]),
        (2, vec![Open, start(1), Freeze(1), pause(2), start(2), start(0)]),
        (4, vec![Freeze(3), Close(0), start(3), Freeze(0), Open, SetBack(1_001), pause(2), start(1)]),
    ];
    for (tabs, happenings) in found {
        for delay in [0, 40] {
            run_world(Browser::new(tabs, false, false, delay, false), happenings.clone());
        }
    }
}

#[test]
fn t44_clock_shift_does_not_overwrite_other_changes() {
    use Action::{Close, Open, Person, SetBack, Wait};
    let start = |tab| Person(tab, TimerEvent::Start);
    let pause = |tab| Person(tab, TimerEvent::Pause);
    let extend = |tab| Person(tab, TimerEvent::Extend);
    let focus = |tab, number| Person(tab, TimerEvent::FocusCard { card: card(number) });
    let with_locks = [
        vec![Open, start(0), Open, SetBack(1_001), extend(0), start(0), focus(1, 0), start(0)],
        vec![Wait(62_639), SetBack(1_001), pause(0), pause(0)],
    ];
    run_world(Browser::new(2, true, false, 40, false), with_locks.concat());
    let without_locks = [
        vec![start(0), pause(1), start(1), extend(0), focus(0, 1), start(0), SetBack(1_001), Wait(21_934), Open, Open],
        vec![pause(2), Close(0), start(1), Wait(68_893), SetBack(1_001), Wait(732)],
        vec![focus(2, 0), pause(0), start(0), focus(0, 0)],
    ];
    run_world(Browser::new(2, false, false, 40, false), without_locks.concat());
}

#[test]
fn t44_a_no_op_start_does_not_record_a_shifted_session() {
    use Action::{Open, Person, SetBack, Wait};
    let (start, pause) = (|tab| Person(tab, TimerEvent::Start), |tab| Person(tab, TimerEvent::Pause));
    let extend = || Person(0, TimerEvent::Extend);
    let happenings = [
        vec![
            start(0),
            SetBack(1_001),
            extend(),
            SetBack(1_001),
            SetBack(1_001),
            start(0),
            extend(),
            Wait(27_502),
            start(0),
        ],
        vec![Open, Wait(648), SetBack(1_001), Wait(43_212), Wait(2_078), pause(0), pause(0), start(1), start(0)],
        vec![SetBack(1_001), start(2)],
    ];
    run_world(Browser::new(2, true, false, 40, false), happenings.concat());
}

#[test]
fn t44_partially_read_starts_take_sound_ownership() {
    use Action::{Person, Wait};
    let start = |tab| Person(tab, TimerEvent::Start);
    let happenings = vec![start(1), Person(0, TimerEvent::Reset), start(0), Wait(79_920)];
    run_world(Browser::new(2, false, false, 40, false), happenings);
}

#[test]
fn t44_only_one_tab_ends_the_phase_when_a_tab_opens() {
    use Action::{Close, Hide, Open, Person, Sleep, Wait};
    let (start, pause) = (|tab| Person(tab, TimerEvent::Start), |tab| Person(tab, TimerEvent::Pause));
    let happenings = [
        vec![pause(2), start(1), start(0), start(0), Sleep(1_963), Wait(42_538), start(0), Hide(0, 1), Wait(2_961)],
        vec![Wait(2_491), start(0), Close(1), Sleep(39_807), Wait(2_955), Open],
    ];
    run_world(Browser::new(2, false, false, 40, false), happenings.concat());
}

#[test]
fn t44_exactly_one_tab_ends_the_phase() {
    use Action::{Close, Freeze, Open, Person, SetBack, Sleep, Wait};
    let start = |tab| Person(tab, TimerEvent::Start);
    let moments =
        [vec![Open], vec![start(1)], vec![Open, start(0)], vec![Close(0), start(1)], vec![SetBack(1_001), Open]];
    let runs = [vec![Wait(89_000)], vec![Wait(80_000), Sleep(9_000)]];
    for (moment, run, has_locks) in
        moments.iter().flat_map(|moment| runs.iter().flat_map(move |run| [(moment, run, false), (moment, run, true)]))
    {
        for after in (3_500..6_000).step_by(15) {
            let happenings = [vec![start(2), Freeze(2)], run.clone(), vec![Wait(after)], moment.clone()];
            run_world(Browser::new(3, has_locks, false, 40, true), happenings.concat());
        }
    }
}

/// Performs all actions. At the end each tab becomes visible, and all must show the same.
fn run_world(mut browser: Browser, happenings: Vec<Action>) {
    for action in happenings {
        browser.perform(action);
    }
    for index in 0..browser.pages.len() {
        browser.wait_for_messages();
        browser.unfreeze(index);
    }
    browser.wait(10_000);
    browser.check_invariants();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn t44_all_tabs_share_one_timer(
        tabs in 2usize..=4, has_locks: bool, stands_asleep: bool, is_slow: bool, auto_start: bool,
        happenings in prop::collection::vec(any_happening(), 1..50),
    ) {
        let delay = if is_slow { 40 } else { 0 };
        run_world(Browser::new(tabs, has_locks, stands_asleep, delay, auto_start), happenings);
    }
}
