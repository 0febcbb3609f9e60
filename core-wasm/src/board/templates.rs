//! The templates for new boards (SPEC B42): each has lists and a few example cards that explain how to use it.

use super::creation::PlanContext;
use super::machine::Boards;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::UiEffect;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::intent::BoardTemplate;
use crate::protocol::messages::core as messages;
use crate::protocol::op::{CardEdit, Change};
use crate::protocol::record::Priority;

/// The initial content of a board.
struct Template {
    name: &'static str,
    lists: Vec<TemplateList>,
}

struct TemplateList {
    name: &'static str,
    cards: Vec<TemplateCard>,
}

struct TemplateCard {
    title: &'static str,
    description: &'static str,
    priority: Priority,
}

/// Returns an empty list.
fn list(name: &'static str) -> TemplateList {
    list_of(name, vec![])
}

fn list_of(name: &'static str, cards: Vec<TemplateCard>) -> TemplateList {
    TemplateList { name, cards }
}

/// Returns a card without a description.
fn card(title: &'static str) -> TemplateCard {
    TemplateCard { title, description: "", priority: Priority::Low }
}

fn week_plan() -> Template {
    let week_cards =
        vec![card(messages::template_week_plan_card_purpose()), card(messages::template_week_plan_card_drag())];
    Template {
        name: messages::template_week_plan(),
        lists: vec![
            list_of(messages::template_week_plan_list_week(), week_cards),
            list_of(messages::day_monday(), vec![card(messages::template_week_plan_card_three_things())]),
            list(messages::day_tuesday()),
            list(messages::day_wednesday()),
            list(messages::day_thursday()),
            list(messages::day_friday()),
            list(messages::template_week_plan_list_weekend()),
        ],
    }
}

fn project() -> Template {
    let details = TemplateCard {
        title: messages::template_project_card_details(),
        description: messages::template_project_card_details_description(),
        priority: Priority::Medium,
    };
    Template {
        name: messages::template_project(),
        lists: vec![
            list_of(messages::template_project_list_ideas(), vec![card(messages::template_project_card_ideas())]),
            list_of(messages::template_project_list_next(), vec![details]),
            list_of(messages::template_project_list_in_progress(), vec![card(messages::template_project_card_timer())]),
            list(messages::template_project_list_done()),
        ],
    }
}

fn personal_kanban() -> Template {
    let created = TemplateCard {
        title: messages::template_kanban_card_created(),
        description: "",
        priority: Priority::Completed,
    };
    Template {
        name: messages::template_kanban(),
        lists: vec![
            list_of(messages::template_kanban_list_to_do(), vec![card(messages::template_kanban_card_first())]),
            list_of(messages::template_kanban_list_doing(), vec![card(messages::template_kanban_card_finish())]),
            list_of(messages::template_kanban_list_done(), vec![created]),
        ],
    }
}

fn template_content(template: BoardTemplate) -> Template {
    match template {
        BoardTemplate::WeekPlan => week_plan(),
        BoardTemplate::Project => project(),
        BoardTemplate::PersonalKanban => personal_kanban(),
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
        let rank = self.replicas.get(board_id).ok_or(unknown)?.rank_for_list(None, usize::MAX).rank.to_string();
        self.apply_change(board_id, Change::AddList { list_id, name: list.name.to_owned(), rank }, env, ctx)?;
        for TemplateCard { title, description, priority } in &list.cards {
            let card_id = env.new_id();
            let assignment = self.replicas.get(board_id).ok_or(unknown)?.rank_for_card(None, list_id, usize::MAX)?;
            let (rank, title, priority) = (assignment.rank.to_string(), (*title).to_owned(), *priority);
            self.apply_change(board_id, Change::AddCard { card_id, list_id, rank, title, priority }, env, ctx)?;
            // An empty description creates no op.
            let edit = CardEdit::Description((*description).to_owned());
            self.apply_change(board_id, Change::EditCard { card_id, edit }, env, ctx)?;
        }
        Ok(())
    }
}
