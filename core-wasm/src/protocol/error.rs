//! All error codes: each has a stable code for programs and a sentence for users that says what to do.

use super::email::EmailError;
use super::messages::errors;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal: $message:ident,)*) => {
        /// The reason why something was refused. Codes are stable, so programs can match on them. Sentences may change.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
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
                let sentence = match self { $(ErrorCode::$name => errors::$message(),)* };
                sentence.get()
            }
        }
    };
}

error_codes! {
    /// The body is not JSON.
    BadJson = "bad_json": bad_json,
    /// The body is JSON, but a field is missing or has the wrong type or format.
    BodyInvalid = "body_invalid": body_invalid,
    /// An intent of an unknown type or shape.
    BadIntent = "bad_intent": bad_intent,
    /// An op of an unknown type or shape.
    BadOp = "bad_op": bad_op,
    /// An id that is not a UUID.
    BadId = "bad_id": bad_id,
    /// A query parameter that cannot be read.
    BadQuery = "bad_query": bad_query,
    /// A rank that is not hexadecimal, ends in zero or is too long.
    BadRank = "bad_rank": bad_rank,
    /// The request has no bearer token.
    TokenMissing = "token_missing": token_missing,
    /// The access token is not valid.
    TokenInvalid = "token_invalid": token_invalid,
    /// The access token has expired.
    TokenExpired = "token_expired": token_expired,
    /// The API token does not allow the request: another scope, another board, or nothing that API tokens can do.
    TokenScope = "token_scope": token_scope,
    /// The account has the maximum number of API tokens.
    TokenLimit = "token_limit": token_limit,
    /// The refresh token is unknown, was used already or has expired.
    RefreshInvalid = "refresh_invalid": refresh_invalid,
    /// Unknown email or wrong password. The response does not say which of the two.
    CredentialsInvalid = "credentials_invalid": credentials_invalid,
    /// The resource does not exist or belongs to another account. The response does not say which of the two.
    NotFound = "not_found": not_found,
    /// The user is a member of the board, but the role does not allow this.
    ForbiddenRole = "forbidden_role": forbidden_role,
    /// The user to assign is not a member of the board.
    UnknownMember = "unknown_member": unknown_member,
    /// A reaction is not an emoji.
    EmojiInvalid = "emoji_invalid": emoji_invalid,
    /// A comment would have more than 20 different reactions.
    TooManyReactions = "too_many_reactions": too_many_reactions,
    /// A member would watch more than 500 cards and lists of a board.
    TooManyWatched = "too_many_watched": too_many_watched,
    /// A change could not be sent, because its board was deleted or the user was removed from it.
    BoardAccessLost = "board_access_lost": board_access_lost,
    /// A text that the user has just written was replaced by somebody else's.
    OwnTextReplaced = "own_text_replaced": own_text_replaced,
    /// The user's text has replaced one that somebody else wrote meanwhile.
    OtherTextReplaced = "other_text_replaced": other_text_replaced,
    /// The owner of a board cannot leave it or change the own role. Another member has to become the owner first.
    OwnerRequired = "owner_required": owner_required,
    /// The member who should become the owner of a board has reached the number of boards of their plan or account.
    NewOwnerLimit = "new_owner_limit": new_owner_limit,
    /// The account of the member who should become the owner of a board waits for its deletion.
    NewOwnerLeaving = "new_owner_leaving": new_owner_leaving,
    /// The account cannot be deleted before each shared board that it owns has a decision.
    SharedBoardsUndecided = "shared_boards_undecided": shared_boards_undecided,
    /// The board has the maximum number of members.
    MemberLimit = "member_limit": member_limit,
    /// The user is a member of the maximum number of others' boards.
    SharedBoardLimit = "shared_board_limit": shared_board_limit,
    /// The path does not support this method.
    MethodNotAllowed = "method_not_allowed": method_not_allowed,
    /// The body exceeds the size limit.
    TooLarge = "too_large": too_large,
    /// More than 500 ops in one batch.
    TooManyOps = "too_many_ops": too_many_ops,
    /// More than 1,000 cards in one change.
    TooManyCards = "too_many_cards": too_many_cards,
    /// Another account has this email.
    EmailTaken = "email_taken": email_taken,
    /// The email address is not valid. The sentence may be the more precise one of [`super::email::EmailError`].
    EmailInvalid = "email_invalid": email_invalid,
    /// No password was entered.
    PasswordRequired = "password_required": password_required,
    /// Fewer than 8 characters.
    PasswordTooShort = "password_too_short": password_too_short,
    /// More than 128 characters.
    PasswordTooLong = "password_too_long": password_too_long,
    /// The password is one of the 10,000 most common ones.
    PasswordCommon = "password_common": password_common,
    /// The password is the user's own name or email.
    PasswordPersonal = "password_personal": password_personal,
    /// The current password, which confirms the action, is wrong.
    PasswordWrong = "password_wrong": password_wrong,
    /// The account has no password, and the login is too old to confirm the action.
    LoginStale = "login_stale": login_stale,
    /// The token of a mailed link is unknown, was used already or has expired.
    LinkInvalid = "link_invalid": link_invalid,
    /// The redirect from Google does not match this browser's login, or Google has not verified the email address.
    GoogleFailed = "google_failed": google_failed,
    /// Signing up needs an invitation.
    InvitationRequired = "invitation_required": invitation_required,
    /// The invitation is unknown or has been used.
    InvitationInvalid = "invitation_invalid": invitation_invalid,
    /// Too many requests or attempts. The `Retry-After` header contains the number of seconds to wait.
    TooManyRequests = "too_many_requests": too_many_requests,
    /// The request or its response took longer than allowed.
    RequestTimeout = "request_timeout": request_timeout,
    /// The contact form of this server is not configured.
    ContactOff = "contact_off": contact_off,
    /// A message is blank.
    MessageRequired = "message_required": message_required,
    /// A message of more than 5,000 characters.
    MessageTooLong = "message_too_long": message_too_long,
    /// The first name is blank.
    FirstNameRequired = "first_name_required": first_name_required,
    /// The last name is blank.
    LastNameRequired = "last_name_required": last_name_required,
    /// A required name is blank.
    NameRequired = "name_required": name_required,
    /// A name of more than 200 characters.
    NameTooLong = "name_too_long": name_too_long,
    /// A card's title is blank.
    TitleRequired = "title_required": title_required,
    /// A title of more than 500 characters.
    TitleTooLong = "title_too_long": title_too_long,
    /// A description of more than 50,000 characters.
    DescriptionTooLong = "description_too_long": description_too_long,
    /// A comment is blank.
    CommentRequired = "comment_required": comment_required,
    /// A comment of more than 10,000 characters.
    CommentTooLong = "comment_too_long": comment_too_long,
    /// A reminder after the due date, or more than a year before it.
    ReminderInvalid = "reminder_invalid": reminder_invalid,
    /// A label that is blank or has more than 50 characters.
    LabelInvalid = "label_invalid": label_invalid,
    /// More than 50 labels on a card.
    TooManyLabels = "too_many_labels": too_many_labels,
    /// More than 200 labels with a custom color on a board.
    TooManyLabelColors = "too_many_label_colors": too_many_label_colors,
    /// A due date that is not a day of the calendar, or not a valid time.
    DueDateInvalid = "due_date_invalid": due_date_invalid,
    /// A recurrence outside its limits.
    RecurrenceInvalid = "recurrence_invalid": recurrence_invalid,
    /// A recurrence of a card without a due date.
    RecurrenceNeedsDueDate = "recurrence_needs_due_date": recurrence_needs_due_date,
    /// Skipping the last occurrence of a card.
    LastOccurrence = "last_occurrence": last_occurrence,
    /// An estimate that is not between 1 minute and 100 hours.
    EstimateInvalid = "estimate_invalid": estimate_invalid,
    /// A text with a NUL character, which databases cannot store.
    TextInvalid = "text_invalid": text_invalid,
    /// An address of another server that is not complete, not https or not public.
    UrlInvalid = "url_invalid": url_invalid,
    /// A color that is not `#rrggbb` or `transparent`.
    ColorInvalid = "color_invalid": color_invalid,
    /// An image that is neither one of the app's pictures nor https on the photo service's image host.
    ImageInvalid = "image_invalid": image_invalid,
    /// A picture of more than 15 MB, or with too many pixels.
    PictureTooLarge = "picture_too_large": picture_too_large,
    /// A file that is not a JPEG, PNG or WebP image.
    PictureUnsupported = "picture_unsupported": picture_unsupported,
    /// A picture that cannot be decoded.
    PictureBroken = "picture_broken": picture_broken,
    /// The account has the maximum number of boards, those in the trash included.
    BoardLimit = "board_limit": board_limit,
    /// The account has the maximum number of cards, those in the archive and in the trash included.
    CardLimit = "card_limit": card_limit,
    /// The recorded changes of the account's boards have the maximum size.
    ChangeLimit = "change_limit": change_limit,
    /// The account has 50 pictures already.
    PictureLimit = "picture_limit": picture_limit,
    /// An attachment of more than 25 MB.
    FileTooLarge = "file_too_large": file_too_large,
    /// An upload that ended too early.
    UploadInterrupted = "upload_interrupted": upload_interrupted,
    /// The attachments on the boards of the board's owner have the maximum size, those in the trash included.
    AttachmentLimit = "attachment_limit": attachment_limit,
    /// The account has 20 webhooks already.
    WebhookLimit = "webhook_limit": webhook_limit,
    /// A slug with characters other than lower-case letters, digits and hyphens, or with more than 80 characters.
    SlugInvalid = "slug_invalid": slug_invalid,
    /// Another board has this slug.
    SlugTaken = "slug_taken": slug_taken,
    /// The board of an op does not exist.
    UnknownBoard = "unknown_board": unknown_board,
    /// The list that an op names is not on this board.
    UnknownList = "unknown_list": unknown_list,
    /// The card that an op names is not on this board.
    UnknownCard = "unknown_card": unknown_card,
    /// The item that an op names is not on this board.
    UnknownItem = "unknown_item": unknown_item,
    /// There is nothing to undo or to redo.
    NothingToUndo = "nothing_to_undo": nothing_to_undo,
    /// Another record has this id already.
    IdTaken = "id_taken": id_taken,
    /// The id of an op was used before with a different body.
    OpIdReused = "op_id_reused": op_id_reused,
    /// A session whose segments are missing, unordered, overlapping or in the future, or whose totals are impossible.
    SessionInvalid = "session_invalid": session_invalid,
    /// A session that ends more than 10 minutes after the server's time. The browser keeps it and tries again later.
    ClockAhead = "clock_ahead": clock_ahead,
    /// The start of a session that is entered by hand is missing, is not a day of the calendar, or is before 1970.
    SessionStartInvalid = "session_start_invalid": session_start_invalid,
    /// A session that is entered by hand and ends in the future.
    SessionInFuture = "session_in_future": session_in_future,
    /// The length of a session that is entered by hand is not a number from 1 to 1,440.
    SessionMinutesInvalid = "session_minutes_invalid": session_minutes_invalid,
    /// A document that does not match the schema of notes, or is nested too deeply.
    NoteInvalid = "note_invalid": note_invalid,
    /// A document of more than 2 MB.
    NoteTooLong = "note_too_long": note_too_long,
    /// The account has reached the maximum number of notes, or their maximum total size.
    NoteLimit = "note_limit": note_limit,
    /// The note that a change names does not exist.
    UnknownNote = "unknown_note": unknown_note,
    /// The timer was started at 0:00.
    TimerEmpty = "timer_empty": timer_empty,
    /// The editor was used while the timer was running.
    TimerRunning = "timer_running": timer_running,
    /// The timer was paused while it was not running.
    TimerNotRunning = "timer_not_running": timer_not_running,
    /// A preference outside its range.
    PreferenceInvalid = "preference_invalid": preference_invalid,
    /// The user is not signed in.
    SignedOut = "signed_out": signed_out,
    /// The previous request of the form is still in flight.
    Busy = "busy": busy,
    /// Some changes have not reached the server yet.
    UnsentChanges = "unsent_changes": unsent_changes,
    /// The user's plan does not include this.
    PlanLimit = "plan_limit": plan_limit,
    /// Logging in with Google is not configured.
    GoogleOff = "google_off": google_off,
    /// The server is reading and processing as many requests as it has memory for. The `Retry-After` header contains
    /// the number of seconds to wait.
    ServerBusy = "server_busy": server_busy,
    /// The archive of an account's data would exceed the maximum size.
    ExportTooLarge = "export_too_large": export_too_large,
    /// The archive to import is damaged, or is not that of an account.
    ArchiveInvalid = "archive_invalid": archive_invalid,
    /// The archive to import is too large, or becomes so when it is decompressed.
    ArchiveTooLarge = "archive_too_large": archive_too_large,
    /// The database is not available.
    Unavailable = "unavailable": unavailable,
    /// An unexpected error of the server. Details are in its log.
    Internal = "internal": internal,
}

impl ErrorCode {
    /// Returns the sentence of [`ErrorCode::TooManyRequests`] with the time to wait: in seconds up to two minutes, then
    /// in minutes, rounded up.
    pub fn too_many_requests_sentence(wait_seconds: u64) -> String {
        match wait_seconds {
            0..=120 => errors::too_many_requests_seconds(wait_seconds),
            _ => errors::too_many_requests_minutes(wait_seconds.div_ceil(60)),
        }
    }
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p7_each_code_has_the_sentence_with_its_id_in_the_catalog() {
        let catalog: serde_json::Value =
            serde_json::from_str(include_str!("../../../messages/en/errors.json")).unwrap();
        for code in ErrorCode::ALL {
            assert_eq!(catalog[code.as_str()], code.sentence(), "{code:?}");
        }
    }

    #[test]
    fn p7_wait_is_formatted_for_people() {
        for (seconds, wait) in [
            (1, "1 second"),
            (2, "2 seconds"),
            (120, "120 seconds"),
            (121, "3 minutes"),
            (900, "15 minutes"),
            (3_600, "60 minutes"),
        ] {
            let expected = format!("Too many requests. Try again in {wait}.");
            assert_eq!(ErrorCode::too_many_requests_sentence(seconds), expected);
        }
    }
}
