//! Cards of the tasks of Super Productivity.

use super::super::draft::{CardDraft, LabelColors, local_time};
use super::super::tree::Record;
use super::{Backup, Tag, Task, recurrence};
use crate::board_file::FileCard;
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::time::{DueDate, Timestamp};

const MINUTE_MILLIS: f64 = 60_000.0;

impl Backup<'_, '_> {
    /// Reads a top-level task with its subtasks.
    pub(super) fn read_card(&mut self, place: usize, colors: &mut LabelColors) -> FileCard {
        let (context, names) = (self.context, self.context.names);
        let task = self.tasks[place];
        let record = task.record;
        let created_at = record.milliseconds("created").unwrap_or(context.now);
        let mut draft = CardDraft::new(record.text("title").unwrap_or_default(), created_at, context, self.losses);
        draft.describe(record.text("notes").unwrap_or_default());
        if task.is_done() {
            let done_at =
                record.milliseconds("doneOn").or_else(|| record.milliseconds("modified")).unwrap_or(created_at);
            draft.card.completed_at = Some(done_at);
            draft.card.archived_at = task.is_archived.then_some(done_at);
        }
        self.read_tags_of(record, &mut draft, colors);
        self.read_due_date(task, &mut draft);
        if let Some(configuration) = self.repetitions.get(&place) {
            recurrence::read(*configuration, &mut draft, context, self.losses);
        }
        self.read_reminders(task, &mut draft);
        for attachment in record.records("attachments") {
            read_attachment(attachment, &mut draft, self.losses);
        }
        if let (Some(id), Some(kind)) = (record.text_or_number("issueId"), record.filled("issueType")) {
            draft.add_field(&names.source, &format!("{kind} {id}"));
            self.losses.add(LossKind::Link, draft.title());
        }
        let subtasks = std::mem::take(&mut self.subtasks[place]);
        let sum = |name: &str| subtasks.iter().filter_map(|place| self.tasks[*place].record.number(name)).sum::<f64>();
        let own_or_sum = |name: &str| record.number(name).filter(|own| *own > 0.0).unwrap_or_else(|| sum(name));
        let [estimate, tracked] = ["timeEstimate", "timeSpent"].map(own_or_sum);
        draft.set_estimate(estimate / MINUTE_MILLIS, self.losses);
        draft.add_tracked_time(tracked / MINUTE_MILLIS, context, self.losses);
        for place in subtasks {
            self.read_subtask(self.tasks[place], created_at, &mut draft);
        }
        draft.finish(context, self.losses)
    }

    fn read_tags_of(&mut self, task: Record<'_>, draft: &mut CardDraft, colors: &mut LabelColors) {
        for id in task.texts("tagIds") {
            match id {
                "EM_IMPORTANT" => draft.card.priority = Priority::High,
                "EM_URGENT" if draft.card.priority == Priority::Low => draft.card.priority = Priority::Medium,
                _ => {}
            }
            if let Some(Tag { label, color }) = self.tags.get(id) {
                draft.add_clean_label(label.clone(), self.losses);
                if let Some(color) = color {
                    colors.add(label, color.clone(), self.losses);
                }
            }
        }
    }

    /// Sets the due date: the deadline, or the day for which the task is planned.
    fn read_due_date(&mut self, task: Task<'_>, draft: &mut CardDraft) {
        let names = self.context.names;
        let deadline = self.date_of(task.record, &["deadlineWithTime"], "deadlineDay", None, draft);
        let planned_day = self.planned_days.get(task.id).copied();
        let planned = self.date_of(task.record, &["dueWithTime", "plannedAt"], "dueDay", planned_day, draft);
        if let (Some(deadline), Some(planned)) = (&deadline, &planned)
            && deadline != planned
        {
            draft.add_field(&names.start_date, &planned.as_str().replace('T', " "));
            self.losses.add(LossKind::StartDate, draft.title());
        }
        draft.card.due_date = deadline.or(planned);
    }

    /// Returns a date that is stored as a moment, as a day, or elsewhere as a day.
    fn date_of(
        &mut self,
        task: Record<'_>,
        moments: &[&str],
        day: &str,
        other_day: Option<&str>,
        draft: &mut CardDraft,
    ) -> Option<DueDate> {
        let at = moments.iter().find_map(|name| task.milliseconds(name));
        if let Some(at) = at {
            return local_time(at, self.context);
        }
        let day = task.filled(day).or(other_day)?;
        let date = DueDate::parse(day);
        if date.is_none() {
            draft.add_field(&self.context.names.due_date, day);
            self.losses.add(LossKind::DateUnreadable, draft.title());
        }
        date
    }

    fn read_reminders(&mut self, task: Task<'_>, draft: &mut CardDraft) {
        if task.is_done() {
            return;
        }
        let own = task.record.milliseconds("remindAt").or_else(|| self.reminders.get(task.id).copied());
        for at in own.into_iter().chain(task.record.milliseconds("deadlineRemindAt")) {
            draft.add_reminder(at, self.context, self.losses);
        }
    }

    /// Adds a subtask, and its notes and dates to the description.
    fn read_subtask(&mut self, task: Task<'_>, created_at: Timestamp, draft: &mut CardDraft) {
        let record = task.record;
        let title = record.text("title").unwrap_or_default();
        let created_at = record.milliseconds("created").unwrap_or(created_at);
        draft.add_subtask(title, task.is_done(), created_at, self.context, self.losses);
        let notes = record.filled("notes");
        if let Some(notes) = notes {
            draft.add_markdown_field(title, notes);
        }
        let moments = ["deadlineWithTime", "dueWithTime", "plannedAt"];
        let days = ["deadlineDay", "dueDay"];
        let moment =
            moments.iter().find_map(|name| record.milliseconds(name)).and_then(|at| local_time(at, self.context));
        let date = moment.map(|date| date.as_str().replace('T', " "));
        let date = date.or_else(|| days.iter().find_map(|name| record.filled(name)).map(str::to_owned));
        if let Some(date) = &date {
            draft.add_field(title, date);
        }
        for attachment in record.records("attachments") {
            read_attachment(attachment, draft, self.losses);
        }
        if notes.is_some() || date.is_some() || record.count("tagIds") > 0 {
            self.losses.add(LossKind::SubtaskFields, draft.title());
        }
    }
}

/// Adds an attachment. Paths of files and commands are private, so only their titles are kept.
fn read_attachment(attachment: Record<'_>, draft: &mut CardDraft, losses: &mut Losses) {
    let kind = attachment.text("type").unwrap_or_default();
    let path = attachment.text("path").unwrap_or_default();
    let title = attachment.filled("title");
    if matches!(kind, "LINK" | "IMG") && !path.starts_with('/') && !path.to_ascii_lowercase().starts_with("file:") {
        draft.add_link(title.unwrap_or(path), path, losses);
    } else {
        draft.add_file(title.filter(|title| *title != path).unwrap_or(kind), None, losses);
    }
}
