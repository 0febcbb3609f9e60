//! Entries of the audit log for what users do to their own accounts.

use crate::error::DomainError;
use core_wasm::protocol::admin::AuditAction;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use twentyfour_model::Owner;
use twentyfour_store::Connection;
use twentyfour_store::audit::{self, AuditedAccount, NewAuditEntry};

/// What users do to their own accounts.
pub(crate) struct OwnAction {
    /// The id of the entry.
    pub(crate) id: Id,
    pub(crate) at: Timestamp,
    pub(crate) action: AuditAction,
    /// Details, which stay in the audit log when the account is deleted.
    pub(crate) detail: String,
}

impl OwnAction {
    /// Adds the entry to the audit log.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn record(
        self,
        connection: &mut Connection,
        owner: Owner,
        email: String,
    ) -> Result<(), DomainError> {
        let Self { id, at, action, detail } = self;
        let account = Some(AuditedAccount { id: Some(owner.id()), email });
        let entry = NewAuditEntry { id, at, admin: account.clone(), action, target: account, detail };
        Ok(audit::insert(connection, entry).await?)
    }
}
