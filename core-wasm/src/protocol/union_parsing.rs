//! Deserialization of the edits by serde, for the server. serde's derived code would accept a value that is missing
//! where null is allowed, and a client that forgot it would clear the field.

use super::id::Id;
use super::op::{BoardEdit, CardEdit, ItemEdit, ListEdit};
use super::record::{Priority, Recurrence};
use serde::{Deserialize, Deserializer, de};
use std::fmt;

/// The error for a union that does not have its shape. The caller replaces it by its own error code.
const INVALID_SHAPE: &str = "the type is unknown, or a field is missing or has the wrong type";

/// One field with a new value, of any record.
#[derive(Deserialize)]
struct FlatEdit {
    field: String,
    value: FlatValue,
}

/// The value of an edited field: one of the types that fields have.
enum FlatValue {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    Texts(Vec<String>),
    Recurrence(Recurrence),
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
        formatter.write_str("null, a boolean, an integer, a string, an array of strings or a recurrence")
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

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<FlatValue, A::Error> {
        Recurrence::deserialize(de::value::MapAccessDeserializer::new(map)).map(FlatValue::Recurrence)
    }
}

impl FlatEdit {
    fn of_list(self) -> Result<ListEdit, &'static str> {
        match self.field.as_str() {
            "name" => Ok(ListEdit::Name(text(self.value)?)),
            "collapsed" => Ok(ListEdit::Collapsed(boolean(self.value)?)),
            "color" => Ok(ListEdit::Color(text_or_null(self.value)?)),
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
            "assign" => CardEdit::Assign(id(self.value)?),
            "unassign" => CardEdit::Unassign(id(self.value)?),
            "cover" => CardEdit::Cover(match self.value {
                FlatValue::Null => None,
                value => Some(id(value)?),
            }),
            "due_date" => CardEdit::DueDate(text_or_null(self.value)?),
            "recurrence" => CardEdit::Recurrence(match self.value {
                FlatValue::Null => None,
                FlatValue::Recurrence(recurrence) => Some(recurrence),
                _ => return Err(INVALID_SHAPE),
            }),
            "estimate" => CardEdit::Estimate(match self.value {
                FlatValue::Null => None,
                FlatValue::Number(minutes) => Some(u32::try_from(minutes).map_err(|_| INVALID_SHAPE)?),
                _ => return Err(INVALID_SHAPE),
            }),
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
            "watch" => BoardEdit::Watch(id(self.value)?),
            "unwatch" => BoardEdit::Unwatch(id(self.value)?),
            "muted" => BoardEdit::Muted(boolean(self.value)?),
            "shares_focus" => BoardEdit::SharesFocus(boolean(self.value)?),
            "template" => BoardEdit::Template(boolean(self.value)?),
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

fn id(value: FlatValue) -> Result<Id, &'static str> {
    Id::parse(&text(value)?).ok_or(INVALID_SHAPE)
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
    use crate::protocol::account::BoardDecision;
    use crate::protocol::admin::{AdminChange, AdminQuery, AdminSection, PersonChange, WaitlistChange};
    use crate::protocol::error::ErrorCode;
    use crate::protocol::http::{ActivityFilter, ActivityKind, Theme, UserType};
    use crate::protocol::id::Id;
    use crate::protocol::intent::{
        BoardTemplate, CardFilter, CardsChange, Intent, StepDirection, TaskFilter, TimerField,
    };
    use crate::protocol::op::Change;
    use crate::protocol::presence::CardField;
    use crate::protocol::record::BoardRecords;
    use crate::protocol::record::RecurrenceUnit;
    use crate::protocol::sharing::{Role, SharingChange};
    use crate::protocol::time::{DueDate, LocalDay};
    use crate::protocol::view::DueGroup;
    use json::{ReadOwnedJson, WriteJson};

    fn written_and_read<
        T: serde::Serialize + de::DeserializeOwned + WriteJson + ReadOwnedJson + PartialEq + std::fmt::Debug,
    >(
        value: T,
    ) {
        assert_eq!(serde_json::from_str::<T>(&serde_json::to_string(&value).unwrap()).unwrap(), value);
        // The browser reads them with the core's own reader, the server with serde_json.
        assert_eq!(json::parse::<T>(&json::json(&value)).unwrap(), value);
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
            CardEdit::Assign(id),
            CardEdit::Unassign(id),
            CardEdit::Cover(Some(id)),
            CardEdit::Cover(None),
            CardEdit::Recurrence(None),
            CardEdit::Recurrence(Some(Recurrence {
                every: 2,
                unit: RecurrenceUnit::Weeks,
                weekdays: vec![1, 3],
                from_completion: true,
                until: LocalDay::parse("2027-03-03"),
                remaining: None,
                day_of_month: Some(31),
            })),
            CardEdit::Estimate(Some(90)),
            CardEdit::Estimate(None),
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
            only_assigned: true,
        };
        let board_edits = [
            BoardEdit::Name(text()),
            BoardEdit::Description(text()),
            BoardEdit::Color(Some(text())),
            BoardEdit::Image(None),
            BoardEdit::Favorite(true),
            BoardEdit::Watch(id),
            BoardEdit::Unwatch(id),
            BoardEdit::Muted(true),
            BoardEdit::SharesFocus(true),
            BoardEdit::Template(true),
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
            Intent::LinkGoogle { password: text() },
            Intent::ForgotPassword { email: text() },
            Intent::ResetPassword { token: text(), password: text() },
            Intent::ConfirmEmail { token: text() },
            Intent::LoadAccount,
            Intent::EditProfile { first_name: text(), last_name: text() },
            Intent::UploadAvatar { file: 1, size: 2 },
            Intent::RemoveAvatar,
            Intent::ChangePassword { current_password: text(), password: text() },
            Intent::ChangeEmail { email: text(), password: text() },
            Intent::SendConfirmation,
            Intent::EndLogin { login_id: id, password: text() },
            Intent::LogOutEverywhere { password: text(), discard_unsent: true },
            Intent::ExportAccount,
            Intent::DeleteAccount { password: text(), boards: vec![] },
            Intent::DeleteAccount {
                password: text(),
                boards: vec![
                    BoardDecision { board_id: id, new_owner_id: Some(id) },
                    BoardDecision { board_id: id, new_owner_id: None },
                ],
            },
            Intent::KeepAccount,
            Intent::LoadAdmin { selection: AdminQuery { section: AdminSection::People, search: text(), page: 1 } },
            Intent::ChangeAdmin {
                change: AdminChange::Person { id, change: PersonChange::SetPlan { plan: UserType::Pro } },
                password: text(),
            },
            Intent::ChangeAdmin {
                change: AdminChange::Waitlist { email: text(), change: WaitlistChange::Invite },
                password: text(),
            },
            Intent::LoadInvitations,
            Intent::ChangeSharing { change: SharingChange::Invite { email: text(), role: Role::Editor } },
            Intent::ChangeSharing { change: SharingChange::CreateLink { role: Role::Viewer } },
            Intent::ChangeSharing { change: SharingChange::RevokeInvitation { invitation_id: id } },
            Intent::ChangeSharing { change: SharingChange::SetRole { user_id: id, role: Role::Owner } },
            Intent::ChangeSharing { change: SharingChange::RemoveMember { user_id: id } },
            Intent::ChangeSharing { change: SharingChange::TurnOnPublicLink },
            Intent::ChangeSharing { change: SharingChange::TurnOffPublicLink },
            Intent::ChangeSharing { change: SharingChange::Leave },
            Intent::AcceptInvitation { code: text() },
            Intent::DeclineInvitation { code: text() },
            Intent::SetEditing { card_id: id, field: CardField::Description, is_editing: true },
            Intent::LoadInbox,
            Intent::LoadMoreInbox,
            Intent::MarkInboxEntry { entry_id: id, is_read: true },
            Intent::MarkInboxRead,
            Intent::UnsubscribeInbox { token: text() },
            Intent::OpenPublicBoard { code: text() },
            Intent::ClosePublicBoard,
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
            Intent::AddBoard { name: text(), first_list: None },
            Intent::AddBoard { name: text(), first_list: Some(text()) },
            Intent::AddBoardFromTemplate { template: BoardTemplate::WeekPlan },
            Intent::ImportBoard { records: text() },
            Intent::OpenBoard { slug: text() },
            Intent::CloseBoard,
            Intent::DeleteBoard { board_id: id },
            Intent::AddList { name: text() },
            Intent::EditList { list_id: id, edit: ListEdit::Name(text()) },
            Intent::MoveList { list_id: id, index: 3 },
            Intent::DeleteList { list_id: id },
            Intent::AddCard { list_id: id, title: text(), priority: Priority::High },
            Intent::QuickAdd { board_id: id, list_id: id, title: text(), edits: vec![CardEdit::Estimate(Some(30))] },
            Intent::MoveCard { card_id: id, list_id: id, index: 3 },
            Intent::DropCard { card_id: id, list_id: id, before: Some(id) },
            Intent::DropCard { card_id: id, list_id: id, before: None },
            Intent::ChangeCards { card_ids: vec![id], change: CardsChange::Edit { edit: CardEdit::Completed(true) } },
            Intent::CopyCard { card_id: id, board_id: id, list_id: id, index: 3 },
            Intent::CopyList { list_id: id, board_id: id, index: 3 },
            Intent::MoveCardsToBoard { card_ids: vec![id], board_id: id, list_id: id, index: 3 },
            Intent::MoveListToBoard { list_id: id, board_id: id, index: 3 },
            Intent::PrepareBoard { board_id: Some(id) },
            Intent::PrepareBoard { board_id: None },
            Intent::DuplicateBoard { board_id: id, name: text(), includes_cards: false, is_template: false },
            Intent::ChangeCards { card_ids: vec![], change: CardsChange::AddLabel { label: text() } },
            Intent::ChangeCards { card_ids: vec![id], change: CardsChange::RemoveLabel { label: text() } },
            Intent::ChangeCards { card_ids: vec![id], change: CardsChange::Move { list_id: id, before: None } },
            Intent::ChangeCards { card_ids: vec![id], change: CardsChange::Delete },
            Intent::DeleteCard { card_id: id },
            Intent::SkipOccurrence { card_id: id },
            Intent::DismissRefused { refused_id: Some(id) },
            Intent::DismissRefused { refused_id: None },
            Intent::RestoreBoard { board_id: id },
            Intent::SetLabelColor { label: text(), color: Some(text()) },
            Intent::SetFilter { filter: Some(filter) },
            Intent::SetFilter { filter: None },
            Intent::RestoreList { board_id: id, list_id: id },
            Intent::EditList { list_id: id, edit: ListEdit::Collapsed(true) },
            Intent::EditList { list_id: id, edit: ListEdit::Color(None) },
            Intent::ArchiveCard { card_id: id },
            Intent::RestoreCard { board_id: id, card_id: id },
            Intent::OpenCard { card_id: id },
            Intent::CloseCard,
            Intent::LoadActivity,
            Intent::LoadBoardActivity { activity_filter: ActivityFilter::default() },
            Intent::LoadBoardActivity {
                activity_filter: ActivityFilter {
                    user_id: Some(id),
                    is_deleted: true,
                    kind: Some(ActivityKind::Comments),
                },
            },
            Intent::CloseBoardActivity,
            Intent::LoadMoreBoardActivity,
            Intent::AddSubtask { card_id: id, title: text() },
            Intent::AddComment { card_id: id, text: text() },
            Intent::SetReaction { item_id: id, emoji: text(), is_set: true },
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
            Intent::CompleteTask { board_id: id, card_id: id, offers_undo: false },
            Intent::CompleteTask { board_id: id, card_id: id, offers_undo: true },
            Intent::SetDueDate { board_id: id, card_id: id, due_date: Some(text()) },
            Intent::SetDueDate { board_id: id, card_id: id, due_date: None },
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
            written_and_read(Intent::EditCard { card_id: id, edits: vec![edit.clone()], description_base: None });
            written_and_read(Change::EditCard { card_id: id, edit });
        }
        for edit in board_edits {
            written_and_read(Intent::EditBoard {
                board_id: id,
                edits: vec![edit.clone()],
                description_base: Some(text()),
            });
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
            Change::EditList { list_id: id, edit: ListEdit::Color(Some(text())) },
            Change::TrashList { list_id: id },
            Change::RestoreList { list_id: id },
            Change::AddCard { card_id: id, list_id: id, rank: text(), title: text(), priority: Priority::Medium },
            Change::MoveCard { card_id: id, list_id: id, rank: text() },
            Change::MoveToBoard { card_id: Some(id), list_id: id, board_id: id, rank: text(), records: None },
            Change::MoveToBoard {
                card_id: None,
                list_id: id,
                board_id: id,
                rank: text(),
                records: Some(Box::new(BoardRecords {
                    version: 0,
                    is_complete: false,
                    board: None,
                    lists: vec![],
                    cards: vec![],
                    items: vec![],
                })),
            },
            Change::MergeDescription { card_id: Some(id), base: text(), text: text() },
            Change::MergeDescription { card_id: None, base: text(), text: text() },
            Change::TrashCard { card_id: id },
            Change::RestoreCard { card_id: id },
            Change::AddSubtask { item_id: id, card_id: id, rank: text(), title: text() },
            Change::AddComment { item_id: id, card_id: id, text: text() },
            Change::AddReminder { item_id: id, card_id: id, minutes_before: 15 },
            Change::AddAttachment {
                item_id: id,
                card_id: id,
                name: text(),
                content_type: text(),
                bytes: 1,
                width: Some(2),
                height: None,
            },
            Change::MoveSubtask { item_id: id, rank: text() },
            Change::SetReaction { item_id: id, emoji: text(), is_set: true },
            Change::CompleteRecurring {
                card_id: id,
                due: DueDate::parse("2026-03-03T09:00").unwrap(),
                day: LocalDay::from_days_since_epoch(20_000),
            },
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
            assert!(json::parse::<Intent>(text).is_err(), "{text}");
            assert!(serde_json::from_str::<Change>(text).is_err(), "{text}");
            assert!(json::parse::<Change>(text).is_err(), "{text}");
        }
        assert_eq!(ErrorCode::ALL.iter().find(|code| code.as_str() == "bad_intent"), Some(&ErrorCode::BadIntent));
    }

    #[test]
    fn p4_priority_of_an_added_card_may_be_absent_but_not_null() {
        let text = |last: &str| {
            let id = Id::from_parts(1_700_000_000_000, &[7; 10]);
            format!(r#"{{"type":"add_card","card_id":"{id}","list_id":"{id}","rank":"80","title":"a"{last}}}"#)
        };
        for last in ["", r#","priority":"low""#, r#","color":7"#] {
            let change = serde_json::from_str::<Change>(&text(last)).unwrap();
            assert!(matches!(change, Change::AddCard { priority: Priority::Low, .. }), "{last}");
            assert_eq!(json::parse::<Change>(&text(last)).unwrap(), change);
        }
        let null = text(r#","priority":null"#);
        assert!(serde_json::from_str::<Change>(&null).is_err());
        assert!(json::parse::<Change>(&null).is_err());
    }
}
