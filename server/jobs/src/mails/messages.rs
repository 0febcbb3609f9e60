//! Made from `messages/en/mails.json` by `npm run messages`. Change the texts there.

use core_wasm::protocol::messages::Texts;

/// Confirm your email
pub(crate) fn confirm_email_subject() -> &'static str {
    TEXTS.text(Index::ConfirmEmailSubject as usize)
}

/// Confirm this email for your account at {host}.
pub(crate) fn confirm_email_intro(host: &str) -> String {
    TEXTS.format(Index::ConfirmEmailIntro as usize, 0, &[host])
}

/// Confirm email
pub(crate) fn confirm_email_button() -> &'static str {
    TEXTS.text(Index::ConfirmEmailButton as usize)
}

/// The link works once and expires in 24 hours.
pub(crate) fn confirm_email_expiry() -> &'static str {
    TEXTS.text(Index::ConfirmEmailExpiry as usize)
}

/// If you did not request this, ignore this email.
pub(crate) fn confirm_email_not_you() -> &'static str {
    TEXTS.text(Index::ConfirmEmailNotYou as usize)
}

/// Choose a new password
pub(crate) fn reset_password_subject() -> &'static str {
    TEXTS.text(Index::ResetPasswordSubject as usize)
}

/// Someone requested a new password for your account at {host}.
pub(crate) fn reset_password_intro(host: &str) -> String {
    TEXTS.format(Index::ResetPasswordIntro as usize, 0, &[host])
}

/// Choose a new password
pub(crate) fn reset_password_button() -> &'static str {
    TEXTS.text(Index::ResetPasswordButton as usize)
}

/// The link works once and expires in 30 minutes.
pub(crate) fn reset_password_expiry() -> &'static str {
    TEXTS.text(Index::ResetPasswordExpiry as usize)
}

/// If this was not you, ignore this email. Your password stays the same.
pub(crate) fn reset_password_not_you() -> &'static str {
    TEXTS.text(Index::ResetPasswordNotYou as usize)
}

/// Your email was changed
pub(crate) fn email_changed_subject() -> &'static str {
    TEXTS.text(Index::EmailChangedSubject as usize)
}

/// The email of your account at {host} was changed. We will not send more email to this address.
pub(crate) fn email_changed_intro(host: &str) -> String {
    TEXTS.format(Index::EmailChangedIntro as usize, 0, &[host])
}

/// If this was not you, contact the administrator of this server.
pub(crate) fn email_changed_not_you() -> &'static str {
    TEXTS.text(Index::EmailChangedNotYou as usize)
}

/// Your password was changed
pub(crate) fn password_changed_subject() -> &'static str {
    TEXTS.text(Index::PasswordChangedSubject as usize)
}

/// The password of your account at {host} was changed. You have been logged out on your other devices.
pub(crate) fn password_changed_intro(host: &str) -> String {
    TEXTS.format(Index::PasswordChangedIntro as usize, 0, &[host])
}

/// The password of your account at {host} was reset. You have been logged out on all devices.
pub(crate) fn password_reset_intro(host: &str) -> String {
    TEXTS.format(Index::PasswordResetIntro as usize, 0, &[host])
}

/// Your API tokens and the address of your calendar feed no longer work, and your webhooks are off. In Settings, under Integrations, you can turn webhooks on again and create new tokens and a new address.
pub(crate) fn password_reset_ended() -> &'static str {
    TEXTS.text(Index::PasswordResetEnded as usize)
}

/// Your account will be deleted
pub(crate) fn account_deletion_subject() -> &'static str {
    TEXTS.text(Index::AccountDeletionSubject as usize)
}

/// Your account at {host} and all its data will be deleted on {day}. To keep it, log in and select Keep my account.
pub(crate) fn account_deletion_intro(host: &str, day: &str) -> String {
    TEXTS.format(Index::AccountDeletionIntro as usize, 0, &[host, day])
}

/// Log in
pub(crate) fn account_deletion_button() -> &'static str {
    TEXTS.text(Index::AccountDeletionButton as usize)
}

/// You can log in with Google
pub(crate) fn google_linked_subject() -> &'static str {
    TEXTS.text(Index::GoogleLinkedSubject as usize)
}

/// You can now log in to your account at {host} with Google. Your password still works.
pub(crate) fn google_linked_intro(host: &str) -> String {
    TEXTS.format(Index::GoogleLinkedIntro as usize, 0, &[host])
}

/// An API token was created
pub(crate) fn api_token_created_subject() -> &'static str {
    TEXTS.text(Index::ApiTokenCreatedSubject as usize)
}

/// A new API token can act for your account at {host}. You can revoke it in Settings, under Integrations.
pub(crate) fn api_token_created_intro(host: &str) -> String {
    TEXTS.format(Index::ApiTokenCreatedIntro as usize, 0, &[host])
}

/// If this was not you, reset your password at {url}.
pub(crate) fn reset_if_not_you(url: &str) -> String {
    TEXTS.format(Index::ResetIfNotYou as usize, 0, &[url])
}

/// You are on the waitlist
pub(crate) fn waitlist_joined_subject() -> &'static str {
    TEXTS.text(Index::WaitlistJoinedSubject as usize)
}

/// Thank you for joining the Twentyfour waitlist at {host}. We will keep you updated and tell you when the product is ready.
pub(crate) fn waitlist_joined_intro(host: &str) -> String {
    TEXTS.format(Index::WaitlistJoinedIntro as usize, 0, &[host])
}

/// If this was not you, or you no longer want to hear from us, leave the waitlist. Your name and email are deleted immediately.
pub(crate) fn waitlist_joined_leave() -> &'static str {
    TEXTS.text(Index::WaitlistJoinedLeave as usize)
}

/// Leave the waitlist
pub(crate) fn waitlist_joined_button() -> &'static str {
    TEXTS.text(Index::WaitlistJoinedButton as usize)
}

/// Your invitation to Twentyfour
pub(crate) fn invitation_subject() -> &'static str {
    TEXTS.text(Index::InvitationSubject as usize)
}

/// You can now create your account at {host}.
pub(crate) fn invitation_intro(host: &str) -> String {
    TEXTS.format(Index::InvitationIntro as usize, 0, &[host])
}

/// Create my account
pub(crate) fn invitation_button() -> &'static str {
    TEXTS.text(Index::InvitationButton as usize)
}

/// The link works once.
pub(crate) fn invitation_expiry() -> &'static str {
    TEXTS.text(Index::InvitationExpiry as usize)
}

/// If you do not want an account, open {url} to leave the waitlist.
pub(crate) fn invitation_unsubscribe(url: &str) -> String {
    TEXTS.format(Index::InvitationUnsubscribe as usize, 0, &[url])
}

/// You are invited to a board
pub(crate) fn board_invitation_subject() -> &'static str {
    TEXTS.text(Index::BoardInvitationSubject as usize)
}

/// {from} invites you to work together on the board "{board}" at {host}.
pub(crate) fn board_invitation_intro(from: &str, board: &str, host: &str) -> String {
    TEXTS.format(Index::BoardInvitationIntro as usize, 0, &[from, board, host])
}

/// Join the board
pub(crate) fn board_invitation_button() -> &'static str {
    TEXTS.text(Index::BoardInvitationButton as usize)
}

/// The link works once and expires in 14 days.
pub(crate) fn board_invitation_expiry() -> &'static str {
    TEXTS.text(Index::BoardInvitationExpiry as usize)
}

/// If you do not know this person, ignore this email.
pub(crate) fn board_invitation_unknown() -> &'static str {
    TEXTS.text(Index::BoardInvitationUnknown as usize)
}

/// New in your inbox
pub(crate) fn inbox_subject() -> &'static str {
    TEXTS.text(Index::InboxSubject as usize)
}

/// This is new in your inbox at {host}:
pub(crate) fn inbox_intro(host: &str) -> String {
    TEXTS.format(Index::InboxIntro as usize, 0, &[host])
}

/// {who} mentioned you on "{card}" ({board}): {text}
pub(crate) fn inbox_mention(who: &str, card: &str, board: &str, text: &str) -> String {
    TEXTS.format(Index::InboxMention as usize, 0, &[who, card, board, text])
}

/// {who} commented on "{card}" ({board}): {text}
pub(crate) fn inbox_comment(who: &str, card: &str, board: &str, text: &str) -> String {
    TEXTS.format(Index::InboxComment as usize, 0, &[who, card, board, text])
}

/// {who} mentioned you on "{card}" ({board}).
pub(crate) fn inbox_mention_deleted(who: &str, card: &str, board: &str) -> String {
    TEXTS.format(Index::InboxMentionDeleted as usize, 0, &[who, card, board])
}

/// {who} commented on "{card}" ({board}).
pub(crate) fn inbox_comment_deleted(who: &str, card: &str, board: &str) -> String {
    TEXTS.format(Index::InboxCommentDeleted as usize, 0, &[who, card, board])
}

/// {who} assigned you to "{card}" ({board}).
pub(crate) fn inbox_assignment(who: &str, card: &str, board: &str) -> String {
    TEXTS.format(Index::InboxAssignment as usize, 0, &[who, card, board])
}

/// {who} invited you to the board "{board}".
pub(crate) fn inbox_invitation(who: &str, board: &str) -> String {
    TEXTS.format(Index::InboxInvitation as usize, 0, &[who, board])
}

/// {who} set the due date of "{card}" ({board}) to {date}.
pub(crate) fn inbox_due_date(who: &str, card: &str, board: &str, date: &str) -> String {
    TEXTS.format(Index::InboxDueDate as usize, 0, &[who, card, board, date])
}

/// "{card}" ({board}) is due soon: {date}.
pub(crate) fn inbox_due_soon(card: &str, board: &str, date: &str) -> String {
    TEXTS.format(Index::InboxDueSoon as usize, 0, &[card, board, date])
}

/// {who} removed the due date of "{card}" ({board}).
pub(crate) fn inbox_due_date_removed(who: &str, card: &str, board: &str) -> String {
    TEXTS.format(Index::InboxDueDateRemoved as usize, 0, &[who, card, board])
}

/// There is more in your inbox.
pub(crate) fn inbox_more() -> &'static str {
    TEXTS.text(Index::InboxMore as usize)
}

/// Open the inbox
pub(crate) fn inbox_button() -> &'static str {
    TEXTS.text(Index::InboxButton as usize)
}

/// To stop these emails, open {url} or change it in Settings.
pub(crate) fn inbox_unsubscribe(url: &str) -> String {
    TEXTS.format(Index::InboxUnsubscribe as usize, 0, &[url])
}

/// A webhook was added
pub(crate) fn webhook_added_subject() -> &'static str {
    TEXTS.text(Index::WebhookAddedSubject as usize)
}

/// A new webhook of your account at {host} sends events to {address}. You can delete it in Settings, under Integrations.
pub(crate) fn webhook_added_intro(host: &str, address: &str) -> String {
    TEXTS.format(Index::WebhookAddedIntro as usize, 0, &[host, address])
}

/// A webhook was changed
pub(crate) fn webhook_changed_subject() -> &'static str {
    TEXTS.text(Index::WebhookChangedSubject as usize)
}

/// A webhook of your account at {host} has a new address. It now sends events to {address}.
pub(crate) fn webhook_changed_address(host: &str, address: &str) -> String {
    TEXTS.format(Index::WebhookChangedAddress as usize, 0, &[host, address])
}

/// The secret of a webhook of your account at {host} was replaced. It sends events to {address}.
pub(crate) fn webhook_changed_secret(host: &str, address: &str) -> String {
    TEXTS.format(Index::WebhookChangedSecret as usize, 0, &[host, address])
}

/// A webhook of your account at {host} was turned on again. It sends events to {address}.
pub(crate) fn webhook_changed_turned_on(host: &str, address: &str) -> String {
    TEXTS.format(Index::WebhookChangedTurnedOn as usize, 0, &[host, address])
}

/// A webhook was turned off
pub(crate) fn webhook_disabled_subject() -> &'static str {
    TEXTS.text(Index::WebhookDisabledSubject as usize)
}

/// Your webhook to {address} was turned off, because every attempt of the last 3 days has failed. It is a webhook of your account at {host}.
pub(crate) fn webhook_disabled_failing(address: &str, host: &str) -> String {
    TEXTS.format(Index::WebhookDisabledFailing as usize, 0, &[address, host])
}

/// Your webhook to {address} was turned off, because its address no longer exists. It is a webhook of your account at {host}.
pub(crate) fn webhook_disabled_gone(address: &str, host: &str) -> String {
    TEXTS.format(Index::WebhookDisabledGone as usize, 0, &[address, host])
}

/// Open the webhooks
pub(crate) fn webhook_disabled_button() -> &'static str {
    TEXTS.text(Index::WebhookDisabledButton as usize)
}

/// Events that were waiting are not sent. When the address works again, turn the webhook on.
pub(crate) fn webhook_disabled_details() -> &'static str {
    TEXTS.text(Index::WebhookDisabledDetails as usize)
}

/// Message from the contact page
pub(crate) fn contact_subject() -> &'static str {
    TEXTS.text(Index::ContactSubject as usize)
}

/// {name} <{email}> wrote on the contact page of {host}:
pub(crate) fn contact_intro(name: &str, email: &str, host: &str) -> String {
    TEXTS.format(Index::ContactIntro as usize, 0, &[name, email, host])
}

/// Replies go to {email}. The address has not been verified.
pub(crate) fn contact_reply(email: &str) -> String {
    TEXTS.format(Index::ContactReply as usize, 0, &[email])
}

/// You get this email because this address was entered at {host}. It is sent once.
pub(crate) fn why_requested(host: &str) -> String {
    TEXTS.format(Index::WhyRequested as usize, 0, &[host])
}

/// You get this email because this address belonged to an account at {host}. It is sent once.
pub(crate) fn why_previous_email(host: &str) -> String {
    TEXTS.format(Index::WhyPreviousEmail as usize, 0, &[host])
}

/// You get this email because of your account at {host}.
pub(crate) fn why_account(host: &str) -> String {
    TEXTS.format(Index::WhyAccount as usize, 0, &[host])
}

/// Emails about your account cannot be turned off.
pub(crate) fn why_account_always() -> &'static str {
    TEXTS.text(Index::WhyAccountAlways as usize)
}

/// You get this email because this address is on the waitlist at {host}.
pub(crate) fn why_waitlist(host: &str) -> String {
    TEXTS.format(Index::WhyWaitlist as usize, 0, &[host])
}

/// You get this email because someone entered this address at {host}. It is sent once.
pub(crate) fn why_board_invitation(host: &str) -> String {
    TEXTS.format(Index::WhyBoardInvitation as usize, 0, &[host])
}

/// You get this email because your inbox at {host} has unread entries.
pub(crate) fn why_inbox(host: &str) -> String {
    TEXTS.format(Index::WhyInbox as usize, 0, &[host])
}

/// You get this email because this address receives the messages from the contact page of {host}.
pub(crate) fn why_contact(host: &str) -> String {
    TEXTS.format(Index::WhyContact as usize, 0, &[host])
}

/// To stop these emails, change the setting {setting} of the server.
pub(crate) fn why_contact_stop(setting: &str) -> String {
    TEXTS.format(Index::WhyContactStop as usize, 0, &[setting])
}

/// {weekday}, {day} {month} {year}
pub(crate) fn day(weekday: &str, day: &str, month: &str, year: &str) -> String {
    TEXTS.format(Index::Day as usize, 0, &[weekday, day, month, year])
}

/// Monday
pub(crate) fn day_monday() -> &'static str {
    TEXTS.text(Index::DayMonday as usize)
}

/// Tuesday
pub(crate) fn day_tuesday() -> &'static str {
    TEXTS.text(Index::DayTuesday as usize)
}

/// Wednesday
pub(crate) fn day_wednesday() -> &'static str {
    TEXTS.text(Index::DayWednesday as usize)
}

/// Thursday
pub(crate) fn day_thursday() -> &'static str {
    TEXTS.text(Index::DayThursday as usize)
}

/// Friday
pub(crate) fn day_friday() -> &'static str {
    TEXTS.text(Index::DayFriday as usize)
}

/// Saturday
pub(crate) fn day_saturday() -> &'static str {
    TEXTS.text(Index::DaySaturday as usize)
}

/// Sunday
pub(crate) fn day_sunday() -> &'static str {
    TEXTS.text(Index::DaySunday as usize)
}

/// January
pub(crate) fn month_january() -> &'static str {
    TEXTS.text(Index::MonthJanuary as usize)
}

/// February
pub(crate) fn month_february() -> &'static str {
    TEXTS.text(Index::MonthFebruary as usize)
}

/// March
pub(crate) fn month_march() -> &'static str {
    TEXTS.text(Index::MonthMarch as usize)
}

/// April
pub(crate) fn month_april() -> &'static str {
    TEXTS.text(Index::MonthApril as usize)
}

/// May
pub(crate) fn month_may() -> &'static str {
    TEXTS.text(Index::MonthMay as usize)
}

/// June
pub(crate) fn month_june() -> &'static str {
    TEXTS.text(Index::MonthJune as usize)
}

/// July
pub(crate) fn month_july() -> &'static str {
    TEXTS.text(Index::MonthJuly as usize)
}

/// August
pub(crate) fn month_august() -> &'static str {
    TEXTS.text(Index::MonthAugust as usize)
}

/// September
pub(crate) fn month_september() -> &'static str {
    TEXTS.text(Index::MonthSeptember as usize)
}

/// October
pub(crate) fn month_october() -> &'static str {
    TEXTS.text(Index::MonthOctober as usize)
}

/// November
pub(crate) fn month_november() -> &'static str {
    TEXTS.text(Index::MonthNovember as usize)
}

/// December
pub(crate) fn month_december() -> &'static str {
    TEXTS.text(Index::MonthDecember as usize)
}

enum Index {
    ConfirmEmailSubject,
    ConfirmEmailIntro,
    ConfirmEmailButton,
    ConfirmEmailExpiry,
    ConfirmEmailNotYou,
    ResetPasswordSubject,
    ResetPasswordIntro,
    ResetPasswordButton,
    ResetPasswordExpiry,
    ResetPasswordNotYou,
    EmailChangedSubject,
    EmailChangedIntro,
    EmailChangedNotYou,
    PasswordChangedSubject,
    PasswordChangedIntro,
    PasswordResetIntro,
    PasswordResetEnded,
    AccountDeletionSubject,
    AccountDeletionIntro,
    AccountDeletionButton,
    GoogleLinkedSubject,
    GoogleLinkedIntro,
    ApiTokenCreatedSubject,
    ApiTokenCreatedIntro,
    ResetIfNotYou,
    WaitlistJoinedSubject,
    WaitlistJoinedIntro,
    WaitlistJoinedLeave,
    WaitlistJoinedButton,
    InvitationSubject,
    InvitationIntro,
    InvitationButton,
    InvitationExpiry,
    InvitationUnsubscribe,
    BoardInvitationSubject,
    BoardInvitationIntro,
    BoardInvitationButton,
    BoardInvitationExpiry,
    BoardInvitationUnknown,
    InboxSubject,
    InboxIntro,
    InboxMention,
    InboxComment,
    InboxMentionDeleted,
    InboxCommentDeleted,
    InboxAssignment,
    InboxInvitation,
    InboxDueDate,
    InboxDueSoon,
    InboxDueDateRemoved,
    InboxMore,
    InboxButton,
    InboxUnsubscribe,
    WebhookAddedSubject,
    WebhookAddedIntro,
    WebhookChangedSubject,
    WebhookChangedAddress,
    WebhookChangedSecret,
    WebhookChangedTurnedOn,
    WebhookDisabledSubject,
    WebhookDisabledFailing,
    WebhookDisabledGone,
    WebhookDisabledButton,
    WebhookDisabledDetails,
    ContactSubject,
    ContactIntro,
    ContactReply,
    WhyRequested,
    WhyPreviousEmail,
    WhyAccount,
    WhyAccountAlways,
    WhyWaitlist,
    WhyBoardInvitation,
    WhyInbox,
    WhyContact,
    WhyContactStop,
    Day,
    DayMonday,
    DayTuesday,
    DayWednesday,
    DayThursday,
    DayFriday,
    DaySaturday,
    DaySunday,
    MonthJanuary,
    MonthFebruary,
    MonthMarch,
    MonthApril,
    MonthMay,
    MonthJune,
    MonthJuly,
    MonthAugust,
    MonthSeptember,
    MonthOctober,
    MonthNovember,
    MonthDecember,
}

static TEXTS: Texts = Texts {
    en: &[
    "Confirm your email",
    "Confirm this email for your account at {0}.",
    "Confirm email",
    "The link works once and expires in 24 hours.",
    "If you did not request this, ignore this email.",
    "Choose a new password",
    "Someone requested a new password for your account at {0}.",
    "Choose a new password",
    "The link works once and expires in 30 minutes.",
    "If this was not you, ignore this email. Your password stays the same.",
    "Your email was changed",
    "The email of your account at {0} was changed. We will not send more email to this address.",
    "If this was not you, contact the administrator of this server.",
    "Your password was changed",
    "The password of your account at {0} was changed. You have been logged out on your other devices.",
    "The password of your account at {0} was reset. You have been logged out on all devices.",
    "Your API tokens and the address of your calendar feed no longer work, and your webhooks are off. In Settings, under Integrations, you can turn webhooks on again and create new tokens and a new address.",
    "Your account will be deleted",
    "Your account at {0} and all its data will be deleted on {1}. To keep it, log in and select Keep my account.",
    "Log in",
    "You can log in with Google",
    "You can now log in to your account at {0} with Google. Your password still works.",
    "An API token was created",
    "A new API token can act for your account at {0}. You can revoke it in Settings, under Integrations.",
    "If this was not you, reset your password at {0}.",
    "You are on the waitlist",
    "Thank you for joining the Twentyfour waitlist at {0}. We will keep you updated and tell you when the product is ready.",
    "If this was not you, or you no longer want to hear from us, leave the waitlist. Your name and email are deleted immediately.",
    "Leave the waitlist",
    "Your invitation to Twentyfour",
    "You can now create your account at {0}.",
    "Create my account",
    "The link works once.",
    "If you do not want an account, open {0} to leave the waitlist.",
    "You are invited to a board",
    "{0} invites you to work together on the board \"{1}\" at {2}.",
    "Join the board",
    "The link works once and expires in 14 days.",
    "If you do not know this person, ignore this email.",
    "New in your inbox",
    "This is new in your inbox at {0}:",
    "{0} mentioned you on \"{1}\" ({2}): {3}",
    "{0} commented on \"{1}\" ({2}): {3}",
    "{0} mentioned you on \"{1}\" ({2}).",
    "{0} commented on \"{1}\" ({2}).",
    "{0} assigned you to \"{1}\" ({2}).",
    "{0} invited you to the board \"{1}\".",
    "{0} set the due date of \"{1}\" ({2}) to {3}.",
    "\"{0}\" ({1}) is due soon: {2}.",
    "{0} removed the due date of \"{1}\" ({2}).",
    "There is more in your inbox.",
    "Open the inbox",
    "To stop these emails, open {0} or change it in Settings.",
    "A webhook was added",
    "A new webhook of your account at {0} sends events to {1}. You can delete it in Settings, under Integrations.",
    "A webhook was changed",
    "A webhook of your account at {0} has a new address. It now sends events to {1}.",
    "The secret of a webhook of your account at {0} was replaced. It sends events to {1}.",
    "A webhook of your account at {0} was turned on again. It sends events to {1}.",
    "A webhook was turned off",
    "Your webhook to {0} was turned off, because every attempt of the last 3 days has failed. It is a webhook of your account at {1}.",
    "Your webhook to {0} was turned off, because its address no longer exists. It is a webhook of your account at {1}.",
    "Open the webhooks",
    "Events that were waiting are not sent. When the address works again, turn the webhook on.",
    "Message from the contact page",
    "{0} <{1}> wrote on the contact page of {2}:",
    "Replies go to {0}. The address has not been verified.",
    "You get this email because this address was entered at {0}. It is sent once.",
    "You get this email because this address belonged to an account at {0}. It is sent once.",
    "You get this email because of your account at {0}.",
    "Emails about your account cannot be turned off.",
    "You get this email because this address is on the waitlist at {0}.",
    "You get this email because someone entered this address at {0}. It is sent once.",
    "You get this email because your inbox at {0} has unread entries.",
    "You get this email because this address receives the messages from the contact page of {0}.",
    "To stop these emails, change the setting {0} of the server.",
    "{0}, {1} {2} {3}",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
],
    de: &[
    "Bestätige deine E-Mail-Adresse",
    "Bestätige diese E-Mail-Adresse für dein Konto bei {0}.",
    "E-Mail-Adresse bestätigen",
    "Der Link funktioniert einmal und läuft in 24 Stunden ab.",
    "Falls du das nicht angefordert hast, ignoriere diese E-Mail.",
    "Wähle ein neues Passwort",
    "Jemand hat ein neues Passwort für dein Konto bei {0} angefordert.",
    "Neues Passwort wählen",
    "Der Link funktioniert einmal und läuft in 30 Minuten ab.",
    "Falls du das nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt gleich.",
    "Deine E-Mail-Adresse wurde geändert",
    "Die E-Mail-Adresse deines Kontos bei {0} wurde geändert. Wir senden keine weiteren E-Mails an diese Adresse.",
    "Falls du das nicht warst, wende dich an die Administration dieses Servers.",
    "Dein Passwort wurde geändert",
    "Das Passwort deines Kontos bei {0} wurde geändert. Du wurdest auf deinen anderen Geräten abgemeldet.",
    "Das Passwort deines Kontos bei {0} wurde zurückgesetzt. Du wurdest auf allen Geräten abgemeldet.",
    "Deine API-Token und die Adresse deines Kalender-Feeds funktionieren nicht mehr, und deine Webhooks sind ausgeschaltet. In den Einstellungen unter „Integrationen“ kannst du Webhooks wieder einschalten und neue Token und eine neue Adresse erstellen.",
    "Dein Konto wird gelöscht",
    "Dein Konto bei {0} und alle seine Daten werden am {1}, gelöscht. Um es zu behalten, melde dich an und wähle „Konto behalten“.",
    "Anmelden",
    "Du kannst dich mit Google anmelden",
    "Du kannst dich jetzt mit Google bei deinem Konto bei {0} anmelden. Dein Passwort funktioniert weiterhin.",
    "Ein API-Token wurde erstellt",
    "Ein neues API-Token kann für dein Konto bei {0} handeln. Du kannst es in den Einstellungen unter „Integrationen“ widerrufen.",
    "Falls du das nicht warst, setze dein Passwort zurück: {0}.",
    "Du stehst auf der Warteliste",
    "Danke, dass du dich auf die Twentyfour-Warteliste bei {0} gesetzt hast. Wir halten dich auf dem Laufenden und melden uns, sobald das Produkt bereit ist.",
    "Falls du das nicht warst oder nichts mehr von uns hören möchtest, verlasse die Warteliste. Dein Name und deine E-Mail-Adresse werden sofort gelöscht.",
    "Warteliste verlassen",
    "Deine Einladung zu Twentyfour",
    "Du kannst jetzt dein Konto bei {0} erstellen.",
    "Konto erstellen",
    "Der Link funktioniert einmal.",
    "Falls du kein Konto möchtest, kannst du unter {0} die Warteliste verlassen.",
    "Du bist zu einem Board eingeladen",
    "{0} lädt dich ein, bei {2} gemeinsam am Board „{1}“ zu arbeiten.",
    "Dem Board beitreten",
    "Der Link funktioniert einmal und läuft in 14 Tagen ab.",
    "Falls du diese Person nicht kennst, ignoriere diese E-Mail.",
    "Neues in deinem Eingang",
    "Das ist neu in deinem Eingang bei {0}:",
    "{0} hat dich in „{1}“ ({2}) erwähnt: {3}",
    "{0} hat „{1}“ ({2}) kommentiert: {3}",
    "{0} hat dich in „{1}“ ({2}) erwähnt.",
    "{0} hat „{1}“ ({2}) kommentiert.",
    "{0} hat dir „{1}“ ({2}) zugewiesen.",
    "{0} hat dich zum Board „{1}“ eingeladen.",
    "{0} hat die Fälligkeit von „{1}“ ({2}) geändert: {3}.",
    "„{0}“ ({1}) ist bald fällig: {2}.",
    "{0} hat die Fälligkeit von „{1}“ ({2}) entfernt.",
    "In deinem Eingang ist noch mehr.",
    "Eingang öffnen",
    "Um diese E-Mails abzubestellen, öffne {0} oder ändere es in den Einstellungen.",
    "Ein Webhook wurde hinzugefügt",
    "Ein neuer Webhook deines Kontos bei {0} sendet Ereignisse an {1}. Du kannst ihn in den Einstellungen unter „Integrationen“ löschen.",
    "Ein Webhook wurde geändert",
    "Ein Webhook deines Kontos bei {0} hat eine neue Adresse. Er sendet Ereignisse jetzt an {1}.",
    "Das Geheimnis eines Webhooks deines Kontos bei {0} wurde ersetzt. Er sendet Ereignisse an {1}.",
    "Ein Webhook deines Kontos bei {0} wurde wieder eingeschaltet. Er sendet Ereignisse an {1}.",
    "Ein Webhook wurde ausgeschaltet",
    "Dein Webhook zu {0} wurde ausgeschaltet, weil in den letzten 3 Tagen jeder Versuch fehlgeschlagen ist. Er gehört zu deinem Konto auf {1}.",
    "Dein Webhook zu {0} wurde ausgeschaltet, weil seine Adresse nicht mehr existiert. Er gehört zu deinem Konto auf {1}.",
    "Webhooks öffnen",
    "Wartende Ereignisse werden nicht gesendet. Wenn die Adresse wieder funktioniert, schalte den Webhook ein.",
    "Nachricht von der Kontaktseite",
    "{0} <{1}> hat auf der Kontaktseite von {2} geschrieben:",
    "Antworten gehen an {0}. Die Adresse wurde nicht geprüft.",
    "Du bekommst diese E-Mail, weil diese Adresse bei {0} eingegeben wurde. Sie wird einmal gesendet.",
    "Du bekommst diese E-Mail, weil diese Adresse zu einem Konto bei {0} gehörte. Sie wird einmal gesendet.",
    "Du bekommst diese E-Mail wegen deines Kontos bei {0}.",
    "E-Mails zu deinem Konto lassen sich nicht abbestellen.",
    "Du bekommst diese E-Mail, weil diese Adresse auf der Warteliste bei {0} steht.",
    "Du bekommst diese E-Mail, weil jemand diese Adresse bei {0} eingegeben hat. Sie wird einmal gesendet.",
    "Du bekommst diese E-Mail, weil dein Eingang bei {0} ungelesene Einträge hat.",
    "Du bekommst diese E-Mail, weil diese Adresse die Nachrichten von der Kontaktseite von {0} erhält.",
    "Um diese E-Mails abzubestellen, ändere die Einstellung {0} des Servers.",
    "{0}, {1}. {2} {3}",
    "Montag",
    "Dienstag",
    "Mittwoch",
    "Donnerstag",
    "Freitag",
    "Samstag",
    "Sonntag",
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
],
    es: &[
    "Confirma tu correo",
    "Confirma este correo para tu cuenta en {0}.",
    "Confirmar correo",
    "El enlace es de un solo uso y caduca en 24 horas.",
    "Si no lo has pedido, ignora este correo.",
    "Elige una contraseña nueva",
    "Alguien ha pedido una contraseña nueva para tu cuenta en {0}.",
    "Elegir una contraseña nueva",
    "El enlace es de un solo uso y caduca en 30 minutos.",
    "Si no has sido tú, ignora este correo. Tu contraseña no cambia.",
    "Tu correo ha cambiado",
    "El correo de tu cuenta en {0} ha cambiado. No enviaremos más mensajes a esta dirección.",
    "Si no has sido tú, ponte en contacto con quien administra este servidor.",
    "Tu contraseña ha cambiado",
    "La contraseña de tu cuenta en {0} ha cambiado. Se ha cerrado la sesión en tus otros dispositivos.",
    "La contraseña de tu cuenta de {0} se ha restablecido. Se ha cerrado tu sesión en todos los dispositivos.",
    "Tus tokens de API y la dirección de tu suscripción de calendario ya no funcionan, y tus webhooks están desactivados. En Ajustes, en Integraciones, puedes volver a activar los webhooks y crear otros tokens y otra dirección.",
    "Tu cuenta se eliminará",
    "Tu cuenta en {0} y todos sus datos se eliminarán el {1}. Para conservarla, inicia sesión y elige Conservar mi cuenta.",
    "Iniciar sesión",
    "Ya puedes iniciar sesión con Google",
    "Ya puedes iniciar sesión con Google en tu cuenta de {0}. Tu contraseña sigue funcionando.",
    "Se ha creado un token de API",
    "Un nuevo token de API puede actuar en nombre de tu cuenta de {0}. Puedes revocarlo en Ajustes, en Integraciones.",
    "Si no has sido tú, restablece tu contraseña en {0}.",
    "Estás en la lista de espera",
    "Gracias por unirte a la lista de espera de Twentyfour en {0}. Te mantendremos al tanto y te avisaremos cuando el producto esté listo.",
    "Si no has sido tú, o ya no quieres recibir noticias, sal de la lista de espera. Tu nombre y tu correo se eliminan de inmediato.",
    "Salir de la lista de espera",
    "Tu invitación a Twentyfour",
    "Ya puedes crear tu cuenta en {0}.",
    "Crear mi cuenta",
    "El enlace es de un solo uso.",
    "Si no quieres una cuenta, abre {0} para salir de la lista de espera.",
    "Tienes una invitación a un tablero",
    "{0} te invita a colaborar en el tablero “{1}” en {2}.",
    "Unirme al tablero",
    "El enlace es de un solo uso y caduca en 14 días.",
    "Si no conoces a esta persona, ignora este correo.",
    "Novedades en tu bandeja",
    "Esto es lo nuevo en tu bandeja de {0}:",
    "{0} te mencionó en “{1}” ({2}): {3}",
    "{0} comentó en “{1}” ({2}): {3}",
    "{0} te mencionó en “{1}” ({2}).",
    "{0} comentó en “{1}” ({2}).",
    "{0} te asignó “{1}” ({2}).",
    "{0} te invitó al tablero “{1}”.",
    "{0} cambió el vencimiento de “{1}” ({2}): {3}.",
    "“{0}” ({1}) vence pronto: {2}.",
    "{0} quitó la fecha de vencimiento de “{1}” ({2}).",
    "Hay más en tu bandeja.",
    "Abrir la bandeja",
    "Para dejar de recibir estos correos, abre {0} o cámbialo en Ajustes.",
    "Se ha añadido un webhook",
    "Un nuevo webhook de tu cuenta de {0} envía eventos a {1}. Puedes eliminarlo en Ajustes, en Integraciones.",
    "Se ha cambiado un webhook",
    "Un webhook de tu cuenta de {0} tiene una dirección nueva. Ahora envía eventos a {1}.",
    "El secreto de un webhook de tu cuenta de {0} se ha reemplazado. Envía eventos a {1}.",
    "Un webhook de tu cuenta de {0} se ha vuelto a activar. Envía eventos a {1}.",
    "Se ha desactivado un webhook",
    "Tu webhook a {0} se ha desactivado porque todos los intentos de los últimos 3 días han fallado. Pertenece a tu cuenta en {1}.",
    "Tu webhook a {0} se ha desactivado porque su dirección ya no existe. Pertenece a tu cuenta en {1}.",
    "Abrir los webhooks",
    "Los eventos pendientes no se envían. Cuando la dirección vuelva a funcionar, activa el webhook.",
    "Mensaje de la página de contacto",
    "{0} <{1}> ha escrito en la página de contacto de {2}:",
    "Las respuestas van a {0}. La dirección no se ha verificado.",
    "Recibes este correo porque esta dirección se introdujo en {0}. Se envía una sola vez.",
    "Recibes este correo porque esta dirección pertenecía a una cuenta de {0}. Se envía una sola vez.",
    "Recibes este correo por tu cuenta de {0}.",
    "Los correos sobre tu cuenta no se pueden desactivar.",
    "Recibes este correo porque esta dirección está en la lista de espera de {0}.",
    "Recibes este correo porque alguien introdujo esta dirección en {0}. Se envía una sola vez.",
    "Recibes este correo porque tu bandeja de {0} tiene entradas sin leer.",
    "Recibes este correo porque esta dirección recibe los mensajes de la página de contacto de {0}.",
    "Para dejar de recibir estos correos, cambia el ajuste {0} del servidor.",
    "{0}, {1} de {2} de {3}",
    "lunes",
    "martes",
    "miércoles",
    "jueves",
    "viernes",
    "sábado",
    "domingo",
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
],
};
