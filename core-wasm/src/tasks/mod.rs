//! The dated cards of all boards (SPEC K1 to K8), and the reminders that call for them ([`reminders`], SPEC M1 to M8). Boards
//! in memory are taken as they stand there; of the others, what `GET /tasks/` told, with the person's own changes on top.

pub mod reminders;

use crate::board::due::{Today, reminder};
use crate::board::known::Load;
use crate::board::machine::Boards;
use crate::board::order::Ranked;
use crate::board::replica::Touched;
use crate::call::{Answer, Call, Purpose, Turn};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::http::BoardsRecordsAnswer;
use crate::protocol::id::{Id, IdMap};
use crate::protocol::patch::Patch;
use crate::protocol::record::{BoardRecords, Card, Priority};
use crate::protocol::stored::kept;
use crate::protocol::text::{CardTitle, Label};
use crate::protocol::time::{DueDate, Timestamp};
use crate::protocol::view::{LoadStatus, TaskView, TasksView};
use crate::sorted::sort_by;
use crate::sync::asking::Asking;
use crate::sync::outbox::Outbox;
use reminders::Reminders;

/// How long what the server told counts as fresh.
const FRESH_MILLISECONDS: i64 = 55 * 60_000;

/// How long after a change on an open board the dated cards are stored, in milliseconds: not at every move.
const KEEP_AFTER_MILLISECONDS: u32 = 2_000;

/// The dated cards, and what the mirror holds of them.
#[derive(Debug, Default)]
pub struct Tasks {
    status: LoadStatus,
    /// By card, those that are neither in the trash nor in the archive.
    dated: IdMap<Dated>,
    /// Whether the page has asked; before that the mirror is told nothing.
    is_asked: bool,
    /// Whether the page has asked in the input at hand.
    is_new: bool,
    /// Whether the mirror may hold something else.
    is_stale: bool,
    /// Whether what is stored may be something else.
    is_store_stale: bool,
    shown: TasksView,
    today: Today,
    reminders: Reminders,
    /// When the tasks were last asked for.
    asked_at: Option<Timestamp>,
    asking: Asking,
    /// Whether the alarm to store them is set.
    is_keeping: bool,
}

/// A dated card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dated {
    pub(crate) board_id: Id,
    pub(crate) list_id: Id,
    pub(crate) title: CardTitle,
    pub(crate) priority: Priority,
    pub(crate) due_date: Option<DueDate>,
    labels: Vec<Label>,
    /// Each with the minutes before and the moment at which it was made.
    pub(crate) reminders: Vec<(Id, i64, Timestamp)>,
}

impl Dated {
    fn of(boards: &Boards, board_id: Id, card: &Card) -> Option<Self> {
        if !card.is_in_use() {
            return None;
        }
        let items = boards.items_on(board_id, card.id);
        let mut reminders: Vec<(Id, i64, Timestamp)> =
            items.into_iter().filter_map(|item| Some((item.id, reminder(item)?, item.created_at))).collect();
        sort_by(&mut reminders, Ord::cmp);
        (card.due_date.is_some() || !reminders.is_empty()).then(|| Self {
            board_id,
            list_id: card.list_id,
            title: card.title.clone(),
            priority: card.priority,
            due_date: card.due_date.clone(),
            labels: card.labels.clone(),
            reminders,
        })
    }

    /// Whether both call at the same moments with the same words.
    fn calls_alike(&self, other: &Self) -> bool {
        (&self.title, &self.due_date, &self.reminders) == (&other.title, &other.due_date, &other.reminders)
            && (self.priority == Priority::Completed) == (other.priority == Priority::Completed)
    }

    /// Whether it is seen: neither its list nor its board lies in the trash.
    pub(crate) fn is_shown(&self, boards: &Boards) -> bool {
        let list = boards.records_of(self.board_id).and_then(|records| records.lists.get(&self.list_id));
        list.is_some_and(Ranked::is_in_use)
            && boards.board_of(self.board_id).is_some_and(|board| board.trashed_at.is_none())
    }
}

impl Tasks {
    /// What the mirror holds.
    pub fn view(&self) -> &TasksView {
        &self.shown
    }

    /// The page asks for the dated cards: what is known shows at once.
    pub fn load(&mut self, env: &Env, turn: &mut Turn) {
        (self.is_asked, self.is_stale, self.is_new) = (true, true, true);
        if self.status == LoadStatus::Failed {
            self.status = LoadStatus::Loading;
        }
        self.fetch(env, turn);
    }

    /// Asks the server.
    pub fn fetch(&mut self, env: &Env, turn: &mut Turn) {
        if self.asking.begin() {
            self.asked_at = Some(env.now);
            turn.calls.push(Call::get(Purpose::LoadTasks, "/tasks/"));
        }
    }

    /// Asks the server again, if it was asked before: something may have been missed.
    pub fn refresh(&mut self, env: &Env, turn: &mut Turn) {
        if self.asked_at.is_some() {
            self.asking.overtaken();
            self.fetch(env, turn);
        }
    }

    /// Something has changed at the server: an answer that is on its way may lack it.
    pub fn overtaken(&mut self) {
        self.asking.overtaken();
    }

    /// The dated cards have come, or have not.
    pub fn loaded(&mut self, answer: &Answer, boards: &mut Boards, outbox: &Outbox, env: &Env, turn: &mut Turn) {
        match (answer.read::<BoardsRecordsAnswer>(), answer) {
            (Ok(told), Answer::Arrived { body, .. }) => {
                let (is_shown, is_repeated) = self.asking.come();
                if is_repeated {
                    self.fetch(env, turn);
                }
                if !is_shown {
                    return;
                }
                if let Some(account) = outbox.owner() {
                    turn.keep(kept::tasks(account), body.clone());
                }
                boards.learn(Load::Tasks, told.boards, outbox);
                self.ready();
            }
            _ => {
                self.asking.failed();
                turn.log("Error fetching tasks");
                if self.status == LoadStatus::Loading {
                    self.status = LoadStatus::Failed;
                    self.is_stale = true;
                }
            }
        }
    }

    /// What is stored has come. The server may have told more already.
    pub fn restore(&mut self, text: &str, boards: &mut Boards, outbox: &Outbox, turn: &mut Turn) {
        match serde_json::from_str::<BoardsRecordsAnswer>(text) {
            Ok(_) if self.status == LoadStatus::Ready => {}
            Ok(told) => {
                boards.learn(Load::Tasks, told.boards, outbox);
                self.ready();
            }
            Err(_) => {
                if let Some(account) = outbox.owner() {
                    turn.set_aside(kept::tasks(account), text.to_owned());
                }
            }
        }
    }

    fn ready(&mut self) {
        self.status = LoadStatus::Ready;
        self.is_stale = true;
    }

    /// The reminders.
    pub fn reminders(&mut self) -> &mut Reminders {
        &mut self.reminders
    }

    /// The alarm of the reminders has gone off: looks for those whose moment has come, and asks the server for those that
    /// are not known here, once an hour.
    pub fn wake(&mut self, env: &Env, turn: &mut Turn) {
        self.reminders.wake(env);
        if self.asked_at.is_none_or(|asked| env.now.millis() - asked.millis() >= FRESH_MILLISECONDS) {
            self.fetch(env, turn);
        }
    }

    /// Follows what has changed on boards, and tells the mirror.
    pub fn follow(&mut self, touched: &[(Id, Touched)], boards: &Boards, outbox: &Outbox, env: &Env, turn: &mut Turn) {
        for (board_id, touched) in touched {
            if touched.is_all {
                self.look_again(*board_id, boards);
            } else {
                touched.cards.iter().for_each(|card_id| self.look_at(*board_id, *card_id, boards));
                if touched.is_board || !touched.lists.is_empty() {
                    self.is_stale = true;
                    self.reminders.is_stale |= touched.is_board || touched.is_in_or_out;
                }
            }
        }
        // While a board is open nobody sees the page of tasks, and a move on it must not go through all of them.
        if boards.is_any_open() && !std::mem::take(&mut self.is_new) {
            // The tab may be closed with the board open.
            if self.must_be_kept(outbox) && !std::mem::replace(&mut self.is_keeping, true) {
                turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Tasks, after: KEEP_AFTER_MILLISECONDS });
            }
            return;
        }
        self.keep(boards, outbox, turn);
        if !self.is_asked {
            return;
        }
        let today = Today::of(env.local());
        if std::mem::take(&mut self.is_stale) || today != self.today {
            self.today = today;
            let view = TasksView { status: self.status, tasks: self.views(boards) };
            if view != self.shown {
                turn.step.patches.push(Patch::TasksLoaded { tasks: crate::json(&view) });
                self.shown = view;
            }
        }
    }

    /// Calls the reminders whose moment has come.
    pub fn remind(&mut self, boards: &Boards, outbox: &Outbox, env: &Env, turn: &mut Turn) {
        self.reminders.follow(&self.dated, boards, outbox, env, turn);
    }

    fn look_again(&mut self, board_id: Id, boards: &Boards) {
        self.dated.retain(|_, dated| dated.board_id != board_id);
        (self.is_stale, self.is_store_stale, self.reminders.is_stale) = (true, true, true);
        let Some(records) = boards.records_of(board_id) else { return };
        let with_reminder: IdMap<()> =
            records.items.values().filter(|item| reminder(item).is_some()).map(|item| (item.card_id, ())).collect();
        for card in records.cards.values() {
            if card.due_date.is_some() || with_reminder.contains_key(&card.id) {
                self.dated.extend(Dated::of(boards, board_id, card).map(|dated| (card.id, dated)));
            }
        }
    }

    fn look_at(&mut self, board_id: Id, card_id: Id, boards: &Boards) {
        let card = boards.records_of(board_id).and_then(|records| records.cards.get(&card_id));
        let now = card.and_then(|card| Dated::of(boards, board_id, card));
        let before = self.dated.get(&card_id);
        if before == now.as_ref() {
            return;
        }
        self.reminders.is_stale |= !before.zip(now.as_ref()).is_some_and(|(before, now)| before.calls_alike(now));
        (self.is_stale, self.is_store_stale) = (true, true);
        match now {
            Some(now) => _ = self.dated.insert(card_id, now),
            None => _ = self.dated.remove(&card_id),
        }
    }

    /// By due date, those without one last; what is due in one minute by title.
    fn views(&self, boards: &Boards) -> Vec<TaskView> {
        let view = |(card_id, dated): (&Id, &Dated)| {
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
                labels: dated.labels.clone(),
                group: self.today.group(dated.due_date.as_ref()),
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

    fn must_be_kept(&self, outbox: &Outbox) -> bool {
        outbox.owner().is_some() && self.status == LoadStatus::Ready && self.is_store_stale
    }

    /// Stores the dated cards as they stand, for the next time without a network (SPEC K4). What is unsent among it is put on
    /// top again then, which changes nothing.
    pub fn keep(&mut self, boards: &Boards, outbox: &Outbox, turn: &mut Turn) {
        if std::mem::take(&mut self.is_keeping) {
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Tasks });
        }
        let Some(account) = outbox.owner().filter(|_| self.must_be_kept(outbox)) else { return };
        self.is_store_stale = false;
        let mut told: IdMap<BoardRecords> = IdMap::default();
        for (card_id, dated) in &self.dated {
            let Some(records) = boards.records_of(dated.board_id) else { continue };
            let told = told.entry(dated.board_id).or_insert_with(|| BoardRecords {
                version: 0,
                is_complete: false,
                board: boards.board_of(dated.board_id).cloned(),
                lists: records.lists.values().cloned().collect(),
                cards: vec![],
                items: vec![],
            });
            told.cards.extend(records.cards.get(card_id).cloned());
            told.items.extend(dated.reminders.iter().filter_map(|(id, ..)| records.items.get(id).cloned()));
        }
        let answer = BoardsRecordsAnswer { boards: told.into_values().collect() };
        turn.keep(kept::tasks(account), crate::json(&answer));
    }

    /// Forgets everything: somebody else is signed in now. What is stored stays for its owner.
    pub fn forget(&mut self, turn: &mut Turn) {
        if self.is_keeping {
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Tasks });
        }
        let shown = std::mem::take(&mut self.shown);
        *self = Self::default();
        if shown != self.shown {
            turn.step.patches.push(Patch::TasksLoaded { tasks: crate::json(&self.shown) });
        }
        self.reminders.forget(turn);
    }
}
