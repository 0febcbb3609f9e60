//! Made from `messages/en/errors.json` by `npm run messages`. Change the texts there.

use super::{ERRORS as TEXTS, Text};

/// The request body isn’t valid JSON.
pub(crate) fn bad_json() -> Text {
    TEXTS.at(Index::BadJson as usize)
}

/// A field is missing or has the wrong type. Check the API documentation.
pub(crate) fn body_invalid() -> Text {
    TEXTS.at(Index::BodyInvalid as usize)
}

/// Couldn’t read this action. Reload the page and try again.
pub(crate) fn bad_intent() -> Text {
    TEXTS.at(Index::BadIntent as usize)
}

/// Couldn’t read this change. Reload the page and try again.
pub(crate) fn bad_op() -> Text {
    TEXTS.at(Index::BadOp as usize)
}

/// This ID isn’t a UUID. Send a UUID, or omit the ID to have one generated.
pub(crate) fn bad_id() -> Text {
    TEXTS.at(Index::BadId as usize)
}

/// A query parameter is invalid. Check the API documentation.
pub(crate) fn bad_query() -> Text {
    TEXTS.at(Index::BadQuery as usize)
}

/// Couldn’t read this position. Reload the page and try again.
pub(crate) fn bad_rank() -> Text {
    TEXTS.at(Index::BadRank as usize)
}

/// Log in to continue.
pub(crate) fn token_missing() -> Text {
    TEXTS.at(Index::TokenMissing as usize)
}

/// Your session is no longer valid. Log in again.
pub(crate) fn token_invalid() -> Text {
    TEXTS.at(Index::TokenInvalid as usize)
}

/// Your session expired. Log in again.
pub(crate) fn token_expired() -> Text {
    TEXTS.at(Index::TokenExpired as usize)
}

/// This API token doesn’t allow this.
pub(crate) fn token_scope() -> Text {
    TEXTS.at(Index::TokenScope as usize)
}

/// You have 50 API tokens. Revoke one first.
pub(crate) fn token_limit() -> Text {
    TEXTS.at(Index::TokenLimit as usize)
}

/// Your session ended. Log in to continue.
pub(crate) fn refresh_invalid() -> Text {
    TEXTS.at(Index::RefreshInvalid as usize)
}

/// Wrong email or password. Check both and try again.
pub(crate) fn credentials_invalid() -> Text {
    TEXTS.at(Index::CredentialsInvalid as usize)
}

/// Not found, or you don’t have access.
pub(crate) fn not_found() -> Text {
    TEXTS.at(Index::NotFound as usize)
}

/// Your role on this board doesn’t allow this. Ask an admin of the board.
pub(crate) fn forbidden_role() -> Text {
    TEXTS.at(Index::ForbiddenRole as usize)
}

/// This person isn’t a member of the board. Share the board first.
pub(crate) fn unknown_member() -> Text {
    TEXTS.at(Index::UnknownMember as usize)
}

/// React with one emoji.
pub(crate) fn emoji_invalid() -> Text {
    TEXTS.at(Index::EmojiInvalid as usize)
}

/// This comment has 20 different reactions. Use one of them.
pub(crate) fn too_many_reactions() -> Text {
    TEXTS.at(Index::TooManyReactions as usize)
}

/// You can watch up to 500 cards and lists of a board. Watch the whole board instead.
pub(crate) fn too_many_watched() -> Text {
    TEXTS.at(Index::TooManyWatched as usize)
}

/// This board was deleted, or you no longer have access to it.
pub(crate) fn board_access_lost() -> Text {
    TEXTS.at(Index::BoardAccessLost as usize)
}

/// Somebody changed this at the same time. Their text is shown instead of yours.
pub(crate) fn own_text_replaced() -> Text {
    TEXTS.at(Index::OwnTextReplaced as usize)
}

/// Somebody changed this at the same time. Your text is shown instead of theirs.
pub(crate) fn other_text_replaced() -> Text {
    TEXTS.at(Index::OtherTextReplaced as usize)
}

/// A board needs an owner. Make another member the owner first.
pub(crate) fn owner_required() -> Text {
    TEXTS.at(Index::OwnerRequired as usize)
}

/// This member can’t own another board: their plan or their account has reached its limit.
pub(crate) fn new_owner_limit() -> Text {
    TEXTS.at(Index::NewOwnerLimit as usize)
}

/// This member’s account is about to be deleted. Choose another member.
pub(crate) fn new_owner_leaving() -> Text {
    TEXTS.at(Index::NewOwnerLeaving as usize)
}

/// Choose what happens to each board that you share.
pub(crate) fn shared_boards_undecided() -> Text {
    TEXTS.at(Index::SharedBoardsUndecided as usize)
}

/// This board has reached the limit of 100 members, including open invitations. Remove somebody first.
pub(crate) fn member_limit() -> Text {
    TEXTS.at(Index::MemberLimit as usize)
}

/// You’ve reached the limit of 500 shared boards. Leave one first.
pub(crate) fn shared_board_limit() -> Text {
    TEXTS.at(Index::SharedBoardLimit as usize)
}

/// This URL doesn’t support this method.
pub(crate) fn method_not_allowed() -> Text {
    TEXTS.at(Index::MethodNotAllowed as usize)
}

/// This is too large to send at once. Split it into smaller parts.
pub(crate) fn too_large() -> Text {
    TEXTS.at(Index::TooLarge as usize)
}

/// At most 1,000 cards can be changed or copied at a time.
pub(crate) fn too_many_cards() -> Text {
    TEXTS.at(Index::TooManyCards as usize)
}

/// Send at most 500 changes at a time.
pub(crate) fn too_many_ops() -> Text {
    TEXTS.at(Index::TooManyOps as usize)
}

/// An account with this email already exists. Log in, or use another email.
pub(crate) fn email_taken() -> Text {
    TEXTS.at(Index::EmailTaken as usize)
}

/// Enter an email address like name@example.com.
pub(crate) fn email_invalid() -> Text {
    TEXTS.at(Index::EmailInvalid as usize)
}

/// Enter your password.
pub(crate) fn password_required() -> Text {
    TEXTS.at(Index::PasswordRequired as usize)
}

/// Choose a password with at least 8 characters.
pub(crate) fn password_too_short() -> Text {
    TEXTS.at(Index::PasswordTooShort as usize)
}

/// Choose a password with at most 128 characters.
pub(crate) fn password_too_long() -> Text {
    TEXTS.at(Index::PasswordTooLong as usize)
}

/// This password is too common. Choose another.
pub(crate) fn password_common() -> Text {
    TEXTS.at(Index::PasswordCommon as usize)
}

/// Choose a password that isn’t your name or email.
pub(crate) fn password_personal() -> Text {
    TEXTS.at(Index::PasswordPersonal as usize)
}

/// Wrong password. Check it and try again.
pub(crate) fn password_wrong() -> Text {
    TEXTS.at(Index::PasswordWrong as usize)
}

/// For your security, log out, log in again, and do this within 10 minutes.
pub(crate) fn login_stale() -> Text {
    TEXTS.at(Index::LoginStale as usize)
}

/// This link was already used or has expired. Request a new one.
pub(crate) fn link_invalid() -> Text {
    TEXTS.at(Index::LinkInvalid as usize)
}

/// Google login failed. Please try again.
pub(crate) fn google_failed() -> Text {
    TEXTS.at(Index::GoogleFailed as usize)
}

/// You need an invitation to sign up. Join the waitlist to get one.
pub(crate) fn invitation_required() -> Text {
    TEXTS.at(Index::InvitationRequired as usize)
}

/// This invitation was already used or doesn’t exist. Ask for a new one.
pub(crate) fn invitation_invalid() -> Text {
    TEXTS.at(Index::InvitationInvalid as usize)
}

/// Too many requests. Wait a moment, then try again.
pub(crate) fn too_many_requests() -> Text {
    TEXTS.at(Index::TooManyRequests as usize)
}

/// {count, plural, one {Too many requests. Try again in # second.} other {Too many requests. Try again in # seconds.}}
pub(crate) fn too_many_requests_seconds(count: u64) -> String {
    TEXTS.format(Index::TooManyRequestsSeconds as usize, count, &[])
}

/// {count, plural, one {Too many requests. Try again in # minute.} other {Too many requests. Try again in # minutes.}}
pub(crate) fn too_many_requests_minutes(count: u64) -> String {
    TEXTS.format(Index::TooManyRequestsMinutes as usize, count, &[])
}

/// This took too long. Check your connection and try again.
pub(crate) fn request_timeout() -> Text {
    TEXTS.at(Index::RequestTimeout as usize)
}

/// The contact form is turned off. If this page shows an email address, write to that instead.
pub(crate) fn contact_off() -> Text {
    TEXTS.at(Index::ContactOff as usize)
}

/// Enter a message.
pub(crate) fn message_required() -> Text {
    TEXTS.at(Index::MessageRequired as usize)
}

/// Shorten the message to at most 5,000 characters.
pub(crate) fn message_too_long() -> Text {
    TEXTS.at(Index::MessageTooLong as usize)
}

/// Enter your first name.
pub(crate) fn first_name_required() -> Text {
    TEXTS.at(Index::FirstNameRequired as usize)
}

/// Enter your last name.
pub(crate) fn last_name_required() -> Text {
    TEXTS.at(Index::LastNameRequired as usize)
}

/// Enter a name.
pub(crate) fn name_required() -> Text {
    TEXTS.at(Index::NameRequired as usize)
}

/// Shorten the name to at most 200 characters.
pub(crate) fn name_too_long() -> Text {
    TEXTS.at(Index::NameTooLong as usize)
}

/// Enter a title.
pub(crate) fn title_required() -> Text {
    TEXTS.at(Index::TitleRequired as usize)
}

/// Shorten the title to at most 500 characters.
pub(crate) fn title_too_long() -> Text {
    TEXTS.at(Index::TitleTooLong as usize)
}

/// Shorten the description to at most 50,000 characters.
pub(crate) fn description_too_long() -> Text {
    TEXTS.at(Index::DescriptionTooLong as usize)
}

/// Enter a comment.
pub(crate) fn comment_required() -> Text {
    TEXTS.at(Index::CommentRequired as usize)
}

/// Shorten the comment to at most 10,000 characters.
pub(crate) fn comment_too_long() -> Text {
    TEXTS.at(Index::CommentTooLong as usize)
}

/// Set the reminder between 0 minutes and one year before the due date.
pub(crate) fn reminder_invalid() -> Text {
    TEXTS.at(Index::ReminderInvalid as usize)
}

/// Enter a label of 1 to 50 characters.
pub(crate) fn label_invalid() -> Text {
    TEXTS.at(Index::LabelInvalid as usize)
}

/// A card can have up to 50 labels. Remove one first.
pub(crate) fn too_many_labels() -> Text {
    TEXTS.at(Index::TooManyLabels as usize)
}

/// A board can have up to 200 label colors. Reset one to its default first.
pub(crate) fn too_many_label_colors() -> Text {
    TEXTS.at(Index::TooManyLabelColors as usize)
}

/// Enter a date like 2026-03-03, optionally with a time like 09:00.
pub(crate) fn due_date_invalid() -> Text {
    TEXTS.at(Index::DueDateInvalid as usize)
}

/// Choose an interval from 1 to 365. To end the repeat, choose a date or 1 to 999 times.
pub(crate) fn recurrence_invalid() -> Text {
    TEXTS.at(Index::RecurrenceInvalid as usize)
}

/// Set a due date first, so that the card can repeat.
pub(crate) fn recurrence_needs_due_date() -> Text {
    TEXTS.at(Index::RecurrenceNeedsDueDate as usize)
}

/// This is the last date. Complete it instead.
pub(crate) fn last_occurrence() -> Text {
    TEXTS.at(Index::LastOccurrence as usize)
}

/// Enter an estimate between 1 minute and 100 hours.
pub(crate) fn estimate_invalid() -> Text {
    TEXTS.at(Index::EstimateInvalid as usize)
}

/// This text has an unsupported character. Remove it and try again.
pub(crate) fn text_invalid() -> Text {
    TEXTS.at(Index::TextInvalid as usize)
}

/// Enter a public address that starts with https://.
pub(crate) fn url_invalid() -> Text {
    TEXTS.at(Index::UrlInvalid as usize)
}

/// Choose a color like #4caf50, or none.
pub(crate) fn color_invalid() -> Text {
    TEXTS.at(Index::ColorInvalid as usize)
}

/// Choose one of the available pictures.
pub(crate) fn image_invalid() -> Text {
    TEXTS.at(Index::ImageInvalid as usize)
}

/// This picture is too large. Choose one of up to 15 MB and 50 megapixels, with sides of up to 12,000 pixels.
pub(crate) fn picture_too_large() -> Text {
    TEXTS.at(Index::PictureTooLarge as usize)
}

/// This file type isn’t supported. Choose a JPEG, PNG or WebP.
pub(crate) fn picture_unsupported() -> Text {
    TEXTS.at(Index::PictureUnsupported as usize)
}

/// This picture is damaged or incomplete. Save it again, or choose another.
pub(crate) fn picture_broken() -> Text {
    TEXTS.at(Index::PictureBroken as usize)
}

/// You’ve reached the limit of 2,000 boards, including the trash. Boards in the trash are deleted after 30 days.
pub(crate) fn board_limit() -> Text {
    TEXTS.at(Index::BoardLimit as usize)
}

/// You’ve reached the limit of 200,000 cards, including the archive and the trash. Cards in the trash are deleted after 30 days.
pub(crate) fn card_limit() -> Text {
    TEXTS.at(Index::CardLimit as usize)
}

/// You’ve used all the space for the texts and changes of your boards. Move boards you no longer need to the trash. Their space is free after 30 days.
pub(crate) fn change_limit() -> Text {
    TEXTS.at(Index::ChangeLimit as usize)
}

/// This file is too large. Attach files of up to 25 MB.
pub(crate) fn file_too_large() -> Text {
    TEXTS.at(Index::FileTooLarge as usize)
}

/// The upload was interrupted. Try again.
pub(crate) fn upload_interrupted() -> Text {
    TEXTS.at(Index::UploadInterrupted as usize)
}

/// The attachments on this owner’s boards have reached their limit. Delete some first; what is in the trash is freed after 30 days.
pub(crate) fn attachment_limit() -> Text {
    TEXTS.at(Index::AttachmentLimit as usize)
}

/// You can have up to 20 webhooks. Delete one first.
pub(crate) fn webhook_limit() -> Text {
    TEXTS.at(Index::WebhookLimit as usize)
}

/// You’ve reached the limit of 50 pictures. Delete one first.
pub(crate) fn picture_limit() -> Text {
    TEXTS.at(Index::PictureLimit as usize)
}

/// Enter an address of 1 to 80 lowercase letters, digits and hyphens.
pub(crate) fn slug_invalid() -> Text {
    TEXTS.at(Index::SlugInvalid as usize)
}

/// Another board already has this address. Choose another.
pub(crate) fn slug_taken() -> Text {
    TEXTS.at(Index::SlugTaken as usize)
}

/// This board no longer exists.
pub(crate) fn unknown_board() -> Text {
    TEXTS.at(Index::UnknownBoard as usize)
}

/// This list is no longer on this board.
pub(crate) fn unknown_list() -> Text {
    TEXTS.at(Index::UnknownList as usize)
}

/// This card is no longer on this board.
pub(crate) fn unknown_card() -> Text {
    TEXTS.at(Index::UnknownCard as usize)
}

/// This item is no longer on the card.
pub(crate) fn unknown_item() -> Text {
    TEXTS.at(Index::UnknownItem as usize)
}

/// There’s nothing to undo or redo.
pub(crate) fn nothing_to_undo() -> Text {
    TEXTS.at(Index::NothingToUndo as usize)
}

/// This ID is already in use. Reload the page and try again.
pub(crate) fn id_taken() -> Text {
    TEXTS.at(Index::IdTaken as usize)
}

/// Another change already used this ID. Reload the page and try again.
pub(crate) fn op_id_reused() -> Text {
    TEXTS.at(Index::OpIdReused as usize)
}

/// This session’s times aren’t valid. Check its start and end.
pub(crate) fn session_invalid() -> Text {
    TEXTS.at(Index::SessionInvalid as usize)
}

/// Your device clock is ahead. Set it correctly. Your focus time is saved on this device until then.
pub(crate) fn clock_ahead() -> Text {
    TEXTS.at(Index::ClockAhead as usize)
}

/// Choose a date and time.
pub(crate) fn session_start_invalid() -> Text {
    TEXTS.at(Index::SessionStartInvalid as usize)
}

/// A session can’t end in the future. Check the date and time.
pub(crate) fn session_in_future() -> Text {
    TEXTS.at(Index::SessionInFuture as usize)
}

/// Enter 1 to 1,440 minutes.
pub(crate) fn session_minutes_invalid() -> Text {
    TEXTS.at(Index::SessionMinutesInvalid as usize)
}

/// This note has content that can’t be saved. Copy its text, reload the page and paste it in.
pub(crate) fn note_invalid() -> Text {
    TEXTS.at(Index::NoteInvalid as usize)
}

/// This note is too long. Move part of it to another note.
pub(crate) fn note_too_long() -> Text {
    TEXTS.at(Index::NoteTooLong as usize)
}

/// You’ve reached the limit of 10,000 notes or 500 MB of text, including the trash. Delete some notes. Until then your text is saved on this device.
pub(crate) fn note_limit() -> Text {
    TEXTS.at(Index::NoteLimit as usize)
}

/// This note no longer exists.
pub(crate) fn unknown_note() -> Text {
    TEXTS.at(Index::UnknownNote as usize)
}

/// Set at least 1 second to start.
pub(crate) fn timer_empty() -> Text {
    TEXTS.at(Index::TimerEmpty as usize)
}

/// Pause the timer to change its length.
pub(crate) fn timer_running() -> Text {
    TEXTS.at(Index::TimerRunning as usize)
}

/// The timer isn’t running.
pub(crate) fn timer_not_running() -> Text {
    TEXTS.at(Index::TimerNotRunning as usize)
}

/// This setting is out of range. Check the value and try again.
pub(crate) fn preference_invalid() -> Text {
    TEXTS.at(Index::PreferenceInvalid as usize)
}

/// Log in to continue.
pub(crate) fn signed_out() -> Text {
    TEXTS.at(Index::SignedOut as usize)
}

/// Your last request is still being sent. Try again in a moment.
pub(crate) fn busy() -> Text {
    TEXTS.at(Index::Busy as usize)
}

/// Some changes haven’t been sent. Connect to send them, or log out and lose them.
pub(crate) fn unsent_changes() -> Text {
    TEXTS.at(Index::UnsentChanges as usize)
}

/// Your plan doesn’t include this. Compare plans in Settings, under Subscription.
pub(crate) fn plan_limit() -> Text {
    TEXTS.at(Index::PlanLimit as usize)
}

/// Google login isn’t set up on this server. Log in with your email instead.
pub(crate) fn google_off() -> Text {
    TEXTS.at(Index::GoogleOff as usize)
}

/// Your data is too large for one file. Contact the operator of this server.
pub(crate) fn export_too_large() -> Text {
    TEXTS.at(Index::ExportTooLarge as usize)
}

/// This file is damaged or isn’t an export of a Twentyfour account. Choose the ZIP file as you downloaded it.
pub(crate) fn archive_invalid() -> Text {
    TEXTS.at(Index::ArchiveInvalid as usize)
}

/// This archive is too large to import. Contact the operator of this server.
pub(crate) fn archive_too_large() -> Text {
    TEXTS.at(Index::ArchiveTooLarge as usize)
}

/// The server is busy. Try again in a moment.
pub(crate) fn server_busy() -> Text {
    TEXTS.at(Index::ServerBusy as usize)
}

/// The service isn’t available right now. Try again in a moment.
pub(crate) fn unavailable() -> Text {
    TEXTS.at(Index::Unavailable as usize)
}

/// Something went wrong on the server. Try again.
pub(crate) fn internal() -> Text {
    TEXTS.at(Index::Internal as usize)
}

/// Enter an email address like name@example.com.
pub(crate) fn email_blank() -> Text {
    TEXTS.at(Index::EmailBlank as usize)
}

/// Enter one email on a single line.
pub(crate) fn email_line_break() -> Text {
    TEXTS.at(Index::EmailLineBreak as usize)
}

/// This email has an invisible character. Type it instead of pasting it.
pub(crate) fn email_invisible() -> Text {
    TEXTS.at(Index::EmailInvisible as usize)
}

/// This email has a space. Remove it.
pub(crate) fn email_space() -> Text {
    TEXTS.at(Index::EmailSpace as usize)
}

/// This email is longer than 254 characters. Enter a shorter one.
pub(crate) fn email_too_long() -> Text {
    TEXTS.at(Index::EmailTooLong as usize)
}

/// Quotation marks aren’t supported. Enter an email like name@example.com.
pub(crate) fn email_quoted() -> Text {
    TEXTS.at(Index::EmailQuoted as usize)
}

/// This email has no @. Enter one like name@example.com.
pub(crate) fn email_no_at() -> Text {
    TEXTS.at(Index::EmailNoAt as usize)
}

/// This email has more than one @. Enter one like name@example.com.
pub(crate) fn email_multiple_at() -> Text {
    TEXTS.at(Index::EmailMultipleAt as usize)
}

/// This email has nothing before the @. Enter one like name@example.com.
pub(crate) fn email_no_local_part() -> Text {
    TEXTS.at(Index::EmailNoLocalPart as usize)
}

/// This email has nothing after the @. Enter one like name@example.com.
pub(crate) fn email_no_domain() -> Text {
    TEXTS.at(Index::EmailNoDomain as usize)
}

/// This email has more than 64 characters before the @. Enter a shorter one.
pub(crate) fn email_local_part_too_long() -> Text {
    TEXTS.at(Index::EmailLocalPartTooLong as usize)
}

/// Only the letters a to z are supported before the @. Enter an email without other letters.
pub(crate) fn email_local_part_letters() -> Text {
    TEXTS.at(Index::EmailLocalPartLetters as usize)
}

/// This email has an unsupported character before the @. Check that part.
pub(crate) fn email_local_part_character() -> Text {
    TEXTS.at(Index::EmailLocalPartCharacter as usize)
}

/// This email has an extra dot at the start or end, next to the @, or after another dot. Remove it.
pub(crate) fn email_dots() -> Text {
    TEXTS.at(Index::EmailDots as usize)
}

/// This email has no dot after the @. Enter one like name@example.com.
pub(crate) fn email_no_dot() -> Text {
    TEXTS.at(Index::EmailNoDot as usize)
}

/// The part after the @ isn’t a domain like example.com. Check it.
pub(crate) fn email_domain_invalid() -> Text {
    TEXTS.at(Index::EmailDomainInvalid as usize)
}

/// Basic includes up to 5 boards. To add another, upgrade to Pro or move a board to the trash.
pub(crate) fn plan_limit_boards() -> Text {
    TEXTS.at(Index::PlanLimitBoards as usize)
}

/// Choosing wallpapers and board pictures requires Pro. Your earlier choices stay.
pub(crate) fn plan_limit_backgrounds() -> Text {
    TEXTS.at(Index::PlanLimitBackgrounds as usize)
}

/// Uploading your own images requires Pro.
pub(crate) fn plan_limit_pictures() -> Text {
    TEXTS.at(Index::PlanLimitPictures as usize)
}

/// The yearly heatmap requires Pro. Your days are still recorded and appear here when you upgrade.
pub(crate) fn plan_limit_heatmap() -> Text {
    TEXTS.at(Index::PlanLimitHeatmap as usize)
}

/// Time by label requires Pro. It’s still recorded and appears here when you upgrade.
pub(crate) fn plan_limit_labels() -> Text {
    TEXTS.at(Index::PlanLimitLabels as usize)
}

enum Index {
    BadJson,
    BodyInvalid,
    BadIntent,
    BadOp,
    BadId,
    BadQuery,
    BadRank,
    TokenMissing,
    TokenInvalid,
    TokenExpired,
    TokenScope,
    TokenLimit,
    RefreshInvalid,
    CredentialsInvalid,
    NotFound,
    ForbiddenRole,
    UnknownMember,
    EmojiInvalid,
    TooManyReactions,
    TooManyWatched,
    BoardAccessLost,
    OwnTextReplaced,
    OtherTextReplaced,
    OwnerRequired,
    NewOwnerLimit,
    NewOwnerLeaving,
    SharedBoardsUndecided,
    MemberLimit,
    SharedBoardLimit,
    MethodNotAllowed,
    TooLarge,
    TooManyCards,
    TooManyOps,
    EmailTaken,
    EmailInvalid,
    PasswordRequired,
    PasswordTooShort,
    PasswordTooLong,
    PasswordCommon,
    PasswordPersonal,
    PasswordWrong,
    LoginStale,
    LinkInvalid,
    GoogleFailed,
    InvitationRequired,
    InvitationInvalid,
    TooManyRequests,
    TooManyRequestsSeconds,
    TooManyRequestsMinutes,
    RequestTimeout,
    ContactOff,
    MessageRequired,
    MessageTooLong,
    FirstNameRequired,
    LastNameRequired,
    NameRequired,
    NameTooLong,
    TitleRequired,
    TitleTooLong,
    DescriptionTooLong,
    CommentRequired,
    CommentTooLong,
    ReminderInvalid,
    LabelInvalid,
    TooManyLabels,
    TooManyLabelColors,
    DueDateInvalid,
    RecurrenceInvalid,
    RecurrenceNeedsDueDate,
    LastOccurrence,
    EstimateInvalid,
    TextInvalid,
    UrlInvalid,
    ColorInvalid,
    ImageInvalid,
    PictureTooLarge,
    PictureUnsupported,
    PictureBroken,
    BoardLimit,
    CardLimit,
    ChangeLimit,
    FileTooLarge,
    UploadInterrupted,
    AttachmentLimit,
    WebhookLimit,
    PictureLimit,
    SlugInvalid,
    SlugTaken,
    UnknownBoard,
    UnknownList,
    UnknownCard,
    UnknownItem,
    NothingToUndo,
    IdTaken,
    OpIdReused,
    SessionInvalid,
    ClockAhead,
    SessionStartInvalid,
    SessionInFuture,
    SessionMinutesInvalid,
    NoteInvalid,
    NoteTooLong,
    NoteLimit,
    UnknownNote,
    TimerEmpty,
    TimerRunning,
    TimerNotRunning,
    PreferenceInvalid,
    SignedOut,
    Busy,
    UnsentChanges,
    PlanLimit,
    GoogleOff,
    ExportTooLarge,
    ArchiveInvalid,
    ArchiveTooLarge,
    ServerBusy,
    Unavailable,
    Internal,
    EmailBlank,
    EmailLineBreak,
    EmailInvisible,
    EmailSpace,
    EmailTooLong,
    EmailQuoted,
    EmailNoAt,
    EmailMultipleAt,
    EmailNoLocalPart,
    EmailNoDomain,
    EmailLocalPartTooLong,
    EmailLocalPartLetters,
    EmailLocalPartCharacter,
    EmailDots,
    EmailNoDot,
    EmailDomainInvalid,
    PlanLimitBoards,
    PlanLimitBackgrounds,
    PlanLimitPictures,
    PlanLimitHeatmap,
    PlanLimitLabels,
}

pub(super) const COUNT: usize = 140;

/// The English texts in the order of `Index`, each with a NUL at its end.
pub(super) const ENGLISH: &str = concat!(
    "The request body isn’t valid JSON.\0",
    "A field is missing or has the wrong type. Check the API documentation.\0",
    "Couldn’t read this action. Reload the page and try again.\0",
    "Couldn’t read this change. Reload the page and try again.\0",
    "This ID isn’t a UUID. Send a UUID, or omit the ID to have one generated.\0",
    "A query parameter is invalid. Check the API documentation.\0",
    "Couldn’t read this position. Reload the page and try again.\0",
    "Log in to continue.\0",
    "Your session is no longer valid. Log in again.\0",
    "Your session expired. Log in again.\0",
    "This API token doesn’t allow this.\0",
    "You have 50 API tokens. Revoke one first.\0",
    "Your session ended. Log in to continue.\0",
    "Wrong email or password. Check both and try again.\0",
    "Not found, or you don’t have access.\0",
    "Your role on this board doesn’t allow this. Ask an admin of the board.\0",
    "This person isn’t a member of the board. Share the board first.\0",
    "React with one emoji.\0",
    "This comment has 20 different reactions. Use one of them.\0",
    "You can watch up to 500 cards and lists of a board. Watch the whole board instead.\0",
    "This board was deleted, or you no longer have access to it.\0",
    "Somebody changed this at the same time. Their text is shown instead of yours.\0",
    "Somebody changed this at the same time. Your text is shown instead of theirs.\0",
    "A board needs an owner. Make another member the owner first.\0",
    "This member can’t own another board: their plan or their account has reached its limit.\0",
    "This member’s account is about to be deleted. Choose another member.\0",
    "Choose what happens to each board that you share.\0",
    "This board has reached the limit of 100 members, including open invitations. Remove somebody first.\0",
    "You’ve reached the limit of 500 shared boards. Leave one first.\0",
    "This URL doesn’t support this method.\0",
    "This is too large to send at once. Split it into smaller parts.\0",
    "At most 1,000 cards can be changed or copied at a time.\0",
    "Send at most 500 changes at a time.\0",
    "An account with this email already exists. Log in, or use another email.\0",
    "Enter an email address like name@example.com.\0",
    "Enter your password.\0",
    "Choose a password with at least 8 characters.\0",
    "Choose a password with at most 128 characters.\0",
    "This password is too common. Choose another.\0",
    "Choose a password that isn’t your name or email.\0",
    "Wrong password. Check it and try again.\0",
    "For your security, log out, log in again, and do this within 10 minutes.\0",
    "This link was already used or has expired. Request a new one.\0",
    "Google login failed. Please try again.\0",
    "You need an invitation to sign up. Join the waitlist to get one.\0",
    "This invitation was already used or doesn’t exist. Ask for a new one.\0",
    "Too many requests. Wait a moment, then try again.\0",
    "{n,plural,one{Too many requests. Try again in # second.}other{Too many requests. Try again in # seconds.}}\0",
    "{n,plural,one{Too many requests. Try again in # minute.}other{Too many requests. Try again in # minutes.}}\0",
    "This took too long. Check your connection and try again.\0",
    "The contact form is turned off. If this page shows an email address, write to that instead.\0",
    "Enter a message.\0",
    "Shorten the message to at most 5,000 characters.\0",
    "Enter your first name.\0",
    "Enter your last name.\0",
    "Enter a name.\0",
    "Shorten the name to at most 200 characters.\0",
    "Enter a title.\0",
    "Shorten the title to at most 500 characters.\0",
    "Shorten the description to at most 50,000 characters.\0",
    "Enter a comment.\0",
    "Shorten the comment to at most 10,000 characters.\0",
    "Set the reminder between 0 minutes and one year before the due date.\0",
    "Enter a label of 1 to 50 characters.\0",
    "A card can have up to 50 labels. Remove one first.\0",
    "A board can have up to 200 label colors. Reset one to its default first.\0",
    "Enter a date like 2026-03-03, optionally with a time like 09:00.\0",
    "Choose an interval from 1 to 365. To end the repeat, choose a date or 1 to 999 times.\0",
    "Set a due date first, so that the card can repeat.\0",
    "This is the last date. Complete it instead.\0",
    "Enter an estimate between 1 minute and 100 hours.\0",
    "This text has an unsupported character. Remove it and try again.\0",
    "Enter a public address that starts with https://.\0",
    "Choose a color like #4caf50, or none.\0",
    "Choose one of the available pictures.\0",
    "This picture is too large. Choose one of up to 15 MB and 50 megapixels, with sides of up to 12,000 pixels.\0",
    "This file type isn’t supported. Choose a JPEG, PNG or WebP.\0",
    "This picture is damaged or incomplete. Save it again, or choose another.\0",
    "You’ve reached the limit of 2,000 boards, including the trash. Boards in the trash are deleted after 30 days.\0",
    "You’ve reached the limit of 200,000 cards, including the archive and the trash. Cards in the trash are deleted after 30 days.\0",
    "You’ve used all the space for the texts and changes of your boards. Move boards you no longer need to the trash. Their space is free after 30 days.\0",
    "This file is too large. Attach files of up to 25 MB.\0",
    "The upload was interrupted. Try again.\0",
    "The attachments on this owner’s boards have reached their limit. Delete some first; what is in the trash is freed after 30 days.\0",
    "You can have up to 20 webhooks. Delete one first.\0",
    "You’ve reached the limit of 50 pictures. Delete one first.\0",
    "Enter an address of 1 to 80 lowercase letters, digits and hyphens.\0",
    "Another board already has this address. Choose another.\0",
    "This board no longer exists.\0",
    "This list is no longer on this board.\0",
    "This card is no longer on this board.\0",
    "This item is no longer on the card.\0",
    "There’s nothing to undo or redo.\0",
    "This ID is already in use. Reload the page and try again.\0",
    "Another change already used this ID. Reload the page and try again.\0",
    "This session’s times aren’t valid. Check its start and end.\0",
    "Your device clock is ahead. Set it correctly. Your focus time is saved on this device until then.\0",
    "Choose a date and time.\0",
    "A session can’t end in the future. Check the date and time.\0",
    "Enter 1 to 1,440 minutes.\0",
    "This note has content that can’t be saved. Copy its text, reload the page and paste it in.\0",
    "This note is too long. Move part of it to another note.\0",
    "You’ve reached the limit of 10,000 notes or 500 MB of text, including the trash. Delete some notes. Until then your text is saved on this device.\0",
    "This note no longer exists.\0",
    "Set at least 1 second to start.\0",
    "Pause the timer to change its length.\0",
    "The timer isn’t running.\0",
    "This setting is out of range. Check the value and try again.\0",
    "Log in to continue.\0",
    "Your last request is still being sent. Try again in a moment.\0",
    "Some changes haven’t been sent. Connect to send them, or log out and lose them.\0",
    "Your plan doesn’t include this. Compare plans in Settings, under Subscription.\0",
    "Google login isn’t set up on this server. Log in with your email instead.\0",
    "Your data is too large for one file. Contact the operator of this server.\0",
    "This file is damaged or isn’t an export of a Twentyfour account. Choose the ZIP file as you downloaded it.\0",
    "This archive is too large to import. Contact the operator of this server.\0",
    "The server is busy. Try again in a moment.\0",
    "The service isn’t available right now. Try again in a moment.\0",
    "Something went wrong on the server. Try again.\0",
    "Enter an email address like name@example.com.\0",
    "Enter one email on a single line.\0",
    "This email has an invisible character. Type it instead of pasting it.\0",
    "This email has a space. Remove it.\0",
    "This email is longer than 254 characters. Enter a shorter one.\0",
    "Quotation marks aren’t supported. Enter an email like name@example.com.\0",
    "This email has no @. Enter one like name@example.com.\0",
    "This email has more than one @. Enter one like name@example.com.\0",
    "This email has nothing before the @. Enter one like name@example.com.\0",
    "This email has nothing after the @. Enter one like name@example.com.\0",
    "This email has more than 64 characters before the @. Enter a shorter one.\0",
    "Only the letters a to z are supported before the @. Enter an email without other letters.\0",
    "This email has an unsupported character before the @. Check that part.\0",
    "This email has an extra dot at the start or end, next to the @, or after another dot. Remove it.\0",
    "This email has no dot after the @. Enter one like name@example.com.\0",
    "The part after the @ isn’t a domain like example.com. Check it.\0",
    "Basic includes up to 5 boards. To add another, upgrade to Pro or move a board to the trash.\0",
    "Choosing wallpapers and board pictures requires Pro. Your earlier choices stay.\0",
    "Uploading your own images requires Pro.\0",
    "The yearly heatmap requires Pro. Your days are still recorded and appear here when you upgrade.\0",
    "Time by label requires Pro. It’s still recorded and appears here when you upgrade.\0",
);
