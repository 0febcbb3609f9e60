//! Made from `messages/en/mails.json` by `npm run messages`. Change the texts there.

/// Confirm your email
pub(crate) fn confirm_email_subject() -> &'static str {
    "Confirm your email"
}

/// Confirm this email for your account at {host}.
pub(crate) fn confirm_email_intro(host: &str) -> String {
    format!("Confirm this email for your account at {host}.")
}

/// Confirm email
pub(crate) fn confirm_email_button() -> &'static str {
    "Confirm email"
}

/// The link works once and expires in 24 hours.
pub(crate) fn confirm_email_expiry() -> &'static str {
    "The link works once and expires in 24 hours."
}

/// If you did not request this, ignore this email.
pub(crate) fn confirm_email_not_you() -> &'static str {
    "If you did not request this, ignore this email."
}

/// Choose a new password
pub(crate) fn reset_password_subject() -> &'static str {
    "Choose a new password"
}

/// Someone requested a new password for your account at {host}.
pub(crate) fn reset_password_intro(host: &str) -> String {
    format!("Someone requested a new password for your account at {host}.")
}

/// Choose a new password
pub(crate) fn reset_password_button() -> &'static str {
    "Choose a new password"
}

/// The link works once and expires in 30 minutes.
pub(crate) fn reset_password_expiry() -> &'static str {
    "The link works once and expires in 30 minutes."
}

/// If this was not you, ignore this email. Your password stays the same.
pub(crate) fn reset_password_not_you() -> &'static str {
    "If this was not you, ignore this email. Your password stays the same."
}

/// Your email was changed
pub(crate) fn email_changed_subject() -> &'static str {
    "Your email was changed"
}

/// The email of your account at {host} was changed. We will not send more email to this address.
pub(crate) fn email_changed_intro(host: &str) -> String {
    format!("The email of your account at {host} was changed. We will not send more email to this address.")
}

/// If this was not you, contact the administrator of this server.
pub(crate) fn email_changed_not_you() -> &'static str {
    "If this was not you, contact the administrator of this server."
}

/// Your password was changed
pub(crate) fn password_changed_subject() -> &'static str {
    "Your password was changed"
}

/// The password of your account at {host} was changed. You have been logged out on your other devices.
pub(crate) fn password_changed_intro(host: &str) -> String {
    format!("The password of your account at {host} was changed. You have been logged out on your other devices.")
}

/// Your account will be deleted
pub(crate) fn account_deletion_subject() -> &'static str {
    "Your account will be deleted"
}

/// Your account at {host} and all its data will be deleted on {day}. To keep it, log in and select Keep my account.
pub(crate) fn account_deletion_intro(host: &str, day: &str) -> String {
    format!("Your account at {host} and all its data will be deleted on {day}. To keep it, log in and select Keep my account.")
}

/// Log in
pub(crate) fn account_deletion_button() -> &'static str {
    "Log in"
}

/// You can log in with Google
pub(crate) fn google_linked_subject() -> &'static str {
    "You can log in with Google"
}

/// You can now log in to your account at {host} with Google. Your password still works.
pub(crate) fn google_linked_intro(host: &str) -> String {
    format!("You can now log in to your account at {host} with Google. Your password still works.")
}

/// If this was not you, reset your password at {url}.
pub(crate) fn reset_if_not_you(url: &str) -> String {
    format!("If this was not you, reset your password at {url}.")
}

/// You are on the waitlist
pub(crate) fn waitlist_joined_subject() -> &'static str {
    "You are on the waitlist"
}

/// Thank you for joining the Twentyfour waitlist at {host}. We will keep you updated and tell you when the product is ready.
pub(crate) fn waitlist_joined_intro(host: &str) -> String {
    format!("Thank you for joining the Twentyfour waitlist at {host}. We will keep you updated and tell you when the product is ready.")
}

/// If this was not you, or you no longer want to hear from us, leave the waitlist. Your name and email are deleted immediately.
pub(crate) fn waitlist_joined_leave() -> &'static str {
    "If this was not you, or you no longer want to hear from us, leave the waitlist. Your name and email are deleted immediately."
}

/// Leave the waitlist
pub(crate) fn waitlist_joined_button() -> &'static str {
    "Leave the waitlist"
}

/// Your invitation to Twentyfour
pub(crate) fn invitation_subject() -> &'static str {
    "Your invitation to Twentyfour"
}

/// You can now create your account at {host}.
pub(crate) fn invitation_intro(host: &str) -> String {
    format!("You can now create your account at {host}.")
}

/// Create my account
pub(crate) fn invitation_button() -> &'static str {
    "Create my account"
}

/// The link works once.
pub(crate) fn invitation_expiry() -> &'static str {
    "The link works once."
}

/// You are invited to a board
pub(crate) fn board_invitation_subject() -> &'static str {
    "You are invited to a board"
}

/// {from} invites you to work together on the board "{board}" at {host}.
pub(crate) fn board_invitation_intro(from: &str, board: &str, host: &str) -> String {
    format!("{from} invites you to work together on the board \"{board}\" at {host}.")
}

/// Join the board
pub(crate) fn board_invitation_button() -> &'static str {
    "Join the board"
}

/// The link works once and expires in 14 days.
pub(crate) fn board_invitation_expiry() -> &'static str {
    "The link works once and expires in 14 days."
}

/// If you do not know this person, ignore this email.
pub(crate) fn board_invitation_unknown() -> &'static str {
    "If you do not know this person, ignore this email."
}

/// New in your inbox
pub(crate) fn inbox_subject() -> &'static str {
    "New in your inbox"
}

/// This is new in your inbox at {host}:
pub(crate) fn inbox_intro(host: &str) -> String {
    format!("This is new in your inbox at {host}:")
}

/// {who} mentioned you on "{card}" ({board}): {text}
pub(crate) fn inbox_mention(who: &str, card: &str, board: &str, text: &str) -> String {
    format!("{who} mentioned you on \"{card}\" ({board}): {text}")
}

/// {who} commented on "{card}" ({board}): {text}
pub(crate) fn inbox_comment(who: &str, card: &str, board: &str, text: &str) -> String {
    format!("{who} commented on \"{card}\" ({board}): {text}")
}

/// {who} mentioned you on "{card}" ({board}).
pub(crate) fn inbox_mention_deleted(who: &str, card: &str, board: &str) -> String {
    format!("{who} mentioned you on \"{card}\" ({board}).")
}

/// {who} commented on "{card}" ({board}).
pub(crate) fn inbox_comment_deleted(who: &str, card: &str, board: &str) -> String {
    format!("{who} commented on \"{card}\" ({board}).")
}

/// {who} assigned you to "{card}" ({board}).
pub(crate) fn inbox_assignment(who: &str, card: &str, board: &str) -> String {
    format!("{who} assigned you to \"{card}\" ({board}).")
}

/// {who} invited you to the board "{board}".
pub(crate) fn inbox_invitation(who: &str, board: &str) -> String {
    format!("{who} invited you to the board \"{board}\".")
}

/// {who} set the due date of "{card}" ({board}) to {date}.
pub(crate) fn inbox_due_date(who: &str, card: &str, board: &str, date: &str) -> String {
    format!("{who} set the due date of \"{card}\" ({board}) to {date}.")
}

/// "{card}" ({board}) is due soon: {date}.
pub(crate) fn inbox_due_soon(card: &str, board: &str, date: &str) -> String {
    format!("\"{card}\" ({board}) is due soon: {date}.")
}

/// {who} removed the due date of "{card}" ({board}).
pub(crate) fn inbox_due_date_removed(who: &str, card: &str, board: &str) -> String {
    format!("{who} removed the due date of \"{card}\" ({board}).")
}

/// There is more in your inbox.
pub(crate) fn inbox_more() -> &'static str {
    "There is more in your inbox."
}

/// Open the inbox
pub(crate) fn inbox_button() -> &'static str {
    "Open the inbox"
}

/// To stop these emails, open {url} or change it in Settings.
pub(crate) fn inbox_unsubscribe(url: &str) -> String {
    format!("To stop these emails, open {url} or change it in Settings.")
}

/// Message from the contact page
pub(crate) fn contact_subject() -> &'static str {
    "Message from the contact page"
}

/// {name} <{email}> wrote on the contact page of {host}:
pub(crate) fn contact_intro(name: &str, email: &str, host: &str) -> String {
    format!("{name} <{email}> wrote on the contact page of {host}:")
}

/// Replies go to {email}. The address has not been verified.
pub(crate) fn contact_reply(email: &str) -> String {
    format!("Replies go to {email}. The address has not been verified.")
}
