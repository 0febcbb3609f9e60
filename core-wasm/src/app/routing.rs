//! Routes events to the machines that depend on them, after the machine that an input was for has handled it. Only this
//! file defines which machine receives which event, and in which order derived state is updated.

use super::describe::{describe, describe_draft, is_draft_of};
use super::entries::Receipt;
use super::{App, StorageLoad};
use crate::board::sync_results::{BoardSyncResult, ConfirmedOps};
use crate::clock::ClockEvent;
use crate::context::Context;
use crate::context::events::{BoardChange, DomainEvent};
use crate::env::Env;
use crate::notes::NoteSyncResult;
use crate::prefs::PreferencesSyncResult;
use crate::protocol::error::ErrorCode;
use crate::protocol::http::OpStatus;
use crate::protocol::id::Id;
use crate::protocol::stored::{OutboxEntry, local_key};
use crate::stats::pending::SessionSyncResult;
use crate::sync::entry::{ConfirmedEntry, Description, OutboxEvent};
use crate::trash::retention::LocalDate;

/// What the server decided about sent changes, for the machines that made them.
#[derive(Debug, Default)]
pub(super) struct SyncResults {
    pub(super) sessions: Vec<SessionSyncResult>,
    pub(super) notes: Vec<NoteSyncResult>,
    /// The last one; the server's response to it contains all preferences.
    pub(super) preferences: Option<PreferencesSyncResult>,
}

impl App {
    /// Finishes an input: updates all state that is derived from what it changed, and sends what it led to. A guest's
    /// requests are answered here, which may lead to further changes.
    pub(super) fn finish_input(&mut self, env: &Env, ctx: &mut Context) {
        self.update_derived_state(env, ctx);
        while self.respond_to_guest_requests(env, ctx) {
            self.update_derived_state(env, ctx);
        }
        self.reconcile_leader_watch(ctx);
        self.flush(ctx);
        let is_authenticated = self.session.view().is_authenticated;
        for request in std::mem::take(&mut ctx.requests) {
            if is_authenticated || !request.needs_token {
                self.session.interceptor.send(request, env, &mut ctx.step.io_effects);
            }
        }
        self.pending_events = std::mem::take(&mut ctx.events);
    }

    /// Updates all derived state, in this order: each step uses only what the steps before it have updated.
    ///
    /// 1. The account, because everything else belongs to it.
    /// 2. The preferences that the server has confirmed.
    /// 3. The outbox, which takes the changes of this input.
    /// 4. The live connection.
    /// 5. What depends on the events so far: see [`App::route_domain_events`].
    /// 6. Boards, what depends on their changes, and what shows parts of them: the share dialog, presence, attachments,
    ///    statistics, focus times, tasks, reminders, trash.
    /// 7. Notes.
    /// 8. The limits of the account's plan.
    ///
    /// Events mark the machines that they concern as stale ([`App::route_outbox_events`],
    /// [`App::route_domain_events`]), and only stale ones compute their view again. Five things are checked in every
    /// input instead:
    ///
    /// - What the passing of time changes: the access token of the live connection, the current day of statistics,
    ///   tasks, trash and notes, and which reminders are due.
    /// - Which board is open and the reader's role on it, for the share dialog and for presence.
    /// - Whether an upload can be sent, and whether the addresses of attachments will expire.
    /// - Which note is being sent, because new notes are fetched only after that.
    /// - The limits of the plan, because they depend on three machines and cost less to compute than to track.
    fn update_derived_state(&mut self, env: &Env, ctx: &mut Context) {
        let account = self.account_id;
        self.change_account(env, ctx);
        if account != self.account_id {
            ctx.append_step(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
        }
        if let Some(result) = self.sync_results.preferences.take() {
            self.prefs.on_sync_result(result, ctx);
            self.preferences_changed(env, ctx);
        }
        self.queue_outbox_entries(env, ctx);
        self.reconcile_live(env, ctx);
        let mut board_changes = self.route_domain_events(env, ctx);
        self.boards.publish_changes(env, ctx);
        board_changes.extend(self.route_domain_events(env, ctx));
        self.reconcile_sharing(ctx);
        self.reconcile_presence(ctx);
        self.reconcile_attachments(&board_changes, env, ctx);
        self.reconcile_stats(env, ctx);
        let (account, is_leader) = (self.outbox.owner(), self.outbox.is_leader());
        self.tasks.reconcile(&board_changes, &self.boards, account, env, ctx);
        self.tasks.fire_due_reminders(&self.boards, account, is_leader, env, ctx);
        self.trash.reconcile(!board_changes.is_empty(), &self.boards, env, ctx);
        let results = std::mem::take(&mut self.sync_results.notes);
        let is_sending_note = matches!(self.outbox.sending_entry(), Some(OutboxEntry::Note { .. }));
        self.notes.set_local_date(LocalDate::of(env));
        self.notes.reconcile(results, is_sending_note, ctx);
        self.reconcile_limits(ctx);
    }

    /// Adds the changes of this input to the outbox. If nobody is signed in, they wait for the next login of the last
    /// user.
    fn queue_outbox_entries(&mut self, env: &Env, ctx: &mut Context) {
        let mut entries = std::mem::take(&mut ctx.outbox_entries);
        self.filter_guest_entries(&mut entries, ctx);
        match (self.account_id, self.last_account_id) {
            _ if entries.is_empty() => {}
            (None, Some(owner)) => self.store_for_next_login(owner, entries, env, ctx),
            _ => self.outbox.push(entries, env, ctx),
        }
        self.route_outbox_events(ctx);
    }

    /// Routes what has happened in machines to those that depend on it, until nothing more happens. Returns the changes
    /// of boards, for tasks and trash.
    ///
    /// | Event | Comes from | Goes to |
    /// |---|---|---|
    /// | `UserChanged` | session, [`App::change_account`] | statistics (limits of the plan), session (date of deletion) |
    /// | `AccountChanged` | account settings | session (date of deletion) |
    /// | `PreferencesChanged` | preferences | clock, background of Home, weather, open card, reminders, statistics |
    /// | `LiveChanged` | live connection | outbox, which shows it; presence; boards |
    /// | `SendStateChanged` | outbox, [`App::on_idb_read`] | preferences (saving is shown), both exports |
    /// | `OpenBoardChanged` | boards | focus times |
    /// | `BoardChanged` | boards | list of sessions, focus times, tasks, trash |
    /// | `TextReplaced` | boards | outbox, which offers the text |
    /// | `BoardLost` | boards | focus times, inbox, uploads, drafts, outbox, which offers their texts |
    /// | `BoardsOutdated` | boards | tasks, trash: they fetch again |
    ///
    /// Focus sessions are handled at once instead, because they add entries to the outbox, which takes them before events
    /// are routed: [`App::update_timer`] queues the sessions that the timer has recorded, and
    /// [`App::on_session_edited`] notifies the timer of a session that the user has edited.
    fn route_domain_events(&mut self, env: &Env, ctx: &mut Context) -> Vec<BoardChange> {
        let mut board_changes = vec![];
        while !ctx.events.is_empty() {
            for event in std::mem::take(&mut ctx.events) {
                match event {
                    DomainEvent::UserChanged => {
                        self.stats.set_limited(self.has_plan_limits(), ctx);
                        self.copy_delete_at(ctx);
                    }
                    DomainEvent::AccountChanged => self.copy_delete_at(ctx),
                    DomainEvent::PreferencesChanged => self.route_preferences(env, ctx),
                    DomainEvent::LiveChanged(is_live) => {
                        self.outbox.set_live(is_live, ctx);
                        if !is_live {
                            self.presence.on_live_lost(ctx);
                            self.boards.on_live_lost();
                        }
                    }
                    DomainEvent::SendStateChanged => {
                        self.prefs.on_send_state_changed(self.outbox.is_offline(), ctx);
                        self.continue_session_export(ctx);
                        self.continue_account_export(ctx);
                    }
                    DomainEvent::OpenBoardChanged(open) => self.focus_times.on_open_board_changed(open),
                    DomainEvent::BoardLost(board_id) => self.on_board_lost(board_id, ctx),
                    DomainEvent::BoardChanged(change) => board_changes.push(change),
                    DomainEvent::TextReplaced { board_id, op, code, text } => {
                        let Description { what, .. } = describe(&OutboxEntry::BoardOp { board_id, op }, &self.boards);
                        let text = Some(text);
                        self.outbox.offer_text(env.new_id(), code, Description { what, text }, ctx);
                    }
                    DomainEvent::BoardsOutdated => {
                        self.tasks.fetch(env, ctx);
                        self.trash.refresh(ctx);
                    }
                }
            }
        }
        self.stats.sessions.on_boards_changed(&board_changes);
        self.focus_times.on_boards_changed(&board_changes);
        board_changes
    }

    /// Removes what is left of a board that the user has lost, and offers the texts that were being typed (SPEC M125).
    fn on_board_lost(&mut self, board_id: Id, ctx: &mut Context) {
        self.focus_times.forget(board_id, self.account_id, ctx);
        self.inbox.forget_board(board_id, ctx);
        self.uploads.forget_board(board_id, ctx);
        if let Some(account) = self.account_id {
            let records = self.boards.records_or_removed(board_id);
            let drafts = self.drafts.take(account, |key| is_draft_of(key, board_id, records), ctx);
            for (key, text) in drafts {
                if let Some((id, description)) = describe_draft(&key, text, board_id, &self.boards) {
                    self.outbox.offer_text(id, ErrorCode::BoardAccessLost, description, ctx);
                }
            }
        }
        self.boards.forget_removed(board_id);
    }

    fn route_preferences(&mut self, env: &Env, ctx: &mut Context) {
        let preferences = self.prefs.get();
        ctx.append_step(self.clock.update(ClockEvent::HourFormatChanged(preferences.hour_format), env));
        self.home_background.on_preferences_changed(preferences, env, ctx);
        self.weather.set_unit(preferences.temperature_unit, env, ctx);
        self.boards.set_hour_format(preferences.hour_format);
        self.tasks.reminders().set_hour_format(preferences.hour_format);
        self.stats.on_preferences_changed();
    }

    /// Switches all machines to the signed-in account, so that no user sees the data of another one (SPEC A18).
    pub(super) fn change_account(&mut self, env: &Env, ctx: &mut Context) {
        let account = self.session.account();
        if account == self.account_id {
            return;
        }
        if self.is_guest() && account.is_some() {
            self.prefs.remember_guest_choices();
        }
        self.account_id = account;
        ctx.events.push(DomainEvent::UserChanged);
        self.switch_outbox(account);
        (self.storage_load, self.has_requested_quarantine) = (StorageLoad::NotStarted, false);
        self.boards.reset(ctx);
        self.drop_held_intents(ctx);
        self.undo.reset(ctx);
        self.stats.reset(ctx);
        self.focus_times.reset(ctx);
        self.pending_export = None;
        self.drafts.reset(ctx);
        self.tasks.reset(ctx);
        self.trash.reset(ctx);
        self.notes.reset(ctx);
        self.account_settings.reset(ctx);
        self.admin.reset(ctx);
        self.sharing.reset(ctx);
        self.uploads.reset(ctx);
        self.inbox.reset(ctx);
        self.pictures.reset(ctx);
        if let Some(account) = account {
            // A guest's timer continues as the account's (SPEC E4).
            let last = self.last_account_id.replace(account).filter(|last| *last != account && *last != Id::GUEST);
            if let Some(last) = last {
                self.store_timer_of_previous_account(last, env, ctx);
                self.prefs.reset_background(ctx);
                self.home_background.reset(ctx);
            }
            self.load_account_storage(account, ctx);
            if account == Id::GUEST {
                // Otherwise the next page would treat the guest's timer as the previous user's.
                ctx.remove_local_storage(local_key::USER);
            } else {
                self.prefs.load(ctx);
            }
        }
        if self.account_id.is_none() {
            self.home_background.deactivate(ctx);
        }
        self.outbox.publish_view(ctx);
    }

    /// Routes the events of the outbox. All machines update their pending entries before any of them handles a result.
    pub(super) fn route_outbox_events(&mut self, ctx: &mut Context) {
        let events = self.outbox.take_events();
        for event in &events {
            match event {
                OutboxEvent::Added { id, entry } | OutboxEvent::Changed { id, entry } => self.add_pending(*id, entry),
                OutboxEvent::Replaced { id } | OutboxEvent::Refused { id, .. } | OutboxEvent::Dropped { id, .. } => {
                    self.remove_pending(*id);
                }
                OutboxEvent::Confirmed { entries, .. } => {
                    entries.iter().for_each(|entry| self.remove_pending(entry.id))
                }
                OutboxEvent::Outdated { .. } => {}
            }
        }
        self.pending_sessions.follow_moves(self.boards.pending_moves());
        for event in events {
            match event {
                OutboxEvent::Added { .. } | OutboxEvent::Changed { .. } | OutboxEvent::Replaced { .. } => {}
                OutboxEvent::Confirmed { entries, receipt } => self.on_confirmed(entries, receipt, ctx),
                OutboxEvent::Refused { entry, .. } => self.on_refused(entry, ctx),
                OutboxEvent::Dropped { entry, .. } => {
                    if let OutboxEntry::BoardOp { board_id, op } = entry {
                        self.boards.on_sync_result(BoardSyncResult::OpRefused { board_id, op_id: op.id }, ctx);
                    }
                }
                OutboxEvent::Outdated { entry } => {
                    if matches!(entry, OutboxEntry::FocusSession { .. }) {
                        self.sync_results.sessions.push(SessionSyncResult::Unknown);
                    }
                }
            }
        }
    }

    fn add_pending(&mut self, id: Id, entry: &OutboxEntry) {
        self.boards.on_entry_added(id, entry);
        self.notes.on_entry_added(id, entry);
        self.prefs.on_entry_added(id, entry);
        if self.pending_sessions.on_entry_added(id, entry) {
            self.on_pending_sessions_changed();
        }
    }

    fn remove_pending(&mut self, id: Id) {
        self.boards.on_entry_removed(id);
        self.notes.on_entry_removed(id);
        if self.prefs.on_entry_removed(id) {
            // The server may count days from another time now.
            self.stats.on_preferences_changed();
        }
        if self.pending_sessions.on_entry_removed(id) {
            self.on_pending_sessions_changed();
        }
    }

    fn on_pending_sessions_changed(&mut self) {
        self.stats.on_pending_changed();
        self.focus_times.on_pending_changed();
    }

    /// Removes all pending entries and results: the outbox is discarded, or another account's is opened.
    pub(super) fn clear_pending(&mut self) {
        self.boards.on_outbox_cleared();
        self.notes.on_outbox_cleared();
        self.prefs.on_outbox_cleared();
        self.pending_sessions.clear();
        self.on_pending_sessions_changed();
        self.sync_results = SyncResults::default();
    }

    /// Hands the server's confirmation to the machine that made the entries.
    fn on_confirmed(&mut self, entries: Vec<ConfirmedEntry<OutboxEntry>>, receipt: Receipt, ctx: &mut Context) {
        let mut entries = entries.into_iter().map(|confirmed| confirmed.entry);
        match receipt {
            Receipt::Board(board) => {
                let imported = match entries.next() {
                    Some(Some(OutboxEntry::ImportBoard { records, .. })) => Some(records),
                    _ => None,
                };
                self.boards.on_sync_result(BoardSyncResult::BoardCreated { board, imported }, ctx);
            }
            Receipt::Ops { board_id, response } => {
                let mut confirmed = ConfirmedOps { version: response.version, ..ConfirmedOps::default() };
                for (entry, result) in entries.zip(&response.results) {
                    if let Some(OutboxEntry::BoardOp { op, .. }) = &entry
                        && let Some(other) = op.change.other_board()
                        && result.status != OpStatus::Refused
                        && self.outbox.is_leader()
                    {
                        // Otherwise what moved would be missing offline, because it is no longer in the outbox.
                        self.boards.update_stored(board_id, ctx);
                        self.boards.update_stored(other, ctx);
                    }
                    match (entry, result.status) {
                        (Some(OutboxEntry::BoardOp { op, .. }), OpStatus::Applied) => confirmed.applied.push(op.id),
                        (Some(OutboxEntry::BoardOp { op, .. }), OpStatus::Duplicate) => confirmed.duplicate.push(op.id),
                        (None, status) => confirmed.is_partial |= status != OpStatus::Refused,
                        (Some(_), _) => {}
                    }
                }
                self.boards.on_sync_result(BoardSyncResult::OpsConfirmed(board_id, confirmed), ctx);
            }
            Receipt::Session(mut received) => {
                for entry in entries.flatten() {
                    if let OutboxEntry::FocusSession { session, .. } = entry {
                        // Another device may have changed it further.
                        let accepted = received.take().filter(|received| received.id == session.id).unwrap_or(session);
                        self.sync_results.sessions.push(SessionSyncResult::Accepted(Box::new(accepted)));
                    }
                }
            }
            Receipt::Preferences(response) => {
                if let Some(Some(OutboxEntry::Preferences { update })) = entries.next() {
                    self.sync_results.preferences = Some(PreferencesSyncResult::Accepted { update, response });
                }
            }
            Receipt::Note(response) => {
                if let Some(Some(OutboxEntry::Note { change, .. })) = entries.next() {
                    self.sync_results.notes.push(NoteSyncResult::Accepted { change, response });
                }
            }
        }
    }

    /// Hands the server's refusal to the machine that made the entry.
    fn on_refused(&mut self, entry: OutboxEntry, ctx: &mut Context) {
        match entry {
            OutboxEntry::BoardOp { board_id, op } => {
                self.boards.on_sync_result(BoardSyncResult::OpRefused { board_id, op_id: op.id }, ctx);
            }
            OutboxEntry::CreateBoard { request } => {
                if let Some(id) = request.id.as_deref().and_then(Id::parse) {
                    self.boards.on_sync_result(BoardSyncResult::BoardRefused(id), ctx);
                }
            }
            OutboxEntry::ImportBoard { records, .. } => {
                if let Some(board) = records.board {
                    self.boards.on_sync_result(BoardSyncResult::BoardRefused(board.id), ctx);
                }
            }
            OutboxEntry::FocusSession { session, previous } => {
                self.sync_results.sessions.push(SessionSyncResult::Refused { id: session.id, previous });
            }
            OutboxEntry::Preferences { update } => {
                self.sync_results.preferences = Some(PreferencesSyncResult::Refused(update));
            }
            OutboxEntry::Note { .. } => self.sync_results.notes.push(NoteSyncResult::Refused),
        }
    }
}
