//! Owns all state and routes one input to one machine. What comes out is a [`Step`]: patches for the mirror, effects for the
//! shell and for the runtime. Nothing here does anything by itself.
//!
//! [`Input`] is all that can come. Intents and the server's answers are handed out by `intents` and `answers`; what follows from an
//! input, whatever it was, is in `settling`.

use crate::account::Account;
use crate::background::{Backdrop, Photos, Pictures};
use crate::board::machine::Boards;
use crate::call::Turn;
use crate::clock::{Clock, ClockEvent};
use crate::drafts::Drafts;
use crate::env::Env;
use crate::focus_times::FocusTimes;
use crate::notes::Notes;
use crate::prefs::Prefs;
use crate::protocol::effect::{Alarm, Step};
use crate::protocol::http::User;
use crate::protocol::id::Id;
use crate::protocol::intent::ExportFormat;
use crate::protocol::patch::Patch;
use crate::protocol::stored::{OutboxEntry, key};
use crate::protocol::view::{LimitsView, Snapshot};
use crate::session::gate::Tokens;
use crate::session::machine::Session;
use crate::stats::machine::Stats;
use crate::sync::leader::LeaderWatch;
use crate::sync::live::Live;
use crate::sync::outbox::Outbox;
use crate::sync::unsaved::UnsavedWrites;
use crate::tasks::Tasks;
use crate::timer::{Timer, TimerEvent};
use crate::trash::Trash;
use crate::weather::{self, Weather};
use std::collections::BTreeMap;

mod account;
mod answers;
mod background;
mod browser;
mod focus;
mod guest;
mod input;
mod intents;
mod notes;
mod online;
mod settling;
mod stats;

pub use input::Input;

/// The whole core of one page.
#[derive(Debug)]
pub struct App {
    session: Session,
    account_page: Account,
    clock: Clock,
    weather: Weather,
    backdrop: Backdrop,
    photos: Photos,
    pictures: Pictures,
    timer: Timer,
    prefs: Prefs,
    boards: Boards,
    stats: Stats,
    focus_times: FocusTimes,
    drafts: Drafts,
    tasks: Tasks,
    trash: Trash,
    notes: Notes,
    outbox: Outbox,
    leader: LeaderWatch,
    /// The change about which a follower asked this tab for a sign of life, until this tab has read its outbox and can answer.
    question: Option<Option<Id>>,
    unsaved: UnsavedWrites,
    live: Live,
    /// Whether the last that was heard of the server is that it could not be reached.
    is_away: bool,
    /// Whose data the machines hold.
    account: Option<Id>,
    /// Who was last signed in in this browser: the timer is theirs, and goes on while their session is over.
    last_account: Option<Id>,
    /// What the local storage held when the page opened.
    stored: BTreeMap<String, String>,
    /// What waits to be sent for accounts that are not signed in, where the browser keeps nothing.
    unkept: BTreeMap<Id, Vec<(Id, OutboxEntry)>>,
    /// The export that waits until all sessions are sent.
    export: Option<ExportFormat>,
    /// Whether boards with unsent changes are being read, after everything else was.
    is_booting: bool,
    /// Whether what is stored of the account is still being read: it may hold changes that wait.
    awaits_stored: bool,
    /// What the plan does not include, as the mirror knows it.
    limits: LimitsView,
    /// Whether the changes that earlier versions have set aside were asked for.
    is_set_aside_loaded: bool,
}

impl App {
    /// A core that knows what the browser has stored, by key. It does nothing until [`Intent::Start`](crate::protocol::intent::Intent::Start).
    pub fn new(stored: BTreeMap<String, String>) -> Self {
        let prefs = Prefs::restore(&stored);
        Self {
            session: Session::default(),
            account_page: Account::default(),
            clock: Clock::default(),
            weather: Weather::restore(&stored),
            backdrop: Backdrop::restore(&stored, prefs.get()),
            photos: Photos::default(),
            pictures: Pictures::default(),
            timer: Timer::new(prefs.timer_settings()),
            prefs,
            boards: Boards::default(),
            stats: Stats::default(),
            focus_times: FocusTimes::default(),
            drafts: Drafts::default(),
            tasks: Tasks::default(),
            trash: Trash::default(),
            notes: Notes::default(),
            outbox: Outbox::default(),
            leader: LeaderWatch::default(),
            question: None,
            unsaved: UnsavedWrites::default(),
            live: Live::default(),
            is_away: false,
            account: None,
            last_account: stored
                .get(key::USER)
                .and_then(|text| serde_json::from_str::<User>(text).ok())
                .map(|user| user.id),
            stored,
            unkept: BTreeMap::new(),
            export: None,
            is_booting: false,
            awaits_stored: false,
            limits: LimitsView::default(),
            is_set_aside_loaded: false,
        }
    }

    /// All that the mirror holds.
    pub fn snapshot(&self) -> Snapshot {
        let (open_slug, open_status) = self.boards.open_status();
        Snapshot {
            session: self.session.view().clone(),
            user: self.session.user().cloned(),
            account: self.account_page.view().clone(),
            clock: self.clock.view().clone(),
            weather: self.weather.view().clone(),
            background: self.backdrop.view().clone(),
            photos: self.photos.view().clone(),
            pictures: self.pictures.view().clone(),
            timer: self.timer.view(),
            preferences: self.prefs.get().clone(),
            stats: self.stats.view().clone(),
            sync: self.outbox.view(),
            boards_status: self.boards.overview().status(),
            boards: self.boards.overview().boards().to_vec(),
            open_slug: open_slug.to_owned(),
            open_status,
            open_board: self.boards.open_view(),
            open_card: self.boards.open_card().cloned(),
            filter: self.boards.filter(),
            history: self.boards.history().view(),
            drafts: self.drafts.view(),
            tasks: self.tasks.view().clone(),
            trash: self.trash.view().clone(),
            focus_times: self.focus_times.view(),
            heatmap: self.stats.heatmap().clone(),
            breakdown: self.stats.breakdown.view().clone(),
            focus_sessions: self.stats.sessions.view().clone(),
            notes: self.notes.view(),
            is_saving: self.prefs.is_saving(),
            limits: self.limits.clone(),
        }
    }

    /// Takes one input in.
    pub fn handle(&mut self, input: Input, env: &Env) -> Step {
        let mut turn = Turn::default();
        let is_from_peer = matches!(input, Input::Told { .. });
        if self.leader.on_input(is_from_peer, !self.outbox.is_empty(), env) {
            self.read_outbox_again(&mut turn);
        }
        match input {
            Input::Intent { intent } => {
                if let Err(rejection) = self.intend(intent, env, &mut turn) {
                    // A form may know more than the code: which fault an address has.
                    let told = self.session.view().error.clone().filter(|error| error.code == rejection.code);
                    turn.step.rejection = Some(told.unwrap_or(rejection));
                }
            }
            Input::Answer { id, answer } => self.answered(id, answer, env, &mut turn),
            Input::TokensFound { id, access, refresh } => {
                self.session.tokens_found(id, Tokens { access, refresh }, env, &mut turn);
            }
            Input::Alarm { alarm } => self.alarm(alarm, env, &mut turn),
            Input::StoredElsewhere { key, value } => self.stored_elsewhere(&key, value, env, &mut turn),
            Input::Woken => self.woken(env, &mut turn),
            Input::Shown => {
                turn.extend(self.clock.update(ClockEvent::Shown, env));
                self.leader.set_hidden(false);
                self.live.show();
                self.woken(env, &mut turn);
            }
            Input::Hidden => {
                turn.extend(self.clock.update(ClockEvent::Hidden, env));
                self.leader.set_hidden(true);
                self.live.hide(&mut turn);
            }
            Input::Loaded { prefix, entries } => self.loaded(&prefix, entries, &mut turn),
            Input::StorageFailed { entries, forgotten } => {
                self.unsaved.on_failure(entries, forgotten, env, &mut turn);
                self.outbox.storage_failed(&mut turn);
            }
            Input::StorageWorks => self.storage_works(&mut turn),
            Input::Told { message } => self.told(&message, env, &mut turn),
            Input::Leading => self.leading(&mut turn),
            Input::LeadLost => self.outbox.lose_lead(&mut turn),
            Input::Ringing { rings } => self.ringing(rings, env, &mut turn),
            Input::SocketOpened => self.socket_opened(env, &mut turn),
            Input::SocketText { text } => self.socket_text(&text, env, &mut turn),
            Input::SocketClosed { code } => self.socket_closed(code, env, &mut turn),
        }
        self.settle(env, &mut turn);
        turn.step
    }

    fn start(&mut self, path: String, time_zone: String, env: &Env, turn: &mut Turn) {
        if !self.session.view().loading {
            // The app has opened already: what was stored then says nothing any more.
            self.session.visit(&path, turn);
            return;
        }
        let stored = |key: &str| self.stored.get(key).filter(|text| !text.is_empty()).cloned();
        let tokens = Tokens { access: stored(key::ACCESS_TOKEN), refresh: stored(key::REFRESH_TOKEN) };
        let user = stored(key::USER);
        if tokens.is_empty() {
            self.session.set_guest(stored(key::NAME).as_deref(), turn);
        }
        self.session.restore_return_path(stored(key::WANTED), &path, turn);
        self.session.start(tokens, user.as_deref(), &path, env, turn);
        self.change_account(env, turn);
        turn.step.patches.push(Patch::Preferences { preferences: self.prefs.get().clone() });
        self.prefs.set_time_zone(time_zone, turn);
        turn.extend(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
        turn.extend(self.clock.update(ClockEvent::Start, env));
        self.backdrop.tick(env, turn);
        self.restore_timer(env, turn);
    }

    fn alarm(&mut self, alarm: Alarm, env: &Env, turn: &mut Turn) {
        match alarm {
            Alarm::Clock => {
                turn.extend(self.clock.update(ClockEvent::Tick, env));
                self.weather.tick(env, turn);
                self.backdrop.tick(env, turn);
            }
            Alarm::Timer | Alarm::TimerEnd => _ = self.time(TimerEvent::Tick, env, turn),
            Alarm::Saving => self.prefs.saving(&self.outbox, turn),
            Alarm::Forward => self.session.forward(turn),
            Alarm::Outbox => self.outbox.wake(turn),
            Alarm::Live => self.live_alarm(env, turn),
            Alarm::Reminder => {
                self.tasks.wake(env, turn);
                self.load_set_aside(turn);
            }
            Alarm::Storage => self.unsaved.retry(turn),
            Alarm::Leader => self.ask_leader(env, turn),
            Alarm::Tasks => self.tasks.keep(&self.boards, &self.outbox, turn),
        }
    }

    fn stored_elsewhere(&mut self, key: &str, value: Option<String>, env: &Env, turn: &mut Turn) {
        match key {
            key::ACCESS_TOKEN | key::REFRESH_TOKEN | key::USER => {
                self.session.stored_elsewhere(key, value, env, turn);
            }
            key::TIMER_STATE | key::TIMER_SESSION => self.timer_stored_elsewhere(key, value, env, turn),
            key::NAME => {
                self.session.set_guest(value.as_deref(), turn);
                let path = self.session.path().to_owned();
                self.session.visit(&path, turn);
                turn.extend(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
            }
            // Every tab sees the timer run by itself.
            key::TIMER_SEEN => {}
            key::BACKGROUND => self.backdrop.stored_elsewhere(value.as_deref(), turn),
            stored_key if weather::KEYS.contains(&stored_key) => {
                self.weather.stored_elsewhere(stored_key, value.as_deref(), env, turn);
            }
            _ => {
                self.prefs.stored_elsewhere(key, value.as_deref(), turn);
                self.preferences_changed(env, turn);
            }
        }
    }

    fn woken(&mut self, env: &Env, turn: &mut Turn) {
        turn.extend(self.clock.update(ClockEvent::Tick, env));
        self.weather.tick(env, turn);
        self.backdrop.woken(env, turn);
        _ = self.time(TimerEvent::Tick, env, turn);
        self.outbox.wake_all(turn);
        self.wake_live(env, turn);
        if self.account.is_some() {
            self.boards.refresh(self.live.is_live(), &self.outbox, turn);
            if !self.live.is_live() {
                self.refresh_pages(env, turn);
            }
        }
    }

    /// Something was missed, or may have been: what the pages were told is asked for again.
    fn refresh_pages(&mut self, env: &Env, turn: &mut Turn) {
        self.tasks.refresh(env, turn);
        self.trash.refresh(turn);
        self.notes.refresh(turn);
        self.stats.refresh(&self.outbox, turn);
        self.focus_times.refresh(&self.outbox, turn);
        self.account_page.refresh(turn);
    }

    fn first_name(&self) -> Option<String> {
        self.session.first_name().map(str::to_owned)
    }
}
