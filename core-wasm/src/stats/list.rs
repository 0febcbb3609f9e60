//! The list of the latest focus sessions (SPEC S40 to S42): what the server told, page by page, with the sessions that wait to
//! be sent on top.

use super::pending_overlay::newest_pending;
use super::{focused_millis, is_counted};
use crate::api::{ApiRequest, ApiResponse, Purpose};
use crate::board::machine::Boards;
use crate::board::replica::RecordChanges;
use crate::context::Context;
use crate::protocol::http::{LatestSessionsResponse, NamedSession};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::FocusSession;
use crate::protocol::view::{FocusSessionView, FocusSessionsView, LoadStatus};
use crate::resource::fetch::Fetch;
use crate::sort::sort_by;
use crate::sync::outbox::{Outbox, OutboxRevision, SessionSyncResult};

/// How many changes of the list are told one by one; of more the whole list is.
const MAX_SINGLE_PATCHES: usize = 4;

/// The sessions that the list knows.
#[derive(Debug)]
pub struct SessionList {
    /// Whether the page has asked.
    is_requested: bool,
    /// As the server has them, the latest first.
    loaded: Vec<NamedSession>,
    /// Sessions that left the outbox of this page, as the server has them: the deleted ones and those of long ago too, which
    /// the list does not hold and which can be taken back all the same.
    accepted_versions: Vec<FocusSession>,
    /// Whether the server has earlier ones.
    has_more: bool,
    status: LoadStatus,
    fetch_state: Fetch,
    /// How it stands with the next page: on its way, not come, or neither.
    more_status: LoadStatus,
    mirrored: FocusSessionsView,
    /// `None` where what is known is another.
    cache_key: Option<OutboxRevision>,
}

impl Default for SessionList {
    fn default() -> Self {
        let mirrored = FocusSessionsView::default();
        Self {
            is_requested: false,
            loaded: vec![],
            accepted_versions: vec![],
            has_more: false,
            status: mirrored.status,
            fetch_state: Fetch::default(),
            more_status: mirrored.more,
            mirrored,
            cache_key: None,
        }
    }
}

impl SessionList {
    /// What the shell draws.
    pub fn view(&self) -> &FocusSessionsView {
        &self.mirrored
    }

    /// The page asks for the latest.
    pub fn load(&mut self, ctx: &mut Context) {
        self.is_requested = true;
        if self.status == LoadStatus::Failed {
            (self.status, self.cache_key) = (LoadStatus::Loading, None);
        }
        self.fetch(ctx);
    }

    /// The page asks for earlier ones.
    pub fn load_more(&mut self, ctx: &mut Context) {
        if let Some(last) = self.loaded.last().filter(|_| self.has_more && self.more_status != LoadStatus::Loading) {
            (self.more_status, self.cache_key) = (LoadStatus::Loading, None);
            let before = last.session.id;
            let path = format!("/focus-sessions/latest/?before={before}");
            ctx.requests.push(ApiRequest::get(Purpose::LoadLatestSessions { before: Some(before) }, path));
        }
    }

    /// Asks for the latest again, if the page has asked before.
    pub fn refresh(&mut self, ctx: &mut Context) {
        if self.is_requested {
            self.fetch_state.invalidate();
            self.fetch(ctx);
        }
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if self.fetch_state.start() {
            ctx.requests.push(ApiRequest::get(Purpose::LoadLatestSessions { before: None }, "/focus-sessions/latest/"));
        }
    }

    /// A page has come, or has not.
    pub fn on_response(&mut self, before: Option<Id>, response: &ApiResponse, ctx: &mut Context) {
        match response.read::<LatestSessionsResponse>() {
            Ok(page) if before.is_some() => {
                (self.more_status, self.cache_key) = (LoadStatus::Ready, None);
                // Where the list was loaded anew meanwhile, the page may not follow it any more.
                if self.loaded.last().map(|last| last.session.id) == before {
                    self.append(page);
                }
            }
            Ok(page) => {
                let (should_show, should_refetch) = self.fetch_state.finish();
                if should_show {
                    self.replace(page);
                    (self.status, self.cache_key) = (LoadStatus::Ready, None);
                    if self.more_status == LoadStatus::Failed {
                        // The server can be reached again.
                        self.more_status = LoadStatus::Ready;
                    }
                }
                if should_refetch {
                    self.fetch(ctx);
                }
            }
            Err(_) => {
                ctx.log("Error fetching focus sessions");
                match before {
                    Some(_) => (self.more_status, self.cache_key) = (LoadStatus::Failed, None),
                    None => self.fetch_state.fail(),
                }
                if before.is_none() && self.status == LoadStatus::Loading {
                    (self.status, self.cache_key) = (LoadStatus::Failed, None);
                }
            }
        }
    }

    /// Takes in the latest. Pages that follow them stay, so that the list does not jump.
    fn replace(&mut self, page: LatestSessionsResponse) {
        let before = std::mem::replace(&mut self.loaded, page.sessions);
        sort_by(&mut self.loaded, |one, other| latest_first(&one.session, &other.session));
        let is_in_page = |known: &NamedSession| self.loaded.iter().any(|entry| entry.session.id == known.session.id);
        let overlaps = page.has_more && before.iter().any(is_in_page);
        let follows = |known: &NamedSession| {
            overlaps && self.loaded.last().is_some_and(|last| latest_first(&last.session, &known.session).is_lt())
        };
        let earlier: Vec<NamedSession> =
            before.into_iter().filter(|known| follows(known) && !is_in_page(known)).collect();
        if earlier.is_empty() {
            self.has_more = page.has_more;
        }
        self.loaded.extend(earlier);
    }

    /// Takes in the page that follows what is known.
    fn append(&mut self, page: LatestSessionsResponse) {
        self.has_more = page.has_more;
        for entry in page.sessions {
            match self.loaded.iter_mut().find(|known| known.session.id == entry.session.id) {
                Some(known) if known.session.revision >= entry.session.revision => {}
                Some(known) => *known = entry,
                None => self.loaded.push(entry),
            }
        }
        sort_by(&mut self.loaded, |one, other| latest_first(&one.session, &other.session));
    }

    /// Puts a session where it belongs, instead of what is known of it.
    fn put(&mut self, session: NamedSession) {
        let known = self.loaded.iter().position(|known| known.session.id == session.session.id);
        if known.is_some_and(|place| self.loaded[place].session.revision > session.session.revision) {
            return;
        }
        if let Some(place) = known {
            self.loaded.remove(place);
        }
        if is_counted(&session.session) && self.is_within_loaded(&session.session) {
            let place = self.loaded.partition_point(|known| latest_first(&known.session, &session.session).is_lt());
            self.loaded.insert(place, session);
        }
    }

    /// Whether a session lies in the part of the list that is known.
    fn is_within_loaded(&self, session: &FocusSession) -> bool {
        !self.has_more || self.loaded.last().is_some_and(|last| latest_first(session, &last.session).is_lt())
    }

    /// A session that is known, in its newest version.
    pub fn find(&self, id: Id, outbox: &Outbox) -> Option<FocusSession> {
        let waiting = newest_pending(outbox).into_iter().filter(|session| session.id == id);
        let known = self.loaded.iter().map(|known| &known.session).chain(&self.accepted_versions);
        let versions = known.filter(|session| session.id == id).chain(waiting);
        versions.reduce(|newest, other| if other.revision > newest.revision { other } else { newest }).cloned()
    }

    /// Follows the outbox and the names of boards and cards, and tells the mirror.
    pub fn reconcile(&mut self, results: &[SessionSyncResult], outbox: &Outbox, boards: &Boards, ctx: &mut Context) {
        for results in results {
            if let SessionSyncResult::Accepted(session) = results {
                let named = self.with_names(session, boards);
                self.accepted_versions.retain(|known| known.id != session.id);
                self.accepted_versions.push(session.as_ref().clone());
                self.put(named);
                // An answer that is on its way may lack it.
                self.fetch_state.invalidate();
            }
        }
        let mark = Some(outbox.revision());
        if self.is_requested && (self.cache_key != mark || !results.is_empty()) {
            self.cache_key = mark;
            self.publish(outbox, boards, ctx);
        }
    }

    /// Something on boards has changed: the list has their names and those of their cards.
    pub fn on_boards_changed(&mut self, record_changes: &[(Id, RecordChanges)]) {
        let is_named = |(board_id, record_changes): &(Id, RecordChanges)| {
            let mut shown = self.mirrored.sessions.iter().filter(|session| session.board_id == Some(*board_id));
            shown.any(|session| {
                let card = session.card_id.filter(|card| record_changes.cards.contains(card));
                record_changes.all_changed || record_changes.board_changed || card.is_some()
            })
        };
        if record_changes.iter().any(is_named) {
            self.cache_key = None;
        }
    }

    /// A session with the names of what it is for, as far as they are known.
    fn with_names(&self, session: &FocusSession, boards: &Boards) -> NamedSession {
        let entry = self.loaded.iter().find(|known| known.session.id == session.id);
        let board_told = entry.filter(|entry| entry.session.board_id == session.board_id);
        let card_told = entry.filter(|entry| entry.session.card_id == session.card_id);
        let board = session.board_id.and_then(|id| boards.board_of(id));
        let card = session.board_id.zip(session.card_id).and_then(|(board_id, card_id)| {
            boards.records_of(board_id)?.cards.get(&card_id).map(|card| card.title.as_str().to_owned())
        });
        NamedSession {
            session: session.clone(),
            board_name: board
                .map(|board| board.name.as_str().to_owned())
                .or_else(|| board_told.and_then(|entry| entry.board_name.clone())),
            card_title: card.or_else(|| card_told.and_then(|entry| entry.card_title.clone())),
        }
    }

    fn publish(&mut self, outbox: &Outbox, boards: &Boards, ctx: &mut Context) {
        let mut sessions: Vec<FocusSessionView> = vec![];
        if self.status != LoadStatus::Loading {
            let waiting = newest_pending(outbox);
            let known = self.loaded.iter().map(|known| &known.session);
            let known = known.filter(|session| waiting.iter().all(|waiting| waiting.id != session.id));
            let waiting =
                waiting.iter().copied().filter(|session| self.is_within_loaded(session) && is_counted(session));
            let mut all: Vec<&FocusSession> = known.chain(waiting).collect();
            sort_by(&mut all, |one, other| latest_first(one, other));
            sessions = all.into_iter().filter_map(|session| to_view(self.with_names(session, boards))).collect();
        }
        let view = FocusSessionsView { status: self.status, sessions, has_more: self.has_more, more: self.more_status };
        if self.mirrored == view {
            return;
        }
        let page = |view: &FocusSessionsView| (view.status, view.has_more, view.more);
        let is_same_page = page(&self.mirrored) == page(&view);
        let patches = if is_same_page { differences(&self.mirrored.sessions, &view.sessions) } else { vec![] };
        match patches.len() {
            1..=MAX_SINGLE_PATCHES => ctx.step.patches.extend(patches),
            _ => ctx.step.patches.push(Patch::FocusSessionsLoaded { focus_sessions: view.clone() }),
        }
        self.mirrored = view;
    }

    /// Tells the mirror that nothing is known any more.
    pub(super) fn reset(self, ctx: &mut Context) {
        if self.mirrored != FocusSessionsView::default() {
            ctx.step.patches.push(Patch::FocusSessionsLoaded { focus_sessions: FocusSessionsView::default() });
        }
    }
}

/// The patches that lead from one list to another.
fn differences(before: &[FocusSessionView], now: &[FocusSessionView]) -> Vec<Patch> {
    let mut patches = vec![];
    let mut list: Vec<&FocusSessionView> = vec![];
    for session in before {
        match now.iter().any(|other| other.id == session.id) {
            true => list.push(session),
            false => patches.push(Patch::FocusSessionRemoved { id: session.id }),
        }
    }
    for (index, session) in now.iter().enumerate() {
        if list.get(index) != Some(&session) {
            list.retain(|other| other.id != session.id);
            list.insert(index.min(list.len()), session);
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            patches.push(Patch::FocusSessionPlaced { session: session.clone(), index });
        }
    }
    patches
}

/// A session as it is shown; `None` where it has no stretch.
fn to_view(named: NamedSession) -> Option<FocusSessionView> {
    let NamedSession { session, board_name, card_title } = named;
    let first = session.segments.first()?;
    Some(FocusSessionView {
        id: session.id,
        start: first.start,
        end: session.segments.last()?.end,
        utc_offset: first.utc_offset,
        focused: focused_millis(&session) / 1_000,
        outcome: session.outcome,
        board_id: session.board_id,
        board_name,
        card_id: session.card_id,
        card_title,
    })
}

/// The order of the list: by the moment at which sessions began, and of equal ones by their ids.
fn latest_first(one: &FocusSession, other: &FocusSession) -> std::cmp::Ordering {
    let key = |session: &FocusSession| (session.segments.first().map(|segment| segment.start), session.id);
    key(other).cmp(&key(one))
}
