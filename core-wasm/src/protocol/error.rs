//! Every refusal of the product: a stable code for programs, and a sentence for people that tells what to do.

use super::email::EmailError;
use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal: $sentence:literal,)*) => {
        /// Why something was refused. Codes are stable: programs may match on them, and nothing matches on sentences.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
        pub enum ErrorCode { $($(#[$doc])* #[serde(rename = $code)] $name,)* }

        impl ErrorCode {
            /// Every code there is.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$name,)*];

            /// The code as it is written on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(ErrorCode::$name => $code,)* }
            }

            /// A sentence for a person, which tells what to do.
            pub fn sentence(self) -> &'static str {
                match self { $(ErrorCode::$name => $sentence,)* }
            }
        }
    };
}

error_codes! {
    /// The text is not JSON.
    BadJson = "bad_json": "This request could not be read. Check that it is JSON.",
    /// The text is JSON, but lacks a field, or a field has the wrong type or form.
    BodyInvalid = "body_invalid": "A field of this request is missing or has the wrong form. Check it against the API's documentation.",
    /// An intent of an unknown kind or shape.
    BadIntent = "bad_intent": "This action could not be read. Reload the page and try again.",
    /// An op of an unknown kind or shape.
    BadOp = "bad_op": "This change could not be read. Reload the page and try again.",
    /// An id that is not a UUID.
    BadId = "bad_id": "This id is not a UUID. Send one, or leave it out to have one made.",
    /// A query parameter that cannot be read.
    BadQuery = "bad_query": "A parameter of this address could not be read. Check it against the API's documentation.",
    /// A rank that is not hexadecimal, ends in zero or is too long.
    BadRank = "bad_rank": "This position could not be read. Reload the page and try again.",
    /// No bearer token came with the request.
    TokenMissing = "token_missing": "Please log in to go on.",
    /// The access token is not one of ours.
    TokenInvalid = "token_invalid": "Your session is not valid any more. Please log in again.",
    /// The access token was valid and has run out.
    TokenExpired = "token_expired": "Your session has run out. Please log in again.",
    /// The refresh token is unknown, used up or has run out.
    RefreshInvalid = "refresh_invalid": "Your session has ended. Please log in again.",
    /// Unknown email, or wrong password: the two are not told apart.
    CredentialsInvalid = "credentials_invalid": "This email and password do not belong together. Check both and try again.",
    /// There is no such thing, or it is not yours: the two are not told apart.
    NotFound = "not_found": "This does not exist, or it is not yours.",
    /// The address exists, but not for this method.
    MethodNotAllowed = "method_not_allowed": "This address does not take requests of this kind.",
    /// The body is over the limit.
    TooLarge = "too_large": "This is too large to send at once. Send it in smaller parts.",
    /// More than 500 ops in one batch.
    TooManyOps = "too_many_ops": "A batch holds at most 500 changes. Send it in smaller parts.",
    /// Another account has this email.
    EmailTaken = "email_taken": "An account with this email exists already. Log in instead, or use another email.",
    /// The email is one that cannot be written to. Where it can be told, the sentence that goes along names what is wrong with it.
    EmailInvalid = "email_invalid": "Enter an email address like name@example.com.",
    /// No password was entered.
    PasswordRequired = "password_required": "Enter your password.",
    /// Fewer than 8 characters.
    PasswordTooShort = "password_too_short": "Choose a password of at least 8 characters.",
    /// More than 128 characters.
    PasswordTooLong = "password_too_long": "Choose a password of at most 128 characters.",
    /// One of the 10,000 commonest.
    PasswordCommon = "password_common": "This password is one of the commonest, so it is tried first. Choose another.",
    /// The password is the person's own name or email.
    PasswordPersonal = "password_personal": "Choose a password that is not your own name or email.",
    /// The password that was asked for again is not the account's.
    PasswordWrong = "password_wrong": "This is not your password. Check it and try again.",
    /// The account has no password, and the login is too long ago to stand for one.
    LoginStale = "login_stale": "To be safe, log out, log in again, and do this within 10 minutes.",
    /// The token of a mailed link is unknown, used or has run out.
    LinkInvalid = "link_invalid": "This link has been used or has run out. Ask for a new one.",
    /// The way back from Google does not fit the way there, or Google did not vouch for the email.
    GoogleFailed = "google_failed": "Google login failed. Please try again.",
    /// Signing up asks for an invitation.
    InvitationRequired = "invitation_required": "Signing up needs an invitation. Join the waitlist to get one.",
    /// The invitation is unknown or has been used.
    InvitationInvalid = "invitation_invalid": "This invitation has been used or does not exist. Ask for a new one.",
    /// More requests or tries than are allowed; the answer's Retry-After header tells how many seconds to wait.
    TooManyRequests = "too_many_requests": "That was too often. Wait a moment, then try again.",
    /// The request took longer to arrive, or to be answered, than is allowed.
    RequestTimeout = "request_timeout": "This took too long. Check your connection and try again.",
    /// Messages to whoever runs the server are not configured.
    ContactOff = "contact_off": "Messages cannot be sent from this page. Where it names an email address, write to that instead.",
    /// A message is blank.
    MessageRequired = "message_required": "Write a message first.",
    /// A message of more than 5,000 characters.
    MessageTooLong = "message_too_long": "Shorten the message to at most 5,000 characters.",
    /// The first name is blank.
    FirstNameRequired = "first_name_required": "Enter your first name.",
    /// The last name is blank.
    LastNameRequired = "last_name_required": "Enter your last name.",
    /// A name that must not be blank is blank.
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
    CommentRequired = "comment_required": "Write something first.",
    /// A comment of more than 10,000 characters.
    CommentTooLong = "comment_too_long": "Shorten the comment to at most 10,000 characters.",
    /// A reminder that calls after the due date, or more than a year before it.
    ReminderInvalid = "reminder_invalid": "A reminder calls between 0 minutes and one year before the due date.",
    /// A label that is blank or has more than 50 characters.
    LabelInvalid = "label_invalid": "A label has 1 to 50 characters.",
    /// More than 50 labels on a card.
    TooManyLabels = "too_many_labels": "A card holds at most 50 labels. Remove one first.",
    /// More than 200 labels with a colour of their own on a board.
    TooManyLabelColors = "too_many_label_colors": "A board keeps the colours of at most 200 labels. Set one back to its default first.",
    /// A due date that is not a day of the calendar.
    DueDateInvalid = "due_date_invalid": "Enter a day like 2026-03-03, with a time like 09:00 if you want one.",
    /// A text with a NUL character, which no database keeps.
    TextInvalid = "text_invalid": "This text has a character that cannot be kept. Remove it and try again.",
    /// A colour that is not `#rrggbb` or `transparent`.
    ColorInvalid = "color_invalid": "Choose a colour written like #4caf50, or none.",
    /// A picture that is neither one of ours nor https on the photo host.
    ImageInvalid = "image_invalid": "Choose one of the pictures on offer.",
    /// A picture of over 15 MB, or of more pixels than are taken.
    PictureTooLarge = "picture_too_large": "This picture is too large. Choose one of at most 15 MB and 50 megapixels, no side longer than 12,000 pixels.",
    /// A file that is no JPEG, PNG or WebP.
    PictureUnsupported = "picture_unsupported": "This file is not a picture of a kind that can be shown here. Choose a JPEG, PNG or WebP.",
    /// A picture that cannot be decoded.
    PictureBroken = "picture_broken": "This picture is damaged or incomplete. Save it anew, or choose another.",
    /// More pictures are on their way to the server than it takes at once.
    PicturesBusy = "pictures_busy": "The server is busy with other pictures. Try again in a moment.",
    /// An account with 50 pictures already.
    PictureLimit = "picture_limit": "You have 50 pictures already. Delete one first.",
    /// A slug that is not lower-case letters, digits and hyphens, or is over 80 characters.
    SlugInvalid = "slug_invalid": "An address has 1 to 80 lower-case letters, digits and hyphens.",
    /// Another board has this slug.
    SlugTaken = "slug_taken": "Another board has this address already. Choose another.",
    /// The board of an op is unknown here.
    UnknownBoard = "unknown_board": "This board does not exist any more.",
    /// The list that an op names is not on this board.
    UnknownList = "unknown_list": "This list does not exist on this board any more.",
    /// The card that an op names is not on this board.
    UnknownCard = "unknown_card": "This card does not exist on this board any more.",
    /// The item that an op names is not on this board.
    UnknownItem = "unknown_item": "This part of the card does not exist any more.",
    /// There is nothing left to undo, or to redo.
    NothingToUndo = "nothing_to_undo": "There is nothing left to undo here.",
    /// An id that another record has already.
    IdTaken = "id_taken": "This id belongs to something else already. Reload the page and try again.",
    /// An op's id came again with another body.
    OpIdReused = "op_id_reused": "Another change was sent under this id already. Reload the page and try again.",
    /// A session whose segments are empty, in the wrong order, overlapping or in the future, or whose sums cannot be.
    SessionInvalid = "session_invalid": "This session's times do not fit together. Check its start and its end.",
    /// A session that ends more than 10 minutes after the server's time. The browser keeps it and tries again.
    ClockAhead = "clock_ahead": "The clock of this device is ahead of the time. Set it right; what you focused is kept until then.",
    /// A document that is not of the schema of notes, or nested too deep.
    NoteInvalid = "note_invalid": "This note holds something that cannot be kept. Copy its text, reload the page, and paste it in.",
    /// A document of more than 2 MB.
    NoteTooLong = "note_too_long": "This note has become too long. Move a part of it to another note.",
    /// An account with as many notes, or as much text in them, as is kept.
    NoteLimit = "note_limit": "There is no more room for your notes: 10,000 notes and 500 MB of text are kept, those in the trash among them. Delete some; your text waits on this device meanwhile.",
    /// The note that a change names does not exist.
    UnknownNote = "unknown_note": "This note does not exist any more.",
    /// Start was asked for at 0:00.
    TimerEmpty = "timer_empty": "Set at least one second before you start.",
    /// The editor was used while the timer runs.
    TimerRunning = "timer_running": "Pause the timer to change its length.",
    /// Pause was asked for while the timer does not run.
    TimerNotRunning = "timer_not_running": "The timer is not running.",
    /// A preference outside its range.
    PreferenceInvalid = "preference_invalid": "This setting is outside its range. Check the value and try again.",
    /// Signing in is needed for this.
    SignedOut = "signed_out": "Please log in to go on.",
    /// A form is on its way already.
    Busy = "busy": "One moment, the last request is still on its way.",
    /// Some changes have not reached the server yet.
    UnsentChanges = "unsent_changes": "Some changes have not been sent yet. Connect to the network first, or log out and lose them.",
    /// The plan Basic does not include this.
    PlanLimit = "plan_limit": "Your plan does not include this. Compare the plans in Settings, under Subscription.",
    /// Logging in with Google is not configured.
    GoogleOff = "google_off": "Logging in with Google is not set up here. Log in with your email instead.",
    /// The database does not answer.
    Unavailable = "unavailable": "The service is not available right now. Please try again in a moment.",
    /// A fault of ours. What happened is in the log.
    Internal = "internal": "Something went wrong on our side. Please try again.",
}

/// The codes as they are written on the wire. The derive would name the variants: it does not read what a macro puts into
/// `rename`.
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

/// A refusal as it crosses a boundary: `{"code": "email_taken", "message": "…"}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(example = json!({"code": ErrorCode::NotFound, "message": ErrorCode::NotFound.sentence()})))]
pub struct Rejection {
    /// The stable code.
    pub code: ErrorCode,
    /// The sentence for a person.
    pub message: String,
}

/// A refusal of a form: the first refused field, and every refused field where there are several.
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
    /// The stable code of the first refused field.
    pub code: ErrorCode,
    /// The sentence for a person.
    pub message: String,
    /// All refused fields in the order of the form; absent where only one is refused.
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
