//! The account, as Settings shows and changes it (SPEC A27 to A30, A32, A35): the name, the password, the email, the places where it is
//! logged in, the file of everything, and its end. One thing is done at a time, only the server can do it, and nothing of it is
//! stored.

use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::account::{
    AccountAnswer, ChangeEmailRequest, ChangePasswordRequest, DeleteAccountRequest, EndAllLoginsRequest,
    EndLoginRequest, ProfileRequest,
};
use crate::protocol::effect::UiEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{MessageAnswer, TokenPair, User, UserAnswer};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::text::{Email, Password};
use crate::protocol::view::{AccountAction, AccountRefusal, AccountView, LoadStatus};
use crate::session::forms::names;
use crate::session::password::is_personal;
use crate::stats::local_day;
use crate::sync::asking::Asking;

/// What is known of the account, and what is being done with it.
#[derive(Debug, Default)]
pub struct Account {
    view: AccountView,
    /// Whether somebody has asked for it.
    is_asked: bool,
    asking: Asking,
    /// Whether the file of everything waits for changes to be sent first.
    waits_to_export: bool,
}

impl Account {
    /// What the shell draws.
    pub fn view(&self) -> &AccountView {
        &self.view
    }

    /// Asks for what Settings tells of the account; what is known shows meanwhile.
    pub fn load(&mut self, turn: &mut Turn) {
        self.is_asked = true;
        if self.view.status == LoadStatus::Failed {
            self.view.status = LoadStatus::Loading;
            self.patch(turn);
        }
        self.fetch(turn);
    }

    /// Asks again, if it was asked for before: something may have changed.
    pub fn refresh(&mut self, turn: &mut Turn) {
        if self.is_asked {
            self.asking.overtaken();
            self.fetch(turn);
        }
    }

    fn fetch(&mut self, turn: &mut Turn) {
        if self.asking.begin() {
            turn.calls.push(Call::get(Purpose::LoadAccount, "/account/"));
        }
    }

    /// It has come, or has not.
    pub fn loaded(&mut self, answer: &Answer, turn: &mut Turn) {
        match answer.read::<AccountAnswer>() {
            Ok(told) => {
                let (is_shown, is_repeated) = self.asking.come();
                if is_repeated {
                    self.fetch(turn);
                }
                if is_shown {
                    self.view.account = Some(told.account);
                    self.view.status = LoadStatus::Ready;
                    self.patch(turn);
                }
            }
            Err(_) => {
                self.asking.failed();
                turn.log("Error fetching the account");
                if self.view.status == LoadStatus::Loading {
                    self.view.status = LoadStatus::Failed;
                    self.patch(turn);
                }
            }
        }
    }

    /// Changes the name.
    pub fn edit_profile(&mut self, first_name: &str, last_name: &str, turn: &mut Turn) -> Result<(), ErrorCode> {
        let request = names(first_name, last_name).map(|(first_name, last_name)| ProfileRequest {
            first_name: first_name.as_str().to_owned(),
            last_name: last_name.as_str().to_owned(),
        });
        self.send(AccountAction::Profile, "PUT", "/user/", request, turn)
    }

    /// Changes the password of somebody, who is known as far as the server has told.
    pub fn change_password(
        &mut self,
        current_password: &str,
        password: &str,
        user: Option<&User>,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        let request = self.entered(current_password).and_then(|current_password| {
            let password = Password::parse(password)?.as_str().to_owned();
            let is_own = |user: &User| is_personal(&password, &user.first_name, &user.last_name, &user.email);
            if user.is_some_and(is_own) {
                return Err(ErrorCode::PasswordPersonal);
            }
            Ok(ChangePasswordRequest { current_password, password })
        });
        self.send(AccountAction::Password, "PUT", "/account/password/", request, turn)
    }

    /// Changes the email, once the new one is confirmed.
    pub fn change_email(&mut self, email: &str, password: &str, turn: &mut Turn) -> Result<(), ErrorCode> {
        let request = Email::parse(email).and_then(|email| {
            Ok(ChangeEmailRequest { email: email.as_str().to_owned(), password: self.entered(password)? })
        });
        self.send(AccountAction::Email, "PUT", "/account/email/", request, turn)
    }

    /// Asks for another mail with the link that confirms the email.
    pub fn send_confirmation(&mut self, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.ask(AccountAction::Confirmation, "/account/send-confirmation/", turn)
    }

    /// Ends one of the other logins.
    pub fn end_login(&mut self, id: Id, password: &str, turn: &mut Turn) -> Result<(), ErrorCode> {
        let request = self.entered(password).map(|password| EndLoginRequest { id: id.to_string(), password });
        self.send(AccountAction::Logins, "POST", "/account/logins/end/", request, turn)
    }

    /// Ends every login; the answer ends the session here too.
    pub fn end_logins(&mut self, password: &str, discard_unsent: bool, turn: &mut Turn) -> Result<(), ErrorCode> {
        let request = self.entered(password).map(|password| EndAllLoginsRequest { password });
        let purpose = Purpose::EndLogins { discard_unsent };
        self.call(AccountAction::Logins, purpose, "POST", "/account/logins/end-all/", request, turn)
    }

    /// Asks for the end of the account.
    pub fn delete(&mut self, password: &str, turn: &mut Turn) -> Result<(), ErrorCode> {
        let request = self.entered(password).map(|password| DeleteAccountRequest { password });
        self.send(AccountAction::Delete, "POST", "/account/delete/", request, turn)
    }

    /// Takes that back.
    pub fn keep(&mut self, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.ask(AccountAction::Keep, "/account/keep/", turn)
    }

    /// Asks for the file of everything, which is to have the changes that wait to be sent.
    pub fn export(&mut self, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.begin(AccountAction::Export, turn)?;
        self.waits_to_export = true;
        Ok(())
    }

    /// Goes on with the file once nothing waits to be sent any more. Where the server is away it says so.
    pub fn follow(&mut self, waits: bool, is_offline: bool, turn: &mut Turn) {
        if self.waits_to_export && (is_offline || !waits) {
            self.waits_to_export = false;
            if waits {
                self.finish(AccountAction::Export, Err(ErrorCode::Unavailable.into()), turn);
            } else {
                let purpose = Purpose::ChangeAccount { action: AccountAction::Export };
                turn.calls.push(Call::file(purpose, "/account/export/"));
            }
        }
    }

    /// Whether something is being done already.
    pub fn is_busy(&self) -> bool {
        self.view.busy.is_some()
    }

    /// A password that was entered to show who asks. An account without one is known by its login instead.
    fn entered(&self, password: &str) -> Result<String, ErrorCode> {
        match &self.view.account {
            Some(account) if account.has_password && password.is_empty() => Err(ErrorCode::PasswordRequired),
            _ => Ok(password.to_owned()),
        }
    }

    fn begin(&mut self, action: AccountAction, turn: &mut Turn) -> Result<(), ErrorCode> {
        if self.is_busy() {
            return Err(ErrorCode::Busy);
        }
        (self.view.busy, self.view.done, self.view.refused) = (Some(action), None, None);
        self.patch(turn);
        Ok(())
    }

    /// Sends a form that changes the account, unless something is on its way or it cannot be right.
    fn send<T: serde::Serialize>(
        &mut self,
        action: AccountAction,
        method: &'static str,
        path: &str,
        request: Result<T, ErrorCode>,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        self.call(action, Purpose::ChangeAccount { action }, method, path, request, turn)
    }

    /// The same for any purpose.
    fn call<T: serde::Serialize>(
        &mut self,
        action: AccountAction,
        purpose: Purpose,
        method: &'static str,
        path: &str,
        request: Result<T, ErrorCode>,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        if self.is_busy() {
            return Err(ErrorCode::Busy);
        }
        match request {
            Ok(request) => {
                self.begin(action, turn)?;
                turn.calls.push(Call::send(purpose, method, path, crate::json(&request)));
                Ok(())
            }
            Err(code) => {
                self.finish(action, Err(code.into()), turn);
                Err(code)
            }
        }
    }

    /// The same without a body.
    fn ask(&mut self, action: AccountAction, path: &str, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.begin(action, turn)?;
        let purpose = Purpose::ChangeAccount { action };
        turn.calls.push(Call::send(purpose, "POST", path, String::new()).empty());
        Ok(())
    }

    /// What was asked for is done, or is not. Answers the user as the server now has them, where it tells. The person's days
    /// begin `day_start` minutes after midnight.
    pub fn answered(
        &mut self,
        action: AccountAction,
        answer: &Answer,
        day_start: i64,
        env: &Env,
        turn: &mut Turn,
    ) -> Option<User> {
        let mut user = None;
        let told = match action {
            AccountAction::Profile => answer.read::<UserAnswer>().map(|told| user = told.user.into_iter().next()),
            AccountAction::Password => answer.read::<TokenPair>().map(|_| self.refresh(turn)),
            AccountAction::Confirmation => answer.read::<MessageAnswer>().map(|_| {
                // Nothing was sent where the email has been confirmed meanwhile, by the link before: the user tells.
                self.refresh(turn);
                turn.calls.push(Call::get(Purpose::LoadUser, "/user/"));
            }),
            AccountAction::Export => match answer {
                Answer::Arrived { status: 200..=299, body } => {
                    offer(body, day_start, env, turn);
                    Ok(())
                }
                _ => Err(answer.failure()),
            },
            AccountAction::Email | AccountAction::Logins | AccountAction::Delete | AccountAction::Keep => {
                answer.read::<AccountAnswer>().map(|told| {
                    self.asking.overtaken();
                    self.view.account = Some(told.account);
                    self.view.status = LoadStatus::Ready;
                })
            }
        };
        if told.is_err() && action == AccountAction::Logins {
            // It may have ended elsewhere meanwhile.
            self.refresh(turn);
        }
        self.finish(action, told.map_err(|_| answer.rejection()), turn);
        user
    }

    /// Every login is to have ended, and has not.
    pub fn logins_go_on(&mut self, answer: &Answer, turn: &mut Turn) {
        self.finish(AccountAction::Logins, Err(answer.rejection()), turn);
    }

    fn finish(&mut self, action: AccountAction, outcome: Result<(), Rejection>, turn: &mut Turn) {
        self.view.busy = None;
        self.view.done = outcome.is_ok().then_some(action);
        self.view.refused = outcome.err().map(|rejection| AccountRefusal { action, rejection });
        self.patch(turn);
    }

    /// Forgets everything: somebody else is signed in now.
    pub fn forget(&mut self, turn: &mut Turn) {
        let shown = std::mem::take(self).view;
        if shown != self.view {
            self.patch(turn);
        }
    }

    fn patch(&self, turn: &mut Turn) {
        turn.step.patches.push(Patch::Account { account: self.view.clone() });
    }
}

/// Offers the file of everything, which lies under an address of the page.
fn offer(address: &str, day_start: i64, env: &Env, turn: &mut Turn) {
    let name = format!("twentyfour-{}.zip", local_day(env.now, env.utc_offset, day_start));
    turn.step.ui.push(UiEffect::DownloadAddress { name, address: address.to_owned() });
}
