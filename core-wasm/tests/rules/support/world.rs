//! A device and its servers with random actions. The numbers of an [`Action`] select what happens and which of the
//! existing objects it affects, so any sequence of numbers is a valid run.

use super::device::{Device, Request};
use super::server::Server;
use super::{MORNING, ada, ben, id, intent, refusal, signed_in, user};
use core_wasm::app::Input;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::NoteChange;
use core_wasm::protocol::op::{BoardOp, CardEdit, Change, ListEdit};
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::BoardStatus;
use serde_json::{Value, json};

/// The kind of an action, and three numbers that it may use.
pub(crate) type Action = (ActionKind, u8, u8, u8);

#[derive(Clone, Copy, Debug)]
pub(crate) enum ActionKind {
    AddBoard,
    OpenBoard,
    CloseBoard,
    EditBoard,
    DeleteBoard,
    AddList,
    MoveList,
    EditList,
    DeleteList,
    AddCard,
    MoveCard,
    EditCard,
    DeleteCard,
    UseCard,
    UseItem,
    UsePages,
    UseNotes,
    Load,
    UseTimer,
    UseSession,
    Choose,
    Nonsense,
    Answer,
    AnswerLate,
    LoseRequest,
    LoseAnswer,
    AnswerStrangely,
    RefuseOp,
    ChangeElsewhere,
    Wake,
    RingAlarm,
    TimePasses,
    Reload,
    EndSession,
    LogOut,
    LogIn,
}

/// Actions of one user on one device, including network faults.
pub(crate) const ON_ONE_ACCOUNT: &[ActionKind] = &[
    ActionKind::AddBoard,
    ActionKind::OpenBoard,
    ActionKind::OpenBoard,
    ActionKind::EditBoard,
    ActionKind::AddList,
    ActionKind::AddList,
    ActionKind::MoveList,
    ActionKind::EditList,
    ActionKind::DeleteList,
    ActionKind::AddCard,
    ActionKind::AddCard,
    ActionKind::AddCard,
    ActionKind::MoveCard,
    ActionKind::MoveCard,
    ActionKind::MoveCard,
    ActionKind::EditCard,
    ActionKind::EditCard,
    ActionKind::DeleteCard,
    ActionKind::Answer,
    ActionKind::Answer,
    ActionKind::Answer,
    ActionKind::AnswerLate,
    ActionKind::LoseRequest,
    ActionKind::LoseAnswer,
    ActionKind::RefuseOp,
    ActionKind::ChangeElsewhere,
    ActionKind::ChangeElsewhere,
    ActionKind::Wake,
    ActionKind::RingAlarm,
    ActionKind::Reload,
];

/// All actions, including invalid intents, other accounts and all other pages.
pub(crate) const ANYTHING: &[ActionKind] = &[
    ActionKind::AddBoard,
    ActionKind::OpenBoard,
    ActionKind::OpenBoard,
    ActionKind::CloseBoard,
    ActionKind::EditBoard,
    ActionKind::DeleteBoard,
    ActionKind::AddList,
    ActionKind::AddList,
    ActionKind::MoveList,
    ActionKind::EditList,
    ActionKind::DeleteList,
    ActionKind::AddCard,
    ActionKind::AddCard,
    ActionKind::AddCard,
    ActionKind::MoveCard,
    ActionKind::MoveCard,
    ActionKind::EditCard,
    ActionKind::DeleteCard,
    ActionKind::UseCard,
    ActionKind::UseCard,
    ActionKind::UseItem,
    ActionKind::UsePages,
    ActionKind::UsePages,
    ActionKind::UseNotes,
    ActionKind::UseNotes,
    ActionKind::UseNotes,
    ActionKind::Load,
    ActionKind::UseTimer,
    ActionKind::UseSession,
    ActionKind::Choose,
    ActionKind::Nonsense,
    ActionKind::Answer,
    ActionKind::Answer,
    ActionKind::Answer,
    ActionKind::Answer,
    ActionKind::AnswerLate,
    ActionKind::LoseRequest,
    ActionKind::LoseAnswer,
    ActionKind::AnswerStrangely,
    ActionKind::RefuseOp,
    ActionKind::ChangeElsewhere,
    ActionKind::ChangeElsewhere,
    ActionKind::Wake,
    ActionKind::RingAlarm,
    ActionKind::TimePasses,
    ActionKind::Reload,
    ActionKind::EndSession,
    ActionKind::LogOut,
    ActionKind::LogIn,
];

/// A device and the server's data of two accounts.
pub(crate) struct World {
    pub(crate) device: Device,
    pub(crate) servers: [Server; 2],
    made: u64,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { device: signed_in(ada()), servers: [Server::new(ada()), Server::new(ben())], made: 0 }
    }

    /// Returns the server's data of the account that a request belongs to.
    fn server_of(&mut self, request: &Request) -> &mut Server {
        let bearer = request.bearer.as_deref().and_then(core_wasm::session::token::claims);
        let is_bens = match bearer {
            Some(claims) => claims.account == ben(),
            None => request
                .body
                .as_deref()
                .is_some_and(|body| body.contains("ben@example.com") || body.contains(&ben().to_string())),
        };
        &mut self.servers[usize::from(is_bens)]
    }

    fn answer_of(&mut self, request: &Request) -> ApiResponse {
        let now = self.device.now;
        self.server_of(request).response_to(request, now)
    }

    /// Responds to the request at an index.
    fn settle(&mut self, place: usize) {
        if let Some(request) = self.device.requests.get(place).cloned() {
            let response = self.answer_of(&request);
            self.device.respond_to(request.id, response);
        }
    }

    /// Responds to all requests, and lets failed ones be retried, until nothing is pending.
    pub(crate) fn drain_requests(&mut self) {
        for _ in 0..3 {
            while !self.device.requests.is_empty() {
                self.settle(0);
            }
            self.device.feed(Input::Online);
        }
        while !self.device.requests.is_empty() {
            self.settle(0);
        }
    }

    pub(crate) fn perform(&mut self, (what, a, b, c): Action) {
        let [a, b, c] = [a, b, c].map(usize::from);
        match what {
            ActionKind::Answer => self.settle(0),
            ActionKind::AnswerLate => self.settle(a % self.device.requests.len().max(1)),
            ActionKind::LoseRequest => self.without_answer(a, false),
            ActionKind::LoseAnswer => self.without_answer(a, true),
            ActionKind::AnswerStrangely => self.answer_strangely(a, b),
            ActionKind::RefuseOp => self.refuse_op(a),
            ActionKind::ChangeElsewhere => self.apply_remote_change(a, b, c),
            ActionKind::Wake => _ = self.device.feed(Input::Online),
            ActionKind::RingAlarm => {
                let alarm = [Alarm::Clock, Alarm::Timer, Alarm::WelcomeEnd, Alarm::Outbox][a % 4];
                if self.device.alarms.contains_key(&alarm) {
                    self.device.fire_alarm(alarm);
                }
            }
            ActionKind::TimePasses => self.device.now += b as i64 * 60_000,
            ActionKind::Reload => self.device.reload(["/app", "/app/b", "/", "/auth"][a % 4]),
            ActionKind::EndSession => {
                let keys = ["access_token", "refresh_token"];
                keys.iter().for_each(|key| self.device.store_in_other_tab(key, None));
            }
            ActionKind::LogIn => {
                let email = user(if a % 2 == 0 { ada() } else { ben() }).email;
                _ = self
                    .device
                    .try_dispatch(intent(json!({ "type": "log_in", "email": email, "password": "correct horse" })));
            }
            what => {
                if let Some(value) = self.intent(what, a, b, c) {
                    _ = self.device.try_dispatch(intent(value));
                }
            }
        }
    }

    fn intent(&self, what: ActionKind, a: usize, b: usize, c: usize) -> Option<Value> {
        let shown = self.device.snapshot();
        let board = |n: usize| shown.boards.get(n % shown.boards.len().max(1));
        let open = shown.open_board.as_ref().filter(|_| shown.open_status == BoardStatus::Ready);
        let list = |n: usize| open.and_then(|open| open.lists.get(n % open.lists.len().max(1))).map(|list| list.id);
        let card = |n: usize| open.and_then(|open| open.cards.get(n % open.cards.len().max(1))).map(|card| card.id);
        let text = ["Beans", "", "  ", "Kräuter & \"Kohl\"", "x\u{0}", "Ende\u{301}"][b % 6];
        let path = ["/app/b", "/auth?type=login", "/"][b % 3];
        Some(match what {
            ActionKind::AddBoard => json!({ "type": "add_board", "name": text }),
            ActionKind::OpenBoard => json!({ "type": "open_board", "slug": board(a)?.slug }),
            ActionKind::CloseBoard => json!({ "type": "close_board" }),
            ActionKind::EditBoard => {
                let (field, value) = [
                    ("name", json!(text)),
                    ("favorite", json!(b.is_multiple_of(2))),
                    ("description", json!(text)),
                    ("color", if b.is_multiple_of(2) { json!("#4caf50") } else { Value::Null }),
                ][c % 4]
                    .clone();
                json!({ "type": "edit_board", "board_id": board(a)?.id, "edits": [{ "field": field, "value": value }] })
            }
            ActionKind::DeleteBoard => json!({ "type": "delete_board", "board_id": board(a)?.id }),
            ActionKind::AddList => json!({ "type": "add_list", "name": text }),
            ActionKind::MoveList => json!({ "type": "move_list", "list_id": list(a)?, "index": b % 5 }),
            ActionKind::EditList => {
                json!({ "type": "edit_list", "list_id": list(a)?, "edit": { "field": "name", "value": text } })
            }
            ActionKind::DeleteList => json!({ "type": "delete_list", "list_id": list(a)? }),
            ActionKind::AddCard => json!({ "type": "add_card", "list_id": list(a)?, "title": text, "priority": "medium" }),
            ActionKind::MoveCard => {
                json!({ "type": "move_card", "card_id": card(a)?, "list_id": list(b)?, "index": c % 7 })
            }
            ActionKind::EditCard => {
                let (field, value) = [
                    ("title", json!(text)),
                    ("description", json!(text)),
                    ("priority", json!("completed")),
                    ("labels", json!([text, "urgent", text])),
                    ("due_date", json!("2026-03-03T09:00")),
                    ("due_date", Value::Null),
                ][c % 6]
                    .clone();
                json!({ "type": "edit_card", "card_id": card(a)?, "edits": [{ "field": field, "value": value }] })
            }
            ActionKind::DeleteCard => json!({ "type": "delete_card", "card_id": card(a)? }),
            ActionKind::UseCard => [
                json!({ "type": "open_card", "card_id": card(a)? }),
                json!({ "type": "close_card" }),
                json!({ "type": "archive_card", "card_id": card(a)? }),
                json!({ "type": "add_subtask", "card_id": card(a)?, "title": text }),
                json!({ "type": "add_comment", "card_id": card(a)?, "text": text }),
                json!({ "type": "add_reminder", "card_id": card(a)?, "minutes_before": b }),
                json!({ "type": "load_activity" }),
                json!({ "type": "set_label_color", "label": "urgent", "color": "#4caf50" }),
            ][c % 8]
                .clone(),
            ActionKind::UseItem => {
                let open = shown.open_card.as_ref()?;
                let subtasks = open.subtasks.iter().map(|it| it.id).chain(open.comments.iter().map(|it| it.id));
                let items: Vec<Id> = subtasks.chain(open.reminders.iter().map(|it| it.id)).collect();
                let item = items.get(a % items.len().max(1))?;
                [
                    json!({ "type": "move_subtask", "item_id": item, "index": b % 4 }),
                    json!({ "type": "edit_item", "item_id": item, "edit": { "field": "done", "value": b.is_multiple_of(2) } }),
                    json!({ "type": "edit_item", "item_id": item, "edit": { "field": "text", "value": text } }),
                    json!({ "type": "edit_item", "item_id": item, "edit": { "field": "minutes_before", "value": b } }),
                    json!({ "type": "delete_item", "item_id": item }),
                ][c % 5]
                    .clone()
            }
            ActionKind::UsePages => [
                json!({ "type": "undo", "change_id": null }),
                json!({ "type": "redo" }),
                json!({ "type": "set_filter", "filter": { "text": text, "labels": [], "priorities": [], "due": null } }),
                json!({ "type": "set_filter", "filter": { "text": "", "labels": ["urgent"], "priorities": [], "due": null } }),
                json!({ "type": "set_filter", "filter": { "text": "", "labels": [], "priorities": ["low"], "due": "today" } }),
                json!({ "type": "set_filter", "filter": null }),
                json!({ "type": "load_tasks" }),
                json!({ "type": "load_trash" }),
                json!({ "type": "save_draft", "key": text, "text": text }),
                json!({ "type": "discard_draft", "key": text }),
                json!({ "type": "complete_task", "board_id": shown.tasks.tasks.first().map_or(id(9), |task| task.board_id),
                    "card_id": shown.tasks.tasks.first().map_or(id(9), |task| task.card_id) }),
                json!({ "type": "set_due_date", "board_id": shown.tasks.tasks.first().map_or(id(9), |task| task.board_id),
                    "card_id": shown.tasks.tasks.first().map_or(id(9), |task| task.card_id), "due_date": "2026-03-05" }),
                json!({ "type": "restore_card", "board_id": shown.trash.entries.first().map_or(id(9), |entry| entry.board_id),
                    "card_id": shown.trash.entries.first().map_or(id(9), |entry| entry.id) }),
            ][c % 13]
                .clone(),
            ActionKind::UseNotes => {
                let notes = &shown.notes.notes;
                let note = notes.get(a % notes.len().max(1)).map_or(id(9), |note| note.id);
                let open = shown.notes.open.as_ref();
                let of_open = open.map_or(note, |open| open.id);
                let other = |open: &core_wasm::protocol::note::NoteView| {
                    open.apart.iter().chain(open.versions.iter().flatten()).map(|version| version.save_id).nth(b % 3)
                };
                let save_id = open.and_then(other).unwrap_or(id(9));
                let edition = open.map_or(0, |open| open.edition.saturating_sub(c as u32 % 2));
                [
                    json!({ "type": "load_notes" }),
                    json!({ "type": "open_note", "note_id": note }),
                    json!({ "type": "open_note", "note_id": id(20_000 + a as u64 % 3) }),
                    json!({ "type": "edit_note", "note_id": of_open, "document": super::document(text), "edition": edition }),
                    json!({ "type": "edit_note", "note_id": of_open, "document": super::document(text), "edition": edition }),
                    json!({ "type": "edit_note", "note_id": note, "document": text, "edition": edition }),
                    json!({ "type": "pin_note", "note_id": note }),
                    json!({ "type": "unpin_note", "note_id": note }),
                    json!({ "type": "trash_note", "note_id": note }),
                    json!({ "type": "restore_note", "note_id": note }),
                    json!({ "type": "search_notes", "query": text }),
                    json!({ "type": "load_note_versions" }),
                    json!({ "type": "show_note_version", "save_id": if c.is_multiple_of(2) { json!(save_id) } else { Value::Null } }),
                    json!({ "type": "use_note_version", "save_id": save_id }),
                    json!({ "type": "put_note_version_away", "save_id": save_id }),
                    json!({ "type": "export_note", "note_id": note }),
                    json!({ "type": "close_note" }),
                    json!({ "type": "add_note" }),
                ][c % 18]
                    .clone()
            }
            ActionKind::Load => [
                json!({ "type": "load_boards" }),
                json!({ "type": "load_stats" }),
                json!({ "type": "load_sessions" }),
                json!({ "type": "load_more_sessions" }),
                json!({ "type": "load_breakdown", "period": (["week", "year", "all"][b % 3]) }),
                json!({ "type": "show_week", "weeks_ago": (b % 4) }),
                json!({ "type": "show_year", "year": (2020 + b % 8) }),
                json!({ "type": "export_sessions", "format": (["csv", "json"][b % 2]) }),
            ][a % 8]
                .clone(),
            ActionKind::UseSession => {
                let sessions = &shown.focus_sessions.sessions;
                let session = sessions.get(a % sessions.len().max(1)).map_or(id(9), |session| session.id);
                let start = Timestamp::from_millis(self.device.now - b as i64 * 600_000);
                let entry = json!({ "start": start, "utc_offset": 60, "minutes": c % 70, "board_id": null, "card_id": null });
                [
                    json!({ "type": "add_session", "session": entry }),
                    json!({ "type": "edit_session", "session_id": session, "session": entry }),
                    json!({ "type": "delete_session", "session_id": session }),
                ][a % 3]
                    .clone()
            }
            ActionKind::UseTimer => {
                let card = shown.open_board.as_ref().and_then(|open| Some((open.board.id, open.cards.get(b % open.cards.len().max(1))?.id)));
                match (a % 7, card) {
                    (6, Some((board, card))) => json!({ "type": "focus_card", "board_id": board, "card_id": card }),
                    (kind, _) => {
                        let kinds = ["start_timer", "pause_timer", "reset_timer", "skip_timer", "finish_timer", "clear_timer_card"];
                        json!({ "type": kinds[kind % 6] })
                    }
                }
            }
            ActionKind::Choose => [
                json!({ "type": "set_theme", "theme": if b.is_multiple_of(2) { "light" } else { "dark" } }),
                json!({ "type": "set_focus_time", "minutes": b }),
                json!({ "type": "visit", "path": path }),
                json!({ "type": "continue" }),
            ][a % 4]
                .clone(),
            ActionKind::LogOut => json!({ "type": "log_out", "discard_unsent": a.is_multiple_of(2) }),
            ActionKind::Nonsense => [
                json!({ "type": "move_card", "card_id": id(b as u64), "list_id": id(c as u64), "index": 0 }),
                json!({ "type": "delete_board", "board_id": id(b as u64) }),
                json!({ "type": "open_board", "slug": "no/such board" }),
                json!({ "type": "start", "path": "/app", "time_zone": "Nowhere" }),
                json!({ "type": "type_timer_field", "field": "minutes", "text": "soon" }),
            ][a % 5]
                .clone(),
            _ => return None,
        })
    }

    fn without_answer(&mut self, place: usize, reaches_the_server: bool) {
        if let Some(request) = self.device.requests.get(place % self.device.requests.len().max(1)).cloned() {
            if reaches_the_server {
                self.answer_of(&request);
            }
            self.device.respond_to(request.id, ApiResponse::NetworkError);
        }
    }

    fn answer_strangely(&mut self, place: usize, how: usize) {
        if let Some(request) = self.device.requests.get(place % self.device.requests.len().max(1)).cloned() {
            let (status, body) = [
                (500, String::new()),
                (200, "<html>".to_owned()),
                (401, refusal("token_expired").to_string()),
                (401, "<html>".to_owned()),
                (404, refusal("not_found").to_string()),
                (422, refusal("name_too_long").to_string()),
                (429, String::new()),
                (200, "{}".to_owned()),
            ][how % 8]
                .clone();
            self.device.respond_to(request.id, ApiResponse::Received { status, body });
        }
    }

    /// Makes the server refuse one of the ops in flight from now on.
    fn refuse_op(&mut self, which: usize) {
        let batch = self.device.requests.iter().find(|request| request.path.ends_with("/ops/")).cloned();
        if let Some(batch) = batch {
            let ops: Vec<BoardOp> = serde_json::from_value(batch.json()["ops"].clone()).expect("ops");
            let refused = ops[which % ops.len()].id;
            self.server_of(&batch).refused_ops.insert(refused);
        }
    }

    /// Applies a change from another device to a board on the server.
    fn apply_remote_change(&mut self, a: usize, b: usize, c: usize) {
        self.made += 1;
        let (made, at) = (id(10_000 + self.made), Timestamp::from_millis(MORNING));
        let server = &mut self.servers[0];
        if c.is_multiple_of(4)
            && let Some(note_id) = server.notes.notes.keys().nth(a % server.notes.notes.len().max(1)).copied()
        {
            let base = server.notes.notes[&note_id].note.save_id;
            let base = b.is_multiple_of(2).then_some(base);
            let document = super::document("Theirs");
            let save = NoteChange::Save { save_id: made, base, document, edited_at: at, goes_on: true };
            match b % 7 {
                6 => server.notes.remove(note_id),
                _ => _ = server.notes.change(note_id, save, MORNING).expect("saves are accepted"),
            }
            return;
        }
        let Some((board_id, board)) = server.boards.iter().nth(a % server.boards.len().max(1)) else { return };
        let (board_id, records) = (*board_id, &board.records);
        let sorted = |mut ids: Vec<Id>| {
            ids.sort_unstable();
            ids
        };
        let lists = sorted(records.lists.keys().copied().collect());
        let cards = sorted(records.cards.keys().copied().collect());
        let list = |n: usize| lists.get(n % lists.len().max(1)).copied();
        let card = |n: usize| cards.get(n % cards.len().max(1)).copied();
        let rank = ["80", "8080", "10", "f0", "8101"][c % 5].to_owned();
        let change = || {
            Some(match b % 12 {
                0 => Change::AddList { list_id: made, name: "Theirs".to_owned(), rank },
                1 | 2 => Change::AddCard {
                    card_id: made,
                    list_id: list(c)?,
                    rank,
                    title: "Theirs".to_owned(),
                    priority: Priority::Low,
                },
                3 | 4 => Change::MoveCard { card_id: card(c)?, list_id: list(a + c)?, rank },
                5 => Change::EditCard { card_id: card(c)?, edit: CardEdit::Title("Theirs".to_owned()) },
                6 => Change::EditCard { card_id: card(c)?, edit: CardEdit::Description("Theirs".to_owned()) },
                7 => Change::TrashCard { card_id: card(c)? },
                8 => Change::RestoreCard { card_id: card(c)? },
                9 => Change::TrashList { list_id: list(c)? },
                10 => Change::RestoreList { list_id: list(c)? },
                _ => Change::EditList { list_id: list(c)?, edit: ListEdit::Name("Theirs".to_owned()) },
            })
        };
        if let Some(change) = change() {
            server.run(board_id, &[BoardOp { id: made, at, change }]).expect("the board is there");
        }
    }
}
