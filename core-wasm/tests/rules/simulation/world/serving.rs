//! The server: it handles requests, announces what has changed, and changes the members of boards.

use super::{SharedRecords, World};
use crate::simulation::network::{Event, PageId};
use crate::simulation::notes;
use crate::simulation::releases;
use crate::simulation::scenario::Scenario;
use crate::support::device::Request;
use crate::support::{ada, refusal};
use core_wasm::protocol::http::{OpStatus, OpsRequest, OpsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::{LiveMessage, close};
use core_wasm::protocol::op::BoardOp;
use core_wasm::protocol::record::BoardRecords;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::sharing::Role;
use core_wasm::session::token;
use std::collections::{BTreeMap, BTreeSet};

impl World {
    /// Handles a request on the server, and announces the boards that changed.
    pub(super) fn serve(&mut self, page_id: PageId, request: &Request, is_answered: bool, gives_up_at: i64) {
        let account = self.browsers[page_id.browser].account;
        let of_latest = (self.scenario == Scenario::VersionSkew).then(|| {
            let body = request.body.as_deref().map(releases::from_latest);
            Request { body, ..request.clone() }
        });
        let request = of_latest.as_ref().unwrap_or(request);
        let shared = self.server.boards.iter().map(|(id, board)| (*id, SharedRecords::of(board))).collect();
        let claims = request.bearer.as_deref().and_then(token::claims);
        let response = match claims {
            Some(claims) if claims.expires_at.millis() <= self.now => {
                ApiResponse::Received { status: 401, body: refusal("token_expired").to_string() }
            }
            _ if self.is_too_large(request) => ApiResponse::Received { status: 413, body: String::new() },
            _ => {
                let before = notes::texts(&self.server.notes);
                let response = self.response_to(account, request);
                self.written.check_seen(&before, &self.server.notes);
                self.apply_to_models(page_id.browser, request, &response);
                response
            }
        };
        if let ApiResponse::Received { status: 404, .. } = &response
            && request.path.ends_with("/ops/")
        {
            self.refused.extend(ops_of(request).iter().map(|op| op.id));
        }
        if let ApiResponse::Received { status: 200, body } = &response
            && request.path.ends_with("/ops/")
        {
            let response: OpsResponse = serde_json::from_str(body).expect("an answer to ops");
            let refused = response.results.iter().filter(|result| result.status == OpStatus::Refused);
            self.refused.extend(refused.filter_map(|result| result.id));
        }
        self.announce_changes(account, &shared, &boards_of_moves(request));
        // The response only arrives if the browser is still online.
        if is_answered {
            let is_online = self.browsers[page_id.browser].is_online;
            let response = if is_online { response } else { ApiResponse::NetworkError };
            let mut at = self.now + self.rng.within(1, 300);
            if let Some(uplink) = &self.browsers[page_id.browser].uplink {
                at += match &response {
                    ApiResponse::Received { body, .. } => uplink.response_ms(body.len()),
                    ApiResponse::NetworkError | ApiResponse::TimedOut => 0,
                };
            }
            let response = if at < gives_up_at { response } else { ApiResponse::TimedOut };
            self.schedule_at(at.min(gives_up_at), Event::Response { page_id, id: request.id, response });
        }
    }

    /// Returns whether a request is a batch of more ops than the server or a proxy accepts.
    fn is_too_large(&self, request: &Request) -> bool {
        self.max_batch_ops.is_some_and(|max| request.path.ends_with("/ops/") && ops_of(request).len() > max)
    }

    /// Applies a request that the server has accepted to the models, and compares them with the server.
    fn apply_to_models(&mut self, browser: usize, request: &Request, response: &ApiResponse) {
        let ApiResponse::Received { status: 200, body } = response else { return };
        let account = self.browsers[browser].account;
        self.models.add_new(&self.server.boards, account);
        if request.path.ends_with("/ops/") {
            let board_id = board_of(request).expect("the path names the board");
            let OpsResponse { results, .. } = serde_json::from_str(body).expect("an answer to ops");
            self.models.apply(account, board_id, &self.server.boards, &ops_of(request), &results);
        }
        if (request.method.as_str(), request.path.as_str()) == ("PUT", "/preferences/") {
            let preferences = &self.others.get(&account).unwrap_or(&self.server).preferences;
            let model = self.preferences.get_mut(&account).expect("every account has preferences");
            model.apply(&request.json(), preferences);
            if !matches!(self.scenario, Scenario::OneUser | Scenario::SharedBoards) {
                self.announce_preferences(browser);
            }
        }
    }

    /// Announces changed preferences to the other logins of the account.
    fn announce_preferences(&mut self, author: usize) {
        for connection in self.connections_of(self.browsers[author].account) {
            if self.connections[&connection].page_id.browser != author {
                self.send_to_page(connection, &LiveMessage::PreferencesChanged);
            }
        }
    }

    /// Handles a request of an account, which sees its own data and the boards of which it is a member.
    pub(super) fn response_to(&mut self, account: Id, request: &Request) -> ApiResponse {
        let Some(other) = self.others.get_mut(&account) else { return self.server.response_to(request, self.now) };
        std::mem::swap(&mut other.boards, &mut self.server.boards);
        let response = other.response_to(request, self.now);
        std::mem::swap(&mut other.boards, &mut self.server.boards);
        response
    }

    /// Announces the boards that an account has changed. `before` are their shared records before that. The changes of the boards
    /// `moved_between` have to be requested.
    pub(super) fn announce_changes(
        &mut self,
        author: Id,
        before: &BTreeMap<Id, SharedRecords>,
        moved_between: &BTreeSet<Id>,
    ) {
        let version = self.server.notes.version;
        if std::mem::replace(&mut self.announced_notes_version, version) != version {
            for connection in self.connections_of(ada()) {
                self.send_to_page(connection, &LiveMessage::NotesChanged { version });
            }
        }
        let accounts: Vec<Id> = std::iter::once(ada()).chain(self.others.keys().copied()).collect();
        let changed: Vec<(Id, i64)> =
            self.server.boards.iter().map(|(board_id, board)| (*board_id, board.version)).collect();
        for (board_id, version) in changed {
            let since = self.announced_versions.insert(board_id, version).unwrap_or(0);
            if version == since {
                continue;
            }
            let is_without_records = self.rng.percent(10) || moved_between.contains(&board_id);
            for account in &accounts {
                let records = self.announced_records(board_id, since, author, *account, before.get(&board_id));
                let Some(records) = records else { continue };
                let records = records.filter(|_| !is_without_records);
                let message = LiveMessage::Changed { board_id, since, version, records };
                for connection in self.connections_of(*account) {
                    self.send_to_page(connection, &message);
                }
            }
        }
    }

    /// Returns the records of a change that are announced to an account, as the real server does: `None` if it is not a
    /// member, and `Some(None)` if it has to request them.
    pub(super) fn announced_records(
        &self,
        board_id: Id,
        since: i64,
        author: Id,
        account: Id,
        before: Option<&SharedRecords>,
    ) -> Option<Option<BoardRecords>> {
        let board = self.server.boards.get(&board_id).filter(|board| board.is_visible_to(account))?;
        let records = board.since_for(account, since);
        if board.people.len() < 2 {
            return Some(Some(records));
        }
        if account == author {
            return Some(Some(records).filter(|records| records.board.is_none()));
        }
        let now = SharedRecords::of(board);
        let is_personal = before.is_some_and(|before| before.board == now.board && before.lists == now.lists);
        let items = records.items.iter().filter(|item| !item.is_reminder()).cloned().collect();
        Some(is_personal.then(|| BoardRecords { board: None, lists: vec![], items, ..records.clone() }))
    }

    /// Adds a member to a board, removes one, or changes a role.
    pub(super) fn change_membership(&mut self) {
        if self.now >= self.ends_at {
            return;
        }
        self.schedule_within(500, 6_000, Event::Membership);
        let accounts: Vec<Id> = std::iter::once(ada()).chain(self.others.keys().copied()).collect();
        let boards: Vec<Id> = self.server.boards.keys().copied().collect();
        let (Some(board_id), Some(account)) = (self.rng.pick(&boards), self.rng.pick(&accounts)) else { return };
        let (board_id, account) = (*board_id, *account);
        let Some(board) = self.server.boards.get_mut(&board_id) else { return };
        let role = [Role::Viewer, Role::Commenter, Role::Editor, Role::Editor, Role::Admin][self.rng.below(5)];
        let mut is_moved = false;
        match board.people.get(&account).map(|person| person.role) {
            None => {
                board.set_role(account, role);
                is_moved = true;
            }
            Some(Role::Owner) => {
                let next = board.people.keys().copied().find(|other| *other != account);
                let Some(next) = next.filter(|_| self.rng.percent(30)) else { return };
                board.set_role(account, Role::Admin);
                board.set_role(next, Role::Owner);
            }
            Some(_) if self.rng.percent(60) => board.set_role(account, role),
            Some(_) => {
                board.remove_member(account);
                is_moved = true;
            }
        }
        self.models.set_members(&self.server.boards[&board_id]);
        if is_moved {
            for connection in self.connections_of(account) {
                let Some(open) = self.connections.remove(&connection) else { continue };
                let event = Event::Closed { page_id: open.page_id, connection, code: close::MEMBERSHIP_CHANGED };
                self.schedule_within(1, 100, event);
            }
        }
        self.announce_changes(account, &BTreeMap::new(), &BTreeSet::new());
    }
}

/// Returns the boards between which a request moves something.
fn boards_of_moves(request: &Request) -> BTreeSet<Id> {
    if !request.path.ends_with("/ops/") {
        return BTreeSet::new();
    }
    let mut boards: BTreeSet<Id> = ops_of(request).iter().filter_map(|op| op.change.other_board()).collect();
    if !boards.is_empty() {
        boards.extend(board_of(request));
    }
    boards
}

/// Returns the board that the path of a request names.
fn board_of(request: &Request) -> Option<Id> {
    request.path.split('/').find_map(Id::parse)
}

fn ops_of(request: &Request) -> Vec<BoardOp> {
    let OpsRequest { ops } = serde_json::from_value(request.json()).expect("a batch of ops");
    ops
}
