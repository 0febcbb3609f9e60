//! The templates for new boards (SPEC B42): each has lists and a few example cards that explain how to use it.

use super::machine::{Boards, PlanContext};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::UiEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::intent::BoardTemplate;
use crate::protocol::op::{CardEdit, Change};
use crate::protocol::record::Priority;

/// The initial content of a board.
struct Template {
    name: &'static str,
    lists: &'static [TemplateList],
}

struct TemplateList {
    name: &'static str,
    cards: &'static [TemplateCard],
}

struct TemplateCard {
    title: &'static str,
    description: &'static str,
    priority: Priority,
}

/// Returns an empty list.
const fn list(name: &'static str) -> TemplateList {
    list_of(name, &[])
}

const fn list_of(name: &'static str, cards: &'static [TemplateCard]) -> TemplateList {
    TemplateList { name, cards }
}

/// Returns a card without a description.
const fn card(title: &'static str) -> TemplateCard {
    TemplateCard { title, description: "", priority: Priority::Low }
}

const WEEK_PLAN: Template = Template {
    name: "Week plan",
    lists: &[
        list_of("This week", &[card("Write down what this week is for"), card("Drag a card to the day you’ll do it")]),
        list_of("Monday", &[card("Choose three things that matter this week")]),
        list("Tuesday"),
        list("Wednesday"),
        list("Thursday"),
        list("Friday"),
        list("Weekend"),
    ],
};

const PROJECT: Template = Template {
    name: "Project",
    lists: &[
        list_of("Ideas", &[card("Collect every idea here, however rough")]),
        list_of(
            "Next",
            &[TemplateCard {
                title: "Open this card to add details",
                description: "A description, a due date with reminders, labels, sub-tasks and comments. \
                              Add only what helps.",
                priority: Priority::Medium,
            }],
        ),
        list_of("In progress", &[card("Start the timer on a card to track its time")]),
        list("Done"),
    ],
};

const PERSONAL_KANBAN: Template = Template {
    name: "Personal kanban",
    lists: &[
        list_of("To do", &[card("Add a card for each task, most important first")]),
        list_of("Doing", &[card("Finish one card before you start another")]),
        list_of("Done", &[TemplateCard { title: "Create a board", description: "", priority: Priority::Completed }]),
    ],
};

fn template_content(template: BoardTemplate) -> &'static Template {
    match template {
        BoardTemplate::WeekPlan => &WEEK_PLAN,
        BoardTemplate::Project => &PROJECT,
        BoardTemplate::PersonalKanban => &PERSONAL_KANBAN,
    }
}

impl Boards {
    /// Creates a board from a template and opens it. Undo moves the whole board to the trash.
    ///
    /// # Errors
    ///
    /// Returns a rejection if the plan does not allow another board.
    pub(crate) fn add_from_template(
        &mut self,
        template: BoardTemplate,
        plan_context: PlanContext,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), Rejection> {
        let Template { name, lists } = template_content(template);
        let board_id = self.add_board(name, plan_context, env, ctx)?;
        lists.iter().try_for_each(|list| self.add_template_list(board_id, list, env, ctx))?;
        if let Some(board) = self.overview.find(board_id) {
            let path = format!("/app/b/{}", board.slug.as_str());
            ctx.step.ui_effects.push(UiEffect::Navigate { path, replace: false });
        }
        Ok(())
    }

    /// Adds a list with its cards at the end of a new board.
    fn add_template_list(
        &mut self,
        board_id: Id,
        list: &TemplateList,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let unknown = ErrorCode::UnknownBoard;
        let list_id = env.new_id();
        let rank = self.replicas.get(&board_id).ok_or(unknown)?.rank_for_list(None, usize::MAX).rank.to_string();
        self.apply_change(board_id, Change::AddList { list_id, name: list.name.to_owned(), rank }, env, ctx)?;
        for TemplateCard { title, description, priority } in list.cards {
            let card_id = env.new_id();
            let assignment = self.replicas.get(&board_id).ok_or(unknown)?.rank_for_card(None, list_id, usize::MAX)?;
            let (rank, title, priority) = (assignment.rank.to_string(), (*title).to_owned(), *priority);
            self.apply_change(board_id, Change::AddCard { card_id, list_id, rank, title, priority }, env, ctx)?;
            // An empty description creates no op.
            let edit = CardEdit::Description((*description).to_owned());
            self.apply_change(board_id, Change::EditCard { card_id, edit }, env, ctx)?;
        }
        Ok(())
    }
}
