//! The dated and assigned cards of all boards (SPEC K1 to K10, M90) and their [`reminders`] (SPEC M1 to M6). Cards of
//! boards in memory come from there; other cards come from `GET /tasks/`, overlaid with the user's unsent changes.

mod filter;
pub(crate) mod reminders;

use crate::api::{ApiRequest, Purpose};
use crate::board::due::{LocalMinute, reminder_minutes};
use crate::board::machine::Boards;
use crate::board::order::Ranked;
use crate::board::partial::PartialSource;
use crate::board::policy::{Action, is_allowed};
use crate::context::Context;
use crate::context::events::BoardChange;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::http::BoardsRecordsResponse;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::intent::TaskFilter;
use crate::protocol::patch::Patch;
use crate::protocol::record::{BoardRecords, Card, Item, Priority, Recurrence};
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::idb_key;
use crate::protocol::text::{CardTitle, Label};
use crate::protocol::time::{DueDate, Timestamp};
use crate::protocol::view::{TaskFilterView, TaskView, TasksView};
use crate::resource::remote::{FailureOutcome, RemoteResource};
use crate::sort::sort_by;
use filter::filter_tasks;
use reminders::Reminders;

/// How long a response of the server counts as fresh, in milliseconds.
const MAX_AGE_MS: i64 = 55 * 60_000;

/// Delay between a change on an open board and storing the dated cards, in milliseconds. It avoids a write after every
/// move.
const STORE_DELAY_MS: u32 = 2_000;

/// The dated cards and the list of them that the mirror holds.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    /// The dated cards on the server; they are kept among the records of the boards.
    resource: RemoteResource,
    /// The dated cards by id, without those in the trash or the archive.
    dated: IdMap<DatedCard>,
    /// The ids of the cards in `dated`, by board, so that a change of one board does not process the cards of all.
    dated_ids: IdMap<IdMap<()>>,
    /// Whether the mirror may be outdated.
    is_stale: bool,
    /// Whether the stored tasks may be outdated.
    is_storage_stale: bool,
    mirrored: TasksView,
    filter: TaskFilter,
    /// The tasks whose checkbox was clicked since the filter was set or the page was opened.
    kept_visible: IdMap<()>,
    mirrored_filter: TaskFilterView,
    today: LocalMinute,
    reminders: Reminders,
    /// When the tasks were last requested from the server.
    fetched_at: Option<Timestamp>,
    /// Whether the alarm to store the tasks is set.
    is_store_scheduled: bool,
}

/// A card that has a due date or a reminder, or is assigned to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DatedCard {
    pub(crate) board_id: Id,
    pub(crate) list_id: Id,
    pub(crate) title: CardTitle,
    pub(crate) priority: Priority,
    pub(crate) due_date: Option<DueDate>,
    labels: Vec<Label>,
    pub(crate) reminders: Vec<CardReminder>,
    recurrence: Option<Recurrence>,
    estimate_minutes: Option<u32>,
    is_assigned: bool,
}

/// A reminder on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CardReminder {
    pub(crate) item_id: Id,
    pub(crate) minutes_before: i64,
    pub(crate) created_at: Timestamp,
}

impl CardReminder {
    fn of(item: &Item) -> Option<Self> {
        let minutes_before = reminder_minutes(item)?;
        Some(Self { item_id: item.id, minutes_before, created_at: item.created_at })
    }
}

impl DatedCard {
    fn of(board_id: Id, card: &Card, mut reminders: Vec<CardReminder>, account: Option<Id>) -> Option<Self> {
        if !card.is_in_use() {
            return None;
        }
        sort_by(&mut reminders, Ord::cmp);
        let is_assigned = account.is_some_and(|account| card.assignee_ids.contains(&account));
        (is_assigned || card.due_date.is_some() || !reminders.is_empty()).then(|| Self {
            board_id,
            list_id: card.list_id,
            title: card.title.clone(),
            priority: card.priority,
            due_date: card.due_date.clone(),
            labels: card.labels.clone(),
            reminders,
            recurrence: card.recurrence.clone(),
            estimate_minutes: card.estimate_minutes,
            is_assigned,
        })
    }

    /// Returns whether both cards have the same reminders at the same times with the same text.
    fn has_same_reminders(&self, other: &Self) -> bool {
        (&self.title, &self.due_date, &self.reminders) == (&other.title, &other.due_date, &other.reminders)
            && (self.priority == Priority::Completed) == (other.priority == Priority::Completed)
    }

    /// Returns whether neither the card's list nor its board is in the trash, and the board is no template.
    pub(crate) fn is_shown(&self, boards: &Boards) -> bool {
        let list = boards.records_of(self.board_id).and_then(|records| records.lists.get(&self.list_id));
        list.is_some_and(Ranked::is_in_use)
            && boards.board_of(self.board_id).is_some_and(|board| board.trashed_at.is_none() && !board.is_template)
    }
}

impl Tasks {
    /// Returns the tasks as the mirror holds them.
    pub(crate) fn view(&self) -> &TasksView {
        &self.mirrored
    }

    /// Returns the filter of the page and what it shows, as the mirror holds it.
    pub(crate) fn filter_view(&self) -> &TaskFilterView {
        &self.mirrored_filter
    }

    /// Sets the filter of the page.
    pub(crate) fn set_filter(&mut self, filter: TaskFilter, ctx: &mut Context) {
        if self.filter != filter {
            self.filter = filter;
            self.kept_visible.clear();
            self.publish_filter(ctx);
        }
    }

    /// Keeps a task visible until the filter changes or the page is opened again.
    pub(crate) fn keep_visible(&mut self, card_id: Id) {
        self.kept_visible.insert(card_id, ());
    }

    /// Filters the tasks of the mirror.
    fn publish_filter(&mut self, ctx: &mut Context) {
        let view = filter_tasks(&self.filter, &self.mirrored.tasks, &self.kept_visible);
        if view != self.mirrored_filter {
            ctx.step.patches.push(Patch::TaskFilterChanged { task_filter: json::json(&view) });
            self.mirrored_filter = view;
        }
    }

    /// Handles the page's request for the dated cards. Known cards show at once, and the cards are fetched.
    pub(crate) fn load(&mut self, env: &Env, ctx: &mut Context) {
        self.resource.request();
        self.is_stale = true;
        self.kept_visible.clear();
        self.fetch(env, ctx);
    }

    /// Fetches the dated cards from the server.
    pub(crate) fn fetch(&mut self, env: &Env, ctx: &mut Context) {
        if self.resource.start_fetch() {
            self.fetched_at = Some(env.now);
            ctx.requests.push(ApiRequest::get(Purpose::LoadTasks, "/tasks/"));
        }
    }

    /// Fetches the dated cards again if they were fetched before, because changes may have been missed.
    pub(crate) fn refresh(&mut self, env: &Env, ctx: &mut Context) {
        if self.fetched_at.is_some() {
            self.resource.invalidate();
            self.fetch(env, ctx);
        }
    }

    /// Marks a response in flight as possibly outdated, because something has changed on the server.
    pub(crate) fn invalidate(&mut self) {
        self.resource.invalidate();
    }

    /// Handles the server's response to a request for the dated cards.
    pub(crate) fn on_response(
        &mut self,
        response: &ApiResponse,
        boards: &mut Boards,
        account: Option<Id>,
        env: &Env,
        ctx: &mut Context,
    ) {
        match (response.read::<BoardsRecordsResponse>(), response) {
            (Ok(response), ApiResponse::Received { body, .. }) => {
                let outcome = self.resource.finish_fetch();
                if outcome.is_outdated {
                    self.fetch(env, ctx);
                }
                if !outcome.applies {
                    return;
                }
                if let Some(account) = account {
                    ctx.write_idb(idb_key::tasks(account), body.clone());
                }
                boards.merge_partial(PartialSource::Tasks, response.boards);
                self.mark_ready();
            }
            _ => {
                ctx.log("Error fetching tasks");
                match self.resource.fail_fetch() {
                    FailureOutcome::Refetch => self.fetch(env, ctx),
                    FailureOutcome::StatusFailed => self.is_stale = true,
                    FailureOutcome::StatusKept => {}
                }
            }
        }
    }

    /// Restores the stored dated cards, unless the server's response arrived first.
    pub(crate) fn restore(&mut self, text: &str, boards: &mut Boards, account: Option<Id>, ctx: &mut Context) {
        match json::parse::<BoardsRecordsResponse>(text) {
            Ok(_) if self.resource.is_ready() => {}
            Ok(response) => {
                boards.merge_partial(PartialSource::Tasks, response.boards);
                self.mark_ready();
            }
            Err(_) => {
                if let Some(account) = account {
                    ctx.quarantine(idb_key::tasks(account), text.to_owned());
                }
            }
        }
    }

    fn mark_ready(&mut self) {
        self.resource.set(());
        self.is_stale = true;
    }

    /// Returns the reminders.
    pub(crate) fn reminders(&mut self) -> &mut Reminders {
        &mut self.reminders
    }

    /// Handles the alarm of the reminders: checks for due ones, and fetches the dated cards about once an hour to find
    /// reminders that are unknown here.
    pub(crate) fn on_alarm(&mut self, env: &Env, ctx: &mut Context) {
        self.reminders.on_alarm(env);
        if self.fetched_at.is_none_or(|fetched_at| env.now.millis() - fetched_at.millis() >= MAX_AGE_MS) {
            self.fetch(env, ctx);
        }
    }

    /// Merges changes on boards and updates the mirror.
    pub(crate) fn reconcile(
        &mut self,
        changes: &[BoardChange],
        boards: &Boards,
        account: Option<Id>,
        env: &Env,
        ctx: &mut Context,
    ) {
        for BoardChange { board_id, records: record_changes } in changes {
            if record_changes.all_changed {
                self.reindex_board(*board_id, boards, account);
            } else {
                record_changes.cards.iter().for_each(|card_id| self.reindex_card(*board_id, *card_id, boards, account));
                if record_changes.board_changed || !record_changes.lists.is_empty() {
                    self.is_stale = true;
                    self.reminders.is_stale |= record_changes.board_changed || record_changes.list_added_or_removed;
                }
            }
        }
        // While a board is open the Tasks page is not visible, and a move on the board must not process all tasks.
        let is_requested_now = self.resource.take_requested_now();
        if boards.is_any_open() && !is_requested_now {
            // Store the cards anyway, because the tab may be closed while the board is open.
            if self.needs_storing(account) && !std::mem::replace(&mut self.is_store_scheduled, true) {
                ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::StoreTasks, after: STORE_DELAY_MS });
            }
            return;
        }
        self.store(boards, account, ctx);
        if !self.resource.is_requested() {
            return;
        }
        let today = LocalMinute::of(env.local_date_time());
        if std::mem::take(&mut self.is_stale) || today != self.today {
            self.today = today;
            let view = TasksView { status: self.resource.status(), tasks: self.views(boards) };
            if view != self.mirrored {
                ctx.step.patches.push(Patch::TasksLoaded { tasks: json::json(&view) });
                self.mirrored = view;
            }
            self.publish_filter(ctx);
        }
    }

    /// Fires the reminders that are due.
    pub(crate) fn fire_due_reminders(
        &mut self,
        boards: &Boards,
        account: Option<Id>,
        is_leader: bool,
        env: &Env,
        ctx: &mut Context,
    ) {
        self.reminders.reconcile(&self.dated, boards, account, is_leader, env, ctx);
    }

    fn reindex_board(&mut self, board_id: Id, boards: &Boards, account: Option<Id>) {
        for card_id in self.dated_ids.remove(&board_id).unwrap_or_default().keys() {
            self.dated.remove(card_id);
        }
        (self.is_stale, self.is_storage_stale, self.reminders.is_stale) = (true, true, true);
        let Some(records) = boards.records_of(board_id) else { return };
        let mut reminders: IdMap<Vec<CardReminder>> = IdMap::default();
        for item in records.items.values() {
            if let Some(reminder) = CardReminder::of(item) {
                reminders.get_or_default(item.card_id).push(reminder);
            }
        }
        for card in records.cards.values() {
            let reminders = reminders.remove(&card.id).unwrap_or_default();
            if let Some(dated) = DatedCard::of(board_id, card, reminders, account) {
                self.insert(card.id, dated);
            }
        }
    }

    fn reindex_card(&mut self, board_id: Id, card_id: Id, boards: &Boards, account: Option<Id>) {
        let card = boards.records_of(board_id).and_then(|records| records.cards.get(&card_id));
        let now = card.and_then(|card| {
            let items = boards.items_on(board_id, card_id);
            DatedCard::of(board_id, card, items.into_iter().filter_map(CardReminder::of).collect(), account)
        });
        let before = self.dated.get(&card_id);
        if before == now.as_ref() {
            return;
        }
        self.reminders.is_stale |=
            !before.zip(now.as_ref()).is_some_and(|(before, now)| before.has_same_reminders(now));
        (self.is_stale, self.is_storage_stale) = (true, true);
        match now {
            Some(now) => self.insert(card_id, now),
            None => {
                self.dated.remove(&card_id);
                if let Some(ids) = self.dated_ids.get_mut(&board_id) {
                    ids.remove(&card_id);
                }
            }
        }
    }

    fn insert(&mut self, card_id: Id, dated: DatedCard) {
        self.dated_ids.get_or_default(dated.board_id).insert(card_id, ());
        self.dated.insert(card_id, dated);
    }

    /// Returns the tasks sorted by due date and title, those without a due date last.
    fn views(&self, boards: &Boards) -> Vec<TaskView> {
        let view = |(card_id, dated): (&Id, &DatedCard)| {
            let board = boards.board_of(dated.board_id)?;
            let list = boards.records_of(dated.board_id)?.lists.get(&dated.list_id)?;
            dated.is_shown(boards).then(|| TaskView {
                card_id: *card_id,
                board_id: board.id,
                board_slug: board.slug.clone(),
                board_name: board.name.clone(),
                board_color: board.color.clone(),
                list_name: list.name.clone(),
                title: dated.title.clone(),
                priority: dated.priority,
                due_date: dated.due_date.clone(),
                due_status: dated.due_date.as_ref().map(|due| self.today.status(due, dated.priority)),
                labels: dated.labels.clone(),
                recurrence: dated.recurrence.clone(),
                estimate_minutes: dated.estimate_minutes,
                group: self.today.group(dated.due_date.as_ref()),
                can_complete: is_allowed(board.role, Action::EditContents),
                is_scheduled: dated.due_date.is_some() || !dated.reminders.is_empty(),
                is_assigned: dated.is_assigned,
            })
        };
        let mut views: Vec<TaskView> = self.dated.iter().filter_map(view).collect();
        sort_by(&mut views, |one, other| {
            let key = |view: &TaskView| (view.due_date.is_none(), view.due_date.clone());
            key(one)
                .cmp(&key(other))
                .then_with(|| (one.title.as_str(), one.card_id).cmp(&(other.title.as_str(), other.card_id)))
        });
        views
    }

    fn needs_storing(&self, account: Option<Id>) -> bool {
        account.is_some() && self.resource.is_ready() && self.is_storage_stale
    }

    /// Stores the dated cards for the next offline start (SPEC K4). The stored cards include unsent changes; applying
    /// those ops again when the cards are restored changes nothing.
    pub(crate) fn store(&mut self, boards: &Boards, account: Option<Id>, ctx: &mut Context) {
        if std::mem::take(&mut self.is_store_scheduled) {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::StoreTasks });
        }
        let Some(account) = account.filter(|_| self.needs_storing(account)) else { return };
        self.is_storage_stale = false;
        let mut records_by_board: IdMap<BoardRecords> = IdMap::default();
        for (card_id, dated) in self.dated.iter() {
            let Some(records) = boards.records_of(dated.board_id) else { continue };
            let board_records = records_by_board.get_or_insert_with(dated.board_id, || BoardRecords {
                version: 0,
                is_complete: false,
                board: boards.board_of(dated.board_id).cloned(),
                lists: records.lists.values().cloned().collect(),
                cards: vec![],
                items: vec![],
            });
            board_records.cards.extend(records.cards.get(card_id).cloned());
            board_records
                .items
                .extend(dated.reminders.iter().filter_map(|reminder| records.items.get(&reminder.item_id).cloned()));
        }
        let response = BoardsRecordsResponse { boards: records_by_board.into_values().collect() };
        ctx.write_idb(idb_key::tasks(account), json::json(&response));
    }

    /// Clears the state after a change of account. The stored tasks remain for their owner.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        if self.is_store_scheduled {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::StoreTasks });
        }
        let shown = std::mem::take(&mut self.mirrored);
        // The filter belongs to the page, which may stay open.
        let (filter, mirrored_filter) = (std::mem::take(&mut self.filter), std::mem::take(&mut self.mirrored_filter));
        let reminders = std::mem::take(&mut self.reminders);
        *self = Self { reminders, filter, mirrored_filter, ..Self::default() };
        if shown != self.mirrored {
            ctx.step.patches.push(Patch::TasksLoaded { tasks: json::json(&self.mirrored) });
        }
        self.publish_filter(ctx);
        self.reminders.reset(ctx);
    }
}
