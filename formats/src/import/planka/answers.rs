//! The records of the answers of Planka's API.

use super::super::tree::Record;
use std::collections::{HashMap, HashSet};

/// The records of all answers, by the id of the record to which they belong.
#[derive(Default)]
pub(super) struct Answers<'n> {
    /// The boards, each with what its answer includes.
    pub(super) boards: Vec<BoardAnswer<'n>>,
    known_boards: HashSet<&'n str>,
    pub(super) cards: HashMap<&'n str, Vec<Record<'n>>>,
    known_cards: HashSet<&'n str>,
    pub(super) users: HashMap<&'n str, &'n str>,
    pub(super) labels: HashMap<&'n str, Vec<&'n str>>,
    pub(super) members: HashMap<&'n str, Vec<&'n str>>,
    pub(super) task_lists: HashMap<&'n str, Vec<Record<'n>>>,
    /// The tasks by the id of their list, and in version 1 by that of their card.
    pub(super) tasks: HashMap<&'n str, Vec<Record<'n>>>,
    pub(super) attachments: HashMap<&'n str, Vec<Record<'n>>>,
    pub(super) field_names: HashMap<&'n str, &'n str>,
    pub(super) field_values: HashMap<&'n str, Vec<Record<'n>>>,
    pub(super) comments: HashMap<&'n str, Vec<Record<'n>>>,
}

/// A board and what its answer includes.
#[derive(Clone, Copy)]
pub(super) struct BoardAnswer<'n> {
    pub(super) board: Record<'n>,
    pub(super) included: Record<'n>,
}

impl<'n> Answers<'n> {
    pub(super) fn add_board(&mut self, answer: Record<'n>) {
        if let (Some(board), Some(included)) = (answer.record("item"), answer.record("included")) {
            // A second answer for one board would add its labels and tasks again.
            if board.text("id").is_some_and(|id| !self.known_boards.insert(id)) {
                return;
            }
            self.boards.push(BoardAnswer { board, included });
            self.add_included(included);
            self.add_cards(included, "cards");
        }
    }

    pub(super) fn add_list(&mut self, answer: Record<'n>) {
        self.add_cards(answer, "items");
        if let Some(included) = answer.record("included") {
            self.add_included(included);
        }
    }

    pub(super) fn add_comments(&mut self, answer: Record<'n>) {
        for comment in answer.records("items") {
            // In version 1 comments are among the actions of a card.
            let is_comment = comment.text("type").is_none_or(|kind| kind == "commentCard");
            if let Some(card) = comment.text("cardId").filter(|_| is_comment) {
                self.comments.entry(card).or_default().push(comment);
            }
        }
        if let Some(included) = answer.record("included") {
            self.add_included(included);
        }
    }

    fn add_cards(&mut self, answer: Record<'n>, name: &'n str) {
        for card in answer.records(name) {
            let is_new = card.text("id").is_none_or(|id| self.known_cards.insert(id));
            if is_new {
                self.cards.entry(card.text("listId").unwrap_or_default()).or_default().push(card);
            }
        }
    }

    fn add_included(&mut self, included: Record<'n>) {
        for user in included.records("users") {
            let name = user.filled("name").or_else(|| user.filled("username"));
            self.users.extend(user.text("id").zip(name));
        }
        for field in included.records("customFields") {
            self.field_names.extend(field.text("id").zip(field.text("name")));
        }
        let text_groups =
            [("cardLabels", "labelId", &mut self.labels), ("cardMemberships", "userId", &mut self.members)];
        for (name, id, group) in text_groups {
            for record in included.records(name) {
                if let (Some(card), Some(id)) = (record.text("cardId"), record.text(id)) {
                    group.entry(card).or_default().push(id);
                }
            }
        }
        let groups = [
            ("taskLists", &mut self.task_lists),
            ("attachments", &mut self.attachments),
            ("customFieldValues", &mut self.field_values),
        ];
        for (name, group) in groups {
            for record in included.records(name) {
                if let Some(card) = record.text("cardId") {
                    group.entry(card).or_default().push(record);
                }
            }
        }
        for task in included.records("tasks") {
            if let Some(owner) = task.text("taskListId").or_else(|| task.text("cardId")) {
                self.tasks.entry(owner).or_default().push(task);
            }
        }
    }
}
