//! Owns all state and routes one input to one machine. What comes out is a [`Step`]: patches for the mirror, effects for the
//! shell and for the runtime. Nothing here does anything by itself.

use crate::account::Account;
use crate::board::history;
use crate::board::machine::Boards;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::clock::{Clock, ClockEvent};
use crate::drafts::Drafts;
use crate::env::Env;
use crate::focus_times::FocusTimes;
use crate::prefs::Prefs;
use crate::protocol::effect::{Alarm, Step};
use crate::protocol::error::ErrorCode;
use crate::protocol::http::User;
use crate::protocol::id::Id;
use crate::protocol::intent::{ExportFormat, Intent};
use crate::protocol::patch::Patch;
use crate::protocol::stored::{OutboxEntry, key};
use crate::protocol::view::Snapshot;
use crate::session::gate::{Passed, Tokens};
use crate::session::machine::Session;
use crate::stats::machine::Stats;
use crate::sync::live::Live;
use crate::sync::outbox::Outbox;
use crate::tasks::Tasks;
use crate::timer::{Timer, TimerEvent};
use crate::trash::Trash;
use serde::Deserialize;
use std::collections::BTreeMap;

mod account;
mod browser;
mod focus;
mod online;
mod stats;

/// Something that happened outside.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Input {
    /// A person did something.
    Intent {
        /// What.
        intent: Intent,
    },
    /// A request has been answered, or will not be.
    Answer {
        /// The request's id.
        id: u64,
        /// What came of it.
        answer: Answer,
    },
    /// A renewal of the tokens was not sent: another tab has traded the refresh token meanwhile, and this is what is stored.
    TokensFound {
        /// The request's id.
        id: u64,
        /// The access token.
        access: Option<String>,
        /// The refresh token.
        refresh: Option<String>,
    },
    /// An alarm has gone off.
    Alarm {
        /// Which.
        alarm: Alarm,
    },
    /// Another tab of this browser has stored a text, or removed it.
    StoredElsewhere {
        /// The key.
        key: String,
        /// The text; `None` when it was removed.
        value: Option<String>,
    },
    /// The page is visible again, or the network is back.
    Woken,
    /// What [`IoEffect::Load`] asked for.
    Loaded {
        /// The prefix that was asked for.
        prefix: String,
        /// The keys in order, each with its text.
        entries: Vec<(String, String)>,
    },
    /// IndexedDB is full, refused or broken: something was not kept, or could not be read.
    StorageFailed,
    /// The live connection is open.
    SocketOpened,
    /// The server said something over the live connection.
    SocketText {
        /// The text.
        text: String,
    },
    /// The live connection is closed, or could not be opened.
    SocketClosed {
        /// The close code; 1006 where there was none.
        code: u16,
    },
    /// Another tab of this browser said something.
    Told {
        /// JSON text of a [`crate::protocol::peer::PeerMessage`].
        message: String,
    },
    /// This tab is the one that rings from now on, or is not any more (SPEC T27).
    Ringing {
        /// Whether it is.
        rings: bool,
    },
    /// This tab is the one that sends from now on, until it closes. Where the browser has no Web Locks every tab is.
    Leading,
}

/// The whole core of one page.
#[derive(Debug)]
pub struct App {
    session: Session,
    account_page: Account,
    clock: Clock,
    timer: Timer,
    prefs: Prefs,
    boards: Boards,
    stats: Stats,
    focus_times: FocusTimes,
    drafts: Drafts,
    tasks: Tasks,
    trash: Trash,
    outbox: Outbox,
    live: Live,
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
    path: String,
}

impl App {
    /// A core that knows what the browser has stored, by key. It does nothing until [`Intent::Start`].
    pub fn new(stored: BTreeMap<String, String>) -> Self {
        let prefs = Prefs::restore(&stored);
        Self {
            session: Session::default(),
            account_page: Account::default(),
            clock: Clock::default(),
            timer: Timer::new(prefs.timer_settings()),
            prefs,
            boards: Boards::default(),
            stats: Stats::default(),
            focus_times: FocusTimes::default(),
            drafts: Drafts::default(),
            tasks: Tasks::default(),
            trash: Trash::default(),
            outbox: Outbox::default(),
            live: Live::default(),
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
            path: String::new(),
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
            is_saving: self.prefs.is_saving(),
        }
    }

    /// Takes one input in.
    pub fn handle(&mut self, input: Input, env: &Env) -> Step {
        let mut turn = Turn::default();
        match input {
            Input::Intent { intent } => {
                if let Err(code) = self.intend(intent, env, &mut turn) {
                    turn.step.rejection = Some(code.into());
                }
            }
            Input::Answer { id, answer } => self.answered(id, answer, env, &mut turn),
            Input::TokensFound { id, access, refresh } => {
                let path = self.path.clone();
                self.session.tokens_found(id, Tokens { access, refresh }, &path, env, &mut turn);
            }
            Input::Alarm { alarm } => self.alarm(alarm, env, &mut turn),
            Input::StoredElsewhere { key, value } => self.stored_elsewhere(&key, value, env, &mut turn),
            Input::Woken => self.woken(env, &mut turn),
            Input::Loaded { prefix, entries } => self.loaded(&prefix, entries, &mut turn),
            Input::StorageFailed => self.outbox.storage_failed(&mut turn),
            Input::Told { message } => self.told(&message, &mut turn),
            Input::Leading => self.leading(&mut turn),
            Input::Ringing { rings } => self.ringing(rings, env, &mut turn),
            Input::SocketOpened => self.socket_opened(env, &mut turn),
            Input::SocketText { text } => self.socket_text(&text, env, &mut turn),
            Input::SocketClosed { code } => self.socket_closed(code, env, &mut turn),
        }
        self.settle(env, &mut turn);
        turn.step
    }

    fn intend(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let words = history::words(&intent);
        self.intend_one(intent, env, turn)?;
        if let Some(words) = words {
            self.boards.recorded(words, env, turn);
        }
        Ok(())
    }

    fn intend_one(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        match intent {
            Intent::Start { path, time_zone } => self.start(path, time_zone, env, turn),
            Intent::Visit { path } => {
                self.session.visit(&path, turn);
                self.path = path;
            }
            Intent::SignUp { first_name, last_name, email, password, invitation } => {
                self.session.sign_up(&first_name, &last_name, &email, &password, invitation, turn)?;
            }
            Intent::LogIn { email, password } => self.session.log_in(&email, &password, turn)?,
            Intent::Continue => self.session.forward(turn),
            Intent::LogOut { discard_unsent } => self.log_out(discard_unsent, env, turn)?,
            Intent::SetTheme { theme } => self.prefs.set_theme(theme, turn),
            Intent::SetFocusTime { .. }
            | Intent::SetPreferences { .. }
            | Intent::StartTimer
            | Intent::PauseTimer
            | Intent::ResetTimer
            | Intent::SkipTimer
            | Intent::FinishTimer
            | Intent::ExtendTimer
            | Intent::ClearTimerCard
            | Intent::ResolveOverrun { .. }
            | Intent::TypeTimerField { .. }
            | Intent::StepTimerField { .. } => self.intend_timer(intent, env, turn)?,
            Intent::GoogleLogIn { invitation } => self.session.google_log_in(invitation, turn)?,
            Intent::ForgotPassword { email } => self.session.forgot_password(&email, turn)?,
            Intent::ResetPassword { token, password } => self.session.reset_password(token, &password, turn)?,
            Intent::ConfirmEmail { token } => self.session.confirm_email(token, turn)?,
            // Everything below is the account's: a stranger is told so, and nothing is half done.
            _ if self.session.account().is_none() => return Err(ErrorCode::SignedOut),
            Intent::FocusCard { .. } => self.intend_timer(intent, env, turn)?,
            Intent::LoadAccount
            | Intent::EditProfile { .. }
            | Intent::ChangePassword { .. }
            | Intent::ChangeEmail { .. }
            | Intent::SendConfirmation
            | Intent::EndLogin { .. }
            | Intent::LogOutEverywhere { .. }
            | Intent::ExportAccount
            | Intent::DeleteAccount { .. }
            | Intent::KeepAccount => self.intend_account(intent, env, turn)?,
            Intent::LoadBoards => self.boards.load(turn),
            Intent::AddBoard { name } => self.boards.add_board(&name, env, turn)?,
            Intent::OpenBoard { slug } => self.boards.open(&slug, &self.outbox, turn),
            Intent::CloseBoard => self.boards.close(turn),
            Intent::EditBoard { board_id, edits } => self.boards.edit_board(board_id, edits, env, turn)?,
            Intent::DeleteBoard { board_id } => self.boards.delete_board(board_id, env, turn)?,
            Intent::AddList { name } => self.boards.add_list(name, env, turn)?,
            Intent::EditList { list_id, edit } => self.boards.edit_list(list_id, edit, env, turn)?,
            Intent::MoveList { list_id, index } => self.boards.move_list(list_id, index, env, turn)?,
            Intent::DeleteList { list_id } => self.boards.delete_list(list_id, env, turn)?,
            Intent::AddCard { list_id, title, priority } => {
                self.boards.add_card(list_id, title, priority, env, turn)?;
            }
            Intent::MoveCard { card_id, list_id, index } => {
                self.boards.move_card(card_id, list_id, index, env, turn)?;
            }
            Intent::EditCard { card_id, edits } => self.boards.edit_card(card_id, edits, env, turn)?,
            Intent::ArchiveCard { card_id } => self.boards.archive_card(card_id, env, turn)?,
            Intent::DeleteCard { card_id } => self.boards.delete_card(card_id, env, turn)?,
            Intent::SetLabelColor { label, color } => self.boards.set_label_color(label, color, env, turn)?,
            Intent::OpenCard { card_id } => self.boards.open_card_details(card_id)?,
            Intent::CloseCard => self.boards.close_card(),
            Intent::LoadActivity => self.boards.load_activity(turn)?,
            Intent::AddSubtask { card_id, title } => self.boards.add_subtask(card_id, title, env, turn)?,
            Intent::AddComment { card_id, text } => self.boards.add_comment(card_id, text, env, turn)?,
            Intent::AddReminder { card_id, minutes_before } => {
                self.boards.add_reminder(card_id, minutes_before, env, turn)?;
            }
            Intent::MoveSubtask { item_id, index } => self.boards.move_subtask(item_id, index, env, turn)?,
            Intent::EditItem { item_id, edit } => self.boards.edit_item(item_id, edit, env, turn)?,
            Intent::DeleteItem { item_id } => self.boards.delete_item(item_id, env, turn)?,
            Intent::Undo { change_id } => {
                self.undo(change_id, env, turn)?;
                self.changed_by_hand(env, turn);
            }
            Intent::Redo => {
                self.redo(env, turn)?;
                self.changed_by_hand(env, turn);
            }
            Intent::RestoreBoard { board_id } => self.boards.restore_board(board_id, env, turn)?,
            Intent::RestoreList { board_id, list_id } => self.boards.restore_list(board_id, list_id, env, turn)?,
            Intent::RestoreCard { board_id, card_id } => self.boards.restore_card(board_id, card_id, env, turn)?,
            Intent::LoadTasks => self.tasks.load(env, turn),
            Intent::CompleteTask { board_id, card_id } => self.boards.complete_task(board_id, card_id, env, turn)?,
            Intent::LoadTrash => self.trash.load(turn),
            Intent::SetFilter { filter } => self.boards.set_filter(filter)?,
            Intent::SaveDraft { key, text } => {
                let account = self.account.ok_or(ErrorCode::SignedOut)?;
                self.drafts.save(account, key, text, turn)?;
            }
            Intent::DiscardDraft { key } => {
                let account = self.account.ok_or(ErrorCode::SignedOut)?;
                self.drafts.discard(account, key, turn);
            }
            Intent::DismissRefused { refused_id } => self.outbox.dismiss_refused(refused_id, turn),
            Intent::LoadStats
            | Intent::ShowWeek { .. }
            | Intent::ShowYear { .. }
            | Intent::LoadBreakdown { .. }
            | Intent::LoadSessions
            | Intent::LoadMoreSessions
            | Intent::AddSession { .. }
            | Intent::EditSession { .. }
            | Intent::DeleteSession { .. }
            | Intent::ExportSessions { .. } => {
                self.intend_stats(intent, env, turn)?;
                self.changed_by_hand(env, turn);
            }
        }
        Ok(())
    }

    fn start(&mut self, path: String, time_zone: String, env: &Env, turn: &mut Turn) {
        if !self.session.view().loading {
            // The app has opened already: what was stored then says nothing any more.
            self.session.visit(&path, turn);
            self.path = path;
            return;
        }
        let stored = |key: &str| self.stored.get(key).filter(|text| !text.is_empty()).cloned();
        let tokens = Tokens { access: stored(key::ACCESS_TOKEN), refresh: stored(key::REFRESH_TOKEN) };
        let user = stored(key::USER);
        self.session.wanted_before(stored(key::WANTED), &path, turn);
        self.session.start(tokens, user.as_deref(), &path, env, turn);
        self.path = path;
        self.change_account(env, turn);
        turn.step.patches.push(Patch::Preferences { preferences: self.prefs.get().clone() });
        self.prefs.set_time_zone(time_zone, turn);
        turn.extend(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
        turn.extend(self.clock.update(ClockEvent::Start, env));
        self.restore_timer(env, turn);
    }

    fn log_out(&mut self, discard_unsent: bool, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.check_unsent(discard_unsent, env, turn)?;
        self.leave(true, turn);
        Ok(())
    }

    fn answered(&mut self, id: u64, answer: Answer, env: &Env, turn: &mut Turn) {
        let passed = self.session.gate.answer(id, answer, env, &mut turn.step.io);
        let was_authenticated = self.session.view().is_authenticated;
        self.session.passed(&passed, turn);
        let has_ended = was_authenticated && !self.session.view().is_authenticated;
        match passed {
            Passed::Delivered(call, answer) if !has_ended => self.deliver(call, &answer, env, turn),
            Passed::Lost(calls) => calls.into_iter().for_each(|call| self.deliver(call, &Answer::Lost, env, turn)),
            _ => {}
        }
    }

    fn deliver(&mut self, call: Call, answer: &Answer, env: &Env, turn: &mut Turn) {
        match &call.purpose {
            Purpose::LoadBoards => self.boards.list_loaded(answer, &self.outbox, turn),
            Purpose::LoadBoard { slug } => self.boards.board_loaded(slug, answer, &self.outbox, turn),
            Purpose::LoadTasks => self.tasks.loaded(answer, &mut self.boards, &self.outbox, env, turn),
            Purpose::LoadTrash => self.trash.loaded(answer, &mut self.boards, &self.outbox, turn),
            Purpose::LoadActivity { card_id } => self.boards.activity_loaded(*card_id, answer, turn),
            Purpose::CatchUp { board_id } => self.boards.caught_up(*board_id, answer, turn),
            Purpose::Send => {
                self.pages_overtaken();
                for sent in self.outbox.answered(answer, &self.boards, env, turn) {
                    self.boards.sent(sent, &self.outbox, turn);
                }
            }
            Purpose::LoadFocusDays
            | Purpose::LoadBreakdown
            | Purpose::LoadLatestSessions { .. }
            | Purpose::LoadFocusTime { .. }
            | Purpose::Export { .. } => self.stats_answered(&call.purpose, answer, env, turn),
            Purpose::LoadPreferences => {
                self.prefs.loaded(answer, &self.outbox, turn);
                self.preferences_changed(env, turn);
            }
            Purpose::LoadAccount | Purpose::ChangeAccount { .. } | Purpose::EndLogins { .. } => {
                self.account_answered(&call.purpose, answer, env, turn);
            }
            purpose => {
                self.session.answered(purpose, answer, env, turn);
                if *purpose == Purpose::ConfirmEmail && answer.is_success() {
                    self.account_page.refresh(turn);
                }
                if *purpose == Purpose::SignUp && answer.is_success() {
                    self.prefs.bring_along(turn);
                }
                turn.extend(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
            }
        }
    }

    fn alarm(&mut self, alarm: Alarm, env: &Env, turn: &mut Turn) {
        match alarm {
            Alarm::Clock => turn.extend(self.clock.update(ClockEvent::Tick, env)),
            Alarm::Timer | Alarm::TimerEnd => _ = self.time(TimerEvent::Tick, env, turn),
            Alarm::Saving => self.prefs.saving(&self.outbox, turn),
            Alarm::Forward => self.session.forward(turn),
            Alarm::Outbox => self.outbox.wake(turn),
            Alarm::Live => self.live_alarm(env, turn),
            Alarm::Reminder => self.tasks.wake(env, turn),
            Alarm::Tasks => self.tasks.keep(&self.boards, &self.outbox, turn),
        }
    }

    fn stored_elsewhere(&mut self, key: &str, value: Option<String>, env: &Env, turn: &mut Turn) {
        match key {
            key::ACCESS_TOKEN | key::REFRESH_TOKEN => {
                let path = self.path.clone();
                self.session.stored_elsewhere(key, value, &path, env, turn);
            }
            key::TIMER_STATE | key::TIMER_SESSION => self.timer_stored_elsewhere(key, value, env, turn),
            // Every tab sees the timer run by itself.
            key::TIMER_SEEN => {}
            _ => {
                self.prefs.stored_elsewhere(key, value.as_deref(), turn);
                self.preferences_changed(env, turn);
            }
        }
    }

    fn woken(&mut self, env: &Env, turn: &mut Turn) {
        turn.extend(self.clock.update(ClockEvent::Tick, env));
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
        self.stats.refresh(&self.outbox, turn);
        self.focus_times.refresh(&self.outbox, turn);
        self.account_page.refresh(turn);
    }

    /// Something has changed at the server: what the pages have asked for may have been read before.
    fn pages_overtaken(&mut self) {
        self.tasks.overtaken();
        self.trash.overtaken();
    }

    fn first_name(&self) -> Option<String> {
        self.session.user().map(|user| user.first_name.clone())
    }

    /// Queues the entries, sends the calls, and follows a change of account, until nothing is left to do.
    fn settle(&mut self, env: &Env, turn: &mut Turn) {
        let account = self.account;
        self.change_account(env, turn);
        if account != self.account {
            turn.extend(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
        }
        self.follow_preferences(env, turn);
        let entries = std::mem::take(&mut turn.entries);
        match (self.account, self.last_account) {
            _ if entries.is_empty() => {}
            (None, Some(owner)) => self.shelve(owner, entries, env, turn),
            _ => self.outbox.push(entries, env, turn),
        }
        self.follow_live(env, turn);
        self.follow_boards(env, turn);
        self.follow_account(turn);
        self.flush(turn);
        let is_authenticated = self.session.view().is_authenticated;
        for call in std::mem::take(&mut turn.calls) {
            if is_authenticated || !call.is_authorised {
                self.session.gate.send(call, env, &mut turn.step.io);
            }
        }
        self.remember_timer(turn);
    }

    /// Changed preferences that have left the outbox are as the server has them.
    fn follow_preferences(&mut self, env: &Env, turn: &mut Turn) {
        if let Some(left) = self.outbox.take_preferences_left() {
            self.prefs.left(left, &self.outbox, turn);
            self.preferences_changed(env, turn);
        }
    }

    /// What the pages are made of follows the boards.
    fn follow_boards(&mut self, env: &Env, turn: &mut Turn) {
        self.boards.follow(&self.outbox, env, turn);
        if self.boards.take_doubt() {
            self.tasks.fetch(env, turn);
            self.trash.refresh(turn);
        }
        let touched = self.boards.take_touched();
        self.prefs.follow(&self.outbox, turn);
        turn.extend(self.clock.update(ClockEvent::HourFormatChanged(self.prefs.get().hour_format), env));
        self.stats.sessions.touched(&touched);
        self.focus_times.touched(&touched);
        self.follow_stats(env, turn);
        self.tasks.follow(&touched, &self.boards, &self.outbox, env, turn);
        self.tasks.remind(&self.boards, &self.outbox, env, turn);
        self.trash.follow(!touched.is_empty(), &self.boards, turn);
    }

    /// Whoever is signed in sees their own data and nothing else (SPEC A18).
    fn change_account(&mut self, env: &Env, turn: &mut Turn) {
        let account = self.session.account();
        if account == self.account {
            return;
        }
        self.account = account;
        self.change_outbox(account);
        (self.is_booting, self.awaits_stored) = (false, false);
        self.boards.forget(turn);
        self.stats.forget(turn);
        self.focus_times.forget(turn);
        self.export = None;
        self.drafts.forget(turn);
        self.tasks.forget(turn);
        self.trash.forget(turn);
        self.account_page.forget(turn);
        if let Some(account) = account {
            if let Some(last) = self.last_account.replace(account).filter(|last| *last != account) {
                self.hand_over_timer(last, env, turn);
            }
            self.begin_account(account, turn);
            self.prefs.load(turn);
        }
        self.outbox.show(turn);
    }
}
