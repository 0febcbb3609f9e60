//! Updates the derived state after each input: the account, the outbox, and everything that is computed from them.

use super::App;
use crate::clock::ClockEvent;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::id::Id;
use crate::protocol::stored::local_key;

impl App {
    /// Updates the derived state, then emits the storage writes and the requests. Repeats while a guest's requests,
    /// which are answered locally, cause further changes.
    pub(super) fn finish_input(&mut self, env: &Env, ctx: &mut Context) {
        self.reconcile_all(env, ctx);
        while self.serve_guest_requests(env, ctx) {
            self.reconcile_all(env, ctx);
        }
        self.reconcile_leader_watch(env, ctx);
        self.flush(ctx);
        let is_authenticated = self.session.view().is_authenticated;
        for request in std::mem::take(&mut ctx.requests) {
            if is_authenticated || !request.needs_token {
                self.session.interceptor.send(request, env, &mut ctx.step.io_effects);
            }
        }
        self.cache_stored_timer(ctx);
    }

    /// Updates all machines after the input, or after a response to a guest.
    fn reconcile_all(&mut self, env: &Env, ctx: &mut Context) {
        let account = self.account_id;
        self.change_account(env, ctx);
        if account != self.account_id {
            ctx.append_step(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
        }
        self.reconcile_preferences(env, ctx);
        let mut entries = std::mem::take(&mut ctx.outbox_entries);
        self.filter_guest_entries(&mut entries, ctx);
        match (self.account_id, self.last_account_id) {
            _ if entries.is_empty() => {}
            (None, Some(owner)) => self.store_for_next_login(owner, entries, env, ctx),
            _ => self.outbox.push(entries, env, ctx),
        }
        self.reconcile_live(env, ctx);
        self.reconcile_boards(env, ctx);
        let results = self.outbox.take_note_results();
        self.notes.reconcile(results, &self.outbox, ctx);
        self.reconcile_account(ctx);
        self.reconcile_limits(ctx);
    }

    /// Applies the server's response to changed preferences.
    fn reconcile_preferences(&mut self, env: &Env, ctx: &mut Context) {
        if let Some(results) = self.outbox.take_preferences_result() {
            self.prefs.on_sync_result(results, &self.outbox, ctx);
            self.preferences_changed(env, ctx);
        }
    }

    /// Updates everything that is derived from the boards.
    fn reconcile_boards(&mut self, env: &Env, ctx: &mut Context) {
        self.boards.set_hour_format(self.prefs.get().hour_format);
        self.boards.emit_changes(&self.outbox, env, ctx);
        if self.boards.take_needs_refetch() {
            self.tasks.fetch(env, ctx);
            self.trash.refresh(ctx);
        }
        let changed_boards = self.boards.take_changes();
        self.prefs.reconcile(&self.outbox, ctx);
        ctx.append_step(self.clock.update(ClockEvent::HourFormatChanged(self.prefs.get().hour_format), env));
        self.home_background.reconcile(self.prefs.get(), env, ctx);
        self.weather.set_unit(self.prefs.get().temperature_unit, env, ctx);
        self.stats.sessions.on_boards_changed(&changed_boards);
        self.focus_times.on_boards_changed(&changed_boards);
        self.reconcile_stats(env, ctx);
        self.tasks.reconcile(&changed_boards, &self.boards, &self.outbox, env, ctx);
        self.tasks.fire_due_reminders(&self.boards, &self.outbox, env, ctx);
        self.trash.reconcile(!changed_boards.is_empty(), &self.boards, ctx);
    }

    /// Switches to the data of the account that is now signed in (SPEC A18).
    pub(super) fn change_account(&mut self, env: &Env, ctx: &mut Context) {
        let account = self.session.account();
        if account == self.account_id {
            return;
        }
        if self.is_guest() && account.is_some() {
            self.prefs.remember_guest_choices();
        }
        self.account_id = account;
        self.switch_outbox(account);
        (self.is_reading_boards, self.is_reading_storage, self.has_requested_quarantine) = (false, false, false);
        self.boards.reset(ctx);
        self.stats.reset(ctx);
        self.focus_times.reset(ctx);
        self.pending_export = None;
        self.drafts.reset(ctx);
        self.tasks.reset(ctx);
        self.trash.reset(ctx);
        self.notes.reset(ctx);
        self.account_settings.reset(ctx);
        self.pictures.reset(ctx);
        if let Some(account) = account {
            // A guest's timer continues as the account's timer (SPEC E4).
            let last = self.last_account_id.replace(account).filter(|last| *last != account && *last != Id::GUEST);
            if let Some(last) = last {
                self.store_timer_of_previous_account(last, env, ctx);
                self.prefs.reset_background(ctx);
                self.home_background.reset(ctx);
            }
            self.load_account_storage(account, ctx);
            if account == Id::GUEST {
                // Otherwise the next page load would attribute the guest's timer to the previous account.
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
}
