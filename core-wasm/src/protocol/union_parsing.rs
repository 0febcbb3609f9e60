//! Deserialization of the unions that are tagged by `type`. All variants are read through one struct that has every
//! field, and then converted. serde's derived code for such unions is 4 KB per variant and format, which was half of
//! the browser's module.

use super::background::{Background, RegionColors};
use super::http::{PreferencesUpdate, Theme};
use super::id::Id;
use super::intent::{
    BoardTemplate, CardFilter, ExportFormat, Intent, OverrunChoice, SessionEntry, SessionFields, StatsPeriod,
    StepDirection, TaskFilter, TimerField, ZoneOffsets,
};
use super::live::LiveMessage;
use super::op::{BoardEdit, CardEdit, Change, ItemEdit, ListEdit};
use super::photo::PictureId;
use super::rank::Rank;
use super::record::{BoardRecords, ItemContent, Priority};
use super::text::{CardTitle, CommentText};
use super::weather::Place;
use serde::{Deserialize, Deserializer, de};
use std::fmt;

/// The error for a union that does not have its shape. The caller replaces it by its own error code.
const INVALID_SHAPE: &str = "the type is unknown, or a field is missing or has the wrong type";

fn required<T>(field: Option<T>) -> Result<T, &'static str> {
    field.ok_or(INVALID_SHAPE)
}

/// The fields of all intents.
#[derive(Deserialize)]
pub(super) struct FlatIntent {
    r#type: String,
    path: Option<String>,
    time_zone: Option<String>,
    language: Option<String>,
    place: Option<Place>,
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    password: Option<String>,
    current_password: Option<String>,
    invitation: Option<String>,
    token: Option<String>,
    login_id: Option<Id>,
    discard_unsent: Option<bool>,
    theme: Option<Theme>,
    minutes: Option<i64>,
    update: Option<PreferencesUpdate>,
    choice: Option<OverrunChoice>,
    weeks_ago: Option<u32>,
    year: Option<i64>,
    period: Option<StatsPeriod>,
    session: Option<SessionEntry>,
    fields: Option<SessionFields>,
    offsets: Option<ZoneOffsets>,
    session_id: Option<Id>,
    format: Option<ExportFormat>,
    field: Option<TimerField>,
    text: Option<String>,
    direction: Option<StepDirection>,
    name: Option<String>,
    template: Option<BoardTemplate>,
    slug: Option<String>,
    board_id: Option<Id>,
    list_id: Option<Id>,
    card_id: Option<Id>,
    index: Option<u32>,
    title: Option<String>,
    priority: Option<Priority>,
    item_id: Option<Id>,
    minutes_before: Option<i64>,
    label: Option<String>,
    color: Option<String>,
    key: Option<String>,
    before: Option<Id>,
    filter: Option<CardFilter>,
    task_filter: Option<TaskFilter>,
    change_id: Option<Id>,
    refused_id: Option<Id>,
    note_id: Option<Id>,
    edition: Option<u32>,
    save_id: Option<Id>,
    document: Option<String>,
    query: Option<String>,
    is_kept: Option<bool>,
    prefers_light: Option<bool>,
    background: Option<Background>,
    image: Option<String>,
    colors: Option<RegionColors>,
    file: Option<u32>,
    size: Option<u64>,
    picture_id: Option<PictureId>,
    edit: Option<FlatEdit>,
    edits: Option<Vec<FlatEdit>>,
}

impl TryFrom<FlatIntent> for Intent {
    type Error = &'static str;

    fn try_from(flat: FlatIntent) -> Result<Self, Self::Error> {
        Ok(match flat.r#type.as_str() {
            "start" => Self::Start { path: required(flat.path)?, time_zone: required(flat.time_zone)? },
            "visit" => Self::Visit { path: required(flat.path)? },
            "sign_up" => Self::SignUp {
                first_name: required(flat.first_name)?,
                last_name: required(flat.last_name)?,
                email: required(flat.email)?,
                password: required(flat.password)?,
                invitation: flat.invitation,
            },
            "log_in" => Self::LogIn { email: required(flat.email)?, password: required(flat.password)? },
            "google_log_in" => Self::GoogleLogIn { invitation: flat.invitation },
            "forgot_password" => Self::ForgotPassword { email: required(flat.email)? },
            "reset_password" => {
                Self::ResetPassword { token: required(flat.token)?, password: required(flat.password)? }
            }
            "confirm_email" => Self::ConfirmEmail { token: required(flat.token)? },
            "load_account" => Self::LoadAccount,
            "edit_profile" => {
                Self::EditProfile { first_name: required(flat.first_name)?, last_name: required(flat.last_name)? }
            }
            "change_password" => Self::ChangePassword {
                current_password: required(flat.current_password)?,
                password: required(flat.password)?,
            },
            "change_email" => Self::ChangeEmail { email: required(flat.email)?, password: required(flat.password)? },
            "send_confirmation" => Self::SendConfirmation,
            "end_login" => Self::EndLogin { login_id: required(flat.login_id)?, password: required(flat.password)? },
            "log_out_everywhere" => Self::LogOutEverywhere {
                password: required(flat.password)?,
                discard_unsent: required(flat.discard_unsent)?,
            },
            "export_account" => Self::ExportAccount,
            "delete_account" => Self::DeleteAccount { password: required(flat.password)? },
            "keep_account" => Self::KeepAccount,
            "continue" => Self::Continue,
            "log_out" => Self::LogOut { discard_unsent: required(flat.discard_unsent)? },
            "set_theme" => Self::SetTheme { theme: required(flat.theme)? },
            "set_focus_time" => Self::SetFocusTime { minutes: required(flat.minutes)? },
            "set_preferences" => Self::SetPreferences { update: required(flat.update)? },
            "load_background" => Self::LoadBackground { prefers_light: flat.prefers_light },
            "next_background" => Self::NextBackground,
            "keep_background" => Self::KeepBackground { is_kept: required(flat.is_kept)? },
            "choose_background" => Self::ChooseBackground { background: required(flat.background)? },
            "background_measured" => Self::BackgroundMeasured { image: required(flat.image)?, colors: flat.colors },
            "background_failed" => Self::BackgroundFailed { image: required(flat.image)? },
            "load_photos" => Self::LoadPhotos { query: required(flat.query)? },
            "load_more_photos" => Self::LoadMorePhotos,
            "load_pictures" => Self::LoadPictures,
            "upload_picture" => Self::UploadPicture { file: required(flat.file)?, size: required(flat.size)? },
            "delete_picture" => Self::DeletePicture { picture_id: required(flat.picture_id)? },
            "load_weather" => Self::LoadWeather { language: required(flat.language)? },
            "search_places" => Self::SearchPlaces { text: required(flat.text)? },
            "choose_place" => Self::ChoosePlace { place: flat.place },
            "finish_timer" => Self::FinishTimer,
            "extend_timer" => Self::ExtendTimer,
            "focus_card" => Self::FocusCard { board_id: required(flat.board_id)?, card_id: required(flat.card_id)? },
            "clear_timer_card" => Self::ClearTimerCard,
            "resolve_overrun" => Self::ResolveOverrun { choice: required(flat.choice)? },
            "show_week" => Self::ShowWeek { weeks_ago: required(flat.weeks_ago)? },
            "show_year" => Self::ShowYear { year: required(flat.year)? },
            "load_breakdown" => Self::LoadBreakdown { period: required(flat.period)? },
            "load_sessions" => Self::LoadSessions,
            "load_more_sessions" => Self::LoadMoreSessions,
            "add_session" => Self::AddSession { session: required(flat.session)? },
            "edit_session" => {
                Self::EditSession { session_id: required(flat.session_id)?, session: required(flat.session)? }
            }
            "open_session_form" => Self::OpenSessionForm { session_id: flat.session_id },
            "change_session_form" => {
                Self::ChangeSessionForm { fields: required(flat.fields)?, offsets: required(flat.offsets)? }
            }
            "delete_session" => Self::DeleteSession { session_id: required(flat.session_id)? },
            "export_sessions" => Self::ExportSessions { format: required(flat.format)? },
            "start_timer" => Self::StartTimer,
            "pause_timer" => Self::PauseTimer,
            "reset_timer" => Self::ResetTimer,
            "skip_timer" => Self::SkipTimer,
            "type_timer_field" => Self::TypeTimerField { field: required(flat.field)?, text: required(flat.text)? },
            "step_timer_field" => {
                Self::StepTimerField { field: required(flat.field)?, direction: required(flat.direction)? }
            }
            "load_boards" => Self::LoadBoards,
            "add_board" => Self::AddBoard { name: required(flat.name)? },
            "add_board_from_template" => Self::AddBoardFromTemplate { template: required(flat.template)? },
            "open_board" => Self::OpenBoard { slug: required(flat.slug)? },
            "close_board" => Self::CloseBoard,
            "edit_board" => {
                let edits = required(flat.edits)?.into_iter().map(FlatEdit::of_board).collect::<Result<_, _>>()?;
                Self::EditBoard { board_id: required(flat.board_id)?, edits }
            }
            "restore_board" => Self::RestoreBoard { board_id: required(flat.board_id)? },
            "set_label_color" => Self::SetLabelColor { label: required(flat.label)?, color: flat.color },
            "set_filter" => Self::SetFilter { filter: flat.filter },
            "delete_board" => Self::DeleteBoard { board_id: required(flat.board_id)? },
            "add_list" => Self::AddList { name: required(flat.name)? },
            "edit_list" => Self::EditList { list_id: required(flat.list_id)?, edit: required(flat.edit)?.of_list()? },
            "move_list" => Self::MoveList { list_id: required(flat.list_id)?, index: required(flat.index)? },
            "restore_list" => {
                Self::RestoreList { board_id: required(flat.board_id)?, list_id: required(flat.list_id)? }
            }
            "delete_list" => Self::DeleteList { list_id: required(flat.list_id)? },
            "add_card" => Self::AddCard {
                list_id: required(flat.list_id)?,
                title: required(flat.title)?,
                priority: required(flat.priority)?,
            },
            "move_card" => Self::MoveCard {
                card_id: required(flat.card_id)?,
                list_id: required(flat.list_id)?,
                index: required(flat.index)?,
            },
            "drop_card" => Self::DropCard {
                card_id: required(flat.card_id)?,
                list_id: required(flat.list_id)?,
                before: flat.before,
            },
            "edit_card" => {
                let edits = required(flat.edits)?.into_iter().map(FlatEdit::of_card).collect::<Result<_, _>>()?;
                Self::EditCard { card_id: required(flat.card_id)?, edits }
            }
            "archive_card" => Self::ArchiveCard { card_id: required(flat.card_id)? },
            "delete_card" => Self::DeleteCard { card_id: required(flat.card_id)? },
            "restore_card" => {
                Self::RestoreCard { board_id: required(flat.board_id)?, card_id: required(flat.card_id)? }
            }
            "open_card" => Self::OpenCard { card_id: required(flat.card_id)? },
            "close_card" => Self::CloseCard,
            "load_activity" => Self::LoadActivity,
            "add_subtask" => Self::AddSubtask { card_id: required(flat.card_id)?, title: required(flat.title)? },
            "add_comment" => Self::AddComment { card_id: required(flat.card_id)?, text: required(flat.text)? },
            "add_reminder" => {
                Self::AddReminder { card_id: required(flat.card_id)?, minutes_before: required(flat.minutes_before)? }
            }
            "move_subtask" => Self::MoveSubtask { item_id: required(flat.item_id)?, index: required(flat.index)? },
            "edit_item" => Self::EditItem { item_id: required(flat.item_id)?, edit: required(flat.edit)?.of_item()? },
            "delete_item" => Self::DeleteItem { item_id: required(flat.item_id)? },
            "undo" => Self::Undo { change_id: flat.change_id },
            "redo" => Self::Redo,
            "save_draft" => Self::SaveDraft { key: required(flat.key)?, text: required(flat.text)? },
            "discard_draft" => Self::DiscardDraft { key: required(flat.key)? },
            "dismiss_refused" => Self::DismissRefused { refused_id: flat.refused_id },
            "load_tasks" => Self::LoadTasks,
            "set_task_filter" => Self::SetTaskFilter { task_filter: required(flat.task_filter)? },
            "complete_task" => {
                Self::CompleteTask { board_id: required(flat.board_id)?, card_id: required(flat.card_id)? }
            }
            "load_trash" => Self::LoadTrash,
            "load_stats" => Self::LoadStats,
            "load_notes" => Self::LoadNotes,
            "search_notes" => Self::SearchNotes { query: required(flat.query)? },
            "add_note" => Self::AddNote,
            "open_note" => Self::OpenNote { note_id: required(flat.note_id)? },
            "close_note" => Self::CloseNote,
            "edit_note" => Self::EditNote {
                note_id: required(flat.note_id)?,
                document: required(flat.document)?,
                edition: required(flat.edition)?,
            },
            "pin_note" => Self::PinNote { note_id: required(flat.note_id)? },
            "unpin_note" => Self::UnpinNote { note_id: required(flat.note_id)? },
            "trash_note" => Self::TrashNote { note_id: required(flat.note_id)? },
            "restore_note" => Self::RestoreNote { note_id: required(flat.note_id)? },
            "load_note_versions" => Self::LoadNoteVersions,
            "show_note_version" => Self::ShowNoteVersion { save_id: flat.save_id },
            "use_note_version" => Self::UseNoteVersion { save_id: required(flat.save_id)? },
            "put_note_version_away" => Self::PutNoteVersionAway { save_id: required(flat.save_id)? },
            "export_note" => Self::ExportNote { note_id: required(flat.note_id)? },
            _ => return Err(INVALID_SHAPE),
        })
    }
}

/// The fields of all changes.
#[derive(Deserialize)]
pub(super) struct FlatChange {
    r#type: String,
    list_id: Option<Id>,
    card_id: Option<Id>,
    name: Option<String>,
    rank: Option<String>,
    title: Option<String>,
    priority: Option<Priority>,
    item_id: Option<Id>,
    text: Option<String>,
    minutes_before: Option<i64>,
    label: Option<String>,
    color: Option<String>,
    edit: Option<FlatEdit>,
}

impl TryFrom<FlatChange> for Change {
    type Error = &'static str;

    fn try_from(flat: FlatChange) -> Result<Self, Self::Error> {
        Ok(match flat.r#type.as_str() {
            "add_list" => Self::AddList {
                list_id: required(flat.list_id)?,
                name: required(flat.name)?,
                rank: required(flat.rank)?,
            },
            "move_list" => Self::MoveList { list_id: required(flat.list_id)?, rank: required(flat.rank)? },
            "edit_list" => Self::EditList { list_id: required(flat.list_id)?, edit: required(flat.edit)?.of_list()? },
            "trash_list" => Self::TrashList { list_id: required(flat.list_id)? },
            "restore_list" => Self::RestoreList { list_id: required(flat.list_id)? },
            "add_card" => Self::AddCard {
                card_id: required(flat.card_id)?,
                list_id: required(flat.list_id)?,
                rank: required(flat.rank)?,
                title: required(flat.title)?,
                priority: flat.priority.unwrap_or_default(),
            },
            "move_card" => Self::MoveCard {
                card_id: required(flat.card_id)?,
                list_id: required(flat.list_id)?,
                rank: required(flat.rank)?,
            },
            "edit_card" => Self::EditCard { card_id: required(flat.card_id)?, edit: required(flat.edit)?.of_card()? },
            "trash_card" => Self::TrashCard { card_id: required(flat.card_id)? },
            "restore_card" => Self::RestoreCard { card_id: required(flat.card_id)? },
            "add_subtask" => Self::AddSubtask {
                item_id: required(flat.item_id)?,
                card_id: required(flat.card_id)?,
                rank: required(flat.rank)?,
                title: required(flat.title)?,
            },
            "add_comment" => Self::AddComment {
                item_id: required(flat.item_id)?,
                card_id: required(flat.card_id)?,
                text: required(flat.text)?,
            },
            "add_reminder" => Self::AddReminder {
                item_id: required(flat.item_id)?,
                card_id: required(flat.card_id)?,
                minutes_before: required(flat.minutes_before)?,
            },
            "move_subtask" => Self::MoveSubtask { item_id: required(flat.item_id)?, rank: required(flat.rank)? },
            "edit_item" => Self::EditItem { item_id: required(flat.item_id)?, edit: required(flat.edit)?.of_item()? },
            "trash_item" => Self::TrashItem { item_id: required(flat.item_id)? },
            "restore_item" => Self::RestoreItem { item_id: required(flat.item_id)? },
            "set_label_color" => Self::SetLabelColor { label: required(flat.label)?, color: flat.color },
            "edit_board" => Self::EditBoard { edit: required(flat.edit)?.of_board()? },
            "trash_board" => Self::TrashBoard,
            "restore_board" => Self::RestoreBoard,
            _ => return Err(INVALID_SHAPE),
        })
    }
}

/// The fields of all kinds of items.
#[derive(Deserialize)]
pub(super) struct FlatContent {
    kind: String,
    rank: Option<Rank>,
    title: Option<CardTitle>,
    is_done: Option<bool>,
    text: Option<CommentText>,
    minutes_before: Option<i64>,
}

impl TryFrom<FlatContent> for ItemContent {
    type Error = &'static str;

    fn try_from(flat: FlatContent) -> Result<Self, Self::Error> {
        Ok(match flat.kind.as_str() {
            "subtask" => Self::Subtask {
                rank: required(flat.rank)?,
                title: required(flat.title)?,
                is_done: required(flat.is_done)?,
            },
            "comment" => Self::Comment { text: required(flat.text)? },
            "reminder" => Self::Reminder { minutes_before: required(flat.minutes_before)? },
            _ => return Err(INVALID_SHAPE),
        })
    }
}

/// The fields of all messages of the live connection.
#[derive(Deserialize)]
pub(super) struct FlatLiveMessage {
    r#type: String,
    board_id: Option<Id>,
    since: Option<i64>,
    version: Option<i64>,
    records: Option<BoardRecords>,
}

impl TryFrom<FlatLiveMessage> for LiveMessage {
    type Error = &'static str;

    fn try_from(flat: FlatLiveMessage) -> Result<Self, Self::Error> {
        Ok(match flat.r#type.as_str() {
            "ready" => Self::Ready,
            "pong" => Self::Pong,
            "changed" => Self::Changed {
                board_id: required(flat.board_id)?,
                since: required(flat.since)?,
                version: required(flat.version)?,
                records: flat.records,
            },
            "notes_changed" => Self::NotesChanged { version: required(flat.version)? },
            "preferences_changed" => Self::PreferencesChanged,
            _ => return Err(INVALID_SHAPE),
        })
    }
}

/// One field with a new value, of any record.
#[derive(Deserialize)]
pub(super) struct FlatEdit {
    field: String,
    value: FlatValue,
}

/// The value of an edited field. Not any JSON value, because reading one would loop forever on a cyclic JavaScript
/// object.
enum FlatValue {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    Texts(Vec<String>),
}

impl<'de> Deserialize<'de> for FlatValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FlatValueVisitor)
    }
}

struct FlatValueVisitor;

impl<'de> de::Visitor<'de> for FlatValueVisitor {
    type Value = FlatValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("null, a boolean, an integer, a string or an array of strings")
    }

    fn visit_unit<E>(self) -> Result<FlatValue, E> {
        Ok(FlatValue::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<FlatValue, E> {
        Ok(FlatValue::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<FlatValue, E> {
        Ok(FlatValue::Number(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<FlatValue, E> {
        i64::try_from(value).map(FlatValue::Number).map_err(|_| E::custom(INVALID_SHAPE))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<FlatValue, E> {
        // JavaScript numbers represent integers exactly up to 2^53.
        let is_integer = value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0;
        if is_integer { Ok(FlatValue::Number(value as i64)) } else { Err(E::custom(INVALID_SHAPE)) }
    }

    fn visit_str<E>(self, text: &str) -> Result<FlatValue, E> {
        Ok(FlatValue::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<FlatValue, E> {
        Ok(FlatValue::Text(text))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut sequence: A) -> Result<FlatValue, A::Error> {
        let mut texts = vec![];
        while let Some(text) = sequence.next_element()? {
            texts.push(text);
        }
        Ok(FlatValue::Texts(texts))
    }
}

impl FlatEdit {
    fn of_list(self) -> Result<ListEdit, &'static str> {
        match self.field.as_str() {
            "name" => Ok(ListEdit::Name(text(self.value)?)),
            "collapsed" => Ok(ListEdit::Collapsed(boolean(self.value)?)),
            _ => Err(INVALID_SHAPE),
        }
    }

    fn of_card(self) -> Result<CardEdit, &'static str> {
        Ok(match self.field.as_str() {
            "title" => CardEdit::Title(text(self.value)?),
            "description" => CardEdit::Description(text(self.value)?),
            "priority" => CardEdit::Priority(match text(self.value)?.as_str() {
                "low" => Priority::Low,
                "medium" => Priority::Medium,
                "high" => Priority::High,
                "completed" => Priority::Completed,
                _ => return Err(INVALID_SHAPE),
            }),
            "completed" => CardEdit::Completed(boolean(self.value)?),
            "archived" => CardEdit::Archived(boolean(self.value)?),
            "due_date" => CardEdit::DueDate(text_or_null(self.value)?),
            "labels" => match self.value {
                FlatValue::Texts(labels) => CardEdit::Labels(labels),
                _ => return Err(INVALID_SHAPE),
            },
            _ => return Err(INVALID_SHAPE),
        })
    }

    fn of_board(self) -> Result<BoardEdit, &'static str> {
        Ok(match self.field.as_str() {
            "name" => BoardEdit::Name(text(self.value)?),
            "description" => BoardEdit::Description(text(self.value)?),
            "color" => BoardEdit::Color(text_or_null(self.value)?),
            "image" => BoardEdit::Image(text_or_null(self.value)?),
            "favorite" => BoardEdit::Favorite(boolean(self.value)?),
            _ => return Err(INVALID_SHAPE),
        })
    }

    fn of_item(self) -> Result<ItemEdit, &'static str> {
        Ok(match self.field.as_str() {
            "title" => ItemEdit::Title(text(self.value)?),
            "done" => ItemEdit::Done(boolean(self.value)?),
            "text" => ItemEdit::Text(text(self.value)?),
            "minutes_before" => match self.value {
                FlatValue::Number(minutes) => ItemEdit::MinutesBefore(minutes),
                _ => return Err(INVALID_SHAPE),
            },
            _ => return Err(INVALID_SHAPE),
        })
    }
}

fn boolean(value: FlatValue) -> Result<bool, &'static str> {
    match value {
        FlatValue::Bool(value) => Ok(value),
        _ => Err(INVALID_SHAPE),
    }
}

fn text(value: FlatValue) -> Result<String, &'static str> {
    match value {
        FlatValue::Text(text) => Ok(text),
        _ => Err(INVALID_SHAPE),
    }
}

fn text_or_null(value: FlatValue) -> Result<Option<String>, &'static str> {
    match value {
        FlatValue::Null => Ok(None),
        value => text(value).map(Some),
    }
}

macro_rules! read_edit {
    ($($edit:ty: $read:ident,)*) => {$(
        impl<'de> Deserialize<'de> for $edit {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                FlatEdit::deserialize(deserializer)?.$read().map_err(de::Error::custom)
            }
        }
    )*};
}

read_edit! {
    ListEdit: of_list,
    ItemEdit: of_item,
    CardEdit: of_card,
    BoardEdit: of_board,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::error::ErrorCode;
    use crate::protocol::view::DueGroup;

    fn written_and_read<T: serde::Serialize + de::DeserializeOwned + PartialEq + std::fmt::Debug>(value: T) {
        assert_eq!(serde_json::from_str::<T>(&serde_json::to_string(&value).unwrap()).unwrap(), value);
        // The browser reads them with the core's own reader, the server with serde_json.
        assert_eq!(crate::json::parse::<T>(&crate::json(&value)).unwrap(), value);
    }

    #[test]
    fn p4_every_intent_and_change_round_trips() {
        let id = Id::from_parts(1, &[1; 10]);
        let text = || "text".to_owned();
        let card_edits = [
            CardEdit::Title(text()),
            CardEdit::Description(text()),
            CardEdit::Priority(Priority::Completed),
            CardEdit::DueDate(None),
            CardEdit::DueDate(Some(text())),
            CardEdit::Labels(vec![text()]),
            CardEdit::Completed(true),
            CardEdit::Archived(false),
        ];
        let item_edits =
            [ItemEdit::Title(text()), ItemEdit::Done(true), ItemEdit::Text(text()), ItemEdit::MinutesBefore(30)];
        let filter = CardFilter {
            text: text(),
            labels: vec![text()],
            priorities: vec![Priority::High],
            due: Some(DueGroup::ThisWeek),
        };
        let task_filter = TaskFilter {
            board_slug: Some(text()),
            label: Some(text()),
            priority: Some(Priority::Low),
            includes_completed: true,
        };
        let board_edits = [
            BoardEdit::Name(text()),
            BoardEdit::Description(text()),
            BoardEdit::Color(Some(text())),
            BoardEdit::Image(None),
            BoardEdit::Favorite(true),
        ];
        let intents = [
            Intent::Start { path: text(), time_zone: text() },
            Intent::Visit { path: text() },
            Intent::SignUp {
                first_name: text(),
                last_name: text(),
                email: text(),
                password: text(),
                invitation: Some(text()),
            },
            Intent::LogIn { email: text(), password: text() },
            Intent::GoogleLogIn { invitation: None },
            Intent::GoogleLogIn { invitation: Some(text()) },
            Intent::ForgotPassword { email: text() },
            Intent::ResetPassword { token: text(), password: text() },
            Intent::ConfirmEmail { token: text() },
            Intent::LoadAccount,
            Intent::EditProfile { first_name: text(), last_name: text() },
            Intent::ChangePassword { current_password: text(), password: text() },
            Intent::ChangeEmail { email: text(), password: text() },
            Intent::SendConfirmation,
            Intent::EndLogin { login_id: id, password: text() },
            Intent::LogOutEverywhere { password: text(), discard_unsent: true },
            Intent::ExportAccount,
            Intent::DeleteAccount { password: text() },
            Intent::KeepAccount,
            Intent::Continue,
            Intent::LogOut { discard_unsent: true },
            Intent::SetTheme { theme: Theme::Light },
            Intent::SetFocusTime { minutes: 5 },
            Intent::StartTimer,
            Intent::PauseTimer,
            Intent::ResetTimer,
            Intent::SkipTimer,
            Intent::TypeTimerField { field: TimerField::Seconds, text: text() },
            Intent::StepTimerField { field: TimerField::Minutes, direction: StepDirection::Down },
            Intent::LoadBoards,
            Intent::AddBoard { name: text() },
            Intent::AddBoardFromTemplate { template: BoardTemplate::WeekPlan },
            Intent::OpenBoard { slug: text() },
            Intent::CloseBoard,
            Intent::DeleteBoard { board_id: id },
            Intent::AddList { name: text() },
            Intent::EditList { list_id: id, edit: ListEdit::Name(text()) },
            Intent::MoveList { list_id: id, index: 3 },
            Intent::DeleteList { list_id: id },
            Intent::AddCard { list_id: id, title: text(), priority: Priority::High },
            Intent::MoveCard { card_id: id, list_id: id, index: 3 },
            Intent::DropCard { card_id: id, list_id: id, before: Some(id) },
            Intent::DropCard { card_id: id, list_id: id, before: None },
            Intent::DeleteCard { card_id: id },
            Intent::DismissRefused { refused_id: Some(id) },
            Intent::DismissRefused { refused_id: None },
            Intent::RestoreBoard { board_id: id },
            Intent::SetLabelColor { label: text(), color: Some(text()) },
            Intent::SetFilter { filter: Some(filter) },
            Intent::SetFilter { filter: None },
            Intent::RestoreList { board_id: id, list_id: id },
            Intent::EditList { list_id: id, edit: ListEdit::Collapsed(true) },
            Intent::ArchiveCard { card_id: id },
            Intent::RestoreCard { board_id: id, card_id: id },
            Intent::OpenCard { card_id: id },
            Intent::CloseCard,
            Intent::LoadActivity,
            Intent::AddSubtask { card_id: id, title: text() },
            Intent::AddComment { card_id: id, text: text() },
            Intent::AddReminder { card_id: id, minutes_before: 10 },
            Intent::MoveSubtask { item_id: id, index: 2 },
            Intent::DeleteItem { item_id: id },
            Intent::Undo { change_id: None },
            Intent::Undo { change_id: Some(id) },
            Intent::Redo,
            Intent::SaveDraft { key: text(), text: text() },
            Intent::DiscardDraft { key: text() },
            Intent::LoadTasks,
            Intent::SetTaskFilter { task_filter },
            Intent::SetTaskFilter { task_filter: TaskFilter::default() },
            Intent::CompleteTask { board_id: id, card_id: id },
            Intent::LoadTrash,
            Intent::LoadStats,
            Intent::LoadNotes,
            Intent::SearchNotes { query: text() },
            Intent::AddNote,
            Intent::OpenNote { note_id: id },
            Intent::CloseNote,
            Intent::EditNote { note_id: id, document: text(), edition: 7 },
            Intent::PinNote { note_id: id },
            Intent::UnpinNote { note_id: id },
            Intent::TrashNote { note_id: id },
            Intent::RestoreNote { note_id: id },
            Intent::LoadNoteVersions,
            Intent::ShowNoteVersion { save_id: Some(id) },
            Intent::ShowNoteVersion { save_id: None },
            Intent::UseNoteVersion { save_id: id },
            Intent::PutNoteVersionAway { save_id: id },
            Intent::ExportNote { note_id: id },
        ];
        intents.into_iter().for_each(written_and_read);
        for edit in card_edits {
            written_and_read(Intent::EditCard { card_id: id, edits: vec![edit.clone()] });
            written_and_read(Change::EditCard { card_id: id, edit });
        }
        for edit in board_edits {
            written_and_read(Intent::EditBoard { board_id: id, edits: vec![edit.clone()] });
            written_and_read(Change::EditBoard { edit });
        }
        for edit in item_edits {
            written_and_read(Intent::EditItem { item_id: id, edit: edit.clone() });
            written_and_read(Change::EditItem { item_id: id, edit });
        }
        let changes = [
            Change::AddList { list_id: id, name: text(), rank: text() },
            Change::MoveList { list_id: id, rank: text() },
            Change::EditList { list_id: id, edit: ListEdit::Name(text()) },
            Change::TrashList { list_id: id },
            Change::RestoreList { list_id: id },
            Change::AddCard { card_id: id, list_id: id, rank: text(), title: text(), priority: Priority::Medium },
            Change::MoveCard { card_id: id, list_id: id, rank: text() },
            Change::TrashCard { card_id: id },
            Change::RestoreCard { card_id: id },
            Change::AddSubtask { item_id: id, card_id: id, rank: text(), title: text() },
            Change::AddComment { item_id: id, card_id: id, text: text() },
            Change::AddReminder { item_id: id, card_id: id, minutes_before: 15 },
            Change::MoveSubtask { item_id: id, rank: text() },
            Change::TrashItem { item_id: id },
            Change::RestoreItem { item_id: id },
            Change::SetLabelColor { label: text(), color: None },
            Change::TrashBoard,
            Change::RestoreBoard,
        ];
        changes.into_iter().for_each(written_and_read);
    }

    #[test]
    fn p4_malformed_unions_are_rejected() {
        let bad = [
            "{}",
            "[]",
            "null",
            "\"load_stats\"",
            r#"{"type":"fly"}"#,
            r#"{"type":"move_card","card_id":"0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70","list_id":7,"index":0}"#,
            r#"{"type":"move_list","list_id":"0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70","index":-1}"#,
            r#"{"type":"edit_card","card_id":"0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70","edits":[{"field":"title","value":null}]}"#,
            r#"{"type":"edit_card","card_id":"0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70","edits":[{"field":"favorite","value":true}]}"#,
            r#"{"type":"set_theme","theme":"pink"}"#,
            r#"{"type":"add_board_from_template","template":"world_domination"}"#,
        ];
        for text in bad {
            assert!(serde_json::from_str::<Intent>(text).is_err(), "{text}");
            assert!(crate::json::parse::<Intent>(text).is_err(), "{text}");
            assert!(serde_json::from_str::<Change>(text).is_err(), "{text}");
            assert!(crate::json::parse::<Change>(text).is_err(), "{text}");
        }
        assert_eq!(ErrorCode::ALL.iter().find(|code| code.as_str() == "bad_intent"), Some(&ErrorCode::BadIntent));
    }
}
