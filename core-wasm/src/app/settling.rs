//! What follows from an input once the machine that it was for has had it: who is signed in, what waits to be sent, and all that is
//! made of both.

use super::App;
use crate::call::Turn;
use crate::clock::ClockEvent;
use crate::env::Env;
use crate::protocol::id::Id;
use crate::protocol::stored::key;

impl App {
    /// Queues the entries, sends the calls, and follows a change of account, until nothing is left to do.
    pub(super) fn settle(&mut self, env: &Env, turn: &mut Turn) {
        self.follow_all(env, turn);
        while self.answer_guest(env, turn) {
            self.follow_all(env, turn);
        }
        self.watch_leader(env, turn);
        self.flush(turn);
        let is_authenticated = self.session.view().is_authenticated;
        for call in std::mem::take(&mut turn.calls) {
            if is_authenticated || !call.is_authorised {
                self.session.gate.send(call, env, &mut turn.step.io);
            }
        }
        self.remember_timer(turn);
    }

    /// What follows from the input, or from an answer to a guest.
    fn follow_all(&mut self, env: &Env, turn: &mut Turn) {
        let account = self.account;
        self.change_account(env, turn);
        if account != self.account {
            turn.extend(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
        }
        self.follow_preferences(env, turn);
        let mut entries = std::mem::take(&mut turn.entries);
        self.take_in_for_guest(&mut entries, turn);
        match (self.account, self.last_account) {
            _ if entries.is_empty() => {}
            (None, Some(owner)) => self.shelve(owner, entries, env, turn),
            _ => self.outbox.push(entries, env, turn),
        }
        self.follow_live(env, turn);
        self.follow_boards(env, turn);
        let left = self.outbox.take_notes_left();
        self.notes.follow(left, &self.outbox, turn);
        self.follow_account(turn);
        self.follow_limits(turn);
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
        self.boards.set_hour_format(self.prefs.get().hour_format);
        self.boards.follow(&self.outbox, env, turn);
        if self.boards.take_doubt() {
            self.tasks.fetch(env, turn);
            self.trash.refresh(turn);
        }
        let touched = self.boards.take_touched();
        self.prefs.follow(&self.outbox, turn);
        turn.extend(self.clock.update(ClockEvent::HourFormatChanged(self.prefs.get().hour_format), env));
        self.backdrop.follow(self.prefs.get(), env, turn);
        self.weather.follow(self.prefs.get().temperature_unit, env, turn);
        self.stats.sessions.touched(&touched);
        self.focus_times.touched(&touched);
        self.follow_stats(env, turn);
        self.tasks.follow(&touched, &self.boards, &self.outbox, env, turn);
        self.tasks.remind(&self.boards, &self.outbox, env, turn);
        self.trash.follow(!touched.is_empty(), &self.boards, turn);
    }

    /// Whoever is signed in sees their own data and nothing else (SPEC A18).
    pub(super) fn change_account(&mut self, env: &Env, turn: &mut Turn) {
        let account = self.session.account();
        if account == self.account {
            return;
        }
        if self.is_guest() && account.is_some() {
            self.prefs.leave_guest();
        }
        self.account = account;
        self.change_outbox(account);
        (self.is_booting, self.awaits_stored, self.is_set_aside_loaded) = (false, false, false);
        self.boards.forget(turn);
        self.stats.forget(turn);
        self.focus_times.forget(turn);
        self.export = None;
        self.drafts.forget(turn);
        self.tasks.forget(turn);
        self.trash.forget(turn);
        self.notes.forget(turn);
        self.account_page.forget(turn);
        self.pictures.forget(turn);
        if let Some(account) = account {
            // What a guest has begun goes on as the account's (SPEC E4).
            let last = self.last_account.replace(account).filter(|last| *last != account && *last != Id::GUEST);
            if let Some(last) = last {
                self.hand_over_timer(last, env, turn);
                self.prefs.forget_background(turn);
                self.backdrop.forget(turn);
            }
            self.begin_account(account, turn);
            if account == Id::GUEST {
                // Otherwise the next page would take the guest's timer for that of whoever was here before.
                turn.remove(key::USER);
            } else {
                self.prefs.load(turn);
            }
        }
        if self.account.is_none() {
            self.backdrop.rest(turn);
        }
        self.outbox.show(turn);
    }
}
