//! An in-memory server that works like the real one: it uses the core's reducer, versions, and ops with unique ids.

use super::device::{Device, Request};
use super::notes::ServerNotes;
use super::{access_token, refusal, user};
use core_wasm::board::due::reminder_minutes;
use core_wasm::board::first_screen::first_screen;
use core_wasm::board::policy;
use core_wasm::board::reduce::{self, Applied, Record, Records};
use core_wasm::board::slug::slug;
use core_wasm::prefs::{apply, check, effective_goal_day};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{
    CreateBoardRequest, OpResult, OpStatus, OpsRequest, OpsResponse, Preferences, PreferencesUpdate, User,
};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, CardEdit, Change};
use core_wasm::protocol::record::{Board, BoardRecords, Card, FocusSession};
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::sharing::{Member, Role};
use core_wasm::protocol::text::BoardName;
use core_wasm::protocol::time::{Timestamp, local_day};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A board on the server.
pub(crate) struct ServerBoard {
    pub(crate) records: Records,
    pub(crate) version: i64,
    /// The version that last changed each record. The board's own record has the id of the board.
    written: HashMap<Id, i64>,
    pub(crate) known: HashSet<Id>,
    /// The version at which records last left the board.
    purged_version: i64,
    /// The members, with what only they see of the board; empty if the server knows a single account.
    pub(crate) people: BTreeMap<Id, Person>,
}

/// A member of a board.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) role: Role,
    pub(crate) is_favorite: bool,
    pub(crate) collapsed: BTreeSet<Id>,
}

impl Person {
    pub(crate) fn new(role: Role) -> Self {
        Self { role, is_favorite: false, collapsed: BTreeSet::new() }
    }
}

/// The server with the data of one account.
pub(crate) struct Server {
    pub(crate) account: Id,
    pub(crate) boards: BTreeMap<Id, ServerBoard>,
    pub(crate) notes: ServerNotes,
    /// The focus sessions, including deleted ones.
    pub(crate) sessions: Vec<FocusSession>,
    /// The user's preferences.
    pub(crate) preferences: Preferences,
    /// When the user's day begins, in minutes after midnight.
    pub(crate) day_start_minutes: i64,
    /// The ids of ops that the server refuses.
    pub(crate) refused_ops: HashSet<Id>,
    /// Whether boards have members, as on the real server. Otherwise they all belong to the account.
    pub(crate) has_members: bool,
    renewals: u32,
}

impl Server {
    pub(crate) fn new(account: Id) -> Self {
        Self {
            account,
            boards: BTreeMap::new(),
            notes: ServerNotes::default(),
            sessions: vec![],
            preferences: Preferences { time_zone: "Europe/Berlin".to_owned(), ..Preferences::default() },
            day_start_minutes: 0,
            refused_ops: HashSet::new(),
            has_members: false,
            renewals: 0,
        }
    }

    /// Handles a device's request and responds to it.
    pub(crate) fn respond(&mut self, device: &mut Device, request: &Request) {
        let response = self.response_to(request, device.now);
        device.respond_to(request.id, response);
    }

    /// Handles a request and returns the response.
    pub(crate) fn response_to(&mut self, request: &Request, now: i64) -> ApiResponse {
        let (status, body) = self.route(request, now).unwrap_or_else(|code| {
            let status = match code {
                "not_found" | "unknown_note" => 404,
                "bad_query" | "bad_body" => 400,
                _ => 422,
            };
            (status, refusal(code))
        });
        ApiResponse::Received { status, body: body.to_string() }
    }

    fn route(&mut self, request: &Request, now: i64) -> Result<(u16, Value), &'static str> {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let body = match (request.method.as_str(), parts.as_slice()) {
            ("POST", ["auth", "refresh"]) => {
                self.renewals += 1;
                let token = access_token(self.account, now + super::TOKEN_LIFETIME_MS);
                json!({ "access_token": token, "refresh_token": format!("refresh-{}-{}", self.renewals, self.account) })
            }
            ("POST", ["auth", "login" | "signup"]) => {
                let token = access_token(self.account, now + super::TOKEN_LIFETIME_MS);
                let refresh_token = format!("refresh-0-{}", self.account);
                json!({ "access_token": token, "refresh_token": refresh_token, "user": [user(self.account)] })
            }
            ("POST", ["auth", _]) => json!({ "message": "Done." }),
            ("GET", ["user"]) => json!({ "user": [user(self.account)] }),
            ("GET", ["preferences"]) => json!(self.preferences),
            ("PUT", ["preferences"]) => {
                let update = serde_json::from_value(request.json()).expect("an update");
                json!(self.choose(update, now)?)
            }
            ("GET", ["boards", id, "focus-time"])
                if Id::parse(id)
                    .and_then(|id| self.boards.get(&id))
                    .is_some_and(|board| !board.is_visible_to(self.account)) =>
            {
                return Err("not_found");
            }
            (_, ["focus-sessions" | "focus-days", ..]) | ("GET", ["boards", _, "focus-time"]) => {
                self.focus(&request.method, &parts, query, request.body.as_deref(), now)?
            }
            (_, ["notes", ..]) => self.notes.route(&request.method, &parts, query, request.body.as_deref(), now)?,
            ("GET", ["boards", "get-boards"]) => {
                json!(self.in_use().map(|board| board.own_record(self.account)).collect::<Vec<_>>())
            }
            ("GET", ["tasks"]) => {
                json!({ "boards": self.in_use().map(|board| board.dated(self.account)).collect::<Vec<_>>() })
            }
            ("POST", ["boards", "create-board"]) => {
                let create: CreateBoardRequest = serde_json::from_value(request.json()).expect("a board to create");
                let account = self.account;
                json!({ "board": self.create(&create).own_record(account) })
            }
            ("POST", ["boards", "import-records"]) => {
                let records: BoardRecords = serde_json::from_value(request.json()).expect("the records of a board");
                let account = self.account;
                json!({ "board": self.import(records).own_record(account) })
            }
            ("POST", ["boards", id, "ops"]) => {
                let OpsRequest { ops } = serde_json::from_value(request.json()).expect("a batch of ops");
                json!(self.run(Id::parse(id).ok_or("not_found")?, &ops)?)
            }
            // Nobody shares the focus time.
            ("GET", ["boards", _, "cards", _, "focus-time"]) => json!({ "members": [] }),
            ("GET", ["boards", slug, "first-screen"]) => {
                let board = self.with_slug(slug)?;
                let is_shown = |card: &&Card| card.trashed_at.or(card.archived_at).is_none();
                let shown = || board.records.cards.values().filter(is_shown);
                let card_count = |list_id| shown().filter(|card| card.list_id == list_id).count();
                json!(first_screen(board.since_for(self.account, -1), card_count))
            }
            ("GET", ["boards", slug, "changes"]) if query.is_empty() => {
                json!(self.with_slug(slug)?.since_for(self.account, -1))
            }
            ("GET", ["boards", id, "changes"]) => {
                let since = query.strip_prefix("since=").and_then(|since| since.parse().ok()).expect("a version");
                let board = self.boards.get(&Id::parse(id).ok_or("not_found")?);
                let board = board.filter(|board| board.is_visible_to(self.account)).ok_or("not_found")?;
                json!(board.since_for(self.account, since))
            }
            _ => return Err("not_found"),
        };
        Ok((200, body))
    }

    /// Returns the boards of the account that are in use.
    fn in_use(&self) -> impl Iterator<Item = &ServerBoard> {
        let boards = self.boards.values().filter(|board| board.is_visible_to(self.account));
        boards.filter(|board| board.records.board.trashed_at.is_none())
    }

    fn with_slug(&self, slug: &str) -> Result<&ServerBoard, &'static str> {
        let mut boards = self.boards.values().filter(|board| board.is_visible_to(self.account));
        boards.find(|board| board.records.board.slug.as_str() == slug).ok_or("not_found")
    }

    /// Changes preferences, for a user at one hour east of UTC.
    fn choose(&mut self, mut update: PreferencesUpdate, now: i64) -> Result<&Preferences, &'static str> {
        check(&update).map_err(|code| code.as_str())?;
        let day_start = update.day_start_minutes.unwrap_or(self.preferences.day_start_minutes);
        let today = local_day(Timestamp::from_millis(now), 60, day_start);
        let day = effective_goal_day(update.mins_for_streak_from, &self.preferences.goals, today);
        update.mins_for_streak_from = Some(day);
        apply(&mut self.preferences, &update);
        Ok(&self.preferences)
    }

    /// Creates a board, or returns the existing one with this id.
    pub(crate) fn create(&mut self, request: &CreateBoardRequest) -> &ServerBoard {
        let id = request.id.as_deref().and_then(Id::parse).expect("the core makes the id");
        let name = BoardName::parse(&request.name).expect("the core has checked the name");
        let people = self.has_members.then(|| (self.account, Person::new(Role::Owner)));
        self.boards.entry(id).or_insert_with(|| ServerBoard {
            records: Records::new(reduce::new_board(id, name.clone(), slug(&name, id, 4))),
            version: 1,
            written: HashMap::from([(id, 1)]),
            known: HashSet::new(),
            purged_version: 0,
            people: people.into_iter().collect(),
        })
    }

    /// Creates a board with everything on it, or returns the existing one with this id.
    fn import(&mut self, records: BoardRecords) -> &ServerBoard {
        let mut imported = Records::new(records.board.expect("it has the board's record"));
        imported.lists = records.lists.into_iter().map(|list| (list.id, list)).collect();
        imported.cards = records.cards.into_iter().map(|card| (card.id, card)).collect();
        imported.items = records.items.into_iter().map(|item| (item.id, item)).collect();
        let id = imported.board.id;
        let people = self.has_members.then(|| (self.account, Person::new(Role::Owner)));
        let others = imported.lists.keys().chain(imported.cards.keys()).chain(imported.items.keys());
        let written = others.chain([&id]).map(|id| (*id, 1)).collect();
        self.boards.entry(id).or_insert_with(|| ServerBoard {
            records: imported,
            version: 1,
            written,
            known: HashSet::new(),
            purged_version: 0,
            people: people.into_iter().collect(),
        })
    }

    /// Applies a batch of ops that arrived over the network.
    pub(crate) fn run(&mut self, board_id: Id, ops: &[BoardOp]) -> Result<OpsResponse, &'static str> {
        let account = self.account;
        let visible = self.boards.get(&board_id).filter(|board| board.is_visible_to(account));
        visible.ok_or("not_found")?;
        let mut board = self.boards.remove(&board_id).expect("it is there");
        board.show_to(account);
        let mut results = vec![];
        // Moves to the same board make one version together, and so do the ops between them.
        for part in ops.chunk_by(|one, other| one.change.other_board() == other.change.other_board()) {
            let other = part.first().and_then(|op| op.change.other_board());
            let next = board.version + 1;
            let next_of_other = other.and_then(|id| self.boards.get(&id)).map_or(0, |other| other.version + 1);
            for op in part {
                let (status, code) = if board.known.contains(&op.id) {
                    (OpStatus::Duplicate, None)
                } else if self.refused_ops.contains(&op.id) {
                    (OpStatus::Refused, Some(ErrorCode::UnknownCard))
                } else {
                    let applied = match other {
                        Some(other) => self.move_to(other, &mut board, op),
                        None => board.check(&op.change).and_then(|()| reduce::apply(&mut board.records, op)),
                    };
                    match applied {
                        Ok(applied) => {
                            board.known.insert(op.id);
                            match other {
                                Some(other) => {
                                    (board.version, board.purged_version) = (next, next);
                                    let other = self.boards.get_mut(&other).expect("the other board exists");
                                    other.on_changed(&applied, next_of_other);
                                    // What members watch may have changed, too.
                                    other.written.insert(other.records.board.id, next_of_other);
                                }
                                None => board.on_changed(&applied, next),
                            }
                            (OpStatus::Applied, None)
                        }
                        Err(code) => (OpStatus::Refused, Some(code)),
                    }
                };
                results.push(OpResult { id: Some(op.id), status, code });
            }
        }
        board.keep_personal(account);
        let version = board.version;
        self.boards.insert(board_id, board);
        Ok(OpsResponse { version, results })
    }

    /// Moves a card or a list from a board to another one, with all that the server has of it. Returns what was added to the
    /// other board.
    fn move_to(&mut self, other: Id, source: &mut ServerBoard, op: &BoardOp) -> Result<Applied, ErrorCode> {
        let Change::MoveToBoard { card_id, list_id, board_id, rank, .. } = &op.change else {
            return Err(ErrorCode::BadOp);
        };
        let target = self.boards.get_mut(&other).filter(|board| board.is_visible_to(self.account));
        let target = target.filter(|board| board.records.board.trashed_at.is_none()).ok_or(ErrorCode::UnknownBoard)?;
        target.show_to(self.account);
        source.keep_personal(self.account);
        let records = &source.records;
        let is_moved = |card: &&Card| card_id.map_or(card.list_id == *list_id, |card_id| card.id == card_id);
        let cards: Vec<Card> = records.cards.values().filter(is_moved).cloned().collect();
        let items = records.items.values().filter(|item| cards.iter().any(|card| card.id == item.card_id));
        let moved = BoardRecords {
            version: 0,
            is_complete: false,
            board: None,
            lists: records.lists.get(list_id).filter(|_| card_id.is_none()).cloned().into_iter().collect(),
            items: items.cloned().collect(),
            cards,
        };
        let change = Change::MoveToBoard {
            card_id: *card_id,
            list_id: *list_id,
            board_id: *board_id,
            rank: rank.clone(),
            records: Some(Box::new(moved)),
        };
        let op = BoardOp { change, ..*op };
        reduce::decide(&source.records, &op)?;
        let arrived = reduce::apply(&mut target.records, &op)?;
        reduce::apply(&mut source.records, &op)?;
        for record in &arrived.changed {
            if let Record::List(list) = record {
                // Members of both boards still see it collapsed.
                for (account, person) in &mut source.people {
                    if person.collapsed.remove(&list.id)
                        && let Some(person) = target.people.get_mut(account)
                    {
                        person.collapsed.insert(list.id);
                    }
                }
            }
        }
        Ok(arrived)
    }
}

impl ServerBoard {
    /// Remembers that a version has changed records.
    fn on_changed(&mut self, applied: &Applied, version: i64) {
        for record in &applied.changed {
            let id = match record {
                Record::Board(board) => board.id,
                Record::List(list) => list.id,
                Record::Card(card) => card.id,
                Record::Item(item) => item.id,
            };
            self.written.insert(id, version);
            self.version = version;
        }
        // What was in the trash or in the archive comes with everything on it.
        let Self { records, written, .. } = self;
        for record in &applied.before {
            let is_restored = |card: &&Card| match record {
                Record::List(list) => list.trashed_at.is_some() && card.list_id == list.id,
                Record::Card(before) => before.trashed_at.or(before.archived_at).is_some() && card.id == before.id,
                Record::Board(_) | Record::Item(_) => false,
            };
            for card in records.cards.values().filter(is_restored) {
                written.insert(card.id, version);
                let items = records.items.values().filter(|item| item.card_id == card.id);
                written.extend(items.map(|item| (item.id, version)));
            }
        }
    }

    /// Returns whether an account is a member.
    pub(crate) fn is_visible_to(&self, account: Id) -> bool {
        self.people.is_empty() || self.people.contains_key(&account)
    }

    /// Adds a member, or changes the role of one.
    pub(crate) fn set_role(&mut self, account: Id, role: Role) {
        let is_new = self.people.insert(account, Person { role, ..self.person(account) }).is_none();
        self.on_members_changed();
        if is_new {
            let lists = self.records.lists.keys();
            self.written.extend(lists.map(|id| (*id, self.version)));
        }
    }

    /// Returns a member, or a new one.
    fn person(&self, account: Id) -> Person {
        self.people.get(&account).cloned().unwrap_or_else(|| Person::new(Role::Viewer))
    }

    /// Removes a member, who is then no longer assigned to cards.
    pub(crate) fn remove_member(&mut self, account: Id) {
        self.people.remove(&account);
        self.on_members_changed();
        for card in self.records.cards.values_mut().filter(|card| card.assignee_ids.contains(&account)) {
            card.assignee_ids.retain(|id| *id != account);
            self.written.insert(card.id, self.version);
        }
    }

    fn on_members_changed(&mut self) {
        let is_shared = self.people.len() > 1;
        let mut members: Vec<Member> = self
            .people
            .iter()
            .filter(|_| is_shared)
            .map(|(id, person)| {
                let User { first_name, last_name, .. } = user(*id);
                Member { user_id: *id, first_name, last_name, picture: None, role: person.role, shares_focus: false }
            })
            .collect();
        members.sort_by_key(|member| (std::cmp::Reverse(member.role), member.user_id));
        self.records.board.members = members;
        self.version += 1;
        self.written.insert(self.records.board.id, self.version);
    }

    /// Shows the records as a member sees them, whose changes are then applied.
    fn show_to(&mut self, account: Id) {
        let Some(person) = self.people.get(&account) else { return };
        self.records.user_id = Some(account);
        (self.records.board.role, self.records.board.favorite) = (person.role, person.is_favorite);
        for list in self.records.lists.values_mut() {
            list.is_collapsed = person.collapsed.contains(&list.id);
        }
    }

    /// Keeps what a member has changed of what only the member sees.
    fn keep_personal(&mut self, account: Id) {
        let Some(person) = self.people.get_mut(&account) else { return };
        person.is_favorite = self.records.board.favorite;
        let collapsed = self.records.lists.values().filter(|list| list.is_collapsed);
        person.collapsed = collapsed.map(|list| list.id).collect();
    }

    /// Checks that only members are assigned to cards.
    fn check(&self, change: &Change) -> Result<(), ErrorCode> {
        match change {
            Change::EditCard { edit: CardEdit::Assign(user_id), .. } if !self.is_visible_to(*user_id) => {
                policy::check_change(&self.records, change).and(Err(ErrorCode::UnknownMember))
            }
            _ => Ok(()),
        }
    }

    /// Returns the board's own record as an account sees it.
    pub(crate) fn own_record(&self, account: Id) -> Board {
        let board = self.records.board.clone();
        match self.people.get(&account) {
            Some(person) => Board { role: person.role, favorite: person.is_favorite, ..board },
            None => board,
        }
    }

    /// Returns records of the board as an account sees them.
    fn as_seen_by(&self, account: Id, mut records: BoardRecords) -> BoardRecords {
        let Some(person) = self.people.get(&account) else { return records };
        records.board = records.board.map(|_| self.own_record(account));
        for list in &mut records.lists {
            list.is_collapsed = person.collapsed.contains(&list.id);
        }
        records.items.retain(|item| !item.is_reminder() || item.author_id == Some(account));
        records
    }

    /// Returns all records in use that an account sees.
    pub(crate) fn full_for(&self, account: Id) -> BoardRecords {
        self.as_seen_by(account, self.full())
    }

    /// Returns the records that were changed after a version, as an account sees them.
    pub(crate) fn since_for(&self, account: Id, since: i64) -> BoardRecords {
        self.as_seen_by(account, self.since(since))
    }

    /// Changes the role of the account, and the members.
    pub(crate) fn share(&mut self, role: Role, members: Vec<Member>) {
        (self.records.board.role, self.records.board.members) = (role, members);
        self.version += 1;
        self.written.insert(self.records.board.id, self.version);
    }

    /// Returns all records in use.
    pub(crate) fn full(&self) -> BoardRecords {
        let cards = self.records.cards.values().filter(|card| card.trashed_at.is_none() && card.archived_at.is_none());
        let items = self.records.items.values().filter(|item| item.trashed_at.is_none());
        BoardRecords {
            version: self.version,
            is_complete: true,
            board: Some(self.records.board.clone()),
            lists: self.records.lists.values().filter(|list| list.trashed_at.is_none()).cloned().collect(),
            cards: cards.cloned().collect(),
            items: items.cloned().collect(),
        }
    }

    /// Returns the cards in use that have a due date or a reminder, with their items.
    fn dated(&self, account: Id) -> BoardRecords {
        let mut all = self.full_for(account);
        let calls =
            |card: &Card| all.items.iter().any(|item| item.card_id == card.id && reminder_minutes(item).is_some());
        let dated: HashSet<Id> =
            all.cards.iter().filter(|card| card.due_date.is_some() || calls(card)).map(|card| card.id).collect();
        all.cards.retain(|card| dated.contains(&card.id));
        all.items.retain(|item| dated.contains(&item.card_id) && reminder_minutes(item).is_some());
        BoardRecords { is_complete: false, ..all }
    }

    /// Returns the records that were changed after a version.
    pub(crate) fn since(&self, since: i64) -> BoardRecords {
        if since >= 0 && self.purged_version > since {
            return self.full();
        }
        let is_new = |id: &Id| self.written.get(id).is_some_and(|version| *version > since);
        BoardRecords {
            version: self.version,
            is_complete: false,
            board: is_new(&self.records.board.id).then(|| self.records.board.clone()),
            lists: self.records.lists.values().filter(|list| is_new(&list.id)).cloned().collect(),
            cards: self.records.cards.values().filter(|card| is_new(&card.id)).cloned().collect(),
            items: self.records.items.values().filter(|item| is_new(&item.id)).cloned().collect(),
        }
    }
}
