//! The account: what Settings asks of it, and what its answers mean to the rest.

use super::App;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::clock::ClockEvent;
use crate::env::Env;
use crate::plans;
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{MessageAnswer, TokenPair};
use crate::protocol::intent::Intent;
use crate::protocol::patch::Patch;
use crate::protocol::view::AccountAction;
use crate::session::machine::SessionEnd;

impl App {
    /// What a person does with their account.
    pub(super) fn intend_account(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.check_account()?;
        let page = &mut self.account_page;
        match intent {
            Intent::LoadAccount => {
                page.load(turn);
                self.session.ask_features(turn);
                // Whether the email is confirmed is the user's: the link may have been opened elsewhere.
                turn.calls.push(Call::get(Purpose::LoadUser, "/user/"));
            }
            Intent::EditProfile { first_name, last_name } => page.edit_profile(&first_name, &last_name, turn)?,
            Intent::ChangePassword { current_password, password } => {
                page.change_password(&current_password, &password, self.session.user(), turn)?;
            }
            Intent::ChangeEmail { email, password } => page.change_email(&email, &password, turn)?,
            Intent::SendConfirmation => page.send_confirmation(turn)?,
            Intent::EndLogin { login_id, password } => page.end_login(login_id, &password, turn)?,
            Intent::LogOutEverywhere { password, discard_unsent } => {
                if page.is_busy() {
                    return Err(ErrorCode::Busy);
                }
                self.check_unsent(discard_unsent, env, turn)?;
                self.account_page.end_logins(&password, discard_unsent, turn)?;
            }
            Intent::ExportAccount => {
                page.export(turn)?;
                self.outbox.wake_all(turn);
            }
            Intent::DeleteAccount { password } => page.delete(&password, turn)?,
            Intent::KeepAccount => page.keep(turn)?,
            _ => return Err(ErrorCode::NotFound),
        }
        Ok(())
    }

    /// The server has answered what Settings asked for.
    pub(super) fn account_answered(&mut self, purpose: &Purpose, answer: &Answer, env: &Env, turn: &mut Turn) {
        match purpose {
            Purpose::LoadAccount => self.account_page.loaded(answer, turn),
            Purpose::ChangeAccount { action } => {
                if *action == AccountAction::Password
                    && let Ok(pair) = answer.read::<TokenPair>()
                {
                    self.session.take_tokens(pair, env, turn);
                }
                let day_start = self.prefs.get().day_start_minutes;
                if let Some(user) = self.account_page.answered(*action, answer, day_start, env, turn) {
                    self.session.set_user(Some(user), turn);
                    turn.extend(self.clock.update(ClockEvent::NameChanged(self.first_name()), env));
                }
            }
            Purpose::EndLogins { .. } if answer.read::<MessageAnswer>().is_err() => {
                self.account_page.logins_go_on(answer, turn);
            }
            Purpose::EndLogins { discard_unsent } => {
                // What was changed since the person asked waits for their next login.
                if *discard_unsent || self.is_all_sent(turn) {
                    self.leave(false, turn);
                } else {
                    self.session.end(SessionEnd::LoggedOut, turn);
                }
            }
            _ => {}
        }
    }

    /// Whether the limits of the plan Basic hold for whoever is signed in (SPEC L1).
    pub(super) fn is_limited(&self) -> bool {
        self.session.user().is_some_and(|user| user.is_limited)
    }

    /// Whether no server can be asked, as far as is known (SPEC L3). That there is no live connection says nothing: some networks let
    /// none through.
    pub(super) fn is_offline(&self) -> bool {
        self.outbox.is_offline() || self.is_away
    }

    /// Whether a change made now cannot ask the server: there is no connection, or a guest makes it.
    pub(super) fn is_unreachable(&self) -> bool {
        self.is_offline() || self.is_guest()
    }

    /// Tells the mirror when what the plan does not include has changed (SPEC L7).
    pub(super) fn follow_limits(&mut self, turn: &mut Turn) {
        let limits = plans::limits(self.is_limited(), self.boards.has_room(self.room()));
        if self.limits != limits {
            self.limits = limits;
            turn.step.patches.push(Patch::Limits { limits: self.limits.clone() });
        }
    }

    /// Whether nothing waits to be sent. What has not been read yet may wait.
    pub(super) fn is_all_sent(&self, turn: &Turn) -> bool {
        !self.awaits_stored && self.outbox.is_empty() && !self.outbox.has_unreadable() && turn.entries.is_empty()
    }

    /// Refuses a log-out while changes wait that may not be lost (SPEC A16).
    pub(super) fn check_unsent(&mut self, discard_unsent: bool, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        if discard_unsent {
            return Ok(());
        }
        self.leave_timer(env, turn);
        if self.is_all_sent(turn) {
            return Ok(());
        }
        self.outbox.wake_all(turn);
        Err(ErrorCode::UnsentChanges)
    }

    /// Whoever is signed in leaves, and all that the browser has of them (SPEC A16). Where the server knows already, it is not
    /// told.
    pub(super) fn leave(&mut self, tells_server: bool, turn: &mut Turn) {
        if let Some(account) = self.account {
            self.forget_account(account, turn);
        }
        if tells_server {
            self.session.log_out(turn);
        } else {
            self.session.leave(turn);
        }
        self.prefs.forget(turn);
        self.weather.forget(turn);
        self.backdrop.forget(turn);
        self.forget_timer(turn);
        self.last_account = None;
    }

    /// The file of everything waits for what is unsent, unless the clock has to be set right for that. The user says what the
    /// account does.
    pub(super) fn follow_account(&mut self, turn: &mut Turn) {
        if let Some(account) = &self.account_page.view().account {
            self.session.set_delete_at(account.delete_at, turn);
        }
        // Changes of a newer version of the app cannot be sent from here, and the file does not wait for them.
        let can_send = self.awaits_stored || !self.outbox.is_empty() || !turn.entries.is_empty();
        let waits = can_send && !self.outbox.has_notice();
        self.account_page.follow(waits, self.outbox.is_offline(), turn);
    }
}
