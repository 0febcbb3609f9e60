//! Reads lists of Microsoft To Do, as Microsoft Graph and the tools that use it write them. Microsoft has no documented file.

mod html;
mod recurrence;

use super::draft::{CardDraft, board_name, check_cards, day, hash, local_minute_of, new_list};
use super::shape::Shape;
use super::tree::{Record, read_tree};
use super::{Import, ImportContext, ImportError, ImportErrorCode, ImportSource, ImportedBoard};
use crate::board_file::{BoardFile, FileCard, FileList};
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::time::{DueDate, LocalDay, Timestamp};

const PRODUCT: &str = "Microsoft To Do";

/// The minutes of a day.
const DAY_MINUTES: i64 = 1_440;

/// The statuses of tasks. Those that are neither open nor completed become labels.
const STATUSES: [(&str, Option<&str>); 5] = [
    ("notStarted", None),
    ("completed", None),
    ("inProgress", Some("In progress")),
    ("waitingOnOthers", Some("Waiting on others")),
    ("deferred", Some("Deferred")),
];

/// Returns whether a file is lists or tasks of Microsoft To Do.
pub fn matches(root: &Shape) -> bool {
    let Some(item) = root.field("value").unwrap_or(root).item() else { return false };
    let status = item.field("status").and_then(Shape::text);
    let is_task =
        item.has(&["title"]) && status.is_some_and(|status| STATUSES.iter().any(|(known, _)| *known == status));
    let is_list = ["tasks", "wellknownListName", "wellKnownListName"].iter().any(|name| item.field(name).is_some());
    is_task || (item.has(&["displayName"]) && is_list)
}

/// Reads lists with their tasks, or the tasks of one list. They become the lists of one board.
///
/// # Errors
///
/// Fails if the text is no JSON, has lists without tasks, or too many tasks.
pub fn read(text: &str, context: &ImportContext<'_>) -> Result<Import, ImportError> {
    read_tree(ImportSource::MicrosoftToDo, text, |root, losses| {
        let items: Vec<_> = match root.record() {
            Some(answer) => answer.records("value").collect(),
            None => root.records().unwrap_or_default(),
        };
        let first = *items.first().ok_or(ImportErrorCode::Empty)?;
        let mut board = BoardFile::new(board_name(PRODUCT, PRODUCT, losses));
        if items.iter().any(|list| list.has("tasks")) {
            check_cards(items.iter().map(|list| list.count("tasks")).sum())?;
            board.lists = items.into_iter().map(|list| read_list(list, context, losses)).collect();
        } else if first.has("displayName") {
            return Err(ImportErrorCode::PartOfExport.into());
        } else {
            check_cards(items.len())?;
            // Tasks do not name their list.
            let mut list = new_list(&context.names.to_do, losses);
            list.cards = items.into_iter().map(|task| read_card(task, context, losses)).collect();
            board.lists.push(list);
        }
        let id = ["id", "displayName", "title"].iter().find_map(|name| first.filled(name)).unwrap_or_default();
        Ok(vec![ImportedBoard { key: format!("microsoft_to_do:{:016x}", hash([id])), board, is_archived: false }])
    })
}

fn read_list(record: Record<'_>, context: &ImportContext<'_>, losses: &mut Losses) -> FileList {
    let mut list = new_list(record.text("displayName").unwrap_or_default(), losses);
    if record.flag("isShared") {
        losses.add(LossKind::People, list.name.as_str());
    }
    list.cards = record.records("tasks").map(|task| read_card(task, context, losses)).collect();
    list
}

fn read_card(task: Record<'_>, context: &ImportContext<'_>, losses: &mut Losses) -> FileCard {
    let created_at = task.time("createdDateTime").unwrap_or(context.now);
    let mut draft = CardDraft::new(task.text("title").unwrap_or_default(), created_at, context, losses);
    read_body(task, &mut draft, losses);
    if task.text("importance") == Some("high") {
        draft.card.priority = Priority::High;
    }
    let status = task.text("status");
    if status == Some("completed") {
        let completed_at = task.record("completedDateTime").and_then(Clock::read).map(|clock| clock.noon(context));
        draft.card.completed_at = completed_at.or_else(|| task.time("lastModifiedDateTime")).or(Some(created_at));
    }
    let status_label = STATUSES.iter().find(|(known, _)| Some(*known) == status).and_then(|(_, label)| *label);
    for label in status_label.into_iter().chain(task.texts("categories")) {
        draft.add_label(label, losses);
    }
    read_dates(task, &mut draft, context, losses);
    for item in task.records("checklistItems") {
        // One of the tools writes the name of the field in another way.
        let item_created_at =
            ["createdDateTime", "createdDatetime"].iter().find_map(|name| item.time(name)).unwrap_or(created_at);
        let title = item.text("displayName").unwrap_or_default();
        draft.add_subtask(title, item.flag("isChecked"), item_created_at, context, losses);
    }
    for link in task.records("linkedResources") {
        let name = [link.filled("displayName"), link.filled("applicationName")];
        let name = name.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        draft.add_link(&name, link.text("webUrl").unwrap_or_default(), losses);
    }
    for file in task.records("attachments") {
        draft.add_file(file.text("name").unwrap_or_default(), None, losses);
    }
    if task.flag("hasAttachments") && task.count("attachments") == 0 {
        losses.add(LossKind::File, draft.title());
    }
    draft.finish(context, losses)
}

fn read_body(task: Record<'_>, draft: &mut CardDraft, losses: &mut Losses) {
    let Some(body) = task.record("body") else { return };
    let content = body.text("content").unwrap_or_default();
    if body.text("contentType").is_some_and(|kind| kind.eq_ignore_ascii_case("html")) {
        let text = html::to_text(content);
        if !text.is_empty() {
            losses.add(LossKind::Formatting, draft.title());
        }
        draft.describe(&text);
    } else {
        draft.describe(content);
    }
}

fn read_dates(task: Record<'_>, draft: &mut CardDraft, context: &ImportContext<'_>, losses: &mut Losses) {
    if let Some(record) = task.record("dueDateTime") {
        match Clock::read(record) {
            Some(clock) => draft.card.due_date = clock.day(context),
            None if record.filled("dateTime").is_some() => {
                draft.add_field(&context.names.due_date, record.text("dateTime").unwrap_or_default());
                losses.add(LossKind::DateUnreadable, draft.title());
            }
            None => {}
        }
    }
    if let Some(start) = task.record("startDateTime").and_then(Clock::read).and_then(|clock| clock.day(context)) {
        draft.add_field(&context.names.start_date, start.as_str());
        losses.add(LossKind::StartDate, draft.title());
    }
    if let Some(repetition) = task.record("recurrence") {
        recurrence::read(repetition, draft, context, losses);
    }
    let reminder = task.record("reminderDateTime").filter(|_| task.flag("isReminderOn")).and_then(Clock::read);
    if let Some(reminder) = reminder.filter(|_| draft.card.completed_at.is_none()) {
        draft.add_reminder_at(reminder.local_minute(context), losses);
    }
}

/// A time on the clock of a time zone.
#[derive(Clone, Copy)]
struct Clock {
    /// The moment at which a clock in UTC shows the time.
    moment: Timestamp,
    is_utc: bool,
}

impl Clock {
    /// Reads a `dateTimeTimeZone`. A `Z` in the time is ignored, because some tools write it for every time zone.
    fn read(record: Record<'_>) -> Option<Self> {
        let moment = Timestamp::parse(&format!("{}Z", record.filled("dateTime")?.get(..19)?))?;
        let zone = record.text("timeZone").unwrap_or_default();
        Some(Self { moment, is_utc: zone.is_empty() || zone.eq_ignore_ascii_case("utc") })
    }

    /// Returns the minutes from 1970-01-01, on the clock of the user. Time zones but UTC count as that of the user.
    fn local_minute(self, context: &ImportContext<'_>) -> i64 {
        if self.is_utc { local_minute_of(self.moment, context) } else { self.moment.millis().div_euclid(60_000) }
    }

    /// Returns the noon of the day, because completion has no time of day.
    fn noon(self, context: &ImportContext<'_>) -> Timestamp {
        let noon = self.day_number(context) * DAY_MINUTES + DAY_MINUTES / 2;
        let offset = i64::from((context.utc_offset)(self.moment));
        Timestamp::from_millis((noon - offset) * 60_000)
    }

    /// Returns the day of a time that stands for a day.
    fn day(self, context: &ImportContext<'_>) -> Option<DueDate> {
        day(LocalDay::from_days_since_epoch(self.day_number(context)))
    }

    /// Returns the days since 1970-01-01 of a time that stands for a day. It is midnight in UTC, or in the time zone in which it was set. So it
    /// is rounded to the nearest midnight of the user.
    fn day_number(self, context: &ImportContext<'_>) -> i64 {
        let minute = self.moment.millis().div_euclid(60_000);
        let is_midnight = minute % DAY_MINUTES == 0;
        if is_midnight || !self.is_utc {
            minute.div_euclid(DAY_MINUTES)
        } else {
            (self.local_minute(context) + DAY_MINUTES / 2).div_euclid(DAY_MINUTES)
        }
    }
}
