//! All error codes: each has a stable code for programs and a sentence for users that says what to do.

use super::email::EmailError;
use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal: $sentence:literal,)*) => {
        /// The reason why something was refused. Codes are stable, so programs can match on them. Sentences may change.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        pub enum ErrorCode { $($(#[$doc])* #[serde(rename = $code)] $name,)* }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$name,)*];

            /// Returns the code as it is written on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(ErrorCode::$name => $code,)* }
            }

            /// Returns a sentence for the user that says what to do.
            pub fn sentence(self) -> &'static str {
                match self { $(ErrorCode::$name => $sentence,)* }
            }
        }
    };
}

error_codes! {
    /// The body is not JSON.
    BadJson = "bad_json": "The request body isn’t valid JSON.",
    /// The body is JSON, but a field is missing or has the wrong type or format.
    BodyInvalid = "body_invalid": "A field is missing or has the wrong type. Check the API documentation.",
    /// An intent of an unknown type or shape.
    BadIntent = "bad_intent": "Couldn’t read this action. Reload the page and try again.",
    /// An op of an unknown type or shape.
    BadOp = "bad_op": "Couldn’t read this change. Reload the page and try again.",
    /// An id that is not a UUID.
    BadId = "bad_id": "This ID isn’t a UUID. Send a UUID, or omit the ID to have one generated.",
    /// A query parameter that cannot be read.
    BadQuery = "bad_query": "A query parameter is invalid. Check the API documentation.",
    /// A rank that is not hexadecimal, ends in zero or is too long.
    BadRank = "bad_rank": "Couldn’t read this position. Reload the page and try again.",
    /// The request has no bearer token.
    TokenMissing = "token_missing": "Log in to continue.",
    /// The access token is not valid.
    TokenInvalid = "token_invalid": "Your session is no longer valid. Log in again.",
    /// The access token has expired.
    TokenExpired = "token_expired": "Your session expired. Log in again.",
    /// The refresh token is unknown, was used already or has expired.
    RefreshInvalid = "refresh_invalid": "Your session ended. Log in again.",
    /// Unknown email or wrong password. The response does not say which of the two.
    CredentialsInvalid = "credentials_invalid": "Wrong email or password. Check both and try again.",
    /// The resource does not exist or belongs to another account. The response does not say which of the two.
    NotFound = "not_found": "Not found, or you don’t have access.",
    /// The path does not support this method.
    MethodNotAllowed = "method_not_allowed": "This URL doesn’t support this method.",
    /// The body exceeds the size limit.
    TooLarge = "too_large": "This is too large to send at once. Split it into smaller parts.",
    /// More than 500 ops in one batch.
    TooManyOps = "too_many_ops": "Send at most 500 changes at a time.",
    /// Another account has this email.
    EmailTaken = "email_taken": "An account with this email already exists. Log in, or use another email.",
    /// The email address is not valid. The sentence may be the more precise one of [`super::email::EmailError`].
    EmailInvalid = "email_invalid": "Enter an email address like name@example.com.",
    /// No password was entered.
    PasswordRequired = "password_required": "Enter your password.",
    /// Fewer than 8 characters.
    PasswordTooShort = "password_too_short": "Choose a password with at least 8 characters.",
    /// More than 128 characters.
    PasswordTooLong = "password_too_long": "Choose a password with at most 128 characters.",
    /// The password is one of the 10,000 most common ones.
    PasswordCommon = "password_common": "This password is too common. Choose another.",
    /// The password is the user's own name or email.
    PasswordPersonal = "password_personal": "Choose a password that isn’t your name or email.",
    /// The current password, which confirms the action, is wrong.
    PasswordWrong = "password_wrong": "Wrong password. Check it and try again.",
    /// The account has no password, and the login is too old to confirm the action.
    LoginStale = "login_stale": "For your security, log out, log in again, and do this within 10 minutes.",
    /// The token of a mailed link is unknown, was used already or has expired.
    LinkInvalid = "link_invalid": "This link was already used or has expired. Request a new one.",
    /// The redirect from Google does not match this browser's login, or Google has not verified the email address.
    GoogleFailed = "google_failed": "Google login failed. Please try again.",
    /// Signing up needs an invitation.
    InvitationRequired = "invitation_required": "You need an invitation to sign up. Join the waitlist to get one.",
    /// The invitation is unknown or has been used.
    InvitationInvalid = "invitation_invalid": "This invitation was already used or doesn’t exist. Ask for a new one.",
    /// Too many requests or attempts. The `Retry-After` header contains the number of seconds to wait.
    TooManyRequests = "too_many_requests": "Too many requests. Wait a moment, then try again.",
    /// The request or its response took longer than allowed.
    RequestTimeout = "request_timeout": "This took too long. Check your connection and try again.",
    /// The contact form of this server is not configured.
    ContactOff = "contact_off": "The contact form is turned off. If this page shows an email address, write to that instead.",
    /// A message is blank.
    MessageRequired = "message_required": "Enter a message.",
    /// A message of more than 5,000 characters.
    MessageTooLong = "message_too_long": "Shorten the message to at most 5,000 characters.",
    /// The first name is blank.
    FirstNameRequired = "first_name_required": "Enter your first name.",
    /// The last name is blank.
    LastNameRequired = "last_name_required": "Enter your last name.",
    /// A required name is blank.
    NameRequired = "name_required": "Enter a name.",
    /// A name of more than 200 characters.
    NameTooLong = "name_too_long": "Shorten the name to at most 200 characters.",
    /// A card's title is blank.
    TitleRequired = "title_required": "Enter a title.",
    /// A title of more than 500 characters.
    TitleTooLong = "title_too_long": "Shorten the title to at most 500 characters.",
    /// A description of more than 50,000 characters.
    DescriptionTooLong = "description_too_long": "Shorten the description to at most 50,000 characters.",
    /// A comment is blank.
    CommentRequired = "comment_required": "Enter a comment.",
    /// A comment of more than 10,000 characters.
    CommentTooLong = "comment_too_long": "Shorten the comment to at most 10,000 characters.",
    /// A reminder after the due date, or more than a year before it.
    ReminderInvalid = "reminder_invalid": "Set the reminder between 0 minutes and one year before the due date.",
    /// A label that is blank or has more than 50 characters.
    LabelInvalid = "label_invalid": "Enter a label of 1 to 50 characters.",
    /// More than 50 labels on a card.
    TooManyLabels = "too_many_labels": "A card can have up to 50 labels. Remove one first.",
    /// More than 200 labels with a custom color on a board.
    TooManyLabelColors = "too_many_label_colors": "A board can have up to 200 label colors. Reset one to its default first.",
    /// A due date that is not a day of the calendar, or not a valid time.
    DueDateInvalid = "due_date_invalid": "Enter a date like 2026-03-03, optionally with a time like 09:00.",
    /// A text with a NUL character, which databases cannot store.
    TextInvalid = "text_invalid": "This text has an unsupported character. Remove it and try again.",
    /// A color that is not `#rrggbb` or `transparent`.
    ColorInvalid = "color_invalid": "Choose a color like #4caf50, or none.",
    /// An image that is neither one of the app's pictures nor https on the photo service's image host.
    ImageInvalid = "image_invalid": "Choose one of the available pictures.",
    /// A picture of more than 15 MB, or with too many pixels.
    PictureTooLarge = "picture_too_large": "This picture is too large. Choose one of up to 15 MB and 50 megapixels, with sides of up to 12,000 pixels.",
    /// A file that is not a JPEG, PNG or WebP image.
    PictureUnsupported = "picture_unsupported": "This file type isn’t supported. Choose a JPEG, PNG or WebP.",
    /// A picture that cannot be decoded.
    PictureBroken = "picture_broken": "This picture is damaged or incomplete. Save it again, or choose another.",
    /// The server is already processing as many pictures as it can.
    PicturesBusy = "pictures_busy": "The server is processing other pictures. Try again in a moment.",
    /// The account has 50 pictures already.
    PictureLimit = "picture_limit": "You’ve reached the limit of 50 pictures. Delete one first.",
    /// A slug with characters other than lower-case letters, digits and hyphens, or with more than 80 characters.
    SlugInvalid = "slug_invalid": "Enter an address of 1 to 80 lowercase letters, digits and hyphens.",
    /// Another board has this slug.
    SlugTaken = "slug_taken": "Another board already has this address. Choose another.",
    /// The board of an op does not exist.
    UnknownBoard = "unknown_board": "This board no longer exists.",
    /// The list that an op names is not on this board.
    UnknownList = "unknown_list": "This list is no longer on this board.",
    /// The card that an op names is not on this board.
    UnknownCard = "unknown_card": "This card is no longer on this board.",
    /// The item that an op names is not on this board.
    UnknownItem = "unknown_item": "This item is no longer on the card.",
    /// There is nothing to undo or to redo.
    NothingToUndo = "nothing_to_undo": "There’s nothing to undo or redo.",
    /// Another record has this id already.
    IdTaken = "id_taken": "This ID is already in use. Reload the page and try again.",
    /// The id of an op was used before with a different body.
    OpIdReused = "op_id_reused": "Another change already used this ID. Reload the page and try again.",
    /// A session whose segments are missing, unordered, overlapping or in the future, or whose totals are impossible.
    SessionInvalid = "session_invalid": "This session’s times aren’t valid. Check its start and end.",
    /// A session that ends more than 10 minutes after the server's time. The browser keeps it and tries again later.
    ClockAhead = "clock_ahead": "Your device clock is ahead. Set it correctly. Your focus time is saved on this device until then.",
    /// The start of a session that is entered by hand is missing, is not a day of the calendar, or is before 1970.
    SessionStartInvalid = "session_start_invalid": "Choose a date and time.",
    /// A session that is entered by hand and ends in the future.
    SessionInFuture = "session_in_future": "A session can’t end in the future. Check the date and time.",
    /// The length of a session that is entered by hand is not a number from 1 to 1,440.
    SessionMinutesInvalid = "session_minutes_invalid": "Enter 1 to 1,440 minutes.",
    /// A document that does not match the schema of notes, or is nested too deeply.
    NoteInvalid = "note_invalid": "This note has content that can’t be saved. Copy its text, reload the page and paste it in.",
    /// A document of more than 2 MB.
    NoteTooLong = "note_too_long": "This note is too long. Move part of it to another note.",
    /// The account has reached the maximum number of notes, or their maximum total size.
    NoteLimit = "note_limit": "You’ve reached the limit of 10,000 notes or 500 MB of text, including the trash. Delete some notes. Until then your text is saved on this device.",
    /// The note that a change names does not exist.
    UnknownNote = "unknown_note": "This note no longer exists.",
    /// The timer was started at 0:00.
    TimerEmpty = "timer_empty": "Set at least 1 second to start.",
    /// The editor was used while the timer was running.
    TimerRunning = "timer_running": "Pause the timer to change its length.",
    /// The timer was paused while it was not running.
    TimerNotRunning = "timer_not_running": "The timer isn’t running.",
    /// A preference outside its range.
    PreferenceInvalid = "preference_invalid": "This setting is out of range. Check the value and try again.",
    /// The user is not signed in.
    SignedOut = "signed_out": "Log in to continue.",
    /// The previous request of the form is still in flight.
    Busy = "busy": "Your last request is still being sent. Try again in a moment.",
    /// Some changes have not reached the server yet.
    UnsentChanges = "unsent_changes": "Some changes haven’t been sent. Connect to send them, or log out and lose them.",
    /// The user's plan does not include this.
    PlanLimit = "plan_limit": "Your plan doesn’t include this. Compare plans in Settings, under Subscription.",
    /// Logging in with Google is not configured.
    GoogleOff = "google_off": "Google login isn’t set up on this server. Log in with your email instead.",
    /// The database is not available.
    Unavailable = "unavailable": "The service isn’t available right now. Try again in a moment.",
    /// An unexpected error of the server. Details are in its log.
    Internal = "internal": "Something went wrong on the server. Please try again.",
}

/// The codes as they are written on the wire. The derived schema would contain the variant names, because utoipa does
/// not expand macro variables in `rename`.
#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for ErrorCode {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(ErrorCode::ALL.iter().map(|code| code.as_str())))
            .description(Some("Why something was refused. Codes are stable: programs may match on them, and nothing matches on sentences."))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for ErrorCode {}

/// An error as it crosses a boundary: `{"code": "email_taken", "message": "…"}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(example = json!({"code": ErrorCode::NotFound, "message": ErrorCode::NotFound.sentence()})))]
pub struct Rejection {
    /// The stable code.
    pub code: ErrorCode,
    /// The sentence for a user.
    pub message: String,
}

/// The error of a form: the first invalid field, and all invalid fields if there are several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(example = json!({
    "code": ErrorCode::NameRequired, "message": ErrorCode::NameRequired.sentence(),
    "errors": [
        {"code": ErrorCode::NameRequired, "message": ErrorCode::NameRequired.sentence()},
        {"code": ErrorCode::EmailInvalid, "message": ErrorCode::EmailInvalid.sentence()},
    ],
})))]
pub struct FormRejection {
    /// The stable code of the first invalid field.
    pub code: ErrorCode,
    /// The sentence for a user.
    pub message: String,
    /// All invalid fields in the order of the form; absent if there is only one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Rejection>,
}

impl From<EmailError> for Rejection {
    fn from(fault: EmailError) -> Self {
        Self { code: ErrorCode::EmailInvalid, message: fault.sentence().to_owned() }
    }
}

impl From<ErrorCode> for Rejection {
    fn from(code: ErrorCode) -> Self {
        Self { code, message: code.sentence().to_owned() }
    }
}
