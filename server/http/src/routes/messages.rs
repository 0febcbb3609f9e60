//! Made from `messages/en/api.json` by `npm run messages`. Change the texts there.

/// The server and its database respond.
pub(crate) fn database_responds() -> &'static str {
    "The server and its database respond."
}

/// The server responds.
pub(crate) fn server_responds() -> &'static str {
    "The server responds."
}

/// The token is valid.
pub(crate) fn token_valid() -> &'static str {
    "The token is valid."
}

/// You’re logged out.
pub(crate) fn logged_out() -> &'static str {
    "You’re logged out."
}

/// You’re logged out everywhere.
pub(crate) fn logged_out_everywhere() -> &'static str {
    "You’re logged out everywhere."
}

/// Thank you for your message. We will reply by email.
pub(crate) fn contact_message_received() -> &'static str {
    "Thank you for your message. We will reply by email."
}

/// Successfully joined the waitlist!
pub(crate) fn waitlist_joined() -> &'static str {
    "Successfully joined the waitlist!"
}

/// You have left the waitlist.
pub(crate) fn waitlist_left() -> &'static str {
    "You have left the waitlist."
}

/// You won’t get inbox emails anymore. You can change this in Settings.
pub(crate) fn inbox_unsubscribed() -> &'static str {
    "You won’t get inbox emails anymore. You can change this in Settings."
}

/// Thank you.
pub(crate) fn photo_use_recorded() -> &'static str {
    "Thank you."
}

/// The attachment has been deleted.
pub(crate) fn attachment_deleted() -> &'static str {
    "The attachment has been deleted."
}

/// The invitation has been declined.
pub(crate) fn invitation_declined() -> &'static str {
    "The invitation has been declined."
}

/// The picture has been deleted.
pub(crate) fn picture_deleted() -> &'static str {
    "The picture has been deleted."
}

/// If an account has this email, we sent a link to reset the password. It works once and expires in 30 minutes.
pub(crate) fn reset_link_requested() -> &'static str {
    "If an account has this email, we sent a link to reset the password. It works once and expires in 30 minutes."
}

/// Your password was changed. Log in with the new one.
pub(crate) fn password_reset() -> &'static str {
    "Your password was changed. Log in with the new one."
}

/// Your email is confirmed.
pub(crate) fn email_confirmed() -> &'static str {
    "Your email is confirmed."
}

/// A link to confirm your email is on its way.
pub(crate) fn confirmation_sent() -> &'static str {
    "A link to confirm your email is on its way."
}

/// Your email is already confirmed.
pub(crate) fn email_already_confirmed() -> &'static str {
    "Your email is already confirmed."
}
