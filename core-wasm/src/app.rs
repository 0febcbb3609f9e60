//! The state of one page's core. [`App`] routes each input to the machine it belongs to and returns a [`Step`]: patches
//! for the mirror, effects for the shell and for the runtime. It performs no I/O itself.
//!
//! [`Input`] lists all inputs. `intents` and `responses` dispatch the user's intents and the server's responses;
//! `routing` updates the derived state after every input.

use crate::account::AccountSettings;
use crate::admin::Admin;
use crate::attachments::{AttachmentLinks, Uploads};
use crate::background::{HomeBackground, Photos, Pictures};
use crate::board::machine::Boards;
use crate::board::policy::role_permissions;
use crate::board::public::PublicBoard;
use crate::clock::{Clock, ClockEvent};
use crate::context::Context;
use crate::context::events::DomainEvent;
use crate::drafts::Drafts;
use crate::env::Env;
use crate::focus_times::FocusTimes;
use crate::inbox::Inbox;
use crate::map::Map;
use crate::notes::Notes;
use crate::prefs::Prefs;
use crate::presence::Presence;
use crate::protocol::effect::{Alarm, Step};
use crate::protocol::http::User;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::intent::{ExportFormat, Intent};
use crate::protocol::patch::Patch;
use crate::protocol::range::INPUT_RANGES;
use crate::protocol::stored::{OutboxEntry, local_key};
use crate::protocol::view::{LimitsView, Snapshot};
use crate::session::auth_interceptor::Tokens;
use crate::session::machine::Session;
use crate::sharing::Sharing;
use crate::stats::machine::Stats;
use crate::stats::pending::PendingSessions;
use crate::sync::failed_writes::FailedWrites;
use crate::sync::leader::LeaderWatch;
use crate::sync::live::Live;
use crate::sync::outbox::Outbox;
use crate::tasks::Tasks;
use crate::timer::{Timer, TimerEvent};
use crate::trash::Trash;
use crate::undo::Undo;
use crate::weather::{self, Weather};
use std::collections::VecDeque;

mod account;
mod attachments;
mod background;
mod describe;
mod entries;
mod guest;
mod held_intents;
mod input;
mod intents;
mod live;
mod notes;
mod responses;
mod routing;
mod search;
mod server_calls;
mod sharing;
mod stats;
mod storage;
mod tabs;
mod timer;
mod undo;

pub use input::Input;
use routing::SyncResults;
use stats::session_sync;
use storage::are_first_screens;

/// How far the stored data of the account has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StorageLoad {
    /// No user is signed in.
    NotStarted,
    /// Everything but the boards is being read. It may contain unsent changes.
    ReadingAccount,
    /// The boards with unsent changes are being read.
    ReadingBoards,
    /// Everything has been read, so the outbox can be sent.
    Done,
}

/// The ping of a follower, another tab that depends on this one as the leader.
#[derive(Clone, Copy, Debug)]
struct LeaderPing {
    /// The outbox entry that the follower waits for, if any.
    entry_id: Option<Id>,
}

/// The core of one page.
#[derive(Debug)]
pub struct App {
    session: Session,
    account_settings: AccountSettings,
    admin: Admin,
    sharing: Sharing,
    presence: Presence,
    uploads: Uploads,
    attachment_links: AttachmentLinks,
    inbox: Inbox,
    public_board: PublicBoard,
    clock: Clock,
    weather: Weather,
    home_background: HomeBackground,
    photos: Photos,
    pictures: Pictures,
    timer: Timer,
    prefs: Prefs,
    boards: Boards,
    undo: Undo,
    stats: Stats,
    focus_times: FocusTimes,
    drafts: Drafts,
    tasks: Tasks,
    trash: Trash,
    notes: Notes,
    outbox: Outbox<OutboxEntry>,
    /// The unsent sessions, for the machines that count them.
    pending_sessions: PendingSessions,
    /// What the server decided about sent changes, until the machines take it at the end of the input.
    sync_results: SyncResults,
    /// Events that are routed with the next input.
    pending_events: Vec<DomainEvent>,
    /// Intents that wait until the open board has been read.
    held_intents: VecDeque<Intent>,
    leader: LeaderWatch,
    /// The ping of a follower that is not answered yet, because the stored outbox is still being read.
    pending_leader_ping: Option<LeaderPing>,
    failed_writes: FailedWrites,
    live: Live,
    /// Whether the server could not be reached when it was last contacted.
    server_unreachable: bool,
    /// The account whose data the machines hold.
    account_id: Option<Id>,
    /// The account that was last signed in in this browser. It owns the timer, which continues after its session has
    /// ended.
    last_account_id: Option<Id>,
    /// The content of the local storage when the page opened. The timer's keys are kept up to date.
    local_storage: Map<String, String>,
    /// Unsent entries of accounts that are not signed in, while the browser cannot store anything.
    in_memory_outboxes: IdMap<Vec<(Id, OutboxEntry)>>,
    /// The format of an export that starts as soon as all sessions have been sent.
    pending_export: Option<ExportFormat>,
    storage_load: StorageLoad,
    /// The limits of the user's plan, as the mirror holds them.
    limits: LimitsView,
    /// Whether the changes that earlier versions have set aside have been requested from the storage.
    has_requested_quarantine: bool,
}

impl App {
    /// Creates a core from the content of the browser's local storage, by key. It does nothing until
    /// [`Intent::Start`](crate::protocol::intent::Intent::Start).
    pub fn new(local_storage: impl IntoIterator<Item = (String, String)>) -> Self {
        let local_storage: Map<_, _> = local_storage.into_iter().collect();
        let prefs = Prefs::restore(&local_storage);
        Self {
            session: Session::default(),
            account_settings: AccountSettings::default(),
            admin: Admin::default(),
            sharing: Sharing::default(),
            presence: Presence::default(),
            uploads: Uploads::default(),
            attachment_links: AttachmentLinks::default(),
            inbox: Inbox::default(),
            public_board: PublicBoard::default(),
            clock: Clock::restore(local_storage.get(local_key::GREETINGS).map(String::as_str)),
            weather: Weather::restore(&local_storage),
            home_background: HomeBackground::restore(&local_storage, prefs.get()),
            photos: Photos::default(),
            pictures: Pictures::default(),
            timer: Timer::new(prefs.timer_settings()),
            prefs,
            boards: Boards::default(),
            undo: Undo::default(),
            stats: Stats::default(),
            focus_times: FocusTimes::default(),
            drafts: Drafts::default(),
            tasks: Tasks::default(),
            trash: Trash::default(),
            notes: Notes::default(),
            outbox: Outbox::default(),
            pending_sessions: PendingSessions::default(),
            sync_results: SyncResults::default(),
            // The machines do not know the restored preferences yet.
            pending_events: vec![DomainEvent::PreferencesChanged],
            held_intents: VecDeque::new(),
            leader: LeaderWatch::default(),
            pending_leader_ping: None,
            failed_writes: FailedWrites::default(),
            live: Live::default(),
            server_unreachable: false,
            account_id: None,
            last_account_id: local_storage
                .get(local_key::USER)
                .and_then(|text| json::parse::<User>(text).ok())
                .map(|user| user.id),
            local_storage,
            in_memory_outboxes: IdMap::default(),
            pending_export: None,
            storage_load: StorageLoad::NotStarted,
            limits: LimitsView::default(),
            has_requested_quarantine: false,
        }
    }

    /// Returns the complete state for the mirror.
    pub fn snapshot(&self) -> Snapshot {
        let (open_slug, open_status) = self.boards.open_status();
        Snapshot {
            session: self.session.view().clone(),
            user: self.session.user().cloned(),
            account: self.account_settings.view(),
            admin: self.admin.view(),
            sharing: self.sharing.view(),
            presence: self.presence.view(),
            uploads: self.uploads.view(),
            attachment_links: self.attachment_links.view(),
            public_board: self.public_board.view(),
            inbox: self.inbox.view(),
            clock: self.clock.view().clone(),
            weather: self.weather.view().clone(),
            background: self.home_background.view().clone(),
            photos: self.photos.view().clone(),
            pictures: self.pictures.view().clone(),
            timer: self.timer.view(),
            preferences: self.prefs.get().clone(),
            stats: self.stats.view().clone(),
            sync: self.outbox.view(),
            boards_status: self.boards.overview().status(),
            boards: self.boards.overview().boards().to_vec(),
            board_summaries: self.boards.overview().summaries().to_vec(),
            open_slug: open_slug.to_owned(),
            open_status,
            open_board: self.boards.open_view(),
            open_card: self.boards.open_card().cloned(),
            board_activity: self.boards.board_activity().cloned(),
            prepared_board: self.boards.prepared_board().cloned(),
            filter: self.boards.filter(),
            history: self.undo.view(),
            drafts: self.drafts.view(),
            tasks: self.tasks.view().clone(),
            task_filter: self.tasks.filter_view().clone(),
            trash: self.trash.view().clone(),
            focus_times: self.focus_times.view(),
            heatmap: self.stats.heatmap().clone(),
            breakdown: self.stats.breakdown.view().clone(),
            focus_sessions: self.stats.sessions.view().clone(),
            session_form: self.stats.form.view().cloned(),
            notes: self.notes.view(),
            is_saving: self.prefs.is_saving(),
            limits: self.limits.clone(),
            ranges: INPUT_RANGES,
            permissions: role_permissions(),
        }
    }

    /// Returns whether changes of the user could not be stored and would be lost with the page (SPEC Y46).
    pub fn has_unstored_changes(&self) -> bool {
        self.failed_writes.has_changes()
    }

    /// Handles one input and returns the resulting patches and effects.
    pub fn handle(&mut self, input: Input, env: &Env) -> Step {
        let mut ctx = Context { events: std::mem::take(&mut self.pending_events), ..Context::default() };
        self.boards.set_local_time(env, &mut ctx);
        let is_from_peer = matches!(input, Input::PeerMessage { .. });
        if self.leader.on_input(is_from_peer, !self.outbox.is_empty(), env) {
            self.reload_outbox(&mut ctx);
        }
        match input {
            Input::Intent { intent } => {
                if let Err(rejection) = self.dispatch_or_hold(intent, env, &mut ctx) {
                    // The form's own error may be more specific than the code, for example about what is wrong with an
                    // email address.
                    let form_error = self.session.view().error.clone().filter(|error| error.code == rejection.code);
                    ctx.step.rejection = Some(form_error.unwrap_or(rejection));
                }
            }
            Input::Response { id, response } => self.on_response(id, response, env, &mut ctx),
            Input::TokensRefreshedElsewhere { id, access, refresh } => {
                self.session.on_tokens_refreshed_elsewhere(id, Tokens { access, refresh }, env, &mut ctx);
            }
            Input::Alarm { alarm } => self.on_alarm(alarm, env, &mut ctx),
            Input::LocalStorageChanged { key, value } => self.on_storage_event(&key, value, env, &mut ctx),
            Input::Online => self.on_resume(env, &mut ctx),
            Input::PageVisible => {
                ctx.append_step(self.clock.update(ClockEvent::PageVisible, env));
                self.leader.set_hidden(false);
                self.live.on_page_visible();
                self.on_resume(env, &mut ctx);
            }
            Input::PageHidden => {
                ctx.append_step(self.clock.update(ClockEvent::PageHidden, env));
                self.leader.set_hidden(true);
                self.live.on_page_hidden(&mut ctx);
                self.boards.store_first_screen(&mut ctx);
            }
            Input::IndexedDbRead { prefix, entries } => self.on_idb_read(&prefix, entries, &mut ctx),
            // A first screen can be lost, so the user is not warned. While the storage fails, it is retried with everything
            // else.
            Input::StorageFailed { entries, deleted_prefix: None }
                if are_first_screens(&entries) && !self.outbox.is_memory_only() => {}
            Input::StorageFailed { entries, deleted_prefix } => {
                self.failed_writes.on_failure(entries, deleted_prefix, env, &mut ctx);
                // Another tab may have replaced an entry before its write failed.
                self.failed_writes.forget(|key| self.outbox.is_key_of_replaced(key));
                self.outbox.on_storage_failed(&mut ctx);
            }
            Input::StorageRecovered => self.on_storage_recovered(&mut ctx),
            Input::PeerMessage { message } => self.on_peer_message(&message, &mut ctx),
            Input::LeadAcquired => self.on_lead_acquired(&mut ctx),
            Input::LeadLost => self.outbox.lose_lead(&mut ctx),
            Input::SoundLockChanged { is_held: is_sound_owner } => {
                self.on_sound_lock_changed(is_sound_owner, env, &mut ctx)
            }
            Input::SocketOpened => self.on_socket_open(env, &mut ctx),
            Input::SocketMessage { text } => self.on_socket_message(&text, env, &mut ctx),
            Input::SocketClosed { code } => self.on_socket_close(code, env, &mut ctx),
        }
        self.dispatch_held(env, &mut ctx);
        self.finish_input(env, &mut ctx);
        ctx.step
    }

    fn start(&mut self, path: String, time_zone: String, env: &Env, ctx: &mut Context) {
        if !self.session.view().loading {
            // The app has been opened before, so the values from the start are outdated.
            self.session.visit(&path, ctx);
            return;
        }
        let stored = |key: &str| self.local_storage.get(key).filter(|text| !text.is_empty()).cloned();
        let tokens = Tokens { access: stored(local_key::ACCESS_TOKEN), refresh: stored(local_key::REFRESH_TOKEN) };
        let user = stored(local_key::USER);
        if tokens.is_empty() {
            self.session.set_guest(stored(local_key::GUEST_NAME).as_deref(), ctx);
        }
        self.session.restore_invitation(stored(local_key::INVITATION), ctx);
        self.session.restore_return_path(stored(local_key::RETURN_PATH), &path, ctx);
        self.session.start(tokens, user.as_deref(), &path, env, ctx);
        self.change_account(env, ctx);
        self.open_first_board(&path, ctx);
        ctx.step.patches.push(Patch::Preferences { preferences: self.prefs.get().clone() });
        self.prefs.set_time_zone(time_zone, ctx);
        ctx.append_step(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
        ctx.append_step(self.clock.update(ClockEvent::Start, env));
        self.home_background.tick(env, ctx);
        self.restore_timer(env, ctx);
    }

    /// Opens the board of the first page at once, so that it does not wait until the page is drawn.
    fn open_first_board(&mut self, path: &str, ctx: &mut Context) {
        let slug = path.strip_prefix("/app/b/").and_then(|rest| rest.split(['/', '?', '#']).next());
        if let Some(slug) = slug.filter(|slug| !slug.is_empty() && self.account_id.is_some()) {
            self.boards.open(slug, ctx);
        }
    }

    fn on_alarm(&mut self, alarm: Alarm, env: &Env, ctx: &mut Context) {
        match alarm {
            Alarm::Clock => {
                ctx.append_step(self.clock.update(ClockEvent::Tick, env));
                self.weather.tick(env, ctx);
                self.home_background.tick(env, ctx);
            }
            Alarm::Timer | Alarm::TimerEnd => _ = self.update_timer(TimerEvent::Tick, env, ctx),
            Alarm::Saving => self.prefs.on_saving_alarm(self.outbox.is_offline(), ctx),
            Alarm::WelcomeEnd => self.session.finish_welcome(ctx),
            Alarm::Outbox => self.outbox.on_alarm(ctx),
            Alarm::Live => self.on_live_alarm(env, ctx),
            Alarm::Reminders => {
                self.tasks.on_alarm(env, ctx);
                self.request_quarantine(ctx);
            }
            Alarm::StorageRetry => {
                // The retry stores entries while later ones still exist only in memory.
                self.outbox.clear_never_sent();
                self.failed_writes.retry(ctx);
            }
            Alarm::Leader => self.on_leader_alarm(env, ctx),
            Alarm::Presence => self.presence.on_alarm(ctx),
            Alarm::Uploads => self.uploads.resume(),
            // Every input requests addresses that will expire.
            Alarm::AttachmentLinks => {}
            Alarm::StoreTasks => self.tasks.store(&self.boards, self.outbox.owner(), ctx),
        }
    }

    fn on_storage_event(&mut self, key: &str, value: Option<String>, env: &Env, ctx: &mut Context) {
        match key {
            local_key::ACCESS_TOKEN | local_key::REFRESH_TOKEN | local_key::USER => {
                self.session.on_storage_event(key, value, env, ctx);
            }
            local_key::TIMER_STATE | local_key::TIMER_SESSION => self.on_timer_storage_event(key, value, env, ctx),
            local_key::GUEST_NAME => {
                self.session.set_guest(value.as_deref(), ctx);
                let path = self.session.path().to_owned();
                self.session.visit(&path, ctx);
                ctx.append_step(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
            }
            // The heartbeat of another tab is ignored, because each tab derives the remaining time from the deadline. Each
            // tab knows where first screens are.
            local_key::TIMER_LAST_SEEN | local_key::FIRST_SCREENS => {}
            // Each tab accepts the invitation that was opened in it.
            local_key::INVITATION => {}
            // A tab keeps the greeting that it shows; the next page has the greetings that were stored last.
            local_key::GREETINGS => {}
            local_key::BACKGROUND => self.home_background.on_storage_event(value.as_deref(), ctx),
            stored_key if weather::STORAGE_KEYS.contains(&stored_key) => {
                self.weather.on_storage_event(stored_key, value.as_deref(), env, ctx);
            }
            _ => {
                self.prefs.on_storage_event(key, value.as_deref(), ctx);
                self.preferences_changed(env, ctx);
            }
        }
    }

    fn on_resume(&mut self, env: &Env, ctx: &mut Context) {
        ctx.append_step(self.clock.update(ClockEvent::Tick, env));
        self.weather.tick(env, ctx);
        self.home_background.on_resume(env, ctx);
        _ = self.update_timer(TimerEvent::Tick, env, ctx);
        self.outbox.request_retry(ctx);
        self.uploads.resume();
        self.resume_live(env, ctx);
        if self.account_id.is_some() {
            self.boards.refresh(self.live.is_live(), ctx);
            if !self.live.is_live() {
                self.refresh_pages(env, ctx);
            }
        }
    }

    /// Fetches the data of the requested pages again, because updates may have been missed.
    fn refresh_pages(&mut self, env: &Env, ctx: &mut Context) {
        self.tasks.refresh(env, ctx);
        self.trash.refresh(ctx);
        self.notes.refresh(ctx);
        let sync = session_sync(&self.outbox, &self.pending_sessions, &self.prefs);
        self.stats.refresh(&sync, ctx);
        self.focus_times.refresh(&sync, &self.boards, ctx);
        self.account_settings.refresh(ctx);
        self.inbox.refresh(ctx);
    }

    fn first_name(&self) -> Option<String> {
        self.session.first_name().map(str::to_owned)
    }
}
