//! What happens to the doors of an account, for the log: target `security`, level info. Never a secret and never an email; the address of
//! the client and the account's id alone.

use core_wasm::protocol::id::Id;
use std::net::IpAddr;

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SecurityEvent {
    /// An account was made.
    SignUp,
    /// Somebody logged in.
    LoginSucceeded,
    /// Google can be logged in with from now on.
    GoogleLinked,
    /// Somebody tried to, with an unknown email or a wrong password.
    LoginFailed,
    /// A login ended: logged out, ended from elsewhere, or with a new password.
    LoginEnded,
    /// A refresh token came again long after it was traded: somebody has stolen it, and its login ended.
    RefreshTokenReused,
    /// Somebody who is logged in was asked for the password and gave a wrong one.
    PasswordRefused,
    /// The password was changed by somebody who knew the one of before.
    PasswordChanged,
    /// The password was chosen anew by a mailed link.
    PasswordReset,
    /// The account has another email.
    EmailChanged,
    /// The end of the account was asked for.
    DeletionAsked,
    /// The account is kept after all.
    DeletionTakenBack,
    /// The account is gone.
    DeletionDone,
    /// All that an account holds was handed out.
    Exported,
    /// Somebody asked too often, and was told to wait. With the name of the limit.
    LimitReached(&'static str),
}

/// Writes an event into the log. `address` is the client's, where a request led to it.
pub(crate) fn log(event: SecurityEvent, address: Option<IpAddr>, account_id: Option<Id>) {
    tracing::info!(
        target: "security",
        ?event,
        address = address.map(tracing::field::display),
        account = account_id.map(tracing::field::display),
    );
}
