//! The account in Settings (SPEC A27 to A30, A32, A35, M130): name, picture, password, email address, logins, data export and
//! deletion. All of it needs the server, and nothing is stored in the browser. This file loads and shows the account;
//! `actions` changes it.

mod actions;

use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::context::events::DomainEvent;
use crate::protocol::account::{Account, AccountResponse};
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use crate::protocol::view::{AccountAction, AccountRefusal, AccountView};
use crate::resource::remote::{FailureOutcome, RemoteResource};

/// The account's data and the action that is running.
#[derive(Debug, Default)]
pub(crate) struct AccountSettings {
    account: RemoteResource<Account>,
    /// The action that is running.
    running: Option<AccountAction>,
    /// The handle of the picture that is being uploaded.
    uploading_file: Option<u32>,
    /// The outcome of the last action, until another one starts.
    last_outcome: Option<ActionOutcome>,
    /// Whether an export waits for unsent changes to be sent first.
    is_export_pending: bool,
}

/// The outcome of an action.
#[derive(Debug)]
enum ActionOutcome {
    Done(AccountAction),
    Refused(AccountRefusal),
}

impl AccountSettings {
    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> AccountView {
        let (done, refused) = match &self.last_outcome {
            Some(ActionOutcome::Done(action)) => (Some(*action), None),
            Some(ActionOutcome::Refused(refusal)) => (None, Some(refusal.clone())),
            None => (None, None),
        };
        let account = self.account.value().cloned();
        AccountView { status: self.account.status(), account, busy: self.running, done, refused }
    }

    /// Returns the account, if it is known.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.account.value()
    }

    /// Loads the account. Known data is shown meanwhile.
    pub(crate) fn load(&mut self, ctx: &mut Context) {
        if self.account.request() {
            self.push_patch(ctx);
        }
        self.fetch(ctx);
    }

    /// Loads the account again if Settings has requested it before, because it may have changed.
    pub(crate) fn refresh(&mut self, ctx: &mut Context) {
        if self.account.is_requested() {
            self.account.invalidate();
            self.fetch(ctx);
        }
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if self.account.start_fetch() {
            ctx.requests.push(ApiRequest::get(Purpose::LoadAccount, "/account/"));
        }
    }

    /// Handles the response with the account.
    pub(crate) fn on_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        match response.read::<AccountResponse>() {
            Ok(response) => {
                let outcome = self.account.finish_fetch();
                if outcome.is_outdated {
                    self.fetch(ctx);
                }
                if outcome.applies {
                    self.set_account(response.account, ctx);
                    self.push_patch(ctx);
                }
            }
            Err(_) => {
                ctx.log("Error fetching account");
                match self.account.fail_fetch() {
                    FailureOutcome::Refetch => self.fetch(ctx),
                    FailureOutcome::StatusFailed => self.push_patch(ctx),
                    FailureOutcome::StatusKept => {}
                }
            }
        }
    }

    fn set_account(&mut self, account: Account, ctx: &mut Context) {
        self.account.set(account);
        ctx.events.push(DomainEvent::AccountChanged);
    }

    /// Resets the state after a change of account.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        self.release_file(ctx);
        let shown = std::mem::take(self).view();
        if shown != self.view() {
            self.push_patch(ctx);
        }
    }

    fn push_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::Account { account: self.view() });
    }
}
