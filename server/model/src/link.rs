//! The purposes of links in mails.

const MINUTE_MS: i64 = 60_000;

/// The purpose of a link in a mail. Each link works once and for a limited time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkPurpose {
    /// Choosing a new password.
    ResetPassword,
    /// Confirming that mail to an address arrives.
    ConfirmEmail,
}

impl LinkPurpose {
    /// Returns the stored name.
    pub fn tag(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset_password",
            Self::ConfirmEmail => "confirm_email",
        }
    }

    /// Returns how long a link is valid, in milliseconds.
    pub fn ttl_ms(self) -> i64 {
        match self {
            Self::ResetPassword => 30 * MINUTE_MS,
            Self::ConfirmEmail => 24 * 60 * MINUTE_MS,
        }
    }

    /// Returns the page that a link opens: the parameter `type` of its URL.
    pub fn page(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset",
            Self::ConfirmEmail => "confirm",
        }
    }
}
