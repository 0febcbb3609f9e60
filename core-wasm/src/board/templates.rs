//! The templates for new boards (SPEC B42): each has lists and a few example cards that explain how to use it.

use crate::protocol::intent::BoardTemplate;
use crate::protocol::messages::core as messages;
use crate::protocol::record::Priority;

/// The initial content of a board.
pub(super) struct Template {
    pub(super) name: &'static str,
    pub(super) lists: Vec<TemplateList>,
}

/// A list of a template.
pub(super) struct TemplateList {
    pub(super) name: &'static str,
    pub(super) cards: Vec<TemplateCard>,
}

/// A card of a template.
pub(super) struct TemplateCard {
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) priority: Priority,
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
            list_of(messages::day_monday().get(), vec![card(messages::template_week_plan_card_three_things())]),
            list(messages::day_tuesday().get()),
            list(messages::day_wednesday().get()),
            list(messages::day_thursday().get()),
            list(messages::day_friday().get()),
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

/// Returns the content of a template.
pub(super) fn template_content(template: BoardTemplate) -> Template {
    match template {
        BoardTemplate::WeekPlan => week_plan(),
        BoardTemplate::Project => project(),
        BoardTemplate::PersonalKanban => personal_kanban(),
    }
}
