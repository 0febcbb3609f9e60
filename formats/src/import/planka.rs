//! Reads boards of Planka: the answers of its API, because it has no export of boards.
//!
//! A file is the answer of `GET /api/boards/{id}`, an array of them, or
//! `{"boards": […], "lists": […], "comments": […]}` with the answers of `GET /api/lists/{id}/cards` for archives, and of
//! `GET /api/cards/{id}/comments`, which the answer for a board does not contain.

mod answers;

use self::answers::{Answers, BoardAnswer};
use super::draft::{
    CardDraft, LabelColors, board_key, board_name, check_cards, clean_description, clean_label, hash, local_time,
    new_list, title_in_group,
};
use super::shape::Shape;
use super::tree::{Record, by_position, read_tree};
use super::{Import, ImportContext, ImportError, ImportErrorCode, ImportSource, ImportedBoard};
use crate::board_file::{BoardFile, FileCard, FileList};
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::text::{Color, Label};
use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;

const PRODUCT: &str = "Planka";

/// The names of the colors of labels and lists, and how Planka shows them. Of a gradient, the first color.
const COLORS: [(&str, &str); 42] = [
    ("antique-blue", "#6c99bb"),
    ("apricot-red", "#fc736c"),
    ("autumn-leafs", "#c9b037"),
    ("berry-red", "#e83855"),
    ("bright-moss", "#96b352"),
    ("coral-green", "#2b6a6c"),
    ("dark-granite", "#8b8680"),
    ("deep-ocean", "#004c70"),
    ("desert-sand", "#fad371"),
    ("egg-yellow", "#f9c423"),
    ("french-coast", "#00b4b1"),
    ("fresh-salad", "#ced85e"),
    ("grey-stone", "#aab2bd"),
    ("gun-metal", "#4f6573"),
    ("lagoon-blue", "#109dc0"),
    ("lavender-fields", "#b287bd"),
    ("light-cocoa", "#a85540"),
    ("light-concrete", "#afb0a4"),
    ("light-mud", "#c7a57a"),
    ("light-orange", "#fdae5f"),
    ("lilac-eyes", "#406cbd"),
    ("midnight-blue", "#0a63a0"),
    ("modern-green", "#77ce87"),
    ("morning-sky", "#52b9d5"),
    ("muddy-grey", "#69655a"),
    ("navy-blue", "#1d7299"),
    ("orange-peel", "#de692f"),
    ("piggy-red", "#f97394"),
    ("pink-tulip", "#e34f7c"),
    ("pirate-gold", "#b47e11"),
    ("pumpkin-orange", "#ed9223"),
    ("red-burgundy", "#ad5f7d"),
    ("shady-rust", "#87564a"),
    ("silver-glint", "#adadad"),
    ("sugar-plum", "#7e86c7"),
    ("summer-sky", "#5d9cec"),
    ("sunny-grass", "#beca02"),
    ("sweet-lilac", "#975298"),
    ("tank-green", "#8aa177"),
    ("turquoise-sea", "#00858a"),
    ("wet-moss", "#4a8753"),
    ("wet-rock", "#83949b"),
];

/// Returns whether a file is answers of Planka's API.
pub fn matches(root: &Shape) -> bool {
    let is_board = |shape: &Shape| {
        shape.field("item").is_some_and(Shape::is_object)
            && shape.field("included").is_some_and(|included| included.has(&["lists", "cards"]))
    };
    let is_projects = root.field("items").is_some_and(Shape::is_array)
        && root.field("included").is_some_and(|included| included.field("boards").is_some());
    let boards = root.field("boards").and_then(Shape::item);
    is_board(root) || is_projects || [root.item(), boards].into_iter().flatten().any(is_board)
}

/// Reads one or several boards.
///
/// # Errors
///
/// Fails if the text is no JSON, is the list of projects, or has too many cards.
pub fn read(text: &str, context: &ImportContext<'_>) -> Result<Import, ImportError> {
    read_tree(ImportSource::Planka, text, |root, losses| {
        let mut answers = Answers::default();
        match root.record() {
            Some(file) if file.has("boards") => {
                file.records("boards").for_each(|answer| answers.add_board(answer));
                file.records("lists").for_each(|answer| answers.add_list(answer));
                file.records("comments").for_each(|answer| answers.add_comments(answer));
            }
            Some(projects) if projects.has("items") => return Err(ImportErrorCode::PartOfExport.into()),
            Some(answer) => answers.add_board(answer),
            None => root.records().unwrap_or_default().into_iter().for_each(|answer| answers.add_board(answer)),
        }
        check_cards(answers.cards.values().map(Vec::len).sum())?;
        let boards = std::mem::take(&mut answers.boards);
        let read = |board| BoardReader::new(board, &mut answers, context, losses).read();
        let boards = boards.into_iter().map(read).collect();
        // The cards of lists of boards that are not in the file.
        let mut skipped: Vec<_> = answers.cards.into_values().flatten().map(|card| card.text("name")).collect();
        skipped.sort_unstable();
        skipped.into_iter().for_each(|name| losses.add(LossKind::RecordSkipped, name.unwrap_or_default()));
        Ok(boards)
    })
}

/// Reads a board.
struct BoardReader<'n, 'c> {
    board: Record<'n>,
    included: Record<'n>,
    answers: &'c mut Answers<'n>,
    context: &'c ImportContext<'c>,
    losses: &'c mut Losses,
    /// The labels by id; `None` for one that cannot be taken over.
    labels: HashMap<&'n str, Option<Label>>,
    label_colors: LabelColors,
}

impl<'n, 'c> BoardReader<'n, 'c> {
    fn new(
        answer: BoardAnswer<'n>,
        answers: &'c mut Answers<'n>,
        context: &'c ImportContext<'c>,
        losses: &'c mut Losses,
    ) -> Self {
        let BoardAnswer { board, included } = answer;
        let mut reader = Self {
            board,
            included,
            answers,
            context,
            losses,
            labels: HashMap::new(),
            label_colors: LabelColors::default(),
        };
        for label in by_position(included.records("labels"), "position") {
            reader.add_label(label);
        }
        reader
    }

    fn add_label(&mut self, record: Record<'n>) {
        let Some(id) = record.text("id") else { return };
        let color = record.filled("color");
        let name = record.filled("name").map(str::to_owned);
        if name.is_none() {
            self.losses.add(LossKind::Unnamed, color.unwrap_or(id));
        }
        let name = name.or_else(|| color.map(|color| color.replace('-', " ")));
        let label = name.and_then(|name| clean_label(&name, self.losses));
        if let (Some(label), Some(name)) = (&label, color) {
            match named_color(name) {
                Some(color) => self.label_colors.add(label, color, self.losses),
                None => self.losses.add(LossKind::Color, label.as_str()),
            }
        }
        self.labels.insert(id, label);
    }

    fn read(mut self) -> ImportedBoard {
        let id = self.board.filled("id");
        let mut board = BoardFile::new(board_name(self.board.text("name").unwrap_or_default(), PRODUCT, self.losses));
        let project = self.included.records("projects").next();
        let project_name = project.and_then(|project| project.filled("name"));
        if let Some(project_name) = project_name.filter(|name| name.trim() != board.name.as_str()) {
            // The descriptions of boards are plain text.
            let text = format!("{}: {project_name}", self.context.names.source);
            board.description = clean_description(&text, board.name.as_str(), self.losses);
            self.losses.add(LossKind::Setting, board.name.as_str());
        }
        if self.included.count("boardMemberships") > 1 {
            self.losses.add(LossKind::People, board.name.as_str());
        }
        board.lists = self.read_lists();
        board.label_colors = self.label_colors.into_vec();
        let key = match id {
            Some(id) => board_key("planka", id),
            None => format!("planka:{:016x}", hash([board.name.as_str()])),
        };
        ImportedBoard { key, board, is_archived: false }
    }

    /// Reads the lists: the active ones, the closed ones, and the archive, if the file has its cards.
    fn read_lists(&mut self) -> Vec<FileList> {
        let order = |list: &Record<'n>| match list.text("type") {
            Some("closed") => 1,
            Some("archive") => 2,
            Some("trash") => 3,
            // All lists of version 1 have no type.
            _ => 0,
        };
        let mut records = by_position(self.included.records("lists"), "position");
        records.sort_by_cached_key(order);
        let mut lists: Vec<FileList> = vec![];
        // The places of the lists in `lists`, because archived cards return to them.
        let mut places: HashMap<&str, usize> = HashMap::new();
        for record in records {
            let id = record.text("id").unwrap_or_default();
            let kind = record.text("type").unwrap_or_default();
            let cards = by_position(self.answers.cards.remove(id).unwrap_or_default(), "position");
            match kind {
                "trash" => {
                    for card in cards {
                        self.losses.add(LossKind::Deleted, card.text("name").unwrap_or_default());
                    }
                }
                "archive" if cards.is_empty() => {
                    self.losses.add(LossKind::MissingArchive, self.board.text("name").unwrap_or(PRODUCT))
                }
                "archive" => {
                    let mut archive = new_list(&self.context.names.archive, self.losses);
                    for card in cards {
                        let previous =
                            card.text("prevListId").and_then(|id| places.get(id)).and_then(|at| lists.get_mut(*at));
                        let list = previous.unwrap_or(&mut archive);
                        list.cards.push(self.read_card(card, kind));
                    }
                    lists.extend((!archive.cards.is_empty()).then_some(archive));
                }
                _ => {
                    let mut list = new_list(record.text("name").unwrap_or_default(), self.losses);
                    list.color = record.filled("color").and_then(named_color);
                    if record.has("color") && list.color.is_none() {
                        self.losses.add(LossKind::Color, list.name.as_str());
                    }
                    list.cards = cards.into_iter().map(|card| self.read_card(card, kind)).collect();
                    places.insert(id, lists.len());
                    lists.push(list);
                }
            }
        }
        lists.extend(self.read_orphans());
        lists
    }

    /// Reads the cards of the board whose list is not in the file.
    fn read_orphans(&mut self) -> Option<FileList> {
        let mut list = new_list(&self.context.names.no_list, self.losses);
        for card in self.included.records("cards") {
            for card in self.answers.cards.remove(card.text("listId").unwrap_or_default()).unwrap_or_default() {
                let card = self.read_card(card, "");
                self.losses.add(LossKind::Orphan, card.title.as_str());
                list.cards.push(card);
            }
        }
        (!list.cards.is_empty()).then_some(list)
    }

    fn read_card(&mut self, card: Record<'n>, list_kind: &str) -> FileCard {
        let (context, names) = (self.context, self.context.names);
        let id = card.text("id").unwrap_or_default();
        let created_at = card.time("createdAt").unwrap_or(context.now);
        let mut draft = CardDraft::new(card.text("name").unwrap_or_default(), created_at, context, self.losses);
        draft.describe(card.text("description").unwrap_or_default());
        let moved_at = card.time("listChangedAt").or_else(|| card.time("updatedAt")).unwrap_or(created_at);
        let is_done = ["isClosed", "isDueCompleted", "isDueDateCompleted"].iter().any(|name| card.flag(name));
        if is_done || list_kind == "closed" {
            draft.card.completed_at = Some(moved_at);
        }
        if list_kind == "archive" {
            draft.card.archived_at = Some(moved_at);
        }
        if let Some(text) = card.filled("dueDate") {
            draft.card.due_date = Timestamp::parse(text).and_then(|at| local_time(at, context));
            if draft.card.due_date.is_none() {
                draft.add_field(&names.due_date, text);
                self.losses.add(LossKind::DateUnreadable, draft.title());
            }
        }
        if let Some(text) = card.filled("startDate") {
            draft.add_field(&names.start_date, text);
            self.losses.add(LossKind::StartDate, draft.title());
        }
        for id in self.answers.labels.remove(id).unwrap_or_default() {
            if let Some(Some(label)) = self.labels.get(id) {
                draft.add_clean_label(label.clone(), self.losses);
            }
        }
        let people = self.answers.members.remove(id).unwrap_or_default();
        if !people.is_empty() {
            let people: Vec<_> =
                people.into_iter().map(|id| self.answers.users.get(id).copied().unwrap_or(id)).collect();
            draft.add_field(&names.people, &people.join(", "));
            self.losses.add(LossKind::People, draft.title());
        }
        let tracked = card.record("stopwatch").and_then(|stopwatch| stopwatch.number("total")).unwrap_or_default();
        draft.add_tracked_time(tracked / 60.0, context, self.losses);
        if card.has("coverAttachmentId") {
            self.losses.add(LossKind::Picture, draft.title());
        }
        self.read_attachments(id, &mut draft);
        self.read_custom_fields(id, &mut draft);
        self.read_tasks(id, created_at, &mut draft);
        self.read_comments(card, id, &mut draft);
        draft.finish(context, self.losses)
    }

    fn read_attachments(&mut self, card_id: &str, draft: &mut CardDraft) {
        for attachment in self.answers.attachments.remove(card_id).unwrap_or_default() {
            let data = attachment.record("data");
            let url = data.and_then(|data| data.text("url")).or_else(|| attachment.text("url")).unwrap_or_default();
            let name = attachment.filled("name").unwrap_or(url);
            if attachment.text("type") == Some("link") {
                draft.add_link(name, url, self.losses);
            } else {
                draft.add_file(name, Some(url), self.losses);
            }
        }
    }

    fn read_custom_fields(&mut self, card_id: &str, draft: &mut CardDraft) {
        for value in self.answers.field_values.remove(card_id).unwrap_or_default() {
            if let Some(content) = value.filled("content") {
                // The fields of a project are not in the answer for a board.
                let name = value.text("customFieldId").and_then(|id| self.answers.field_names.get(id).copied());
                draft.add_field(name.unwrap_or("?"), content);
                self.losses.add(LossKind::CustomField, draft.title());
            }
        }
    }

    fn read_tasks(&mut self, card_id: &'n str, created_at: Timestamp, draft: &mut CardDraft) {
        let mut groups = vec![(None, self.answers.tasks.remove(card_id).unwrap_or_default())];
        for list in by_position(self.answers.task_lists.remove(card_id).unwrap_or_default(), "position") {
            let tasks = list.text("id").and_then(|id| self.answers.tasks.remove(id)).unwrap_or_default();
            groups.push((list.filled("name"), tasks));
        }
        groups.retain(|(_, tasks)| !tasks.is_empty());
        let is_one = groups.len() <= 1;
        if groups.iter().any(|(name, _)| name.is_some()) {
            self.losses.add(LossKind::ChecklistsJoined, draft.title());
        }
        for (list, tasks) in groups {
            for task in by_position(tasks, "position") {
                let name = task.text("name").unwrap_or_default();
                let title = match list {
                    Some(list) if !is_one => title_in_group(list, name),
                    _ => name.to_owned(),
                };
                let created_at = task.time("createdAt").unwrap_or(created_at);
                draft.add_subtask(&title, task.flag("isCompleted"), created_at, self.context, self.losses);
                let person = task.text("assigneeUserId").map(|id| self.answers.users.get(id).copied().unwrap_or(id));
                if let Some(person) = person {
                    draft.add_field(name, person);
                }
                if person.is_some() || task.has("linkedCardId") {
                    self.losses.add(LossKind::SubtaskFields, draft.title());
                }
            }
        }
    }

    fn read_comments(&mut self, card: Record<'n>, card_id: &str, draft: &mut CardDraft) {
        let mut comments = self.answers.comments.remove(card_id).unwrap_or_default();
        comments.sort_by_cached_key(|comment| comment.time("createdAt"));
        let expected = card.number("commentsTotal").unwrap_or_default() as u32;
        self.losses.add_many(LossKind::MissingComments, expected.saturating_sub(comments.len() as u32), draft.title());
        for comment in comments {
            let data = comment.record("data");
            let text = comment.text("text").or_else(|| data?.text("text")).unwrap_or_default();
            let author = comment.text("userId").and_then(|id| self.answers.users.get(id).copied());
            let created_at = comment.time("createdAt").unwrap_or(self.context.now);
            draft.add_comment(
                text,
                Some(author.unwrap_or(&self.context.names.unknown_person)),
                created_at,
                self.losses,
            );
        }
    }
}

fn named_color(name: &str) -> Option<Color> {
    COLORS.iter().find(|(known, _)| *known == name).and_then(|(_, color)| Color::parse(color).ok())
}
