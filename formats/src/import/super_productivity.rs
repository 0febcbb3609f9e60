//! Reads backups of Super Productivity. A file has secrets, such as passwords and commands, so only the fields that are needed
//! are looked at.

mod cards;
mod recurrence;

use super::draft::{LabelColors, board_key, board_name, check_cards, clean_description, clean_label, new_list};
use super::parents::topmost;
use super::shape::Shape;
use super::tree::{Record, read_tree};
use super::{Import, ImportContext, ImportError, ImportErrorCode, ImportSource, ImportedBoard};
use crate::board_file::BoardFile;
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::text::{Color, Label};
use core_wasm::protocol::time::Timestamp;
use std::collections::{HashMap, HashSet};

const PRODUCT: &str = "Super Productivity";

/// The ids of the project for tasks without one.
const INBOX_IDS: [&str; 2] = ["INBOX_PROJECT", "INBOX"];

/// The ids of tags that are views, not labels.
const VIEW_TAGS: [&str; 2] = ["TODAY", "NO_LIST"];

/// Returns whether a file is a backup of Super Productivity.
pub fn matches(root: &Shape) -> bool {
    let data =
        root.field("data").filter(|_| root.field("crossModelVersion").is_some() || root.field("timestamp").is_some());
    let has_tasks = |data: &Shape| data.field("task").and_then(|task| task.field("entities")).is_some();
    let is_first_version = root.field("config").is_some() && root.field("tasks").is_some_and(Shape::is_array);
    has_tasks(data.unwrap_or(root)) || is_first_version
}

/// Reads a backup. Each project becomes a board.
///
/// # Errors
///
/// Fails if the text is no JSON, is of the first version, has no tasks, or too many.
pub fn read(text: &str, context: &ImportContext<'_>) -> Result<Import, ImportError> {
    read_tree(ImportSource::SuperProductivity, text, |root, losses| {
        let file = root.record().ok_or(ImportErrorCode::UnknownFormat)?;
        if file.has("config") && file.has("tasks") {
            return Err(ImportErrorCode::UnsupportedVersion.into());
        }
        let data = if file.has("data") { file.record("data") } else { Some(file) };
        let mut backup = Backup::read(data.ok_or(ImportErrorCode::UnknownFormat)?, context, losses);
        check_cards(backup.tasks.len())?;
        Ok(backup.read_boards())
    })
}

/// A task, or a subtask, which is a task, too.
#[derive(Clone, Copy)]
struct Task<'n> {
    id: &'n str,
    record: Record<'n>,
    is_archived: bool,
}

impl Task<'_> {
    fn is_done(&self) -> bool {
        self.is_archived || self.record.flag("isDone")
    }
}

/// A tag that becomes a label.
struct Tag {
    label: Label,
    color: Option<Color>,
}

/// A backup with what belongs to tasks by their ids.
struct Backup<'n, 'c> {
    data: Record<'n>,
    context: &'c ImportContext<'c>,
    losses: &'c mut Losses,
    tasks: Vec<Task<'n>>,
    /// The places of the subtasks of each task in `tasks`.
    subtasks: Vec<Vec<usize>>,
    tags: HashMap<&'n str, Tag>,
    /// The configurations of repetitions of the tasks that continue them, by the places of the tasks.
    repetitions: HashMap<usize, Record<'n>>,
    /// The days for which tasks are planned.
    planned_days: HashMap<&'n str, &'n str>,
    /// The times of reminders, by the id of the task.
    reminders: HashMap<&'n str, Timestamp>,
}

/// A project that becomes a board.
struct Project<'n> {
    id: &'n str,
    record: Option<Record<'n>>,
    /// The places of its top-level tasks in the list of all tasks.
    tasks: Vec<usize>,
}

impl<'n, 'c> Backup<'n, 'c> {
    fn read(data: Record<'n>, context: &'c ImportContext<'c>, losses: &'c mut Losses) -> Self {
        let planner = data.record("planner");
        let planned = planner.into_iter().flat_map(|planner| planner.text_arrays("days"));
        let planned_days = planned.flat_map(|(day, ids)| ids.map(move |id| (id, day))).collect();
        let reminders = data.records("reminders").filter_map(|reminder| {
            let id = reminder.text("relatedId").filter(|_| reminder.text("type") != Some("NOTE"))?;
            Some((id, reminder.milliseconds("remindAt")?))
        });
        let mut backup = Self {
            data,
            context,
            losses,
            tasks: all_tasks(data),
            subtasks: vec![],
            tags: HashMap::new(),
            repetitions: HashMap::new(),
            planned_days,
            reminders: reminders.collect(),
        };
        backup.read_tags();
        backup.count_losses();
        backup
    }

    fn read_tags(&mut self) {
        for (id, tag) in entities(self.data.record("tag")) {
            if VIEW_TAGS.contains(&id) {
                continue;
            }
            let name = tag.filled("title").unwrap_or_else(|| {
                self.losses.add(LossKind::Unnamed, id);
                id
            });
            if let Some(label) = clean_label(name, self.losses) {
                let theme = tag.record("theme").and_then(|theme| theme.text("primary"));
                self.tags.insert(id, Tag { label, color: tag.text("color").or(theme).and_then(css_color) });
            }
        }
    }

    /// Counts what has no place in boards.
    fn count_losses(&mut self) {
        for view in self.data.record("boards").into_iter().flat_map(|boards| boards.records("boardCfgs")) {
            self.losses.add(LossKind::Setting, view.text("title").unwrap_or_default());
        }
        for (_, section) in entities(self.data.record("section")) {
            self.losses.add(LossKind::Setting, section.text("title").unwrap_or_default());
        }
        for (_, counter) in entities(self.data.record("simpleCounter")) {
            self.losses.add(LossKind::Setting, counter.text("title").unwrap_or_default());
        }
        // Old versions compress these projects.
        for id in self.data.record("archivedProjects").into_iter().flat_map(|projects| projects.names()) {
            self.losses.add(LossKind::RecordSkipped, id);
        }
    }

    fn read_boards(&mut self) -> Vec<ImportedBoard> {
        let tops = self.find_subtasks();
        self.find_repetitions(&tops);
        let mut notes: HashMap<&str, Vec<&str>> = HashMap::new();
        for (_, note) in entities(self.data.record("note")) {
            let Some(text) = note.filled("content") else { continue };
            self.losses.add(LossKind::Note, text.trim().lines().next().unwrap_or_default());
            notes.entry(note.text("projectId").unwrap_or_default()).or_default().push(text);
        }
        let projects = self.find_projects(&tops);
        let mut boards = vec![];
        for project in projects {
            let notes = notes.remove(project.id).unwrap_or_default();
            let is_optional =
                project.record.is_none_or(|record| record.flag("isArchived")) || INBOX_IDS.contains(&project.id);
            if !(is_optional && project.tasks.is_empty() && notes.is_empty()) {
                boards.push(self.read_board(project, &notes));
            }
        }
        boards
    }

    /// Finds the subtasks of each task, and returns the topmost task of each.
    fn find_subtasks(&mut self) -> Vec<usize> {
        let places: HashMap<_, _> = self.tasks.iter().enumerate().map(|(place, task)| (task.id, place)).collect();
        let parents: Vec<_> =
            self.tasks.iter().map(|task| task.record.filled("parentId").map(|id| places.get(id).copied())).collect();
        for (task, parent) in self.tasks.iter().zip(&parents) {
            if parent == &Some(None) {
                self.losses.add(LossKind::Orphan, task.record.text("title").unwrap_or_default());
            }
        }
        let parents: Vec<_> = parents.into_iter().map(Option::flatten).collect();
        let tops = topmost(&parents);
        self.subtasks = vec![vec![]; self.tasks.len()];
        for (place, top) in tops.iter().enumerate().filter(|(place, top)| place != *top) {
            self.subtasks[*top].push(place);
            if parents[place] != Some(*top) {
                self.losses.add(LossKind::SubtaskDepth, self.tasks[place].record.text("title").unwrap_or_default());
            }
        }
        for (task, subtasks) in self.tasks.iter().zip(&mut self.subtasks) {
            if subtasks.len() > 1 {
                let order: HashMap<_, _> = task.record.texts("subTaskIds").zip(0_usize..).collect();
                subtasks.sort_by_key(|place| order.get(self.tasks[*place].id).copied().unwrap_or(usize::MAX));
            }
        }
        tops
    }

    /// Finds the task that continues each repetition: the newest that is open. The others are earlier occurrences.
    fn find_repetitions(&mut self, tops: &[usize]) {
        let configurations: HashMap<_, _> = entities(self.data.record("taskRepeatCfg")).into_iter().collect();
        let mut newest: HashMap<&str, (f64, usize)> = HashMap::new();
        for (place, task) in self.tasks.iter().enumerate() {
            let id = task.record.filled("repeatCfgId").filter(|_| !task.is_done() && tops[place] == place);
            if let Some(id) = id.filter(|id| configurations.contains_key(id)) {
                let created = task.record.number("created").unwrap_or_default();
                let entry = newest.entry(id).or_insert((created, place));
                if created > entry.0 {
                    *entry = (created, place);
                }
            }
        }
        for (id, configuration) in entities(self.data.record("taskRepeatCfg")) {
            match newest.get(id) {
                Some((_, place)) => {
                    self.repetitions.insert(*place, configuration);
                }
                None => self.losses.add(LossKind::RecurrenceDropped, configuration.text("title").unwrap_or_default()),
            }
        }
    }

    /// Returns the projects with their top-level tasks in order: those for all projects first, then the archived projects.
    fn find_projects(&mut self, tops: &[usize]) -> Vec<Project<'n>> {
        let mut records = entities(self.data.record("project"));
        records.sort_by_cached_key(|(_, project)| project.flag("isArchived"));
        // The position of each task in the list of a project.
        let mut positions: HashMap<&str, (&str, usize)> = HashMap::new();
        for (id, project) in &records {
            let ids = project.texts("taskIds").chain(project.texts("backlogTaskIds"));
            for (task, position) in ids.zip(0..) {
                positions.entry(task).or_insert((id, position));
            }
        }
        let mut projects: Vec<_> =
            records.into_iter().map(|(id, record)| Project { id, record: Some(record), tasks: vec![] }).collect();
        let mut places: HashMap<_, _> =
            projects.iter().enumerate().map(|(place, project)| (project.id, place)).collect();
        for (place, task) in self.tasks.iter().enumerate().filter(|(place, _)| tops[*place] == *place) {
            let own = task.record.filled("projectId");
            if own.is_some_and(|id| !places.contains_key(id) && !INBOX_IDS.contains(&id)) {
                self.losses.add(LossKind::Orphan, task.record.text("title").unwrap_or_default());
            }
            let listed = positions.get(task.id).map(|(project, _)| *project);
            let inbox = INBOX_IDS.into_iter().find(|id| places.contains_key(id));
            let found = own.filter(|id| places.contains_key(id)).or(listed).or(inbox).unwrap_or(INBOX_IDS[0]);
            let project = *places.entry(found).or_insert_with(|| {
                projects.push(Project { id: found, record: None, tasks: vec![] });
                projects.len() - 1
            });
            projects[project].tasks.push(place);
        }
        for project in &mut projects {
            project.tasks.sort_by_key(|place| match positions.get(self.tasks[*place].id) {
                Some((id, position)) if *id == project.id => *position,
                _ => usize::MAX,
            });
        }
        projects
    }

    fn read_board(&mut self, project: Project<'n>, notes: &[&str]) -> ImportedBoard {
        let record = project.record;
        let name = record.and_then(|record| record.filled("title")).unwrap_or(PRODUCT);
        let mut board = BoardFile::new(board_name(name, PRODUCT, self.losses));
        let name = board.name.clone();
        board.description = clean_description(&notes.join("\n\n---\n\n"), name.as_str(), self.losses);
        let theme = record.and_then(|record| record.record("theme")?.text("primary"));
        board.color = theme.and_then(css_color);
        let is_archived = record.is_some_and(|record| record.flag("isArchived"));
        if is_archived {
            self.losses.add(LossKind::ClosedBoard, name.as_str());
        }
        let backlog_ids: HashSet<_> = record.into_iter().flat_map(|record| record.texts("backlogTaskIds")).collect();
        let names = self.context.names;
        let [mut to_do, mut backlog, mut done] =
            [&names.to_do, &names.backlog, &names.done].map(|name| new_list(name, self.losses));
        let mut colors = LabelColors::default();
        for place in project.tasks {
            let task = self.tasks[place];
            let card = self.read_card(place, &mut colors);
            let list = if task.is_done() {
                &mut done
            } else if backlog_ids.contains(task.id) {
                &mut backlog
            } else {
                &mut to_do
            };
            list.cards.push(card);
        }
        board.lists.push(to_do);
        board.lists.extend((!backlog.cards.is_empty()).then_some(backlog));
        board.lists.push(done);
        board.label_colors = colors.into_vec();
        ImportedBoard { key: board_key("super_productivity", project.id), board, is_archived }
    }
}

/// Returns all tasks: the current ones, then those of the archives. Of tasks with one id, the first counts.
fn all_tasks(data: Record<'_>) -> Vec<Task<'_>> {
    let archive = |name: &str| data.record(name).and_then(|archive| archive.record("task"));
    let archives = [data.record("taskArchive"), archive("archiveYoung"), archive("archiveOld")];
    let mut tasks = vec![];
    let mut ids = HashSet::new();
    for (collection, is_archived) in
        [(data.record("task"), false)].into_iter().chain(archives.map(|archive| (archive, true)))
    {
        for (id, record) in entities(collection) {
            if ids.insert(id) {
                tasks.push(Task { id, record, is_archived });
            }
        }
    }
    tasks
}

/// Returns the records of a collection in its order. Those that the order lacks are at the end.
fn entities(collection: Option<Record<'_>>) -> Vec<(&str, Record<'_>)> {
    let Some(collection) = collection.filter(|collection| collection.has("entities")) else { return vec![] };
    let order: HashMap<_, _> = collection.texts("ids").zip(0_usize..).collect();
    let mut records: Vec<_> = collection.entries("entities").collect();
    records.sort_by_cached_key(|(id, _)| order.get(id).copied().unwrap_or(usize::MAX));
    records
}

/// Returns a color that is written as `#rrggbb` or `rgb(r, g, b)`.
fn css_color(text: &str) -> Option<Color> {
    let text = text.trim();
    let Some(parts) = text.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) else {
        return Color::parse(text).ok();
    };
    let parts: Vec<u8> = parts.split(',').map_while(|part| part.trim().parse().ok()).collect();
    match parts[..] {
        [red, green, blue] => Color::parse(&format!("#{red:02x}{green:02x}{blue:02x}")).ok(),
        _ => None,
    }
}
