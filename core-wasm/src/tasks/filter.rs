//! The filter of the tasks page (SPEC K8, M90).

use crate::map::Map;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::intent::TaskFilter;
use crate::protocol::record::Priority;
use crate::protocol::view::{DueGroup, TaskBoard, TaskFilterView, TaskGroup, TaskView};

/// The due groups, in the order of the page.
const GROUPS: [DueGroup; 5] =
    [DueGroup::Overdue, DueGroup::Today, DueGroup::ThisWeek, DueGroup::Later, DueGroup::NoDate];

/// Returns what the page shows of `tasks`. The tasks in `kept_visible` stay visible even if their priority no longer
/// matches.
///
/// The boards and labels to choose from are sorted by slug and by character code. The page sorts them again by the
/// rules of the user's language, which the core does not know.
pub(super) fn filter_tasks(filter: &TaskFilter, tasks: &[TaskView], kept_visible: &IdMap<()>) -> TaskFilterView {
    let tasks: Vec<&TaskView> =
        tasks.iter().filter(|task| if filter.only_assigned { task.is_assigned } else { task.is_scheduled }).collect();
    let visible: Vec<&TaskView> = tasks.iter().copied().filter(|task| matches(filter, task, kept_visible)).collect();
    let groups = GROUPS.into_iter().filter_map(|group| group_of(filter, group, &visible)).collect();
    let mut boards: Map<&str, &str> =
        tasks.iter().map(|task| (task.board_slug.as_str(), task.board_name.as_str())).collect();
    let mut labels: Map<&str, ()> =
        tasks.iter().flat_map(|task| task.labels.as_slice()).map(|label| (label.as_str(), ())).collect();
    if let Some(slug) = &filter.board_slug {
        boards.get_or_insert_with(slug, || slug);
    }
    labels.extend(filter.label.as_deref().map(|label| (label, ())));
    TaskFilterView {
        filter: filter.clone(),
        is_restricted: filter.board_slug.is_some() || filter.label.is_some() || filter.priority.is_some(),
        groups,
        boards: boards
            .into_iter()
            .map(|(slug, name)| TaskBoard { slug: slug.to_owned(), name: name.to_owned() })
            .collect(),
        labels: labels.keys().map(|label| (*label).to_owned()).collect(),
    }
}

fn matches(filter: &TaskFilter, task: &TaskView, kept_visible: &IdMap<()>) -> bool {
    filter.board_slug.as_ref().is_none_or(|slug| slug == task.board_slug.as_str())
        && filter.label.as_ref().is_none_or(|wanted| task.labels.iter().any(|label| label.as_str() == wanted))
        && (kept_visible.contains_key(&task.card_id)
            || filter.priority.map_or(filter.includes_completed || is_open(task), |priority| priority == task.priority))
}

fn is_open(task: &TaskView) -> bool {
    task.priority != Priority::Completed
}

/// Returns the visible tasks of a group, or `None` if there are none.
fn group_of(filter: &TaskFilter, group: DueGroup, visible: &[&TaskView]) -> Option<TaskGroup> {
    let group_of_task = |task: &TaskView| {
        if filter.only_assigned && task.due_date.is_none() { DueGroup::NoDate } else { task.group }
    };
    let members = || visible.iter().filter(|task| group_of_task(task) == group);
    let card_ids: Vec<Id> = members().map(|task| task.card_id).collect();
    let open_count = u32::try_from(members().filter(|task| is_open(task)).count()).unwrap_or(u32::MAX);
    (!card_ids.is_empty()).then_some(TaskGroup { group, open_count, card_ids })
}
