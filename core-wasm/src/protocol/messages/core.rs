//! Made from `messages/en/core.json` by `npm run messages`. Change the texts there.

use super::{CORE as TEXTS, Text};

/// Deleted user
pub(crate) fn deleted_user() -> &'static str {
    TEXTS.text(Index::DeletedUser as usize)
}

/// a former member
pub(crate) fn former_member() -> &'static str {
    TEXTS.text(Index::FormerMember as usize)
}

/// Jan
pub(crate) fn month_short_january() -> Text {
    TEXTS.at(Index::MonthShortJanuary as usize)
}

/// Feb
pub(crate) fn month_short_february() -> Text {
    TEXTS.at(Index::MonthShortFebruary as usize)
}

/// Mar
pub(crate) fn month_short_march() -> Text {
    TEXTS.at(Index::MonthShortMarch as usize)
}

/// Apr
pub(crate) fn month_short_april() -> Text {
    TEXTS.at(Index::MonthShortApril as usize)
}

/// May
pub(crate) fn month_short_may() -> Text {
    TEXTS.at(Index::MonthShortMay as usize)
}

/// Jun
pub(crate) fn month_short_june() -> Text {
    TEXTS.at(Index::MonthShortJune as usize)
}

/// Jul
pub(crate) fn month_short_july() -> Text {
    TEXTS.at(Index::MonthShortJuly as usize)
}

/// Aug
pub(crate) fn month_short_august() -> Text {
    TEXTS.at(Index::MonthShortAugust as usize)
}

/// Sep
pub(crate) fn month_short_september() -> Text {
    TEXTS.at(Index::MonthShortSeptember as usize)
}

/// Oct
pub(crate) fn month_short_october() -> Text {
    TEXTS.at(Index::MonthShortOctober as usize)
}

/// Nov
pub(crate) fn month_short_november() -> Text {
    TEXTS.at(Index::MonthShortNovember as usize)
}

/// Dec
pub(crate) fn month_short_december() -> Text {
    TEXTS.at(Index::MonthShortDecember as usize)
}

/// {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} {month}, {year}
pub(crate) fn date(day: u64, month: &str, year: &str) -> String {
    TEXTS.format(Index::Date as usize, day, &[month, year])
}

/// {day} {month} {year}
pub(crate) fn date_short(day: &str, month: &str, year: &str) -> String {
    TEXTS.format(Index::DateShort as usize, 0, &[day, month, year])
}

/// {date}, {time}
pub(crate) fn date_short_with_time(date: &str, time: &str) -> String {
    TEXTS.format(Index::DateShortWithTime as usize, 0, &[date, time])
}

/// {hour}:{minute} AM
pub(crate) fn time_am(hour: &str, minute: &str) -> String {
    TEXTS.format(Index::TimeAm as usize, 0, &[hour, minute])
}

/// {hour}:{minute} PM
pub(crate) fn time_pm(hour: &str, minute: &str) -> String {
    TEXTS.format(Index::TimePm as usize, 0, &[hour, minute])
}

/// Good morning
pub(crate) fn greeting_morning_1() -> &'static str {
    TEXTS.text(Index::GreetingMorning1 as usize)
}

/// A fresh start
pub(crate) fn greeting_morning_2() -> &'static str {
    TEXTS.text(Index::GreetingMorning2 as usize)
}

/// Make today count
pub(crate) fn greeting_morning_3() -> &'static str {
    TEXTS.text(Index::GreetingMorning3 as usize)
}

/// Good afternoon
pub(crate) fn greeting_afternoon_1() -> &'static str {
    TEXTS.text(Index::GreetingAfternoon1 as usize)
}

/// Keep it going
pub(crate) fn greeting_afternoon_2() -> &'static str {
    TEXTS.text(Index::GreetingAfternoon2 as usize)
}

/// Hope your day is going well
pub(crate) fn greeting_afternoon_3() -> &'static str {
    TEXTS.text(Index::GreetingAfternoon3 as usize)
}

/// Good evening
pub(crate) fn greeting_evening_1() -> &'static str {
    TEXTS.text(Index::GreetingEvening1 as usize)
}

/// Almost done for today
pub(crate) fn greeting_evening_2() -> &'static str {
    TEXTS.text(Index::GreetingEvening2 as usize)
}

/// Take it easy tonight
pub(crate) fn greeting_evening_3() -> &'static str {
    TEXTS.text(Index::GreetingEvening3 as usize)
}

/// {greeting}, {name}
pub(crate) fn greeting_with_name(greeting: &str, name: &str) -> String {
    TEXTS.format(Index::GreetingWithName as usize, 0, &[greeting, name])
}

/// You
pub(crate) fn activity_who_you() -> &'static str {
    TEXTS.text(Index::ActivityWhoYou as usize)
}

/// “{name}”
pub(crate) fn activity_list_named(name: &str) -> String {
    TEXTS.format(Index::ActivityListNamed as usize, 0, &[name])
}

/// “Untitled list”
pub(crate) fn activity_list_unnamed() -> &'static str {
    TEXTS.text(Index::ActivityListUnnamed as usize)
}

/// another list
pub(crate) fn activity_list_other() -> &'static str {
    TEXTS.text(Index::ActivityListOther as usize)
}

/// the sub-task “{title}”
pub(crate) fn activity_subtask(title: &str) -> String {
    TEXTS.format(Index::ActivitySubtask as usize, 0, &[title])
}

/// a comment
pub(crate) fn activity_comment() -> &'static str {
    TEXTS.text(Index::ActivityComment as usize)
}

/// the reminder {lead_time}
pub(crate) fn activity_reminder(lead_time: &str) -> String {
    TEXTS.format(Index::ActivityReminder as usize, 0, &[lead_time])
}

/// an item on it
pub(crate) fn activity_item() -> &'static str {
    TEXTS.text(Index::ActivityItem as usize)
}

/// added this card to {list}
pub(crate) fn activity_card_added(list: &str) -> String {
    TEXTS.format(Index::ActivityCardAdded as usize, 0, &[list])
}

/// moved it to {list}
pub(crate) fn activity_card_moved(list: &str) -> String {
    TEXTS.format(Index::ActivityCardMoved as usize, 0, &[list])
}

/// moved it here from another board
pub(crate) fn activity_card_arrived() -> &'static str {
    TEXTS.text(Index::ActivityCardArrived as usize)
}

/// moved it to another board
pub(crate) fn activity_card_left() -> &'static str {
    TEXTS.text(Index::ActivityCardLeft as usize)
}

/// moved {list} here from another board
pub(crate) fn activity_list_arrived(list: &str) -> String {
    TEXTS.format(Index::ActivityListArrived as usize, 0, &[list])
}

/// moved {list} to another board
pub(crate) fn activity_list_left(list: &str) -> String {
    TEXTS.format(Index::ActivityListLeft as usize, 0, &[list])
}

/// deleted it
pub(crate) fn activity_card_deleted() -> &'static str {
    TEXTS.text(Index::ActivityCardDeleted as usize)
}

/// restored it
pub(crate) fn activity_card_restored() -> &'static str {
    TEXTS.text(Index::ActivityCardRestored as usize)
}

/// renamed it to “{title}”
pub(crate) fn activity_card_renamed(title: &str) -> String {
    TEXTS.format(Index::ActivityCardRenamed as usize, 0, &[title])
}

/// removed the description
pub(crate) fn activity_description_removed() -> &'static str {
    TEXTS.text(Index::ActivityDescriptionRemoved as usize)
}

/// changed the description
pub(crate) fn activity_description_changed() -> &'static str {
    TEXTS.text(Index::ActivityDescriptionChanged as usize)
}

/// marked it as done
pub(crate) fn activity_card_done() -> &'static str {
    TEXTS.text(Index::ActivityCardDone as usize)
}

/// marked it as not done
pub(crate) fn activity_card_not_done() -> &'static str {
    TEXTS.text(Index::ActivityCardNotDone as usize)
}

/// set the priority to {priority}
pub(crate) fn activity_priority_set(priority: &str) -> String {
    TEXTS.format(Index::ActivityPrioritySet as usize, 0, &[priority])
}

/// set how it repeats
pub(crate) fn activity_recurrence_set() -> &'static str {
    TEXTS.text(Index::ActivityRecurrenceSet as usize)
}

/// stopped it from repeating
pub(crate) fn activity_recurrence_removed() -> &'static str {
    TEXTS.text(Index::ActivityRecurrenceRemoved as usize)
}

/// changed the estimate
pub(crate) fn activity_estimate_changed() -> &'static str {
    TEXTS.text(Index::ActivityEstimateChanged as usize)
}

/// removed the due date
pub(crate) fn activity_due_date_removed() -> &'static str {
    TEXTS.text(Index::ActivityDueDateRemoved as usize)
}

/// set the due date to {date}
pub(crate) fn activity_due_date_set(date: &str) -> String {
    TEXTS.format(Index::ActivityDueDateSet as usize, 0, &[date])
}

/// removed the labels
pub(crate) fn activity_labels_removed() -> &'static str {
    TEXTS.text(Index::ActivityLabelsRemoved as usize)
}

/// the attachment “{name}”
pub(crate) fn activity_attachment(name: &str) -> String {
    TEXTS.format(Index::ActivityAttachment as usize, 0, &[name])
}

/// attached “{name}”
pub(crate) fn activity_attachment_added(name: &str) -> String {
    TEXTS.format(Index::ActivityAttachmentAdded as usize, 0, &[name])
}

/// set the cover
pub(crate) fn activity_cover_set() -> &'static str {
    TEXTS.text(Index::ActivityCoverSet as usize)
}

/// removed the cover
pub(crate) fn activity_cover_removed() -> &'static str {
    TEXTS.text(Index::ActivityCoverRemoved as usize)
}

/// assigned {name}
pub(crate) fn activity_assigned(name: &str) -> String {
    TEXTS.format(Index::ActivityAssigned as usize, 0, &[name])
}

/// removed {name} from the card
pub(crate) fn activity_unassigned(name: &str) -> String {
    TEXTS.format(Index::ActivityUnassigned as usize, 0, &[name])
}

/// set the labels to {labels}
pub(crate) fn activity_labels_set(labels: &str) -> String {
    TEXTS.format(Index::ActivityLabelsSet as usize, 0, &[labels])
}

/// archived it
pub(crate) fn activity_card_archived() -> &'static str {
    TEXTS.text(Index::ActivityCardArchived as usize)
}

/// unarchived it
pub(crate) fn activity_card_unarchived() -> &'static str {
    TEXTS.text(Index::ActivityCardUnarchived as usize)
}

/// added the sub-task “{title}”
pub(crate) fn activity_subtask_added(title: &str) -> String {
    TEXTS.format(Index::ActivitySubtaskAdded as usize, 0, &[title])
}

/// commented
pub(crate) fn activity_comment_added() -> &'static str {
    TEXTS.text(Index::ActivityCommentAdded as usize)
}

/// added a reminder {lead_time}
pub(crate) fn activity_reminder_added(lead_time: &str) -> String {
    TEXTS.format(Index::ActivityReminderAdded as usize, 0, &[lead_time])
}

/// moved {item}
pub(crate) fn activity_item_moved(item: &str) -> String {
    TEXTS.format(Index::ActivityItemMoved as usize, 0, &[item])
}

/// reacted with {emoji}
pub(crate) fn activity_reaction_added(emoji: &str) -> String {
    TEXTS.format(Index::ActivityReactionAdded as usize, 0, &[emoji])
}

/// removed the reaction {emoji}
pub(crate) fn activity_reaction_removed(emoji: &str) -> String {
    TEXTS.format(Index::ActivityReactionRemoved as usize, 0, &[emoji])
}

/// renamed a sub-task to “{title}”
pub(crate) fn activity_subtask_renamed(title: &str) -> String {
    TEXTS.format(Index::ActivitySubtaskRenamed as usize, 0, &[title])
}

/// completed {item}
pub(crate) fn activity_item_completed(item: &str) -> String {
    TEXTS.format(Index::ActivityItemCompleted as usize, 0, &[item])
}

/// reopened {item}
pub(crate) fn activity_item_reopened(item: &str) -> String {
    TEXTS.format(Index::ActivityItemReopened as usize, 0, &[item])
}

/// edited a comment
pub(crate) fn activity_comment_edited() -> &'static str {
    TEXTS.text(Index::ActivityCommentEdited as usize)
}

/// changed a reminder to {lead_time}
pub(crate) fn activity_reminder_changed(lead_time: &str) -> String {
    TEXTS.format(Index::ActivityReminderChanged as usize, 0, &[lead_time])
}

/// deleted {item}
pub(crate) fn activity_item_deleted(item: &str) -> String {
    TEXTS.format(Index::ActivityItemDeleted as usize, 0, &[item])
}

/// restored {item}
pub(crate) fn activity_item_restored(item: &str) -> String {
    TEXTS.format(Index::ActivityItemRestored as usize, 0, &[item])
}

/// the list {name}
pub(crate) fn activity_whole_list(name: &str) -> String {
    TEXTS.format(Index::ActivityWholeList as usize, 0, &[name])
}

/// a list
pub(crate) fn activity_list_unknown() -> &'static str {
    TEXTS.text(Index::ActivityListUnknown as usize)
}

/// added {list}
pub(crate) fn activity_list_added(list: &str) -> String {
    TEXTS.format(Index::ActivityListAdded as usize, 0, &[list])
}

/// renamed a list to “{name}”
pub(crate) fn activity_list_renamed(name: &str) -> String {
    TEXTS.format(Index::ActivityListRenamed as usize, 0, &[name])
}

/// collapsed {list}
pub(crate) fn activity_list_collapsed(list: &str) -> String {
    TEXTS.format(Index::ActivityListCollapsed as usize, 0, &[list])
}

/// expanded {list}
pub(crate) fn activity_list_expanded(list: &str) -> String {
    TEXTS.format(Index::ActivityListExpanded as usize, 0, &[list])
}

/// changed the color of {list}
pub(crate) fn activity_list_color_changed(list: &str) -> String {
    TEXTS.format(Index::ActivityListColorChanged as usize, 0, &[list])
}

/// changed the color of the label “{label}”
pub(crate) fn activity_label_color_changed(label: &str) -> String {
    TEXTS.format(Index::ActivityLabelColorChanged as usize, 0, &[label])
}

/// renamed the board to “{name}”
pub(crate) fn activity_board_renamed(name: &str) -> String {
    TEXTS.format(Index::ActivityBoardRenamed as usize, 0, &[name])
}

/// changed the board’s description
pub(crate) fn activity_board_description_changed() -> &'static str {
    TEXTS.text(Index::ActivityBoardDescriptionChanged as usize)
}

/// changed the board’s color
pub(crate) fn activity_board_color_changed() -> &'static str {
    TEXTS.text(Index::ActivityBoardColorChanged as usize)
}

/// changed the board’s background
pub(crate) fn activity_board_background_changed() -> &'static str {
    TEXTS.text(Index::ActivityBoardBackgroundChanged as usize)
}

/// moved the board to the trash
pub(crate) fn activity_board_deleted() -> &'static str {
    TEXTS.text(Index::ActivityBoardDeleted as usize)
}

/// restored the board
pub(crate) fn activity_board_restored() -> &'static str {
    TEXTS.text(Index::ActivityBoardRestored as usize)
}

/// changed the board
pub(crate) fn activity_board_changed() -> &'static str {
    TEXTS.text(Index::ActivityBoardChanged as usize)
}

/// low
pub(crate) fn priority_low() -> &'static str {
    TEXTS.text(Index::PriorityLow as usize)
}

/// medium
pub(crate) fn priority_medium() -> &'static str {
    TEXTS.text(Index::PriorityMedium as usize)
}

/// high
pub(crate) fn priority_high() -> &'static str {
    TEXTS.text(Index::PriorityHigh as usize)
}

/// completed
pub(crate) fn priority_completed() -> &'static str {
    TEXTS.text(Index::PriorityCompleted as usize)
}

/// Add board
pub(crate) fn undo_add_board() -> Text {
    TEXTS.at(Index::UndoAddBoard as usize)
}

/// Save as template
pub(crate) fn undo_save_template() -> Text {
    TEXTS.at(Index::UndoSaveTemplate as usize)
}

/// Duplicate board
pub(crate) fn undo_duplicate_board() -> Text {
    TEXTS.at(Index::UndoDuplicateBoard as usize)
}

/// Rename board
pub(crate) fn undo_rename_board() -> Text {
    TEXTS.at(Index::UndoRenameBoard as usize)
}

/// Add to favorites
pub(crate) fn undo_add_to_favorites() -> Text {
    TEXTS.at(Index::UndoAddToFavorites as usize)
}

/// Remove from favorites
pub(crate) fn undo_remove_from_favorites() -> Text {
    TEXTS.at(Index::UndoRemoveFromFavorites as usize)
}

/// Watch
pub(crate) fn undo_watch() -> Text {
    TEXTS.at(Index::UndoWatch as usize)
}

/// Stop watching
pub(crate) fn undo_unwatch() -> Text {
    TEXTS.at(Index::UndoUnwatch as usize)
}

/// Mute
pub(crate) fn undo_mute() -> Text {
    TEXTS.at(Index::UndoMute as usize)
}

/// Unmute
pub(crate) fn undo_unmute() -> Text {
    TEXTS.at(Index::UndoUnmute as usize)
}

/// Change background
pub(crate) fn undo_change_background() -> Text {
    TEXTS.at(Index::UndoChangeBackground as usize)
}

/// Edit board
pub(crate) fn undo_edit_board() -> Text {
    TEXTS.at(Index::UndoEditBoard as usize)
}

/// Delete board
pub(crate) fn undo_delete_board() -> Text {
    TEXTS.at(Index::UndoDeleteBoard as usize)
}

/// Restore board
pub(crate) fn undo_restore_board() -> Text {
    TEXTS.at(Index::UndoRestoreBoard as usize)
}

/// Change label color
pub(crate) fn undo_change_label_color() -> Text {
    TEXTS.at(Index::UndoChangeLabelColor as usize)
}

/// Change list color
pub(crate) fn undo_change_list_color() -> Text {
    TEXTS.at(Index::UndoChangeListColor as usize)
}

/// Add list
pub(crate) fn undo_add_list() -> Text {
    TEXTS.at(Index::UndoAddList as usize)
}

/// Rename list
pub(crate) fn undo_rename_list() -> Text {
    TEXTS.at(Index::UndoRenameList as usize)
}

/// Collapse list
pub(crate) fn undo_collapse_list() -> Text {
    TEXTS.at(Index::UndoCollapseList as usize)
}

/// Expand list
pub(crate) fn undo_expand_list() -> Text {
    TEXTS.at(Index::UndoExpandList as usize)
}

/// Move list
pub(crate) fn undo_move_list() -> Text {
    TEXTS.at(Index::UndoMoveList as usize)
}

/// Copy list
pub(crate) fn undo_copy_list() -> Text {
    TEXTS.at(Index::UndoCopyList as usize)
}

/// Delete list
pub(crate) fn undo_delete_list() -> Text {
    TEXTS.at(Index::UndoDeleteList as usize)
}

/// Restore list
pub(crate) fn undo_restore_list() -> Text {
    TEXTS.at(Index::UndoRestoreList as usize)
}

/// Add card
pub(crate) fn undo_add_card() -> Text {
    TEXTS.at(Index::UndoAddCard as usize)
}

/// Move card
pub(crate) fn undo_move_card() -> Text {
    TEXTS.at(Index::UndoMoveCard as usize)
}

/// Copy card
pub(crate) fn undo_copy_card() -> Text {
    TEXTS.at(Index::UndoCopyCard as usize)
}

/// Rename card
pub(crate) fn undo_rename_card() -> Text {
    TEXTS.at(Index::UndoRenameCard as usize)
}

/// Edit description
pub(crate) fn undo_edit_description() -> Text {
    TEXTS.at(Index::UndoEditDescription as usize)
}

/// Change priority
pub(crate) fn undo_change_priority() -> Text {
    TEXTS.at(Index::UndoChangePriority as usize)
}

/// Complete card
pub(crate) fn undo_complete_card() -> Text {
    TEXTS.at(Index::UndoCompleteCard as usize)
}

/// Change due date
pub(crate) fn undo_change_due_date() -> Text {
    TEXTS.at(Index::UndoChangeDueDate as usize)
}

/// Change repeat
pub(crate) fn undo_change_recurrence() -> Text {
    TEXTS.at(Index::UndoChangeRecurrence as usize)
}

/// Change estimate
pub(crate) fn undo_change_estimate() -> Text {
    TEXTS.at(Index::UndoChangeEstimate as usize)
}

/// Skip date
pub(crate) fn undo_skip_occurrence() -> Text {
    TEXTS.at(Index::UndoSkipOccurrence as usize)
}

/// Change labels
pub(crate) fn undo_change_labels() -> Text {
    TEXTS.at(Index::UndoChangeLabels as usize)
}

/// Change cover
pub(crate) fn undo_cover() -> Text {
    TEXTS.at(Index::UndoCover as usize)
}

/// Assign card
pub(crate) fn undo_assign() -> Text {
    TEXTS.at(Index::UndoAssign as usize)
}

/// Unassign card
pub(crate) fn undo_unassign() -> Text {
    TEXTS.at(Index::UndoUnassign as usize)
}

/// {count, plural, one {Change card} other {Change # cards}}
pub(crate) fn undo_change_cards(count: u64) -> String {
    TEXTS.format(Index::UndoChangeCards as usize, count, &[])
}

/// {count, plural, one {Move card} other {Move # cards}}
pub(crate) fn undo_move_cards(count: u64) -> String {
    TEXTS.format(Index::UndoMoveCards as usize, count, &[])
}

/// {count, plural, one {Delete card} other {Delete # cards}}
pub(crate) fn undo_delete_cards(count: u64) -> String {
    TEXTS.format(Index::UndoDeleteCards as usize, count, &[])
}

/// Archive card
pub(crate) fn undo_archive_card() -> Text {
    TEXTS.at(Index::UndoArchiveCard as usize)
}

/// Edit card
pub(crate) fn undo_edit_card() -> Text {
    TEXTS.at(Index::UndoEditCard as usize)
}

/// Delete card
pub(crate) fn undo_delete_card() -> Text {
    TEXTS.at(Index::UndoDeleteCard as usize)
}

/// Restore card
pub(crate) fn undo_restore_card() -> Text {
    TEXTS.at(Index::UndoRestoreCard as usize)
}

/// Add sub-task
pub(crate) fn undo_add_subtask() -> Text {
    TEXTS.at(Index::UndoAddSubtask as usize)
}

/// Add comment
pub(crate) fn undo_add_comment() -> Text {
    TEXTS.at(Index::UndoAddComment as usize)
}

/// Add reminder
pub(crate) fn undo_add_reminder() -> Text {
    TEXTS.at(Index::UndoAddReminder as usize)
}

/// Move sub-task
pub(crate) fn undo_move_subtask() -> Text {
    TEXTS.at(Index::UndoMoveSubtask as usize)
}

/// Rename sub-task
pub(crate) fn undo_rename_subtask() -> Text {
    TEXTS.at(Index::UndoRenameSubtask as usize)
}

/// Complete sub-task
pub(crate) fn undo_complete_subtask() -> Text {
    TEXTS.at(Index::UndoCompleteSubtask as usize)
}

/// Edit comment
pub(crate) fn undo_edit_comment() -> Text {
    TEXTS.at(Index::UndoEditComment as usize)
}

/// Add reaction
pub(crate) fn undo_add_reaction() -> Text {
    TEXTS.at(Index::UndoAddReaction as usize)
}

/// Remove reaction
pub(crate) fn undo_remove_reaction() -> Text {
    TEXTS.at(Index::UndoRemoveReaction as usize)
}

/// Change reminder
pub(crate) fn undo_change_reminder() -> Text {
    TEXTS.at(Index::UndoChangeReminder as usize)
}

/// Delete from card
pub(crate) fn undo_delete_from_card() -> Text {
    TEXTS.at(Index::UndoDeleteFromCard as usize)
}

/// Add focus session
pub(crate) fn undo_add_focus_session() -> Text {
    TEXTS.at(Index::UndoAddFocusSession as usize)
}

/// Edit focus session
pub(crate) fn undo_edit_focus_session() -> Text {
    TEXTS.at(Index::UndoEditFocusSession as usize)
}

/// Delete focus session
pub(crate) fn undo_delete_focus_session() -> Text {
    TEXTS.at(Index::UndoDeleteFocusSession as usize)
}

/// It was changed since then, so it stays as it is
pub(crate) fn undo_kept() -> Text {
    TEXTS.at(Index::UndoKept as usize)
}

/// Some of it was changed since then and stays as it is
pub(crate) fn undo_partly_kept() -> Text {
    TEXTS.at(Index::UndoPartlyKept as usize)
}

/// Board deleted
pub(crate) fn board_deleted() -> &'static str {
    TEXTS.text(Index::BoardDeleted as usize)
}

/// List deleted
pub(crate) fn list_deleted() -> &'static str {
    TEXTS.text(Index::ListDeleted as usize)
}

/// Card archived
pub(crate) fn card_archived() -> &'static str {
    TEXTS.text(Index::CardArchived as usize)
}

/// Card copied
pub(crate) fn card_copied() -> &'static str {
    TEXTS.text(Index::CardCopied as usize)
}

/// Template saved
pub(crate) fn template_saved() -> &'static str {
    TEXTS.text(Index::TemplateSaved as usize)
}

/// List copied
pub(crate) fn list_copied() -> &'static str {
    TEXTS.text(Index::ListCopied as usize)
}

/// {count, plural, one {Card archived} other {# cards archived}}
pub(crate) fn cards_archived(count: u64) -> String {
    TEXTS.format(Index::CardsArchived as usize, count, &[])
}

/// Card marked as done
pub(crate) fn card_marked_done() -> &'static str {
    TEXTS.text(Index::CardMarkedDone as usize)
}

/// Card marked as not done
pub(crate) fn card_marked_not_done() -> &'static str {
    TEXTS.text(Index::CardMarkedNotDone as usize)
}

/// Due date changed
pub(crate) fn due_date_changed() -> &'static str {
    TEXTS.text(Index::DueDateChanged as usize)
}

/// Card deleted
pub(crate) fn card_deleted() -> &'static str {
    TEXTS.text(Index::CardDeleted as usize)
}

/// {count, plural, one {# card moved to {board}} other {# cards moved to {board}}}
pub(crate) fn cards_moved_to_board(count: u64, board: &str) -> String {
    TEXTS.format(Index::CardsMovedToBoard as usize, count, &[board])
}

/// List moved to {board}
pub(crate) fn list_moved_to_board(board: &str) -> String {
    TEXTS.format(Index::ListMovedToBoard as usize, 0, &[board])
}

/// {count, plural, one {Card deleted} other {# cards deleted}}
pub(crate) fn cards_deleted(count: u64) -> String {
    TEXTS.format(Index::CardsDeleted as usize, count, &[])
}

/// Sub-task deleted
pub(crate) fn subtask_deleted() -> &'static str {
    TEXTS.text(Index::SubtaskDeleted as usize)
}

/// Comment deleted
pub(crate) fn comment_deleted() -> &'static str {
    TEXTS.text(Index::CommentDeleted as usize)
}

/// Attachment deleted
pub(crate) fn attachment_deleted() -> &'static str {
    TEXTS.text(Index::AttachmentDeleted as usize)
}

/// Reminder deleted
pub(crate) fn reminder_deleted() -> &'static str {
    TEXTS.text(Index::ReminderDeleted as usize)
}

/// Board updated successfully!
pub(crate) fn board_updated() -> &'static str {
    TEXTS.text(Index::BoardUpdated as usize)
}

/// Focus session added
pub(crate) fn session_added() -> &'static str {
    TEXTS.text(Index::SessionAdded as usize)
}

/// Focus session updated
pub(crate) fn session_updated() -> &'static str {
    TEXTS.text(Index::SessionUpdated as usize)
}

/// Focus session deleted
pub(crate) fn session_deleted() -> &'static str {
    TEXTS.text(Index::SessionDeleted as usize)
}

/// Couldn’t export your sessions. Try again when you’re online.
pub(crate) fn sessions_export_failed() -> &'static str {
    TEXTS.text(Index::SessionsExportFailed as usize)
}

/// Couldn’t load this version. Try again when you’re online.
pub(crate) fn note_version_failed() -> &'static str {
    TEXTS.text(Index::NoteVersionFailed as usize)
}

/// Focus time saved successfully!
pub(crate) fn focus_time_saved() -> &'static str {
    TEXTS.text(Index::FocusTimeSaved as usize)
}

/// Something went wrong. Please try again.
pub(crate) fn form_failed() -> &'static str {
    TEXTS.text(Index::FormFailed as usize)
}

/// Account created successfully!
pub(crate) fn account_created() -> &'static str {
    TEXTS.text(Index::AccountCreated as usize)
}

/// Successfully logged in!
pub(crate) fn logged_in() -> &'static str {
    TEXTS.text(Index::LoggedIn as usize)
}

/// Response Received
pub(crate) fn google_response_received() -> &'static str {
    TEXTS.text(Index::GoogleResponseReceived as usize)
}

/// Timer has been reset
pub(crate) fn timer_reset() -> &'static str {
    TEXTS.text(Index::TimerReset as usize)
}

/// Timer has been paused
pub(crate) fn timer_paused() -> &'static str {
    TEXTS.text(Index::TimerPaused as usize)
}

/// Time to work!
pub(crate) fn timer_focus_begins() -> &'static str {
    TEXTS.text(Index::TimerFocusBegins as usize)
}

/// Time for a break!
pub(crate) fn timer_break_begins() -> &'static str {
    TEXTS.text(Index::TimerBreakBegins as usize)
}

/// Untitled note
pub(crate) fn note_untitled() -> &'static str {
    TEXTS.text(Index::NoteUntitled as usize)
}

/// Untitled list
pub(crate) fn list_untitled() -> &'static str {
    TEXTS.text(Index::ListUntitled as usize)
}

/// {board} / {list}
pub(crate) fn trash_location(board: &str, list: &str) -> String {
    TEXTS.format(Index::TrashLocation as usize, 0, &[board, list])
}

/// {card} is due {date}
pub(crate) fn reminder_card_due(card: &str, date: &str) -> String {
    TEXTS.format(Index::ReminderCardDue as usize, 0, &[card, date])
}

/// at {time}
pub(crate) fn due_at(time: &str) -> String {
    TEXTS.format(Index::DueAt as usize, 0, &[time])
}

/// today
pub(crate) fn due_today() -> &'static str {
    TEXTS.text(Index::DueToday as usize)
}

/// tomorrow at {time}
pub(crate) fn due_tomorrow_at(time: &str) -> String {
    TEXTS.format(Index::DueTomorrowAt as usize, 0, &[time])
}

/// tomorrow
pub(crate) fn due_tomorrow() -> &'static str {
    TEXTS.text(Index::DueTomorrow as usize)
}

/// on {date} at {time}
pub(crate) fn due_on_at(date: &str, time: &str) -> String {
    TEXTS.format(Index::DueOnAt as usize, 0, &[date, time])
}

/// on {date}
pub(crate) fn due_on(date: &str) -> String {
    TEXTS.format(Index::DueOn as usize, 0, &[date])
}

/// Monday
pub(crate) fn day_monday() -> Text {
    TEXTS.at(Index::DayMonday as usize)
}

/// Tuesday
pub(crate) fn day_tuesday() -> Text {
    TEXTS.at(Index::DayTuesday as usize)
}

/// Wednesday
pub(crate) fn day_wednesday() -> Text {
    TEXTS.at(Index::DayWednesday as usize)
}

/// Thursday
pub(crate) fn day_thursday() -> Text {
    TEXTS.at(Index::DayThursday as usize)
}

/// Friday
pub(crate) fn day_friday() -> Text {
    TEXTS.at(Index::DayFriday as usize)
}

/// Saturday
pub(crate) fn day_saturday() -> Text {
    TEXTS.at(Index::DaySaturday as usize)
}

/// Sunday
pub(crate) fn day_sunday() -> Text {
    TEXTS.at(Index::DaySunday as usize)
}

/// Mon
pub(crate) fn day_short_monday() -> Text {
    TEXTS.at(Index::DayShortMonday as usize)
}

/// Tue
pub(crate) fn day_short_tuesday() -> Text {
    TEXTS.at(Index::DayShortTuesday as usize)
}

/// Wed
pub(crate) fn day_short_wednesday() -> Text {
    TEXTS.at(Index::DayShortWednesday as usize)
}

/// Thu
pub(crate) fn day_short_thursday() -> Text {
    TEXTS.at(Index::DayShortThursday as usize)
}

/// Fri
pub(crate) fn day_short_friday() -> Text {
    TEXTS.at(Index::DayShortFriday as usize)
}

/// Sat
pub(crate) fn day_short_saturday() -> Text {
    TEXTS.at(Index::DayShortSaturday as usize)
}

/// Sun
pub(crate) fn day_short_sunday() -> Text {
    TEXTS.at(Index::DayShortSunday as usize)
}

/// Clear sky
pub(crate) fn weather_clear_sky() -> Text {
    TEXTS.at(Index::WeatherClearSky as usize)
}

/// Mainly clear
pub(crate) fn weather_mainly_clear() -> Text {
    TEXTS.at(Index::WeatherMainlyClear as usize)
}

/// Partly cloudy
pub(crate) fn weather_partly_cloudy() -> Text {
    TEXTS.at(Index::WeatherPartlyCloudy as usize)
}

/// Overcast
pub(crate) fn weather_overcast() -> Text {
    TEXTS.at(Index::WeatherOvercast as usize)
}

/// Smoke
pub(crate) fn weather_smoke() -> Text {
    TEXTS.at(Index::WeatherSmoke as usize)
}

/// Haze
pub(crate) fn weather_haze() -> Text {
    TEXTS.at(Index::WeatherHaze as usize)
}

/// Dust
pub(crate) fn weather_dust() -> Text {
    TEXTS.at(Index::WeatherDust as usize)
}

/// Blowing dust
pub(crate) fn weather_blowing_dust() -> Text {
    TEXTS.at(Index::WeatherBlowingDust as usize)
}

/// Dust devils
pub(crate) fn weather_dust_devils() -> Text {
    TEXTS.at(Index::WeatherDustDevils as usize)
}

/// Duststorm nearby
pub(crate) fn weather_duststorm_nearby() -> Text {
    TEXTS.at(Index::WeatherDuststormNearby as usize)
}

/// Mist
pub(crate) fn weather_mist() -> Text {
    TEXTS.at(Index::WeatherMist as usize)
}

/// Patches of ground fog
pub(crate) fn weather_patches_of_ground_fog() -> Text {
    TEXTS.at(Index::WeatherPatchesOfGroundFog as usize)
}

/// Ground fog
pub(crate) fn weather_ground_fog() -> Text {
    TEXTS.at(Index::WeatherGroundFog as usize)
}

/// Distant lightning
pub(crate) fn weather_distant_lightning() -> Text {
    TEXTS.at(Index::WeatherDistantLightning as usize)
}

/// Rain not reaching the ground
pub(crate) fn weather_rain_not_reaching_the_ground() -> Text {
    TEXTS.at(Index::WeatherRainNotReachingTheGround as usize)
}

/// Distant rain
pub(crate) fn weather_distant_rain() -> Text {
    TEXTS.at(Index::WeatherDistantRain as usize)
}

/// Rain nearby
pub(crate) fn weather_rain_nearby() -> Text {
    TEXTS.at(Index::WeatherRainNearby as usize)
}

/// Thunder without rain
pub(crate) fn weather_thunder_without_rain() -> Text {
    TEXTS.at(Index::WeatherThunderWithoutRain as usize)
}

/// Squalls
pub(crate) fn weather_squalls() -> Text {
    TEXTS.at(Index::WeatherSqualls as usize)
}

/// Funnel clouds
pub(crate) fn weather_funnel_clouds() -> Text {
    TEXTS.at(Index::WeatherFunnelClouds as usize)
}

/// Recent drizzle
pub(crate) fn weather_recent_drizzle() -> Text {
    TEXTS.at(Index::WeatherRecentDrizzle as usize)
}

/// Recent rain
pub(crate) fn weather_recent_rain() -> Text {
    TEXTS.at(Index::WeatherRecentRain as usize)
}

/// Recent snow
pub(crate) fn weather_recent_snow() -> Text {
    TEXTS.at(Index::WeatherRecentSnow as usize)
}

/// Recent sleet
pub(crate) fn weather_recent_sleet() -> Text {
    TEXTS.at(Index::WeatherRecentSleet as usize)
}

/// Recent freezing rain
pub(crate) fn weather_recent_freezing_rain() -> Text {
    TEXTS.at(Index::WeatherRecentFreezingRain as usize)
}

/// Recent showers
pub(crate) fn weather_recent_showers() -> Text {
    TEXTS.at(Index::WeatherRecentShowers as usize)
}

/// Recent snow showers
pub(crate) fn weather_recent_snow_showers() -> Text {
    TEXTS.at(Index::WeatherRecentSnowShowers as usize)
}

/// Recent hail
pub(crate) fn weather_recent_hail() -> Text {
    TEXTS.at(Index::WeatherRecentHail as usize)
}

/// Recent fog
pub(crate) fn weather_recent_fog() -> Text {
    TEXTS.at(Index::WeatherRecentFog as usize)
}

/// Recent thunderstorm
pub(crate) fn weather_recent_thunderstorm() -> Text {
    TEXTS.at(Index::WeatherRecentThunderstorm as usize)
}

/// Duststorm, easing
pub(crate) fn weather_duststorm_easing() -> Text {
    TEXTS.at(Index::WeatherDuststormEasing as usize)
}

/// Duststorm
pub(crate) fn weather_duststorm() -> Text {
    TEXTS.at(Index::WeatherDuststorm as usize)
}

/// Duststorm, growing
pub(crate) fn weather_duststorm_growing() -> Text {
    TEXTS.at(Index::WeatherDuststormGrowing as usize)
}

/// Heavy duststorm, easing
pub(crate) fn weather_heavy_duststorm_easing() -> Text {
    TEXTS.at(Index::WeatherHeavyDuststormEasing as usize)
}

/// Heavy duststorm
pub(crate) fn weather_heavy_duststorm() -> Text {
    TEXTS.at(Index::WeatherHeavyDuststorm as usize)
}

/// Heavy duststorm, growing
pub(crate) fn weather_heavy_duststorm_growing() -> Text {
    TEXTS.at(Index::WeatherHeavyDuststormGrowing as usize)
}

/// Low drifting snow
pub(crate) fn weather_low_drifting_snow() -> Text {
    TEXTS.at(Index::WeatherLowDriftingSnow as usize)
}

/// Heavy low drifting snow
pub(crate) fn weather_heavy_low_drifting_snow() -> Text {
    TEXTS.at(Index::WeatherHeavyLowDriftingSnow as usize)
}

/// Blowing snow
pub(crate) fn weather_blowing_snow() -> Text {
    TEXTS.at(Index::WeatherBlowingSnow as usize)
}

/// Heavy blowing snow
pub(crate) fn weather_heavy_blowing_snow() -> Text {
    TEXTS.at(Index::WeatherHeavyBlowingSnow as usize)
}

/// Distant fog
pub(crate) fn weather_distant_fog() -> Text {
    TEXTS.at(Index::WeatherDistantFog as usize)
}

/// Patches of fog
pub(crate) fn weather_patches_of_fog() -> Text {
    TEXTS.at(Index::WeatherPatchesOfFog as usize)
}

/// Thin fog, clearing
pub(crate) fn weather_thin_fog_clearing() -> Text {
    TEXTS.at(Index::WeatherThinFogClearing as usize)
}

/// Fog, clearing
pub(crate) fn weather_fog_clearing() -> Text {
    TEXTS.at(Index::WeatherFogClearing as usize)
}

/// Thin fog
pub(crate) fn weather_thin_fog() -> Text {
    TEXTS.at(Index::WeatherThinFog as usize)
}

/// Fog
pub(crate) fn weather_fog() -> Text {
    TEXTS.at(Index::WeatherFog as usize)
}

/// Thin fog, thickening
pub(crate) fn weather_thin_fog_thickening() -> Text {
    TEXTS.at(Index::WeatherThinFogThickening as usize)
}

/// Fog, thickening
pub(crate) fn weather_fog_thickening() -> Text {
    TEXTS.at(Index::WeatherFogThickening as usize)
}

/// Freezing fog
pub(crate) fn weather_freezing_fog() -> Text {
    TEXTS.at(Index::WeatherFreezingFog as usize)
}

/// Dense freezing fog
pub(crate) fn weather_dense_freezing_fog() -> Text {
    TEXTS.at(Index::WeatherDenseFreezingFog as usize)
}

/// Light drizzle at times
pub(crate) fn weather_light_drizzle_at_times() -> Text {
    TEXTS.at(Index::WeatherLightDrizzleAtTimes as usize)
}

/// Light drizzle
pub(crate) fn weather_light_drizzle() -> Text {
    TEXTS.at(Index::WeatherLightDrizzle as usize)
}

/// Drizzle at times
pub(crate) fn weather_drizzle_at_times() -> Text {
    TEXTS.at(Index::WeatherDrizzleAtTimes as usize)
}

/// Drizzle
pub(crate) fn weather_drizzle() -> Text {
    TEXTS.at(Index::WeatherDrizzle as usize)
}

/// Heavy drizzle at times
pub(crate) fn weather_heavy_drizzle_at_times() -> Text {
    TEXTS.at(Index::WeatherHeavyDrizzleAtTimes as usize)
}

/// Heavy drizzle
pub(crate) fn weather_heavy_drizzle() -> Text {
    TEXTS.at(Index::WeatherHeavyDrizzle as usize)
}

/// Light freezing drizzle
pub(crate) fn weather_light_freezing_drizzle() -> Text {
    TEXTS.at(Index::WeatherLightFreezingDrizzle as usize)
}

/// Freezing drizzle
pub(crate) fn weather_freezing_drizzle() -> Text {
    TEXTS.at(Index::WeatherFreezingDrizzle as usize)
}

/// Light drizzle and rain
pub(crate) fn weather_light_drizzle_and_rain() -> Text {
    TEXTS.at(Index::WeatherLightDrizzleAndRain as usize)
}

/// Drizzle and rain
pub(crate) fn weather_drizzle_and_rain() -> Text {
    TEXTS.at(Index::WeatherDrizzleAndRain as usize)
}

/// Light rain at times
pub(crate) fn weather_light_rain_at_times() -> Text {
    TEXTS.at(Index::WeatherLightRainAtTimes as usize)
}

/// Light rain
pub(crate) fn weather_light_rain() -> Text {
    TEXTS.at(Index::WeatherLightRain as usize)
}

/// Rain at times
pub(crate) fn weather_rain_at_times() -> Text {
    TEXTS.at(Index::WeatherRainAtTimes as usize)
}

/// Rain
pub(crate) fn weather_rain() -> Text {
    TEXTS.at(Index::WeatherRain as usize)
}

/// Heavy rain at times
pub(crate) fn weather_heavy_rain_at_times() -> Text {
    TEXTS.at(Index::WeatherHeavyRainAtTimes as usize)
}

/// Heavy rain
pub(crate) fn weather_heavy_rain() -> Text {
    TEXTS.at(Index::WeatherHeavyRain as usize)
}

/// Light freezing rain
pub(crate) fn weather_light_freezing_rain() -> Text {
    TEXTS.at(Index::WeatherLightFreezingRain as usize)
}

/// Freezing rain
pub(crate) fn weather_freezing_rain() -> Text {
    TEXTS.at(Index::WeatherFreezingRain as usize)
}

/// Light sleet
pub(crate) fn weather_light_sleet() -> Text {
    TEXTS.at(Index::WeatherLightSleet as usize)
}

/// Sleet
pub(crate) fn weather_sleet() -> Text {
    TEXTS.at(Index::WeatherSleet as usize)
}

/// Light snow at times
pub(crate) fn weather_light_snow_at_times() -> Text {
    TEXTS.at(Index::WeatherLightSnowAtTimes as usize)
}

/// Light snow
pub(crate) fn weather_light_snow() -> Text {
    TEXTS.at(Index::WeatherLightSnow as usize)
}

/// Snow at times
pub(crate) fn weather_snow_at_times() -> Text {
    TEXTS.at(Index::WeatherSnowAtTimes as usize)
}

/// Snow
pub(crate) fn weather_snow() -> Text {
    TEXTS.at(Index::WeatherSnow as usize)
}

/// Heavy snow at times
pub(crate) fn weather_heavy_snow_at_times() -> Text {
    TEXTS.at(Index::WeatherHeavySnowAtTimes as usize)
}

/// Heavy snow
pub(crate) fn weather_heavy_snow() -> Text {
    TEXTS.at(Index::WeatherHeavySnow as usize)
}

/// Diamond dust
pub(crate) fn weather_diamond_dust() -> Text {
    TEXTS.at(Index::WeatherDiamondDust as usize)
}

/// Snow grains
pub(crate) fn weather_snow_grains() -> Text {
    TEXTS.at(Index::WeatherSnowGrains as usize)
}

/// Snow crystals
pub(crate) fn weather_snow_crystals() -> Text {
    TEXTS.at(Index::WeatherSnowCrystals as usize)
}

/// Ice pellets
pub(crate) fn weather_ice_pellets() -> Text {
    TEXTS.at(Index::WeatherIcePellets as usize)
}

/// Light showers
pub(crate) fn weather_light_showers() -> Text {
    TEXTS.at(Index::WeatherLightShowers as usize)
}

/// Showers
pub(crate) fn weather_showers() -> Text {
    TEXTS.at(Index::WeatherShowers as usize)
}

/// Heavy showers
pub(crate) fn weather_heavy_showers() -> Text {
    TEXTS.at(Index::WeatherHeavyShowers as usize)
}

/// Light sleet showers
pub(crate) fn weather_light_sleet_showers() -> Text {
    TEXTS.at(Index::WeatherLightSleetShowers as usize)
}

/// Sleet showers
pub(crate) fn weather_sleet_showers() -> Text {
    TEXTS.at(Index::WeatherSleetShowers as usize)
}

/// Light snow showers
pub(crate) fn weather_light_snow_showers() -> Text {
    TEXTS.at(Index::WeatherLightSnowShowers as usize)
}

/// Snow showers
pub(crate) fn weather_snow_showers() -> Text {
    TEXTS.at(Index::WeatherSnowShowers as usize)
}

/// Light showers of small hail
pub(crate) fn weather_light_showers_of_small_hail() -> Text {
    TEXTS.at(Index::WeatherLightShowersOfSmallHail as usize)
}

/// Showers of small hail
pub(crate) fn weather_showers_of_small_hail() -> Text {
    TEXTS.at(Index::WeatherShowersOfSmallHail as usize)
}

/// Light hail
pub(crate) fn weather_light_hail() -> Text {
    TEXTS.at(Index::WeatherLightHail as usize)
}

/// Hail
pub(crate) fn weather_hail() -> Text {
    TEXTS.at(Index::WeatherHail as usize)
}

/// Light rain after thunder
pub(crate) fn weather_light_rain_after_thunder() -> Text {
    TEXTS.at(Index::WeatherLightRainAfterThunder as usize)
}

/// Rain after thunder
pub(crate) fn weather_rain_after_thunder() -> Text {
    TEXTS.at(Index::WeatherRainAfterThunder as usize)
}

/// Light snow or hail after thunder
pub(crate) fn weather_light_snow_or_hail_after_thunder() -> Text {
    TEXTS.at(Index::WeatherLightSnowOrHailAfterThunder as usize)
}

/// Snow or hail after thunder
pub(crate) fn weather_snow_or_hail_after_thunder() -> Text {
    TEXTS.at(Index::WeatherSnowOrHailAfterThunder as usize)
}

/// Thunderstorm
pub(crate) fn weather_thunderstorm() -> Text {
    TEXTS.at(Index::WeatherThunderstorm as usize)
}

/// Thunderstorm with light hail
pub(crate) fn weather_thunderstorm_with_light_hail() -> Text {
    TEXTS.at(Index::WeatherThunderstormWithLightHail as usize)
}

/// Heavy thunderstorm
pub(crate) fn weather_heavy_thunderstorm() -> Text {
    TEXTS.at(Index::WeatherHeavyThunderstorm as usize)
}

/// Thunderstorm with a duststorm
pub(crate) fn weather_thunderstorm_with_a_duststorm() -> Text {
    TEXTS.at(Index::WeatherThunderstormWithADuststorm as usize)
}

/// Thunderstorm with hail
pub(crate) fn weather_thunderstorm_with_hail() -> Text {
    TEXTS.at(Index::WeatherThunderstormWithHail as usize)
}

/// board “{name}”
pub(crate) fn record_board(name: &str) -> String {
    TEXTS.format(Index::RecordBoard as usize, 0, &[name])
}

/// a board
pub(crate) fn record_board_unnamed() -> &'static str {
    TEXTS.text(Index::RecordBoardUnnamed as usize)
}

/// list “{name}”
pub(crate) fn record_list(name: &str) -> String {
    TEXTS.format(Index::RecordList as usize, 0, &[name])
}

/// a list
pub(crate) fn record_list_unnamed() -> &'static str {
    TEXTS.text(Index::RecordListUnnamed as usize)
}

/// card “{name}”
pub(crate) fn record_card(name: &str) -> String {
    TEXTS.format(Index::RecordCard as usize, 0, &[name])
}

/// a card
pub(crate) fn record_card_unnamed() -> &'static str {
    TEXTS.text(Index::RecordCardUnnamed as usize)
}

/// note “{name}”
pub(crate) fn record_note(name: &str) -> String {
    TEXTS.format(Index::RecordNote as usize, 0, &[name])
}

/// a note
pub(crate) fn record_note_unnamed() -> &'static str {
    TEXTS.text(Index::RecordNoteUnnamed as usize)
}

/// sub-task on {card}
pub(crate) fn record_subtask(card: &str) -> String {
    TEXTS.format(Index::RecordSubtask as usize, 0, &[card])
}

/// comment on {card}
pub(crate) fn record_comment(card: &str) -> String {
    TEXTS.format(Index::RecordComment as usize, 0, &[card])
}

/// attachment on {card}
pub(crate) fn record_attachment(card: &str) -> String {
    TEXTS.format(Index::RecordAttachment as usize, 0, &[card])
}

/// reminder on {card}
pub(crate) fn record_reminder(card: &str) -> String {
    TEXTS.format(Index::RecordReminder as usize, 0, &[card])
}

/// an item on a card
pub(crate) fn record_item() -> &'static str {
    TEXTS.text(Index::RecordItem as usize)
}

/// Add board “{name}”
pub(crate) fn refused_add_board(name: &str) -> String {
    TEXTS.format(Index::RefusedAddBoard as usize, 0, &[name])
}

/// Save focus session
pub(crate) fn refused_save_session() -> &'static str {
    TEXTS.text(Index::RefusedSaveSession as usize)
}

/// Change settings
pub(crate) fn refused_preferences() -> &'static str {
    TEXTS.text(Index::RefusedPreferences as usize)
}

/// Save {note}
pub(crate) fn refused_save_note(note: &str) -> String {
    TEXTS.format(Index::RefusedSaveNote as usize, 0, &[note])
}

/// Pin note
pub(crate) fn refused_pin_note() -> &'static str {
    TEXTS.text(Index::RefusedPinNote as usize)
}

/// Unpin note
pub(crate) fn refused_unpin_note() -> &'static str {
    TEXTS.text(Index::RefusedUnpinNote as usize)
}

/// Delete note
pub(crate) fn refused_delete_note() -> &'static str {
    TEXTS.text(Index::RefusedDeleteNote as usize)
}

/// Restore note
pub(crate) fn refused_restore_note() -> &'static str {
    TEXTS.text(Index::RefusedRestoreNote as usize)
}

/// Dismiss conflicting version of a note
pub(crate) fn refused_dismiss_note_version() -> &'static str {
    TEXTS.text(Index::RefusedDismissNoteVersion as usize)
}

/// Add list “{name}”
pub(crate) fn refused_add_list(name: &str) -> String {
    TEXTS.format(Index::RefusedAddList as usize, 0, &[name])
}

/// Add card “{title}”
pub(crate) fn refused_add_card(title: &str) -> String {
    TEXTS.format(Index::RefusedAddCard as usize, 0, &[title])
}

/// Move {record}
pub(crate) fn refused_move(record: &str) -> String {
    TEXTS.format(Index::RefusedMove as usize, 0, &[record])
}

/// Rename {record}
pub(crate) fn refused_rename(record: &str) -> String {
    TEXTS.format(Index::RefusedRename as usize, 0, &[record])
}

/// Collapse {record}
pub(crate) fn refused_collapse(record: &str) -> String {
    TEXTS.format(Index::RefusedCollapse as usize, 0, &[record])
}

/// Delete {record}
pub(crate) fn refused_delete(record: &str) -> String {
    TEXTS.format(Index::RefusedDelete as usize, 0, &[record])
}

/// Restore {record}
pub(crate) fn refused_restore(record: &str) -> String {
    TEXTS.format(Index::RefusedRestore as usize, 0, &[record])
}

/// Edit {record}
pub(crate) fn refused_edit(record: &str) -> String {
    TEXTS.format(Index::RefusedEdit as usize, 0, &[record])
}

/// Edit description of {record}
pub(crate) fn refused_edit_description(record: &str) -> String {
    TEXTS.format(Index::RefusedEditDescription as usize, 0, &[record])
}

/// Archive {record}
pub(crate) fn refused_archive(record: &str) -> String {
    TEXTS.format(Index::RefusedArchive as usize, 0, &[record])
}

/// Add sub-task to {card}
pub(crate) fn refused_add_subtask(card: &str) -> String {
    TEXTS.format(Index::RefusedAddSubtask as usize, 0, &[card])
}

/// Comment on {card}
pub(crate) fn refused_comment(card: &str) -> String {
    TEXTS.format(Index::RefusedComment as usize, 0, &[card])
}

/// React to {item}
pub(crate) fn refused_react(item: &str) -> String {
    TEXTS.format(Index::RefusedReact as usize, 0, &[item])
}

/// Attach “{name}” to {card}
pub(crate) fn refused_attach(name: &str, card: &str) -> String {
    TEXTS.format(Index::RefusedAttach as usize, 0, &[name, card])
}

/// Add reminder to {card}
pub(crate) fn refused_add_reminder(card: &str) -> String {
    TEXTS.format(Index::RefusedAddReminder as usize, 0, &[card])
}

/// Change color of label “{label}”
pub(crate) fn refused_label_color(label: &str) -> String {
    TEXTS.format(Index::RefusedLabelColor as usize, 0, &[label])
}

/// Change color of {record}
pub(crate) fn refused_list_color(record: &str) -> String {
    TEXTS.format(Index::RefusedListColor as usize, 0, &[record])
}

/// Week plan
pub(crate) fn template_week_plan() -> &'static str {
    TEXTS.text(Index::TemplateWeekPlan as usize)
}

/// This week
pub(crate) fn template_week_plan_list_week() -> &'static str {
    TEXTS.text(Index::TemplateWeekPlanListWeek as usize)
}

/// Write down what this week is for
pub(crate) fn template_week_plan_card_purpose() -> &'static str {
    TEXTS.text(Index::TemplateWeekPlanCardPurpose as usize)
}

/// Drag a card to the day you’ll do it
pub(crate) fn template_week_plan_card_drag() -> &'static str {
    TEXTS.text(Index::TemplateWeekPlanCardDrag as usize)
}

/// Choose three things that matter this week
pub(crate) fn template_week_plan_card_three_things() -> &'static str {
    TEXTS.text(Index::TemplateWeekPlanCardThreeThings as usize)
}

/// Weekend
pub(crate) fn template_week_plan_list_weekend() -> &'static str {
    TEXTS.text(Index::TemplateWeekPlanListWeekend as usize)
}

/// Project
pub(crate) fn template_project() -> &'static str {
    TEXTS.text(Index::TemplateProject as usize)
}

/// Ideas
pub(crate) fn template_project_list_ideas() -> &'static str {
    TEXTS.text(Index::TemplateProjectListIdeas as usize)
}

/// Collect every idea here, however rough
pub(crate) fn template_project_card_ideas() -> &'static str {
    TEXTS.text(Index::TemplateProjectCardIdeas as usize)
}

/// Next
pub(crate) fn template_project_list_next() -> &'static str {
    TEXTS.text(Index::TemplateProjectListNext as usize)
}

/// Open this card to add details
pub(crate) fn template_project_card_details() -> &'static str {
    TEXTS.text(Index::TemplateProjectCardDetails as usize)
}

/// A description, a due date with reminders, labels, sub-tasks and comments. Add only what helps.
pub(crate) fn template_project_card_details_description() -> &'static str {
    TEXTS.text(Index::TemplateProjectCardDetailsDescription as usize)
}

/// In progress
pub(crate) fn template_project_list_in_progress() -> &'static str {
    TEXTS.text(Index::TemplateProjectListInProgress as usize)
}

/// Start the timer on a card to track its time
pub(crate) fn template_project_card_timer() -> &'static str {
    TEXTS.text(Index::TemplateProjectCardTimer as usize)
}

/// Done
pub(crate) fn template_project_list_done() -> &'static str {
    TEXTS.text(Index::TemplateProjectListDone as usize)
}

/// Personal kanban
pub(crate) fn template_kanban() -> &'static str {
    TEXTS.text(Index::TemplateKanban as usize)
}

/// To do
pub(crate) fn template_kanban_list_to_do() -> &'static str {
    TEXTS.text(Index::TemplateKanbanListToDo as usize)
}

/// Add a card for each task, most important first
pub(crate) fn template_kanban_card_first() -> &'static str {
    TEXTS.text(Index::TemplateKanbanCardFirst as usize)
}

/// Doing
pub(crate) fn template_kanban_list_doing() -> &'static str {
    TEXTS.text(Index::TemplateKanbanListDoing as usize)
}

/// Finish one card before you start another
pub(crate) fn template_kanban_card_finish() -> &'static str {
    TEXTS.text(Index::TemplateKanbanCardFinish as usize)
}

/// Done
pub(crate) fn template_kanban_list_done() -> &'static str {
    TEXTS.text(Index::TemplateKanbanListDone as usize)
}

/// Create a board
pub(crate) fn template_kanban_card_created() -> &'static str {
    TEXTS.text(Index::TemplateKanbanCardCreated as usize)
}

enum Index {
    DeletedUser,
    FormerMember,
    MonthShortJanuary,
    MonthShortFebruary,
    MonthShortMarch,
    MonthShortApril,
    MonthShortMay,
    MonthShortJune,
    MonthShortJuly,
    MonthShortAugust,
    MonthShortSeptember,
    MonthShortOctober,
    MonthShortNovember,
    MonthShortDecember,
    Date,
    DateShort,
    DateShortWithTime,
    TimeAm,
    TimePm,
    GreetingMorning1,
    GreetingMorning2,
    GreetingMorning3,
    GreetingAfternoon1,
    GreetingAfternoon2,
    GreetingAfternoon3,
    GreetingEvening1,
    GreetingEvening2,
    GreetingEvening3,
    GreetingWithName,
    ActivityWhoYou,
    ActivityListNamed,
    ActivityListUnnamed,
    ActivityListOther,
    ActivitySubtask,
    ActivityComment,
    ActivityReminder,
    ActivityItem,
    ActivityCardAdded,
    ActivityCardMoved,
    ActivityCardArrived,
    ActivityCardLeft,
    ActivityListArrived,
    ActivityListLeft,
    ActivityCardDeleted,
    ActivityCardRestored,
    ActivityCardRenamed,
    ActivityDescriptionRemoved,
    ActivityDescriptionChanged,
    ActivityCardDone,
    ActivityCardNotDone,
    ActivityPrioritySet,
    ActivityRecurrenceSet,
    ActivityRecurrenceRemoved,
    ActivityEstimateChanged,
    ActivityDueDateRemoved,
    ActivityDueDateSet,
    ActivityLabelsRemoved,
    ActivityAttachment,
    ActivityAttachmentAdded,
    ActivityCoverSet,
    ActivityCoverRemoved,
    ActivityAssigned,
    ActivityUnassigned,
    ActivityLabelsSet,
    ActivityCardArchived,
    ActivityCardUnarchived,
    ActivitySubtaskAdded,
    ActivityCommentAdded,
    ActivityReminderAdded,
    ActivityItemMoved,
    ActivityReactionAdded,
    ActivityReactionRemoved,
    ActivitySubtaskRenamed,
    ActivityItemCompleted,
    ActivityItemReopened,
    ActivityCommentEdited,
    ActivityReminderChanged,
    ActivityItemDeleted,
    ActivityItemRestored,
    ActivityWholeList,
    ActivityListUnknown,
    ActivityListAdded,
    ActivityListRenamed,
    ActivityListCollapsed,
    ActivityListExpanded,
    ActivityListColorChanged,
    ActivityLabelColorChanged,
    ActivityBoardRenamed,
    ActivityBoardDescriptionChanged,
    ActivityBoardColorChanged,
    ActivityBoardBackgroundChanged,
    ActivityBoardDeleted,
    ActivityBoardRestored,
    ActivityBoardChanged,
    PriorityLow,
    PriorityMedium,
    PriorityHigh,
    PriorityCompleted,
    UndoAddBoard,
    UndoSaveTemplate,
    UndoDuplicateBoard,
    UndoRenameBoard,
    UndoAddToFavorites,
    UndoRemoveFromFavorites,
    UndoWatch,
    UndoUnwatch,
    UndoMute,
    UndoUnmute,
    UndoChangeBackground,
    UndoEditBoard,
    UndoDeleteBoard,
    UndoRestoreBoard,
    UndoChangeLabelColor,
    UndoChangeListColor,
    UndoAddList,
    UndoRenameList,
    UndoCollapseList,
    UndoExpandList,
    UndoMoveList,
    UndoCopyList,
    UndoDeleteList,
    UndoRestoreList,
    UndoAddCard,
    UndoMoveCard,
    UndoCopyCard,
    UndoRenameCard,
    UndoEditDescription,
    UndoChangePriority,
    UndoCompleteCard,
    UndoChangeDueDate,
    UndoChangeRecurrence,
    UndoChangeEstimate,
    UndoSkipOccurrence,
    UndoChangeLabels,
    UndoCover,
    UndoAssign,
    UndoUnassign,
    UndoChangeCards,
    UndoMoveCards,
    UndoDeleteCards,
    UndoArchiveCard,
    UndoEditCard,
    UndoDeleteCard,
    UndoRestoreCard,
    UndoAddSubtask,
    UndoAddComment,
    UndoAddReminder,
    UndoMoveSubtask,
    UndoRenameSubtask,
    UndoCompleteSubtask,
    UndoEditComment,
    UndoAddReaction,
    UndoRemoveReaction,
    UndoChangeReminder,
    UndoDeleteFromCard,
    UndoAddFocusSession,
    UndoEditFocusSession,
    UndoDeleteFocusSession,
    UndoKept,
    UndoPartlyKept,
    BoardDeleted,
    ListDeleted,
    CardArchived,
    CardCopied,
    TemplateSaved,
    ListCopied,
    CardsArchived,
    CardMarkedDone,
    CardMarkedNotDone,
    DueDateChanged,
    CardDeleted,
    CardsMovedToBoard,
    ListMovedToBoard,
    CardsDeleted,
    SubtaskDeleted,
    CommentDeleted,
    AttachmentDeleted,
    ReminderDeleted,
    BoardUpdated,
    SessionAdded,
    SessionUpdated,
    SessionDeleted,
    SessionsExportFailed,
    NoteVersionFailed,
    FocusTimeSaved,
    FormFailed,
    AccountCreated,
    LoggedIn,
    GoogleResponseReceived,
    TimerReset,
    TimerPaused,
    TimerFocusBegins,
    TimerBreakBegins,
    NoteUntitled,
    ListUntitled,
    TrashLocation,
    ReminderCardDue,
    DueAt,
    DueToday,
    DueTomorrowAt,
    DueTomorrow,
    DueOnAt,
    DueOn,
    DayMonday,
    DayTuesday,
    DayWednesday,
    DayThursday,
    DayFriday,
    DaySaturday,
    DaySunday,
    DayShortMonday,
    DayShortTuesday,
    DayShortWednesday,
    DayShortThursday,
    DayShortFriday,
    DayShortSaturday,
    DayShortSunday,
    WeatherClearSky,
    WeatherMainlyClear,
    WeatherPartlyCloudy,
    WeatherOvercast,
    WeatherSmoke,
    WeatherHaze,
    WeatherDust,
    WeatherBlowingDust,
    WeatherDustDevils,
    WeatherDuststormNearby,
    WeatherMist,
    WeatherPatchesOfGroundFog,
    WeatherGroundFog,
    WeatherDistantLightning,
    WeatherRainNotReachingTheGround,
    WeatherDistantRain,
    WeatherRainNearby,
    WeatherThunderWithoutRain,
    WeatherSqualls,
    WeatherFunnelClouds,
    WeatherRecentDrizzle,
    WeatherRecentRain,
    WeatherRecentSnow,
    WeatherRecentSleet,
    WeatherRecentFreezingRain,
    WeatherRecentShowers,
    WeatherRecentSnowShowers,
    WeatherRecentHail,
    WeatherRecentFog,
    WeatherRecentThunderstorm,
    WeatherDuststormEasing,
    WeatherDuststorm,
    WeatherDuststormGrowing,
    WeatherHeavyDuststormEasing,
    WeatherHeavyDuststorm,
    WeatherHeavyDuststormGrowing,
    WeatherLowDriftingSnow,
    WeatherHeavyLowDriftingSnow,
    WeatherBlowingSnow,
    WeatherHeavyBlowingSnow,
    WeatherDistantFog,
    WeatherPatchesOfFog,
    WeatherThinFogClearing,
    WeatherFogClearing,
    WeatherThinFog,
    WeatherFog,
    WeatherThinFogThickening,
    WeatherFogThickening,
    WeatherFreezingFog,
    WeatherDenseFreezingFog,
    WeatherLightDrizzleAtTimes,
    WeatherLightDrizzle,
    WeatherDrizzleAtTimes,
    WeatherDrizzle,
    WeatherHeavyDrizzleAtTimes,
    WeatherHeavyDrizzle,
    WeatherLightFreezingDrizzle,
    WeatherFreezingDrizzle,
    WeatherLightDrizzleAndRain,
    WeatherDrizzleAndRain,
    WeatherLightRainAtTimes,
    WeatherLightRain,
    WeatherRainAtTimes,
    WeatherRain,
    WeatherHeavyRainAtTimes,
    WeatherHeavyRain,
    WeatherLightFreezingRain,
    WeatherFreezingRain,
    WeatherLightSleet,
    WeatherSleet,
    WeatherLightSnowAtTimes,
    WeatherLightSnow,
    WeatherSnowAtTimes,
    WeatherSnow,
    WeatherHeavySnowAtTimes,
    WeatherHeavySnow,
    WeatherDiamondDust,
    WeatherSnowGrains,
    WeatherSnowCrystals,
    WeatherIcePellets,
    WeatherLightShowers,
    WeatherShowers,
    WeatherHeavyShowers,
    WeatherLightSleetShowers,
    WeatherSleetShowers,
    WeatherLightSnowShowers,
    WeatherSnowShowers,
    WeatherLightShowersOfSmallHail,
    WeatherShowersOfSmallHail,
    WeatherLightHail,
    WeatherHail,
    WeatherLightRainAfterThunder,
    WeatherRainAfterThunder,
    WeatherLightSnowOrHailAfterThunder,
    WeatherSnowOrHailAfterThunder,
    WeatherThunderstorm,
    WeatherThunderstormWithLightHail,
    WeatherHeavyThunderstorm,
    WeatherThunderstormWithADuststorm,
    WeatherThunderstormWithHail,
    RecordBoard,
    RecordBoardUnnamed,
    RecordList,
    RecordListUnnamed,
    RecordCard,
    RecordCardUnnamed,
    RecordNote,
    RecordNoteUnnamed,
    RecordSubtask,
    RecordComment,
    RecordAttachment,
    RecordReminder,
    RecordItem,
    RefusedAddBoard,
    RefusedSaveSession,
    RefusedPreferences,
    RefusedSaveNote,
    RefusedPinNote,
    RefusedUnpinNote,
    RefusedDeleteNote,
    RefusedRestoreNote,
    RefusedDismissNoteVersion,
    RefusedAddList,
    RefusedAddCard,
    RefusedMove,
    RefusedRename,
    RefusedCollapse,
    RefusedDelete,
    RefusedRestore,
    RefusedEdit,
    RefusedEditDescription,
    RefusedArchive,
    RefusedAddSubtask,
    RefusedComment,
    RefusedReact,
    RefusedAttach,
    RefusedAddReminder,
    RefusedLabelColor,
    RefusedListColor,
    TemplateWeekPlan,
    TemplateWeekPlanListWeek,
    TemplateWeekPlanCardPurpose,
    TemplateWeekPlanCardDrag,
    TemplateWeekPlanCardThreeThings,
    TemplateWeekPlanListWeekend,
    TemplateProject,
    TemplateProjectListIdeas,
    TemplateProjectCardIdeas,
    TemplateProjectListNext,
    TemplateProjectCardDetails,
    TemplateProjectCardDetailsDescription,
    TemplateProjectListInProgress,
    TemplateProjectCardTimer,
    TemplateProjectListDone,
    TemplateKanban,
    TemplateKanbanListToDo,
    TemplateKanbanCardFirst,
    TemplateKanbanListDoing,
    TemplateKanbanCardFinish,
    TemplateKanbanListDone,
    TemplateKanbanCardCreated,
}

pub(super) const COUNT: usize = 378;

/// The English texts in the order of `Index`, each with a NUL at its end.
pub(super) const ENGLISH: &str = concat!(
    "Deleted user\0",
    "a former member\0",
    "Jan\0",
    "Feb\0",
    "Mar\0",
    "Apr\0",
    "May\0",
    "Jun\0",
    "Jul\0",
    "Aug\0",
    "Sep\0",
    "Oct\0",
    "Nov\0",
    "Dec\0",
    "{n,selectordinal,one{#st}two{#nd}few{#rd}other{#th}} {0}, {1}\0",
    "{0} {1} {2}\0",
    "{0}, {1}\0",
    "{0}:{1}\u{a0}AM\0",
    "{0}:{1}\u{a0}PM\0",
    "Good morning\0",
    "A fresh start\0",
    "Make today count\0",
    "Good afternoon\0",
    "Keep it going\0",
    "Hope your day is going well\0",
    "Good evening\0",
    "Almost done for today\0",
    "Take it easy tonight\0",
    "{0}, {1}\0",
    "You\0",
    "“{0}”\0",
    "“Untitled list”\0",
    "another list\0",
    "the sub-task “{0}”\0",
    "a comment\0",
    "the reminder {0}\0",
    "an item on it\0",
    "added this card to {0}\0",
    "moved it to {0}\0",
    "moved it here from another board\0",
    "moved it to another board\0",
    "moved {0} here from another board\0",
    "moved {0} to another board\0",
    "deleted it\0",
    "restored it\0",
    "renamed it to “{0}”\0",
    "removed the description\0",
    "changed the description\0",
    "marked it as done\0",
    "marked it as not done\0",
    "set the priority to {0}\0",
    "set how it repeats\0",
    "stopped it from repeating\0",
    "changed the estimate\0",
    "removed the due date\0",
    "set the due date to {0}\0",
    "removed the labels\0",
    "the attachment “{0}”\0",
    "attached “{0}”\0",
    "set the cover\0",
    "removed the cover\0",
    "assigned {0}\0",
    "removed {0} from the card\0",
    "set the labels to {0}\0",
    "archived it\0",
    "unarchived it\0",
    "added the sub-task “{0}”\0",
    "commented\0",
    "added a reminder {0}\0",
    "moved {0}\0",
    "reacted with {0}\0",
    "removed the reaction {0}\0",
    "renamed a sub-task to “{0}”\0",
    "completed {0}\0",
    "reopened {0}\0",
    "edited a comment\0",
    "changed a reminder to {0}\0",
    "deleted {0}\0",
    "restored {0}\0",
    "the list {0}\0",
    "a list\0",
    "added {0}\0",
    "renamed a list to “{0}”\0",
    "collapsed {0}\0",
    "expanded {0}\0",
    "changed the color of {0}\0",
    "changed the color of the label “{0}”\0",
    "renamed the board to “{0}”\0",
    "changed the board’s description\0",
    "changed the board’s color\0",
    "changed the board’s background\0",
    "moved the board to the trash\0",
    "restored the board\0",
    "changed the board\0",
    "low\0",
    "medium\0",
    "high\0",
    "completed\0",
    "Add board\0",
    "Save as template\0",
    "Duplicate board\0",
    "Rename board\0",
    "Add to favorites\0",
    "Remove from favorites\0",
    "Watch\0",
    "Stop watching\0",
    "Mute\0",
    "Unmute\0",
    "Change background\0",
    "Edit board\0",
    "Delete board\0",
    "Restore board\0",
    "Change label color\0",
    "Change list color\0",
    "Add list\0",
    "Rename list\0",
    "Collapse list\0",
    "Expand list\0",
    "Move list\0",
    "Copy list\0",
    "Delete list\0",
    "Restore list\0",
    "Add card\0",
    "Move card\0",
    "Copy card\0",
    "Rename card\0",
    "Edit description\0",
    "Change priority\0",
    "Complete card\0",
    "Change due date\0",
    "Change repeat\0",
    "Change estimate\0",
    "Skip date\0",
    "Change labels\0",
    "Change cover\0",
    "Assign card\0",
    "Unassign card\0",
    "{n,plural,one{Change card}other{Change # cards}}\0",
    "{n,plural,one{Move card}other{Move # cards}}\0",
    "{n,plural,one{Delete card}other{Delete # cards}}\0",
    "Archive card\0",
    "Edit card\0",
    "Delete card\0",
    "Restore card\0",
    "Add sub-task\0",
    "Add comment\0",
    "Add reminder\0",
    "Move sub-task\0",
    "Rename sub-task\0",
    "Complete sub-task\0",
    "Edit comment\0",
    "Add reaction\0",
    "Remove reaction\0",
    "Change reminder\0",
    "Delete from card\0",
    "Add focus session\0",
    "Edit focus session\0",
    "Delete focus session\0",
    "It was changed since then, so it stays as it is\0",
    "Some of it was changed since then and stays as it is\0",
    "Board deleted\0",
    "List deleted\0",
    "Card archived\0",
    "Card copied\0",
    "Template saved\0",
    "List copied\0",
    "{n,plural,one{Card archived}other{# cards archived}}\0",
    "Card marked as done\0",
    "Card marked as not done\0",
    "Due date changed\0",
    "Card deleted\0",
    "{n,plural,one{# card moved to {0}}other{# cards moved to {0}}}\0",
    "List moved to {0}\0",
    "{n,plural,one{Card deleted}other{# cards deleted}}\0",
    "Sub-task deleted\0",
    "Comment deleted\0",
    "Attachment deleted\0",
    "Reminder deleted\0",
    "Board updated successfully!\0",
    "Focus session added\0",
    "Focus session updated\0",
    "Focus session deleted\0",
    "Couldn’t export your sessions. Try again when you’re online.\0",
    "Couldn’t load this version. Try again when you’re online.\0",
    "Focus time saved successfully!\0",
    "Something went wrong. Please try again.\0",
    "Account created successfully!\0",
    "Successfully logged in!\0",
    "Response Received\0",
    "Timer has been reset\0",
    "Timer has been paused\0",
    "Time to work!\0",
    "Time for a break!\0",
    "Untitled note\0",
    "Untitled list\0",
    "{0} / {1}\0",
    "{0} is due {1}\0",
    "at {0}\0",
    "today\0",
    "tomorrow at {0}\0",
    "tomorrow\0",
    "on {0} at {1}\0",
    "on {0}\0",
    "Monday\0",
    "Tuesday\0",
    "Wednesday\0",
    "Thursday\0",
    "Friday\0",
    "Saturday\0",
    "Sunday\0",
    "Mon\0",
    "Tue\0",
    "Wed\0",
    "Thu\0",
    "Fri\0",
    "Sat\0",
    "Sun\0",
    "Clear sky\0",
    "Mainly clear\0",
    "Partly cloudy\0",
    "Overcast\0",
    "Smoke\0",
    "Haze\0",
    "Dust\0",
    "Blowing dust\0",
    "Dust devils\0",
    "Duststorm nearby\0",
    "Mist\0",
    "Patches of ground fog\0",
    "Ground fog\0",
    "Distant lightning\0",
    "Rain not reaching the ground\0",
    "Distant rain\0",
    "Rain nearby\0",
    "Thunder without rain\0",
    "Squalls\0",
    "Funnel clouds\0",
    "Recent drizzle\0",
    "Recent rain\0",
    "Recent snow\0",
    "Recent sleet\0",
    "Recent freezing rain\0",
    "Recent showers\0",
    "Recent snow showers\0",
    "Recent hail\0",
    "Recent fog\0",
    "Recent thunderstorm\0",
    "Duststorm, easing\0",
    "Duststorm\0",
    "Duststorm, growing\0",
    "Heavy duststorm, easing\0",
    "Heavy duststorm\0",
    "Heavy duststorm, growing\0",
    "Low drifting snow\0",
    "Heavy low drifting snow\0",
    "Blowing snow\0",
    "Heavy blowing snow\0",
    "Distant fog\0",
    "Patches of fog\0",
    "Thin fog, clearing\0",
    "Fog, clearing\0",
    "Thin fog\0",
    "Fog\0",
    "Thin fog, thickening\0",
    "Fog, thickening\0",
    "Freezing fog\0",
    "Dense freezing fog\0",
    "Light drizzle at times\0",
    "Light drizzle\0",
    "Drizzle at times\0",
    "Drizzle\0",
    "Heavy drizzle at times\0",
    "Heavy drizzle\0",
    "Light freezing drizzle\0",
    "Freezing drizzle\0",
    "Light drizzle and rain\0",
    "Drizzle and rain\0",
    "Light rain at times\0",
    "Light rain\0",
    "Rain at times\0",
    "Rain\0",
    "Heavy rain at times\0",
    "Heavy rain\0",
    "Light freezing rain\0",
    "Freezing rain\0",
    "Light sleet\0",
    "Sleet\0",
    "Light snow at times\0",
    "Light snow\0",
    "Snow at times\0",
    "Snow\0",
    "Heavy snow at times\0",
    "Heavy snow\0",
    "Diamond dust\0",
    "Snow grains\0",
    "Snow crystals\0",
    "Ice pellets\0",
    "Light showers\0",
    "Showers\0",
    "Heavy showers\0",
    "Light sleet showers\0",
    "Sleet showers\0",
    "Light snow showers\0",
    "Snow showers\0",
    "Light showers of small hail\0",
    "Showers of small hail\0",
    "Light hail\0",
    "Hail\0",
    "Light rain after thunder\0",
    "Rain after thunder\0",
    "Light snow or hail after thunder\0",
    "Snow or hail after thunder\0",
    "Thunderstorm\0",
    "Thunderstorm with light hail\0",
    "Heavy thunderstorm\0",
    "Thunderstorm with a duststorm\0",
    "Thunderstorm with hail\0",
    "board “{0}”\0",
    "a board\0",
    "list “{0}”\0",
    "a list\0",
    "card “{0}”\0",
    "a card\0",
    "note “{0}”\0",
    "a note\0",
    "sub-task on {0}\0",
    "comment on {0}\0",
    "attachment on {0}\0",
    "reminder on {0}\0",
    "an item on a card\0",
    "Add board “{0}”\0",
    "Save focus session\0",
    "Change settings\0",
    "Save {0}\0",
    "Pin note\0",
    "Unpin note\0",
    "Delete note\0",
    "Restore note\0",
    "Dismiss conflicting version of a note\0",
    "Add list “{0}”\0",
    "Add card “{0}”\0",
    "Move {0}\0",
    "Rename {0}\0",
    "Collapse {0}\0",
    "Delete {0}\0",
    "Restore {0}\0",
    "Edit {0}\0",
    "Edit description of {0}\0",
    "Archive {0}\0",
    "Add sub-task to {0}\0",
    "Comment on {0}\0",
    "React to {0}\0",
    "Attach “{0}” to {1}\0",
    "Add reminder to {0}\0",
    "Change color of label “{0}”\0",
    "Change color of {0}\0",
    "Week plan\0",
    "This week\0",
    "Write down what this week is for\0",
    "Drag a card to the day you’ll do it\0",
    "Choose three things that matter this week\0",
    "Weekend\0",
    "Project\0",
    "Ideas\0",
    "Collect every idea here, however rough\0",
    "Next\0",
    "Open this card to add details\0",
    "A description, a due date with reminders, labels, sub-tasks and comments. Add only what helps.\0",
    "In progress\0",
    "Start the timer on a card to track its time\0",
    "Done\0",
    "Personal kanban\0",
    "To do\0",
    "Add a card for each task, most important first\0",
    "Doing\0",
    "Finish one card before you start another\0",
    "Done\0",
    "Create a board\0",
);
