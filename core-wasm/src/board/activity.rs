//! The activity log of a card, with a description of each change. The server stores the whole log; ops that the user
//! made since the page opened, or that are not sent yet, are added on the device (SPEC B39).

use super::details::CardRef;
use super::pending::PendingChanges;
use super::reduce::{Records, referenced_records};
use super::replica::Replica;
use crate::api::{ApiRequest, Purpose};
use crate::clock::{format_time_in_sentence, short_month};
use crate::context::Context;
use crate::protocol::http::{Activity, ActivityResponse, HourFormat};
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::messages::core as messages;
use crate::protocol::messages::lead_times;
use crate::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use crate::protocol::record::{ItemContent, Priority};
use crate::protocol::response::ApiResponse;
use crate::protocol::sharing::Member;
use crate::protocol::time::{DueDate, number};
use crate::protocol::view::{ActivityView, LoadStatus};
use crate::resource::remote::{FailureOutcome, RemoteResource};
use crate::sort::sort_by_key;
use std::collections::VecDeque;

/// Maximum number of the user's own ops that are remembered.
const MAX_OWN_OPS: usize = 500;
/// Maximum length of a text that is stored for an op's description, in characters. Equals the server's limit.
const MAX_TEXT_CHARS: usize = 200;

/// The activity of the cards that are known on this device.
#[derive(Debug, Default)]
pub(super) struct Activities {
    /// The activity on the server, by card.
    loaded: IdMap<RemoteResource<Vec<Activity>>>,
    /// The user's ops since the page opened, sent or not, oldest first, with the id of their board.
    own_ops: VecDeque<(Id, BoardOp)>,
    /// The version of the open card's board at the last update of the mirror.
    version: Option<i64>,
}

/// The activity of one card.
#[derive(Debug)]
pub(super) struct CardActivity {
    pub(super) status: LoadStatus,
    /// Unsent ops first, then the rest, each newest first.
    pub(super) entries: Vec<ActivityView>,
}

impl Activities {
    /// Remembers an op of the user.
    pub(super) fn remember_own_op(&mut self, board_id: Id, op: &BoardOp) {
        if self.own_ops.len() == MAX_OWN_OPS {
            self.own_ops.pop_front();
        }
        self.own_ops.push_back((board_id, BoardOp { id: op.id, at: op.at, change: truncate_texts(&op.change) }));
    }

    /// Removes an op that the server refused.
    pub(super) fn remove_op(&mut self, op_id: Id) {
        self.own_ops.retain(|(_, op)| op.id != op_id);
    }

    /// Removes the server's activity of a board's cards.
    pub(super) fn forget(&mut self, board: &Records) {
        self.loaded.retain(|card_id, _| !board.cards.contains_key(card_id));
    }

    /// Requests the activity of a card from the server, unless a request is in flight.
    pub(super) fn load(&mut self, card: CardRef, ctx: &mut Context) {
        let CardRef { board_id, card_id } = card;
        let resource = self.loaded.get_or_default(card_id);
        resource.clear_failure();
        if resource.start_fetch() {
            let path = format!("/boards/{board_id}/cards/{card_id}/activity/");
            ctx.requests.push(ApiRequest::get(Purpose::LoadActivity { card_id }, path));
        }
    }

    /// Requests the activity of the open card again if it was loaded, and the card has changed on the server (SPEC M134).
    pub(super) fn follow(&mut self, card: CardRef, version: i64, has_card_changed: bool, ctx: &mut Context) {
        let is_newer = self.version.replace(version).is_some_and(|last| last != version);
        let Some(resource) = self.loaded.get_mut(&card.card_id) else { return };
        if is_newer && has_card_changed {
            resource.invalidate();
            if resource.is_ready() {
                self.load(card, ctx);
            }
        }
    }

    /// Handles the server's response to a request for a card's activity. Returns whether the card has changed since.
    pub(super) fn on_response(&mut self, card_id: Id, response: &ApiResponse, ctx: &mut Context) -> bool {
        let resource = self.loaded.get_or_default(card_id);
        match response.read::<ActivityResponse>() {
            Ok(response) => {
                resource.set(response.activity);
                resource.finish_fetch().is_outdated
            }
            Err(_) => {
                ctx.log("Error fetching activity");
                resource.fail_fetch() == FailureOutcome::Refetch
            }
        }
    }

    /// Returns the activity of a card of a board.
    pub(super) fn of_card(
        &self,
        replica: &Replica,
        card_id: Id,
        pending: &PendingChanges,
        hour_format: HourFormat,
    ) -> CardActivity {
        let board_id = replica.board().id;
        let is_about = |change: &Change| {
            let named = referenced_records(change);
            let lies_on = |item_id: Id| replica.item(item_id).map(|item| item.card_id);
            named.card_id.or_else(|| named.item_id.and_then(lies_on)) == Some(card_id)
        };
        let describe = |change: &Change| describe_change(change, Some(replica), hour_format);
        let own_view = |op: &BoardOp, is_unsent| ActivityView {
            id: op.id,
            at: op.at,
            who: messages::activity_who_you().to_owned(),
            user_id: replica.records().user_id,
            what: describe(&op.change),
            is_unsent,
        };
        let mut views: Vec<ActivityView> =
            pending.ops(board_id).filter(|op| is_about(&op.change)).map(|op| own_view(op, true)).collect();
        // Pending ops are sorted oldest first.
        views.reverse();
        let mut sent: Vec<ActivityView> = vec![];
        let loaded = self.loaded.get(&card_id);
        for activity in loaded.and_then(RemoteResource::value).into_iter().flatten() {
            if !views.iter().any(|view| view.id == activity.id) {
                let Activity { id, at, user_id, change, .. } = activity;
                sent.push(ActivityView {
                    id: *id,
                    at: *at,
                    who: person_name(activity, replica),
                    user_id: *user_id,
                    what: describe(change),
                    is_unsent: false,
                });
            }
        }
        for (_, op) in self.own_ops.iter().filter(|(board, op)| *board == board_id && is_about(&op.change)) {
            if !views.iter().chain(&sent).any(|view| view.id == op.id) {
                sent.push(own_view(op, false));
            }
        }
        sort_by_key(&mut sent, |view| std::cmp::Reverse((view.at, view.id)));
        views.extend(sent);
        let status = match loaded.map_or(LoadStatus::Loading, RemoteResource::status) {
            // The user's own changes are shown even if the others could not be loaded.
            LoadStatus::Failed if !views.is_empty() => LoadStatus::Ready,
            status => status,
        };
        CardActivity { status, entries: views }
    }
}

/// Returns the name of the user who made a change, or "You" for the reader (SPEC B39).
pub(super) fn person_name(activity: &Activity, replica: &Replica) -> String {
    let is_you = activity.user_id.is_some() && activity.user_id == replica.records().user_id;
    if is_you { messages::activity_who_you().to_owned() } else { activity.who.clone() }
}

/// Describes a change as a phrase that follows a user's name. A change to an item on a card is described as a change to
/// the card.
pub(crate) fn describe_change(change: &Change, replica: Option<&Replica>, hour_format: HourFormat) -> String {
    let list = |list_id: &Id| {
        let name = replica.and_then(|replica| replica.records().lists.get(list_id)).map(|list| list.name.as_str());
        match name {
            Some("") => messages::activity_list_unnamed().to_owned(),
            Some(name) => messages::activity_list_named(name),
            None => messages::activity_list_other().to_owned(),
        }
    };
    let content = |item_id: &Id| replica.and_then(|replica| replica.item(*item_id)).map(|item| &item.content);
    let item = |item_id: &Id| match content(item_id) {
        Some(ItemContent::Subtask { title, .. }) => messages::activity_subtask(title.as_str()),
        Some(ItemContent::Comment { .. }) => messages::activity_comment().to_owned(),
        Some(ItemContent::Reminder { minutes_before }) => {
            messages::activity_reminder(&format_minutes_before(*minutes_before))
        }
        Some(ItemContent::Attachment { name, .. }) => messages::activity_attachment(name.as_str()),
        None => messages::activity_item().to_owned(),
    };
    let member = |user_id: &Id| {
        let members = replica.map(|replica| replica.board().members.as_slice()).unwrap_or_default();
        let member = members.iter().find(|member| member.user_id == *user_id);
        member.map_or_else(|| messages::former_member().to_owned(), Member::name)
    };
    let whole_list = |list_id: &Id| {
        let name = replica.and_then(|replica| replica.records().lists.get(list_id)).map(|list| list.name.as_str());
        name.map_or_else(|| messages::activity_list_unknown().to_owned(), name_list)
    };
    match change {
        Change::AddCard { list_id, .. } => messages::activity_card_added(&list(list_id)),
        Change::MoveCard { list_id, .. } => messages::activity_card_moved(&list(list_id)),
        Change::MoveToBoard { card_id, list_id, board_id, .. } => {
            let is_here = replica.is_some_and(|replica| replica.board().id == *board_id);
            match (card_id, is_here) {
                (Some(_), true) => messages::activity_card_arrived().to_owned(),
                (Some(_), false) => messages::activity_card_left().to_owned(),
                (None, true) => messages::activity_list_arrived(&whole_list(list_id)),
                (None, false) => messages::activity_list_left(&whole_list(list_id)),
            }
        }
        Change::TrashCard { .. } => messages::activity_card_deleted().to_owned(),
        Change::RestoreCard { .. } => messages::activity_card_restored().to_owned(),
        Change::EditCard { edit, .. } => match edit {
            CardEdit::Title(title) => messages::activity_card_renamed(title.trim()),
            CardEdit::Description(text) if text.is_empty() => messages::activity_description_removed().to_owned(),
            CardEdit::Description(_) => messages::activity_description_changed().to_owned(),
            CardEdit::Priority(Priority::Completed) | CardEdit::Completed(true) => {
                messages::activity_card_done().to_owned()
            }
            CardEdit::Priority(priority) => messages::activity_priority_set(format_priority(*priority)),
            CardEdit::Completed(false) => messages::activity_card_not_done().to_owned(),
            CardEdit::DueDate(None) => messages::activity_due_date_removed().to_owned(),
            CardEdit::DueDate(Some(text)) => messages::activity_due_date_set(&format_due_date(text, hour_format)),
            CardEdit::Labels(labels) if labels.is_empty() => messages::activity_labels_removed().to_owned(),
            CardEdit::Labels(labels) => messages::activity_labels_set(&labels.join(", ")),
            CardEdit::Assign(user_id) => messages::activity_assigned(&member(user_id)),
            CardEdit::Unassign(user_id) => messages::activity_unassigned(&member(user_id)),
            CardEdit::Cover(Some(_)) => messages::activity_cover_set().to_owned(),
            CardEdit::Cover(None) => messages::activity_cover_removed().to_owned(),
            CardEdit::Recurrence(Some(_)) => messages::activity_recurrence_set().to_owned(),
            CardEdit::Recurrence(None) => messages::activity_recurrence_removed().to_owned(),
            CardEdit::Estimate(_) => messages::activity_estimate_changed().to_owned(),
            CardEdit::Archived(true) => messages::activity_card_archived().to_owned(),
            CardEdit::Archived(false) => messages::activity_card_unarchived().to_owned(),
        },
        Change::CompleteRecurring { .. } => messages::activity_card_done().to_owned(),
        Change::MergeDescription { card_id: Some(_), text, .. } if text.is_empty() => {
            messages::activity_description_removed().to_owned()
        }
        Change::MergeDescription { card_id: Some(_), .. } => messages::activity_description_changed().to_owned(),
        Change::AddSubtask { title, .. } => messages::activity_subtask_added(title.trim()),
        Change::AddComment { .. } => messages::activity_comment_added().to_owned(),
        Change::AddReminder { minutes_before, .. } => {
            messages::activity_reminder_added(&format_minutes_before(*minutes_before))
        }
        Change::AddAttachment { name, .. } => messages::activity_attachment_added(name.trim()),
        Change::MoveSubtask { item_id, .. } => messages::activity_item_moved(&item(item_id)),
        Change::EditItem { item_id, edit } => match edit {
            ItemEdit::Title(title) => messages::activity_subtask_renamed(title.trim()),
            ItemEdit::Done(true) => messages::activity_item_completed(&item(item_id)),
            ItemEdit::Done(false) => messages::activity_item_reopened(&item(item_id)),
            ItemEdit::Text(_) => messages::activity_comment_edited().to_owned(),
            ItemEdit::MinutesBefore(minutes) => messages::activity_reminder_changed(&format_minutes_before(*minutes)),
        },
        Change::SetReaction { emoji, is_set: true, .. } => messages::activity_reaction_added(emoji),
        Change::SetReaction { emoji, .. } => messages::activity_reaction_removed(emoji),
        Change::TrashItem { item_id } => messages::activity_item_deleted(&item(item_id)),
        Change::RestoreItem { item_id } => messages::activity_item_restored(&item(item_id)),
        Change::AddList { name, .. } => messages::activity_list_added(&name_list(name.trim())),
        Change::MoveList { list_id, .. } => messages::activity_item_moved(&whole_list(list_id)),
        Change::EditList { edit: ListEdit::Name(name), .. } => messages::activity_list_renamed(name.trim()),
        Change::EditList { list_id, edit: ListEdit::Collapsed(true) } => {
            messages::activity_list_collapsed(&whole_list(list_id))
        }
        Change::EditList { list_id, edit: ListEdit::Collapsed(false) } => {
            messages::activity_list_expanded(&whole_list(list_id))
        }
        Change::EditList { list_id, edit: ListEdit::Color(_) } => {
            messages::activity_list_color_changed(&whole_list(list_id))
        }
        Change::TrashList { list_id } => messages::activity_item_deleted(&whole_list(list_id)),
        Change::RestoreList { list_id } => messages::activity_item_restored(&whole_list(list_id)),
        Change::SetLabelColor { label, .. } => messages::activity_label_color_changed(label),
        Change::EditBoard { edit } => match edit {
            BoardEdit::Name(name) => messages::activity_board_renamed(name.trim()),
            BoardEdit::Description(_) => messages::activity_board_description_changed().to_owned(),
            BoardEdit::Color(_) => messages::activity_board_color_changed().to_owned(),
            BoardEdit::Image(_) => messages::activity_board_background_changed().to_owned(),
            _ => messages::activity_board_changed().to_owned(),
        },
        Change::MergeDescription { card_id: None, .. } => messages::activity_board_description_changed().to_owned(),
        Change::TrashBoard => messages::activity_board_deleted().to_owned(),
        Change::RestoreBoard => messages::activity_board_restored().to_owned(),
    }
}

/// Returns "the list “Done”".
fn name_list(name: &str) -> String {
    if name.is_empty() {
        messages::activity_whole_list(messages::activity_list_unnamed())
    } else {
        messages::activity_whole_list(&messages::activity_list_named(name))
    }
}

fn format_priority(priority: Priority) -> &'static str {
    match priority {
        Priority::Low => messages::priority_low(),
        Priority::Medium => messages::priority_medium(),
        Priority::High => messages::priority_high(),
        Priority::Completed => messages::priority_completed(),
    }
}

/// Formats a reminder's lead time: "at due time", "15 minutes before", "2 hours before", "1 day before".
pub(crate) fn format_minutes_before(minutes: i64) -> String {
    // Lead times are never negative: reminders come before the due date.
    match u64::try_from(minutes).unwrap_or_default() {
        0 => lead_times::at_due_time().to_owned(),
        minutes if minutes % 10_080 == 0 => lead_times::weeks_before(minutes / 10_080),
        minutes if minutes % 1_440 == 0 => lead_times::days_before(minutes / 1_440),
        minutes if minutes % 60 == 0 => lead_times::hours_before(minutes / 60),
        minutes => lead_times::minutes_before(minutes),
    }
}

/// Formats a due date: "3 Mar 2026" or "3 Mar 2026, 9:00 AM". Returns a text that is not a due date unchanged.
pub(crate) fn format_due_date(text: &str, hour_format: HourFormat) -> String {
    let month = number(text, 5..7).and_then(|month| short_month(month.wrapping_sub(1)));
    match (DueDate::parse(text), month, number(text, 8..10)) {
        (Some(_), Some(month), Some(day)) => {
            let date = messages::date_short(&day.to_string(), month, text.get(..4).unwrap_or_default());
            match text.get(11..) {
                Some(time) => messages::date_short_with_time(&date, &format_time_in_sentence(time, hour_format)),
                None => date,
            }
        }
        _ => text.to_owned(),
    }
}

/// Returns a copy of a change in which the long texts that descriptions do not show are truncated.
fn truncate_texts(change: &Change) -> Change {
    let cut = |text: &str| text.chars().take(MAX_TEXT_CHARS).collect::<String>();
    match change {
        Change::EditCard { card_id, edit: CardEdit::Description(text) } => {
            Change::EditCard { card_id: *card_id, edit: CardEdit::Description(cut(text)) }
        }
        Change::MergeDescription { card_id, text, .. } => {
            Change::MergeDescription { card_id: *card_id, base: String::new(), text: cut(text) }
        }
        Change::AddComment { item_id, card_id, text } => {
            Change::AddComment { item_id: *item_id, card_id: *card_id, text: cut(text) }
        }
        Change::EditItem { item_id, edit: ItemEdit::Text(text) } => {
            Change::EditItem { item_id: *item_id, edit: ItemEdit::Text(cut(text)) }
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c12_a_due_time_in_the_activity_follows_the_hour_format() {
        let edit = CardEdit::DueDate(Some("2026-03-03T14:30".into()));
        let change = Change::EditCard { card_id: Id::from_parts(1, &[1; 10]), edit };
        assert_eq!(describe_change(&change, None, HourFormat::Twelve), "set the due date to 3 Mar 2026, 2:30\u{a0}PM");
        assert_eq!(describe_change(&change, None, HourFormat::TwentyFour), "set the due date to 3 Mar 2026, 14:30");
    }

    #[test]
    fn b39_changes_are_described_in_words() {
        let id = Id::from_parts(1, &[1; 10]);
        let edit = |edit| describe_change(&Change::EditCard { card_id: id, edit }, None, HourFormat::TwentyFour);
        assert_eq!(edit(CardEdit::Title(" Milk ".into())), "renamed it to “Milk”");
        assert_eq!(edit(CardEdit::DueDate(Some("2026-03-03T09:00".into()))), "set the due date to 3 Mar 2026, 09:00");
        assert_eq!(edit(CardEdit::DueDate(Some("2026-12-24".into()))), "set the due date to 24 Dec 2026");
        assert_eq!(edit(CardEdit::Priority(Priority::Completed)), "marked it as done");
        assert_eq!(edit(CardEdit::Labels(vec!["a".into(), "b".into()])), "set the labels to a, b");
        let moved = Change::MoveCard { card_id: id, list_id: id, rank: "80".into() };
        assert_eq!(describe_change(&moved, None, HourFormat::Twelve), "moved it to another list");
        for (minutes, expected) in [
            (0, "at due time"),
            (1, "1 minute before"),
            (90, "90 minutes before"),
            (120, "2 hours before"),
            (1_440, "1 day before"),
            (20_160, "2 weeks before"),
        ] {
            assert_eq!(format_minutes_before(minutes), expected);
        }
        assert_eq!(format_due_date("soon", HourFormat::Twelve), "soon");
    }
}
