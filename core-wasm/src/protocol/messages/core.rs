//! Made from `messages/en/core.json` by `npm run messages`. Change the texts there.

/// Deleted user
pub(crate) fn deleted_user() -> &'static str {
    "Deleted user"
}

/// a former member
pub(crate) fn former_member() -> &'static str {
    "a former member"
}

/// Jan
pub(crate) fn month_short_january() -> &'static str {
    "Jan"
}

/// Feb
pub(crate) fn month_short_february() -> &'static str {
    "Feb"
}

/// Mar
pub(crate) fn month_short_march() -> &'static str {
    "Mar"
}

/// Apr
pub(crate) fn month_short_april() -> &'static str {
    "Apr"
}

/// May
pub(crate) fn month_short_may() -> &'static str {
    "May"
}

/// Jun
pub(crate) fn month_short_june() -> &'static str {
    "Jun"
}

/// Jul
pub(crate) fn month_short_july() -> &'static str {
    "Jul"
}

/// Aug
pub(crate) fn month_short_august() -> &'static str {
    "Aug"
}

/// Sep
pub(crate) fn month_short_september() -> &'static str {
    "Sep"
}

/// Oct
pub(crate) fn month_short_october() -> &'static str {
    "Oct"
}

/// Nov
pub(crate) fn month_short_november() -> &'static str {
    "Nov"
}

/// Dec
pub(crate) fn month_short_december() -> &'static str {
    "Dec"
}

/// {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} {month}, {year}
pub(crate) fn date(day: u64, month: &str, year: &str) -> String {
    format!("{} {month}, {year}", match super::ordinal(day) { super::Ordinal::One => format!("{}st", super::format_number(day)), super::Ordinal::Two => format!("{}nd", super::format_number(day)), super::Ordinal::Few => format!("{}rd", super::format_number(day)), super::Ordinal::Other => format!("{}th", super::format_number(day)) })
}

/// {day} {month} {year}
pub(crate) fn date_short(day: &str, month: &str, year: &str) -> String {
    format!("{day} {month} {year}")
}

/// {date}, {time}
pub(crate) fn date_short_with_time(date: &str, time: &str) -> String {
    format!("{date}, {time}")
}

/// {hour}:{minute} AM
pub(crate) fn time_am(hour: &str, minute: &str) -> String {
    format!("{hour}:{minute}\u{a0}AM")
}

/// {hour}:{minute} PM
pub(crate) fn time_pm(hour: &str, minute: &str) -> String {
    format!("{hour}:{minute}\u{a0}PM")
}

/// Good morning
pub(crate) fn greeting_morning_1() -> &'static str {
    "Good morning"
}

/// A fresh start
pub(crate) fn greeting_morning_2() -> &'static str {
    "A fresh start"
}

/// Make today count
pub(crate) fn greeting_morning_3() -> &'static str {
    "Make today count"
}

/// Good afternoon
pub(crate) fn greeting_afternoon_1() -> &'static str {
    "Good afternoon"
}

/// Keep it going
pub(crate) fn greeting_afternoon_2() -> &'static str {
    "Keep it going"
}

/// Hope your day is going well
pub(crate) fn greeting_afternoon_3() -> &'static str {
    "Hope your day is going well"
}

/// Good evening
pub(crate) fn greeting_evening_1() -> &'static str {
    "Good evening"
}

/// Almost done for today
pub(crate) fn greeting_evening_2() -> &'static str {
    "Almost done for today"
}

/// Take it easy tonight
pub(crate) fn greeting_evening_3() -> &'static str {
    "Take it easy tonight"
}

/// {greeting}, {name}
pub(crate) fn greeting_with_name(greeting: &str, name: &str) -> String {
    format!("{greeting}, {name}")
}

/// You
pub(crate) fn activity_who_you() -> &'static str {
    "You"
}

/// “{name}”
pub(crate) fn activity_list_named(name: &str) -> String {
    format!("“{name}”")
}

/// “Untitled list”
pub(crate) fn activity_list_unnamed() -> &'static str {
    "“Untitled list”"
}

/// another list
pub(crate) fn activity_list_other() -> &'static str {
    "another list"
}

/// the sub-task “{title}”
pub(crate) fn activity_subtask(title: &str) -> String {
    format!("the sub-task “{title}”")
}

/// a comment
pub(crate) fn activity_comment() -> &'static str {
    "a comment"
}

/// the reminder {lead_time}
pub(crate) fn activity_reminder(lead_time: &str) -> String {
    format!("the reminder {lead_time}")
}

/// an item on it
pub(crate) fn activity_item() -> &'static str {
    "an item on it"
}

/// added this card to {list}
pub(crate) fn activity_card_added(list: &str) -> String {
    format!("added this card to {list}")
}

/// moved it to {list}
pub(crate) fn activity_card_moved(list: &str) -> String {
    format!("moved it to {list}")
}

/// deleted it
pub(crate) fn activity_card_deleted() -> &'static str {
    "deleted it"
}

/// restored it
pub(crate) fn activity_card_restored() -> &'static str {
    "restored it"
}

/// renamed it to “{title}”
pub(crate) fn activity_card_renamed(title: &str) -> String {
    format!("renamed it to “{title}”")
}

/// removed the description
pub(crate) fn activity_description_removed() -> &'static str {
    "removed the description"
}

/// changed the description
pub(crate) fn activity_description_changed() -> &'static str {
    "changed the description"
}

/// marked it as done
pub(crate) fn activity_card_done() -> &'static str {
    "marked it as done"
}

/// marked it as not done
pub(crate) fn activity_card_not_done() -> &'static str {
    "marked it as not done"
}

/// set the priority to {priority}
pub(crate) fn activity_priority_set(priority: &str) -> String {
    format!("set the priority to {priority}")
}

/// set how it repeats
pub(crate) fn activity_recurrence_set() -> &'static str {
    "set how it repeats"
}

/// stopped it from repeating
pub(crate) fn activity_recurrence_removed() -> &'static str {
    "stopped it from repeating"
}

/// changed the estimate
pub(crate) fn activity_estimate_changed() -> &'static str {
    "changed the estimate"
}

/// removed the due date
pub(crate) fn activity_due_date_removed() -> &'static str {
    "removed the due date"
}

/// set the due date to {date}
pub(crate) fn activity_due_date_set(date: &str) -> String {
    format!("set the due date to {date}")
}

/// removed the labels
pub(crate) fn activity_labels_removed() -> &'static str {
    "removed the labels"
}

/// the attachment “{name}”
pub(crate) fn activity_attachment(name: &str) -> String {
    format!("the attachment “{name}”")
}

/// attached “{name}”
pub(crate) fn activity_attachment_added(name: &str) -> String {
    format!("attached “{name}”")
}

/// set the cover
pub(crate) fn activity_cover_set() -> &'static str {
    "set the cover"
}

/// removed the cover
pub(crate) fn activity_cover_removed() -> &'static str {
    "removed the cover"
}

/// assigned {name}
pub(crate) fn activity_assigned(name: &str) -> String {
    format!("assigned {name}")
}

/// removed {name} from the card
pub(crate) fn activity_unassigned(name: &str) -> String {
    format!("removed {name} from the card")
}

/// set the labels to {labels}
pub(crate) fn activity_labels_set(labels: &str) -> String {
    format!("set the labels to {labels}")
}

/// archived it
pub(crate) fn activity_card_archived() -> &'static str {
    "archived it"
}

/// unarchived it
pub(crate) fn activity_card_unarchived() -> &'static str {
    "unarchived it"
}

/// added the sub-task “{title}”
pub(crate) fn activity_subtask_added(title: &str) -> String {
    format!("added the sub-task “{title}”")
}

/// commented
pub(crate) fn activity_comment_added() -> &'static str {
    "commented"
}

/// added a reminder {lead_time}
pub(crate) fn activity_reminder_added(lead_time: &str) -> String {
    format!("added a reminder {lead_time}")
}

/// moved {item}
pub(crate) fn activity_item_moved(item: &str) -> String {
    format!("moved {item}")
}

/// reacted with {emoji}
pub(crate) fn activity_reaction_added(emoji: &str) -> String {
    format!("reacted with {emoji}")
}

/// removed the reaction {emoji}
pub(crate) fn activity_reaction_removed(emoji: &str) -> String {
    format!("removed the reaction {emoji}")
}

/// renamed a sub-task to “{title}”
pub(crate) fn activity_subtask_renamed(title: &str) -> String {
    format!("renamed a sub-task to “{title}”")
}

/// completed {item}
pub(crate) fn activity_item_completed(item: &str) -> String {
    format!("completed {item}")
}

/// reopened {item}
pub(crate) fn activity_item_reopened(item: &str) -> String {
    format!("reopened {item}")
}

/// edited a comment
pub(crate) fn activity_comment_edited() -> &'static str {
    "edited a comment"
}

/// changed a reminder to {lead_time}
pub(crate) fn activity_reminder_changed(lead_time: &str) -> String {
    format!("changed a reminder to {lead_time}")
}

/// deleted {item}
pub(crate) fn activity_item_deleted(item: &str) -> String {
    format!("deleted {item}")
}

/// restored {item}
pub(crate) fn activity_item_restored(item: &str) -> String {
    format!("restored {item}")
}

/// the list {name}
pub(crate) fn activity_whole_list(name: &str) -> String {
    format!("the list {name}")
}

/// a list
pub(crate) fn activity_list_unknown() -> &'static str {
    "a list"
}

/// added {list}
pub(crate) fn activity_list_added(list: &str) -> String {
    format!("added {list}")
}

/// renamed a list to “{name}”
pub(crate) fn activity_list_renamed(name: &str) -> String {
    format!("renamed a list to “{name}”")
}

/// collapsed {list}
pub(crate) fn activity_list_collapsed(list: &str) -> String {
    format!("collapsed {list}")
}

/// expanded {list}
pub(crate) fn activity_list_expanded(list: &str) -> String {
    format!("expanded {list}")
}

/// changed the color of the label “{label}”
pub(crate) fn activity_label_color_changed(label: &str) -> String {
    format!("changed the color of the label “{label}”")
}

/// renamed the board to “{name}”
pub(crate) fn activity_board_renamed(name: &str) -> String {
    format!("renamed the board to “{name}”")
}

/// changed the board’s description
pub(crate) fn activity_board_description_changed() -> &'static str {
    "changed the board’s description"
}

/// changed the board’s color
pub(crate) fn activity_board_color_changed() -> &'static str {
    "changed the board’s color"
}

/// changed the board’s background
pub(crate) fn activity_board_background_changed() -> &'static str {
    "changed the board’s background"
}

/// moved the board to the trash
pub(crate) fn activity_board_deleted() -> &'static str {
    "moved the board to the trash"
}

/// restored the board
pub(crate) fn activity_board_restored() -> &'static str {
    "restored the board"
}

/// changed the board
pub(crate) fn activity_board_changed() -> &'static str {
    "changed the board"
}

/// low
pub(crate) fn priority_low() -> &'static str {
    "low"
}

/// medium
pub(crate) fn priority_medium() -> &'static str {
    "medium"
}

/// high
pub(crate) fn priority_high() -> &'static str {
    "high"
}

/// completed
pub(crate) fn priority_completed() -> &'static str {
    "completed"
}

/// Add board
pub(crate) fn undo_add_board() -> &'static str {
    "Add board"
}

/// Save as template
pub(crate) fn undo_save_template() -> &'static str {
    "Save as template"
}

/// Duplicate board
pub(crate) fn undo_duplicate_board() -> &'static str {
    "Duplicate board"
}

/// Rename board
pub(crate) fn undo_rename_board() -> &'static str {
    "Rename board"
}

/// Add to favorites
pub(crate) fn undo_add_to_favorites() -> &'static str {
    "Add to favorites"
}

/// Remove from favorites
pub(crate) fn undo_remove_from_favorites() -> &'static str {
    "Remove from favorites"
}

/// Watch
pub(crate) fn undo_watch() -> &'static str {
    "Watch"
}

/// Stop watching
pub(crate) fn undo_unwatch() -> &'static str {
    "Stop watching"
}

/// Mute
pub(crate) fn undo_mute() -> &'static str {
    "Mute"
}

/// Unmute
pub(crate) fn undo_unmute() -> &'static str {
    "Unmute"
}

/// Change background
pub(crate) fn undo_change_background() -> &'static str {
    "Change background"
}

/// Edit board
pub(crate) fn undo_edit_board() -> &'static str {
    "Edit board"
}

/// Delete board
pub(crate) fn undo_delete_board() -> &'static str {
    "Delete board"
}

/// Restore board
pub(crate) fn undo_restore_board() -> &'static str {
    "Restore board"
}

/// Change label color
pub(crate) fn undo_change_label_color() -> &'static str {
    "Change label color"
}

/// Add list
pub(crate) fn undo_add_list() -> &'static str {
    "Add list"
}

/// Rename list
pub(crate) fn undo_rename_list() -> &'static str {
    "Rename list"
}

/// Collapse list
pub(crate) fn undo_collapse_list() -> &'static str {
    "Collapse list"
}

/// Expand list
pub(crate) fn undo_expand_list() -> &'static str {
    "Expand list"
}

/// Move list
pub(crate) fn undo_move_list() -> &'static str {
    "Move list"
}

/// Copy list
pub(crate) fn undo_copy_list() -> &'static str {
    "Copy list"
}

/// Delete list
pub(crate) fn undo_delete_list() -> &'static str {
    "Delete list"
}

/// Restore list
pub(crate) fn undo_restore_list() -> &'static str {
    "Restore list"
}

/// Add card
pub(crate) fn undo_add_card() -> &'static str {
    "Add card"
}

/// Move card
pub(crate) fn undo_move_card() -> &'static str {
    "Move card"
}

/// Copy card
pub(crate) fn undo_copy_card() -> &'static str {
    "Copy card"
}

/// Rename card
pub(crate) fn undo_rename_card() -> &'static str {
    "Rename card"
}

/// Edit description
pub(crate) fn undo_edit_description() -> &'static str {
    "Edit description"
}

/// Change priority
pub(crate) fn undo_change_priority() -> &'static str {
    "Change priority"
}

/// Complete card
pub(crate) fn undo_complete_card() -> &'static str {
    "Complete card"
}

/// Change due date
pub(crate) fn undo_change_due_date() -> &'static str {
    "Change due date"
}

/// Change repeat
pub(crate) fn undo_change_recurrence() -> &'static str {
    "Change repeat"
}

/// Change estimate
pub(crate) fn undo_change_estimate() -> &'static str {
    "Change estimate"
}

/// Skip date
pub(crate) fn undo_skip_occurrence() -> &'static str {
    "Skip date"
}

/// Change labels
pub(crate) fn undo_change_labels() -> &'static str {
    "Change labels"
}

/// Change cover
pub(crate) fn undo_cover() -> &'static str {
    "Change cover"
}

/// Assign card
pub(crate) fn undo_assign() -> &'static str {
    "Assign card"
}

/// Unassign card
pub(crate) fn undo_unassign() -> &'static str {
    "Unassign card"
}

/// {count, plural, one {Change card} other {Change # cards}}
pub(crate) fn undo_change_cards(count: u64) -> String {
    match count { 1 => "Change card".to_owned(), _ => format!("Change {} cards", super::format_number(count)) }
}

/// {count, plural, one {Move card} other {Move # cards}}
pub(crate) fn undo_move_cards(count: u64) -> String {
    match count { 1 => "Move card".to_owned(), _ => format!("Move {} cards", super::format_number(count)) }
}

/// {count, plural, one {Delete card} other {Delete # cards}}
pub(crate) fn undo_delete_cards(count: u64) -> String {
    match count { 1 => "Delete card".to_owned(), _ => format!("Delete {} cards", super::format_number(count)) }
}

/// Archive card
pub(crate) fn undo_archive_card() -> &'static str {
    "Archive card"
}

/// Edit card
pub(crate) fn undo_edit_card() -> &'static str {
    "Edit card"
}

/// Delete card
pub(crate) fn undo_delete_card() -> &'static str {
    "Delete card"
}

/// Restore card
pub(crate) fn undo_restore_card() -> &'static str {
    "Restore card"
}

/// Add sub-task
pub(crate) fn undo_add_subtask() -> &'static str {
    "Add sub-task"
}

/// Add comment
pub(crate) fn undo_add_comment() -> &'static str {
    "Add comment"
}

/// Add reminder
pub(crate) fn undo_add_reminder() -> &'static str {
    "Add reminder"
}

/// Move sub-task
pub(crate) fn undo_move_subtask() -> &'static str {
    "Move sub-task"
}

/// Rename sub-task
pub(crate) fn undo_rename_subtask() -> &'static str {
    "Rename sub-task"
}

/// Complete sub-task
pub(crate) fn undo_complete_subtask() -> &'static str {
    "Complete sub-task"
}

/// Edit comment
pub(crate) fn undo_edit_comment() -> &'static str {
    "Edit comment"
}

/// Add reaction
pub(crate) fn undo_add_reaction() -> &'static str {
    "Add reaction"
}

/// Remove reaction
pub(crate) fn undo_remove_reaction() -> &'static str {
    "Remove reaction"
}

/// Change reminder
pub(crate) fn undo_change_reminder() -> &'static str {
    "Change reminder"
}

/// Delete from card
pub(crate) fn undo_delete_from_card() -> &'static str {
    "Delete from card"
}

/// Add focus session
pub(crate) fn undo_add_focus_session() -> &'static str {
    "Add focus session"
}

/// Edit focus session
pub(crate) fn undo_edit_focus_session() -> &'static str {
    "Edit focus session"
}

/// Delete focus session
pub(crate) fn undo_delete_focus_session() -> &'static str {
    "Delete focus session"
}

/// It was changed since then, so it stays as it is
pub(crate) fn undo_kept() -> &'static str {
    "It was changed since then, so it stays as it is"
}

/// Some of it was changed since then and stays as it is
pub(crate) fn undo_partly_kept() -> &'static str {
    "Some of it was changed since then and stays as it is"
}

/// Board deleted
pub(crate) fn board_deleted() -> &'static str {
    "Board deleted"
}

/// List deleted
pub(crate) fn list_deleted() -> &'static str {
    "List deleted"
}

/// Card archived
pub(crate) fn card_archived() -> &'static str {
    "Card archived"
}

/// Card copied
pub(crate) fn card_copied() -> &'static str {
    "Card copied"
}

/// Template saved
pub(crate) fn template_saved() -> &'static str {
    "Template saved"
}

/// List copied
pub(crate) fn list_copied() -> &'static str {
    "List copied"
}

/// {count, plural, one {Card archived} other {# cards archived}}
pub(crate) fn cards_archived(count: u64) -> String {
    match count { 1 => "Card archived".to_owned(), _ => format!("{} cards archived", super::format_number(count)) }
}

/// Card marked as done
pub(crate) fn card_marked_done() -> &'static str {
    "Card marked as done"
}

/// Card marked as not done
pub(crate) fn card_marked_not_done() -> &'static str {
    "Card marked as not done"
}

/// Due date changed
pub(crate) fn due_date_changed() -> &'static str {
    "Due date changed"
}

/// Card deleted
pub(crate) fn card_deleted() -> &'static str {
    "Card deleted"
}

/// {count, plural, one {Card deleted} other {# cards deleted}}
pub(crate) fn cards_deleted(count: u64) -> String {
    match count { 1 => "Card deleted".to_owned(), _ => format!("{} cards deleted", super::format_number(count)) }
}

/// Sub-task deleted
pub(crate) fn subtask_deleted() -> &'static str {
    "Sub-task deleted"
}

/// Comment deleted
pub(crate) fn comment_deleted() -> &'static str {
    "Comment deleted"
}

/// Attachment deleted
pub(crate) fn attachment_deleted() -> &'static str {
    "Attachment deleted"
}

/// Reminder deleted
pub(crate) fn reminder_deleted() -> &'static str {
    "Reminder deleted"
}

/// Board updated successfully!
pub(crate) fn board_updated() -> &'static str {
    "Board updated successfully!"
}

/// Focus session added
pub(crate) fn session_added() -> &'static str {
    "Focus session added"
}

/// Focus session updated
pub(crate) fn session_updated() -> &'static str {
    "Focus session updated"
}

/// Focus session deleted
pub(crate) fn session_deleted() -> &'static str {
    "Focus session deleted"
}

/// Couldn’t export your sessions. Try again when you’re online.
pub(crate) fn sessions_export_failed() -> &'static str {
    "Couldn’t export your sessions. Try again when you’re online."
}

/// Couldn’t load this version. Try again when you’re online.
pub(crate) fn note_version_failed() -> &'static str {
    "Couldn’t load this version. Try again when you’re online."
}

/// Focus time saved successfully!
pub(crate) fn focus_time_saved() -> &'static str {
    "Focus time saved successfully!"
}

/// Something went wrong. Please try again.
pub(crate) fn form_failed() -> &'static str {
    "Something went wrong. Please try again."
}

/// Account created successfully!
pub(crate) fn account_created() -> &'static str {
    "Account created successfully!"
}

/// Successfully logged in!
pub(crate) fn logged_in() -> &'static str {
    "Successfully logged in!"
}

/// Response Received
pub(crate) fn google_response_received() -> &'static str {
    "Response Received"
}

/// Timer has been reset
pub(crate) fn timer_reset() -> &'static str {
    "Timer has been reset"
}

/// Timer has been paused
pub(crate) fn timer_paused() -> &'static str {
    "Timer has been paused"
}

/// Time to work!
pub(crate) fn timer_focus_begins() -> &'static str {
    "Time to work!"
}

/// Time for a break!
pub(crate) fn timer_break_begins() -> &'static str {
    "Time for a break!"
}

/// Untitled note
pub(crate) fn note_untitled() -> &'static str {
    "Untitled note"
}

/// Untitled list
pub(crate) fn list_untitled() -> &'static str {
    "Untitled list"
}

/// {board} / {list}
pub(crate) fn trash_location(board: &str, list: &str) -> String {
    format!("{board} / {list}")
}

/// {card} is due {date}
pub(crate) fn reminder_card_due(card: &str, date: &str) -> String {
    format!("{card} is due {date}")
}

/// at {time}
pub(crate) fn due_at(time: &str) -> String {
    format!("at {time}")
}

/// today
pub(crate) fn due_today() -> &'static str {
    "today"
}

/// tomorrow at {time}
pub(crate) fn due_tomorrow_at(time: &str) -> String {
    format!("tomorrow at {time}")
}

/// tomorrow
pub(crate) fn due_tomorrow() -> &'static str {
    "tomorrow"
}

/// on {date} at {time}
pub(crate) fn due_on_at(date: &str, time: &str) -> String {
    format!("on {date} at {time}")
}

/// on {date}
pub(crate) fn due_on(date: &str) -> String {
    format!("on {date}")
}

/// Monday
pub(crate) fn day_monday() -> &'static str {
    "Monday"
}

/// Tuesday
pub(crate) fn day_tuesday() -> &'static str {
    "Tuesday"
}

/// Wednesday
pub(crate) fn day_wednesday() -> &'static str {
    "Wednesday"
}

/// Thursday
pub(crate) fn day_thursday() -> &'static str {
    "Thursday"
}

/// Friday
pub(crate) fn day_friday() -> &'static str {
    "Friday"
}

/// Saturday
pub(crate) fn day_saturday() -> &'static str {
    "Saturday"
}

/// Sunday
pub(crate) fn day_sunday() -> &'static str {
    "Sunday"
}

/// Mon
pub(crate) fn day_short_monday() -> &'static str {
    "Mon"
}

/// Tue
pub(crate) fn day_short_tuesday() -> &'static str {
    "Tue"
}

/// Wed
pub(crate) fn day_short_wednesday() -> &'static str {
    "Wed"
}

/// Thu
pub(crate) fn day_short_thursday() -> &'static str {
    "Thu"
}

/// Fri
pub(crate) fn day_short_friday() -> &'static str {
    "Fri"
}

/// Sat
pub(crate) fn day_short_saturday() -> &'static str {
    "Sat"
}

/// Sun
pub(crate) fn day_short_sunday() -> &'static str {
    "Sun"
}

/// Clear sky
pub(crate) fn weather_clear_sky() -> &'static str {
    "Clear sky"
}

/// Mainly clear
pub(crate) fn weather_mainly_clear() -> &'static str {
    "Mainly clear"
}

/// Partly cloudy
pub(crate) fn weather_partly_cloudy() -> &'static str {
    "Partly cloudy"
}

/// Overcast
pub(crate) fn weather_overcast() -> &'static str {
    "Overcast"
}

/// Smoke
pub(crate) fn weather_smoke() -> &'static str {
    "Smoke"
}

/// Haze
pub(crate) fn weather_haze() -> &'static str {
    "Haze"
}

/// Dust
pub(crate) fn weather_dust() -> &'static str {
    "Dust"
}

/// Blowing dust
pub(crate) fn weather_blowing_dust() -> &'static str {
    "Blowing dust"
}

/// Dust devils
pub(crate) fn weather_dust_devils() -> &'static str {
    "Dust devils"
}

/// Duststorm nearby
pub(crate) fn weather_duststorm_nearby() -> &'static str {
    "Duststorm nearby"
}

/// Mist
pub(crate) fn weather_mist() -> &'static str {
    "Mist"
}

/// Patches of ground fog
pub(crate) fn weather_patches_of_ground_fog() -> &'static str {
    "Patches of ground fog"
}

/// Ground fog
pub(crate) fn weather_ground_fog() -> &'static str {
    "Ground fog"
}

/// Distant lightning
pub(crate) fn weather_distant_lightning() -> &'static str {
    "Distant lightning"
}

/// Rain not reaching the ground
pub(crate) fn weather_rain_not_reaching_the_ground() -> &'static str {
    "Rain not reaching the ground"
}

/// Distant rain
pub(crate) fn weather_distant_rain() -> &'static str {
    "Distant rain"
}

/// Rain nearby
pub(crate) fn weather_rain_nearby() -> &'static str {
    "Rain nearby"
}

/// Thunder without rain
pub(crate) fn weather_thunder_without_rain() -> &'static str {
    "Thunder without rain"
}

/// Squalls
pub(crate) fn weather_squalls() -> &'static str {
    "Squalls"
}

/// Funnel clouds
pub(crate) fn weather_funnel_clouds() -> &'static str {
    "Funnel clouds"
}

/// Recent drizzle
pub(crate) fn weather_recent_drizzle() -> &'static str {
    "Recent drizzle"
}

/// Recent rain
pub(crate) fn weather_recent_rain() -> &'static str {
    "Recent rain"
}

/// Recent snow
pub(crate) fn weather_recent_snow() -> &'static str {
    "Recent snow"
}

/// Recent sleet
pub(crate) fn weather_recent_sleet() -> &'static str {
    "Recent sleet"
}

/// Recent freezing rain
pub(crate) fn weather_recent_freezing_rain() -> &'static str {
    "Recent freezing rain"
}

/// Recent showers
pub(crate) fn weather_recent_showers() -> &'static str {
    "Recent showers"
}

/// Recent snow showers
pub(crate) fn weather_recent_snow_showers() -> &'static str {
    "Recent snow showers"
}

/// Recent hail
pub(crate) fn weather_recent_hail() -> &'static str {
    "Recent hail"
}

/// Recent fog
pub(crate) fn weather_recent_fog() -> &'static str {
    "Recent fog"
}

/// Recent thunderstorm
pub(crate) fn weather_recent_thunderstorm() -> &'static str {
    "Recent thunderstorm"
}

/// Duststorm, easing
pub(crate) fn weather_duststorm_easing() -> &'static str {
    "Duststorm, easing"
}

/// Duststorm
pub(crate) fn weather_duststorm() -> &'static str {
    "Duststorm"
}

/// Duststorm, growing
pub(crate) fn weather_duststorm_growing() -> &'static str {
    "Duststorm, growing"
}

/// Heavy duststorm, easing
pub(crate) fn weather_heavy_duststorm_easing() -> &'static str {
    "Heavy duststorm, easing"
}

/// Heavy duststorm
pub(crate) fn weather_heavy_duststorm() -> &'static str {
    "Heavy duststorm"
}

/// Heavy duststorm, growing
pub(crate) fn weather_heavy_duststorm_growing() -> &'static str {
    "Heavy duststorm, growing"
}

/// Low drifting snow
pub(crate) fn weather_low_drifting_snow() -> &'static str {
    "Low drifting snow"
}

/// Heavy low drifting snow
pub(crate) fn weather_heavy_low_drifting_snow() -> &'static str {
    "Heavy low drifting snow"
}

/// Blowing snow
pub(crate) fn weather_blowing_snow() -> &'static str {
    "Blowing snow"
}

/// Heavy blowing snow
pub(crate) fn weather_heavy_blowing_snow() -> &'static str {
    "Heavy blowing snow"
}

/// Distant fog
pub(crate) fn weather_distant_fog() -> &'static str {
    "Distant fog"
}

/// Patches of fog
pub(crate) fn weather_patches_of_fog() -> &'static str {
    "Patches of fog"
}

/// Thin fog, clearing
pub(crate) fn weather_thin_fog_clearing() -> &'static str {
    "Thin fog, clearing"
}

/// Fog, clearing
pub(crate) fn weather_fog_clearing() -> &'static str {
    "Fog, clearing"
}

/// Thin fog
pub(crate) fn weather_thin_fog() -> &'static str {
    "Thin fog"
}

/// Fog
pub(crate) fn weather_fog() -> &'static str {
    "Fog"
}

/// Thin fog, thickening
pub(crate) fn weather_thin_fog_thickening() -> &'static str {
    "Thin fog, thickening"
}

/// Fog, thickening
pub(crate) fn weather_fog_thickening() -> &'static str {
    "Fog, thickening"
}

/// Freezing fog
pub(crate) fn weather_freezing_fog() -> &'static str {
    "Freezing fog"
}

/// Dense freezing fog
pub(crate) fn weather_dense_freezing_fog() -> &'static str {
    "Dense freezing fog"
}

/// Light drizzle at times
pub(crate) fn weather_light_drizzle_at_times() -> &'static str {
    "Light drizzle at times"
}

/// Light drizzle
pub(crate) fn weather_light_drizzle() -> &'static str {
    "Light drizzle"
}

/// Drizzle at times
pub(crate) fn weather_drizzle_at_times() -> &'static str {
    "Drizzle at times"
}

/// Drizzle
pub(crate) fn weather_drizzle() -> &'static str {
    "Drizzle"
}

/// Heavy drizzle at times
pub(crate) fn weather_heavy_drizzle_at_times() -> &'static str {
    "Heavy drizzle at times"
}

/// Heavy drizzle
pub(crate) fn weather_heavy_drizzle() -> &'static str {
    "Heavy drizzle"
}

/// Light freezing drizzle
pub(crate) fn weather_light_freezing_drizzle() -> &'static str {
    "Light freezing drizzle"
}

/// Freezing drizzle
pub(crate) fn weather_freezing_drizzle() -> &'static str {
    "Freezing drizzle"
}

/// Light drizzle and rain
pub(crate) fn weather_light_drizzle_and_rain() -> &'static str {
    "Light drizzle and rain"
}

/// Drizzle and rain
pub(crate) fn weather_drizzle_and_rain() -> &'static str {
    "Drizzle and rain"
}

/// Light rain at times
pub(crate) fn weather_light_rain_at_times() -> &'static str {
    "Light rain at times"
}

/// Light rain
pub(crate) fn weather_light_rain() -> &'static str {
    "Light rain"
}

/// Rain at times
pub(crate) fn weather_rain_at_times() -> &'static str {
    "Rain at times"
}

/// Rain
pub(crate) fn weather_rain() -> &'static str {
    "Rain"
}

/// Heavy rain at times
pub(crate) fn weather_heavy_rain_at_times() -> &'static str {
    "Heavy rain at times"
}

/// Heavy rain
pub(crate) fn weather_heavy_rain() -> &'static str {
    "Heavy rain"
}

/// Light freezing rain
pub(crate) fn weather_light_freezing_rain() -> &'static str {
    "Light freezing rain"
}

/// Freezing rain
pub(crate) fn weather_freezing_rain() -> &'static str {
    "Freezing rain"
}

/// Light sleet
pub(crate) fn weather_light_sleet() -> &'static str {
    "Light sleet"
}

/// Sleet
pub(crate) fn weather_sleet() -> &'static str {
    "Sleet"
}

/// Light snow at times
pub(crate) fn weather_light_snow_at_times() -> &'static str {
    "Light snow at times"
}

/// Light snow
pub(crate) fn weather_light_snow() -> &'static str {
    "Light snow"
}

/// Snow at times
pub(crate) fn weather_snow_at_times() -> &'static str {
    "Snow at times"
}

/// Snow
pub(crate) fn weather_snow() -> &'static str {
    "Snow"
}

/// Heavy snow at times
pub(crate) fn weather_heavy_snow_at_times() -> &'static str {
    "Heavy snow at times"
}

/// Heavy snow
pub(crate) fn weather_heavy_snow() -> &'static str {
    "Heavy snow"
}

/// Diamond dust
pub(crate) fn weather_diamond_dust() -> &'static str {
    "Diamond dust"
}

/// Snow grains
pub(crate) fn weather_snow_grains() -> &'static str {
    "Snow grains"
}

/// Snow crystals
pub(crate) fn weather_snow_crystals() -> &'static str {
    "Snow crystals"
}

/// Ice pellets
pub(crate) fn weather_ice_pellets() -> &'static str {
    "Ice pellets"
}

/// Light showers
pub(crate) fn weather_light_showers() -> &'static str {
    "Light showers"
}

/// Showers
pub(crate) fn weather_showers() -> &'static str {
    "Showers"
}

/// Heavy showers
pub(crate) fn weather_heavy_showers() -> &'static str {
    "Heavy showers"
}

/// Light sleet showers
pub(crate) fn weather_light_sleet_showers() -> &'static str {
    "Light sleet showers"
}

/// Sleet showers
pub(crate) fn weather_sleet_showers() -> &'static str {
    "Sleet showers"
}

/// Light snow showers
pub(crate) fn weather_light_snow_showers() -> &'static str {
    "Light snow showers"
}

/// Snow showers
pub(crate) fn weather_snow_showers() -> &'static str {
    "Snow showers"
}

/// Light showers of small hail
pub(crate) fn weather_light_showers_of_small_hail() -> &'static str {
    "Light showers of small hail"
}

/// Showers of small hail
pub(crate) fn weather_showers_of_small_hail() -> &'static str {
    "Showers of small hail"
}

/// Light hail
pub(crate) fn weather_light_hail() -> &'static str {
    "Light hail"
}

/// Hail
pub(crate) fn weather_hail() -> &'static str {
    "Hail"
}

/// Light rain after thunder
pub(crate) fn weather_light_rain_after_thunder() -> &'static str {
    "Light rain after thunder"
}

/// Rain after thunder
pub(crate) fn weather_rain_after_thunder() -> &'static str {
    "Rain after thunder"
}

/// Light snow or hail after thunder
pub(crate) fn weather_light_snow_or_hail_after_thunder() -> &'static str {
    "Light snow or hail after thunder"
}

/// Snow or hail after thunder
pub(crate) fn weather_snow_or_hail_after_thunder() -> &'static str {
    "Snow or hail after thunder"
}

/// Thunderstorm
pub(crate) fn weather_thunderstorm() -> &'static str {
    "Thunderstorm"
}

/// Thunderstorm with light hail
pub(crate) fn weather_thunderstorm_with_light_hail() -> &'static str {
    "Thunderstorm with light hail"
}

/// Heavy thunderstorm
pub(crate) fn weather_heavy_thunderstorm() -> &'static str {
    "Heavy thunderstorm"
}

/// Thunderstorm with a duststorm
pub(crate) fn weather_thunderstorm_with_a_duststorm() -> &'static str {
    "Thunderstorm with a duststorm"
}

/// Thunderstorm with hail
pub(crate) fn weather_thunderstorm_with_hail() -> &'static str {
    "Thunderstorm with hail"
}

/// board “{name}”
pub(crate) fn record_board(name: &str) -> String {
    format!("board “{name}”")
}

/// a board
pub(crate) fn record_board_unnamed() -> &'static str {
    "a board"
}

/// list “{name}”
pub(crate) fn record_list(name: &str) -> String {
    format!("list “{name}”")
}

/// a list
pub(crate) fn record_list_unnamed() -> &'static str {
    "a list"
}

/// card “{name}”
pub(crate) fn record_card(name: &str) -> String {
    format!("card “{name}”")
}

/// a card
pub(crate) fn record_card_unnamed() -> &'static str {
    "a card"
}

/// note “{name}”
pub(crate) fn record_note(name: &str) -> String {
    format!("note “{name}”")
}

/// a note
pub(crate) fn record_note_unnamed() -> &'static str {
    "a note"
}

/// sub-task on {card}
pub(crate) fn record_subtask(card: &str) -> String {
    format!("sub-task on {card}")
}

/// comment on {card}
pub(crate) fn record_comment(card: &str) -> String {
    format!("comment on {card}")
}

/// attachment on {card}
pub(crate) fn record_attachment(card: &str) -> String {
    format!("attachment on {card}")
}

/// reminder on {card}
pub(crate) fn record_reminder(card: &str) -> String {
    format!("reminder on {card}")
}

/// an item on a card
pub(crate) fn record_item() -> &'static str {
    "an item on a card"
}

/// Add board “{name}”
pub(crate) fn refused_add_board(name: &str) -> String {
    format!("Add board “{name}”")
}

/// Save focus session
pub(crate) fn refused_save_session() -> &'static str {
    "Save focus session"
}

/// Change settings
pub(crate) fn refused_preferences() -> &'static str {
    "Change settings"
}

/// Save {note}
pub(crate) fn refused_save_note(note: &str) -> String {
    format!("Save {note}")
}

/// Pin note
pub(crate) fn refused_pin_note() -> &'static str {
    "Pin note"
}

/// Unpin note
pub(crate) fn refused_unpin_note() -> &'static str {
    "Unpin note"
}

/// Delete note
pub(crate) fn refused_delete_note() -> &'static str {
    "Delete note"
}

/// Restore note
pub(crate) fn refused_restore_note() -> &'static str {
    "Restore note"
}

/// Dismiss conflicting version of a note
pub(crate) fn refused_dismiss_note_version() -> &'static str {
    "Dismiss conflicting version of a note"
}

/// Add list “{name}”
pub(crate) fn refused_add_list(name: &str) -> String {
    format!("Add list “{name}”")
}

/// Add card “{title}”
pub(crate) fn refused_add_card(title: &str) -> String {
    format!("Add card “{title}”")
}

/// Move {record}
pub(crate) fn refused_move(record: &str) -> String {
    format!("Move {record}")
}

/// Rename {record}
pub(crate) fn refused_rename(record: &str) -> String {
    format!("Rename {record}")
}

/// Collapse {record}
pub(crate) fn refused_collapse(record: &str) -> String {
    format!("Collapse {record}")
}

/// Delete {record}
pub(crate) fn refused_delete(record: &str) -> String {
    format!("Delete {record}")
}

/// Restore {record}
pub(crate) fn refused_restore(record: &str) -> String {
    format!("Restore {record}")
}

/// Edit {record}
pub(crate) fn refused_edit(record: &str) -> String {
    format!("Edit {record}")
}

/// Edit description of {record}
pub(crate) fn refused_edit_description(record: &str) -> String {
    format!("Edit description of {record}")
}

/// Archive {record}
pub(crate) fn refused_archive(record: &str) -> String {
    format!("Archive {record}")
}

/// Add sub-task to {card}
pub(crate) fn refused_add_subtask(card: &str) -> String {
    format!("Add sub-task to {card}")
}

/// Comment on {card}
pub(crate) fn refused_comment(card: &str) -> String {
    format!("Comment on {card}")
}

/// React to {item}
pub(crate) fn refused_react(item: &str) -> String {
    format!("React to {item}")
}

/// Attach “{name}” to {card}
pub(crate) fn refused_attach(name: &str, card: &str) -> String {
    format!("Attach “{name}” to {card}")
}

/// Add reminder to {card}
pub(crate) fn refused_add_reminder(card: &str) -> String {
    format!("Add reminder to {card}")
}

/// Change color of label “{label}”
pub(crate) fn refused_label_color(label: &str) -> String {
    format!("Change color of label “{label}”")
}

/// Week plan
pub(crate) fn template_week_plan() -> &'static str {
    "Week plan"
}

/// This week
pub(crate) fn template_week_plan_list_week() -> &'static str {
    "This week"
}

/// Write down what this week is for
pub(crate) fn template_week_plan_card_purpose() -> &'static str {
    "Write down what this week is for"
}

/// Drag a card to the day you’ll do it
pub(crate) fn template_week_plan_card_drag() -> &'static str {
    "Drag a card to the day you’ll do it"
}

/// Choose three things that matter this week
pub(crate) fn template_week_plan_card_three_things() -> &'static str {
    "Choose three things that matter this week"
}

/// Weekend
pub(crate) fn template_week_plan_list_weekend() -> &'static str {
    "Weekend"
}

/// Project
pub(crate) fn template_project() -> &'static str {
    "Project"
}

/// Ideas
pub(crate) fn template_project_list_ideas() -> &'static str {
    "Ideas"
}

/// Collect every idea here, however rough
pub(crate) fn template_project_card_ideas() -> &'static str {
    "Collect every idea here, however rough"
}

/// Next
pub(crate) fn template_project_list_next() -> &'static str {
    "Next"
}

/// Open this card to add details
pub(crate) fn template_project_card_details() -> &'static str {
    "Open this card to add details"
}

/// A description, a due date with reminders, labels, sub-tasks and comments. Add only what helps.
pub(crate) fn template_project_card_details_description() -> &'static str {
    "A description, a due date with reminders, labels, sub-tasks and comments. Add only what helps."
}

/// In progress
pub(crate) fn template_project_list_in_progress() -> &'static str {
    "In progress"
}

/// Start the timer on a card to track its time
pub(crate) fn template_project_card_timer() -> &'static str {
    "Start the timer on a card to track its time"
}

/// Done
pub(crate) fn template_project_list_done() -> &'static str {
    "Done"
}

/// Personal kanban
pub(crate) fn template_kanban() -> &'static str {
    "Personal kanban"
}

/// To do
pub(crate) fn template_kanban_list_to_do() -> &'static str {
    "To do"
}

/// Add a card for each task, most important first
pub(crate) fn template_kanban_card_first() -> &'static str {
    "Add a card for each task, most important first"
}

/// Doing
pub(crate) fn template_kanban_list_doing() -> &'static str {
    "Doing"
}

/// Finish one card before you start another
pub(crate) fn template_kanban_card_finish() -> &'static str {
    "Finish one card before you start another"
}

/// Done
pub(crate) fn template_kanban_list_done() -> &'static str {
    "Done"
}

/// Create a board
pub(crate) fn template_kanban_card_created() -> &'static str {
    "Create a board"
}
