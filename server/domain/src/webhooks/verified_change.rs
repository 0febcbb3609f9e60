//! Changes to webhooks that need the password: who changes where events go, or sees a secret, can read the boards of the account.

use super::Webhooks;
use crate::accounts;
use crate::error::DomainError;
use crate::own_actions::OwnAction;
use crate::policy;
use crate::public_http::host_of;
use crate::security::{self, SecurityEvent};
use crate::services::AccountDeps;
use core_wasm::protocol::admin::AuditAction;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use std::net::IpAddr;
use twentyfour_jobs::mails::{self, WebhookChange, WebhookChangedMail};
use twentyfour_model::{Actor, MailKind, NewMail};
use twentyfour_store::Connection;
use twentyfour_store::accounts::AccountRow;

/// A change to a webhook by a user who has entered the password.
#[derive(Clone)]
pub(super) struct VerifiedChange {
    account: Actor,
    row: AccountRow,
    change: WebhookChange,
    mail_id: Id,
    audit_id: Id,
    pub(super) now: Timestamp,
}

impl VerifiedChange {
    /// Checks the password.
    ///
    /// # Errors
    /// Returns the errors of [`accounts::reauthenticate`].
    pub(super) async fn new(
        deps: &Webhooks,
        account: Actor,
        password: String,
        change: WebhookChange,
    ) -> Result<Self, DomainError> {
        let row = accounts::reauthenticate(&deps.accounts, account, password).await?;
        let Webhooks { accounts: AccountDeps { context, .. }, .. } = deps;
        let (mail_id, audit_id) = (context.new_id(), context.new_id());
        Ok(Self { account, row, change, mail_id, audit_id, now: context.now() })
    }

    /// Begins the transaction of the change, as [`accounts::lock_verified`] does.
    pub(super) async fn lock(&self, connection: &mut Connection) -> Result<(), DomainError> {
        accounts::lock_verified(connection, self.account, &self.row).await
    }

    /// Adds the change to the audit log and queues the notice about it, in its transaction.
    pub(super) async fn record(&self, connection: &mut Connection, url: &str) -> Result<(), DomainError> {
        let action = match self.change {
            WebhookChange::Added => AuditAction::AddWebhook,
            WebhookChange::AddressChanged | WebhookChange::SecretReplaced | WebhookChange::TurnedOn => {
                AuditAction::ChangeWebhook
            }
        };
        // The audit log outlives the account, so it does not have the address.
        let entry = OwnAction { id: self.audit_id, at: self.now, action, detail: String::new() };
        entry.record(connection, policy::owner_of(self.account), self.row.email.clone()).await?;
        let (kind, recipient) = (MailKind::WebhookChanged, self.row.email.clone());
        let mail = NewMail { id: self.mail_id, kind, recipient, account_id: Some(self.row.id) };
        let parameters = WebhookChangedMail { host: host_of(url), change: self.change };
        Ok(mails::queue_with_parameters(connection, &mail, &parameters, self.now).await?)
    }

    /// Sends the notice and logs the change, after the commit.
    pub(super) fn announce(&self, deps: &Webhooks, address: IpAddr) {
        deps.accounts.outbox.wake();
        let event = match self.change {
            WebhookChange::Added => SecurityEvent::WebhookAdded,
            WebhookChange::AddressChanged | WebhookChange::SecretReplaced | WebhookChange::TurnedOn => {
                SecurityEvent::WebhookChanged
            }
        };
        security::log(event, Some(address), Some(self.row.id));
    }
}
