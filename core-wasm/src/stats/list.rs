//! The list of the latest focus sessions (SPEC S40 to S42, S55): pages loaded from the server, overlaid with the
//! sessions that wait in the outbox.

use super::list_patches::differences;
use super::pending::{SessionSync, SessionSyncResult};
use super::{focused_millis, is_counted};
use crate::api::{ApiRequest, Purpose};
use crate::board::machine::Boards;
use crate::context::Context;
use crate::context::events::BoardChange;
use crate::protocol::http::{LatestSessionsResponse, NamedSession};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::FocusSession;
use crate::protocol::response::ApiResponse;
use crate::protocol::time::local_day;
use crate::protocol::view::{FocusSessionView, FocusSessionsView, LoadStatus};
use crate::resource::remote::{FailureOutcome, RemoteResource};
use crate::sort::sort_by;

/// Maximum number of single patches per update; beyond it the whole list is sent.
const MAX_SINGLE_PATCHES: usize = 4;

/// The list of the latest focus sessions.
#[derive(Debug)]
pub(crate) struct SessionList {
    /// The state of loading the first page.
    resource: RemoteResource,
    /// The sessions as the server has them, latest first. While the first page is loading, these are those that the
    /// server has accepted.
    loaded: Vec<NamedSession>,
    /// Versions that the server has accepted since the page was opened. They include deleted and old sessions that the
    /// list does not contain but that can still be undone.
    accepted_versions: Vec<FocusSession>,
    /// Whether the server has earlier sessions.
    has_more: bool,
    /// The status of the request for the next page; `Ready` if there is none.
    more_status: LoadStatus,
    mirrored: FocusSessionsView,
    /// Whether the list has to be computed again.
    is_stale: bool,
}

impl Default for SessionList {
    fn default() -> Self {
        let mirrored = FocusSessionsView::default();
        Self {
            resource: RemoteResource::default(),
            loaded: vec![],
            accepted_versions: vec![],
            has_more: false,
            more_status: mirrored.more,
            mirrored,
            is_stale: true,
        }
    }
}

impl SessionList {
    /// Returns the list as the mirror holds it.
    pub(crate) fn view(&self) -> &FocusSessionsView {
        &self.mirrored
    }

    /// Handles the page's request for the latest sessions.
    pub(crate) fn load(&mut self, ctx: &mut Context) {
        self.is_stale |= self.resource.request();
        self.fetch(ctx);
    }

    /// Fetches the next page of earlier sessions, unless a request is in flight or there are none.
    pub(crate) fn load_more(&mut self, ctx: &mut Context) {
        if let Some(last) = self.loaded.last().filter(|_| self.has_more && self.more_status != LoadStatus::Loading) {
            (self.more_status, self.is_stale) = (LoadStatus::Loading, true);
            let before = last.session.id;
            let path = format!("/focus-sessions/latest/?before={before}");
            ctx.requests.push(ApiRequest::get(Purpose::LoadLatestSessions { before: Some(before) }, path));
        }
    }

    /// Fetches the latest sessions again if the page has requested them before.
    pub(crate) fn refresh(&mut self, ctx: &mut Context) {
        if self.resource.is_requested() {
            self.resource.invalidate();
            self.fetch(ctx);
        }
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if self.resource.start_fetch() {
            ctx.requests.push(ApiRequest::get(Purpose::LoadLatestSessions { before: None }, "/focus-sessions/latest/"));
        }
    }

    /// Handles the server's response to a request for sessions. `before` is `None` for the first page.
    pub(crate) fn on_response(&mut self, before: Option<Id>, response: &ApiResponse, ctx: &mut Context) {
        match response.read::<LatestSessionsResponse>() {
            Ok(page) if before.is_some() => {
                (self.more_status, self.is_stale) = (LoadStatus::Ready, true);
                // If the list was reloaded meanwhile, this page may no longer follow it.
                if self.loaded.last().map(|last| last.session.id) == before {
                    self.append(page);
                }
            }
            Ok(page) => {
                let outcome = self.resource.finish_fetch();
                if outcome.applies {
                    self.replace(page);
                    self.resource.set(());
                    self.is_stale = true;
                    if self.more_status == LoadStatus::Failed {
                        // The server is reachable again, so the next page can be requested.
                        self.more_status = LoadStatus::Ready;
                    }
                }
                if outcome.is_outdated {
                    self.fetch(ctx);
                }
            }
            Err(_) => {
                ctx.log("Error fetching focus sessions");
                match before {
                    Some(_) => (self.more_status, self.is_stale) = (LoadStatus::Failed, true),
                    None => match self.resource.fail_fetch() {
                        FailureOutcome::Refetch => self.fetch(ctx),
                        FailureOutcome::StatusFailed => self.is_stale = true,
                        FailureOutcome::StatusKept => {}
                    },
                }
            }
        }
    }

    /// Replaces the first page. Later pages that still follow it are kept so that the list does not jump.
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

    /// Appends the next page.
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

    /// Inserts a session, or replaces it if this version is not older.
    fn put(&mut self, session: NamedSession) {
        let known = self.loaded.iter().position(|known| known.session.id == session.session.id);
        if known.is_some_and(|index| self.loaded[index].session.revision > session.session.revision) {
            return;
        }
        if let Some(index) = known {
            self.loaded.remove(index);
        }
        if is_counted(&session.session) && self.is_within_loaded(&session.session) {
            let index = self.loaded.partition_point(|known| latest_first(&known.session, &session.session).is_lt());
            self.loaded.insert(index, session);
        }
    }

    /// Returns whether a session belongs to the loaded part of the list.
    fn is_within_loaded(&self, session: &FocusSession) -> bool {
        !self.has_more || self.loaded.last().is_some_and(|last| latest_first(session, &last.session).is_lt())
    }

    /// Returns the newest known version of a session.
    pub(crate) fn find(&self, id: Id, sync: &SessionSync) -> Option<FocusSession> {
        let pending = sync.pending.newest().into_iter().filter(|session| session.id == id);
        let known = self.loaded.iter().map(|known| &known.session).chain(&self.accepted_versions);
        let versions = known.filter(|session| session.id == id).chain(pending);
        versions.reduce(|newest, other| if other.revision > newest.revision { other } else { newest }).cloned()
    }

    /// Makes the next update compute the list again, because the unsent sessions or the preferences have changed.
    pub(super) fn mark_stale(&mut self) {
        self.is_stale = true;
    }

    /// Adds accepted versions to the list, and updates the mirror if the list is stale. `day_start_minutes` is when the
    /// user's day begins, in minutes after midnight.
    pub(crate) fn reconcile(
        &mut self,
        results: &[SessionSyncResult],
        sync: &SessionSync,
        boards: &Boards,
        day_start_minutes: i64,
        ctx: &mut Context,
    ) {
        for result in results {
            if let SessionSyncResult::Accepted(session) = result {
                let named = self.with_names(session, boards);
                self.accepted_versions.retain(|known| known.id != session.id);
                self.accepted_versions.push(session.as_ref().clone());
                self.put(named);
                // A response in flight may not contain this version yet.
                self.resource.invalidate();
            }
        }
        self.is_stale |= !results.is_empty();
        if self.resource.is_requested() && std::mem::take(&mut self.is_stale) {
            self.publish(sync, boards, day_start_minutes, ctx);
        }
    }

    /// Marks the list for an update if the name of a listed board or the title of a listed card may have changed.
    pub(crate) fn on_boards_changed(&mut self, changes: &[BoardChange]) {
        let is_named = |BoardChange { board_id, records: record_changes }: &BoardChange| {
            let mut shown = self.mirrored.sessions.iter().filter(|session| session.board_id == Some(*board_id));
            shown.any(|session| {
                let card = session.card_id.filter(|card| record_changes.cards.contains(card));
                record_changes.all_changed || record_changes.board_changed || card.is_some()
            })
        };
        if changes.iter().any(is_named) {
            self.is_stale = true;
        }
    }

    /// Adds the names of the session's board and card, as far as they are known.
    fn with_names(&self, session: &FocusSession, boards: &Boards) -> NamedSession {
        let entry = self.loaded.iter().find(|known| known.session.id == session.id);
        let with_same_board = entry.filter(|entry| entry.session.board_id == session.board_id);
        let with_same_card = entry.filter(|entry| entry.session.card_id == session.card_id);
        let board = session.board_id.and_then(|id| boards.board_of(id));
        let card = session.board_id.zip(session.card_id).and_then(|(board_id, card_id)| {
            boards.records_of(board_id)?.cards.get(&card_id).map(|card| card.title.as_str().to_owned())
        });
        NamedSession {
            session: session.clone(),
            board_name: board
                .map(|board| board.name.as_str().to_owned())
                .or_else(|| with_same_board.and_then(|entry| entry.board_name.clone())),
            card_title: card.or_else(|| with_same_card.and_then(|entry| entry.card_title.clone())),
        }
    }

    fn publish(&mut self, sync: &SessionSync, boards: &Boards, day_start_minutes: i64, ctx: &mut Context) {
        let mut sessions: Vec<FocusSessionView> = vec![];
        let status = self.resource.status();
        if status != LoadStatus::Loading {
            let pending = sync.pending.newest();
            let known = self.loaded.iter().map(|known| &known.session);
            let known = known.filter(|session| pending.iter().all(|pending| pending.id != session.id));
            let pending =
                pending.iter().copied().filter(|session| self.is_within_loaded(session) && is_counted(session));
            let mut all: Vec<&FocusSession> = known.chain(pending).collect();
            sort_by(&mut all, |one, other| latest_first(one, other));
            let named = all.into_iter().map(|session| self.with_names(session, boards));
            sessions = named.filter_map(|named| to_view(named, day_start_minutes)).collect();
        }
        let view = FocusSessionsView { status, sessions, has_more: self.has_more, more: self.more_status };
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

    /// Clears the list in the mirror.
    pub(super) fn reset(self, ctx: &mut Context) {
        if self.mirrored != FocusSessionsView::default() {
            ctx.step.patches.push(Patch::FocusSessionsLoaded { focus_sessions: FocusSessionsView::default() });
        }
    }
}

/// Returns the view of a session, or `None` if the session has no segments.
fn to_view(named: NamedSession, day_start_minutes: i64) -> Option<FocusSessionView> {
    let NamedSession { session, board_name, card_title } = named;
    let first = session.segments.first()?;
    Some(FocusSessionView {
        id: session.id,
        start: first.start,
        end: session.segments.last()?.end,
        utc_offset: first.utc_offset,
        day: local_day(first.start, first.utc_offset, day_start_minutes),
        focused: focused_millis(&session) / 1_000,
        outcome: session.outcome,
        board_id: session.board_id,
        board_name,
        card_id: session.card_id,
        card_title,
        segments: session.segments,
    })
}

/// Compares sessions for the list: the latest start first, then by id in descending order.
fn latest_first(one: &FocusSession, other: &FocusSession) -> std::cmp::Ordering {
    let key = |session: &FocusSession| (session.segments.first().map(|segment| segment.start), session.id);
    key(other).cmp(&key(one))
}
