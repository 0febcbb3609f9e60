//! The activity of the open board, in pages that are loaded from the server while its panel is open (SPEC M92).

use super::activity::{describe_change, person_name};
use super::replica::Replica;
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::protocol::http::{Activity, ActivityFilter, ActivityResponse, HourFormat};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::response::ApiResponse;
use crate::protocol::view::{BoardActivityEntry, BoardActivityView, LoadStatus};
use crate::resource::latest::LatestRequest;

/// The number of pages without entries after which the user has to ask for more.
const MAX_EMPTY_PAGES: u32 = 5;

/// The activity of a board, as far as it is loaded.
#[derive(Debug, Default)]
pub(super) struct BoardActivity {
    /// The board and the filter; `None` if nothing was requested.
    shown: Option<(Id, ActivityFilter)>,
    entries: Vec<Activity>,
    /// The cursor of the next page; `None` if there is none.
    next: Option<Id>,
    /// The number of pages without entries that were loaded one after another.
    empty_pages: u32,
    status: LoadStatus,
    /// The request for a page.
    request: LatestRequest,
    /// The request for the entries that are newer than the loaded ones.
    refresh: LatestRequest,
    /// Whether the board has changed since the latest entries were requested.
    is_outdated: bool,
    /// The version of the board when the latest entries were requested; `None` until the next update of the mirror.
    version: Option<i64>,
    mirrored: Option<BoardActivityView>,
    /// Whether the mirror may be outdated.
    pub(super) is_stale: bool,
}

impl BoardActivity {
    /// Returns the activity as the mirror holds it.
    pub(super) fn view(&self) -> Option<&BoardActivityView> {
        self.mirrored.as_ref()
    }

    /// Loads the latest entries that match a filter.
    pub(super) fn load(&mut self, board_id: Id, filter: ActivityFilter, ctx: &mut Context) {
        (self.shown, self.next, self.empty_pages) = (Some((board_id, filter)), None, 0);
        (self.is_outdated, self.version) = (false, None);
        self.entries.clear();
        self.refresh.cancel();
        self.fetch(ctx);
    }

    /// Removes the activity, because its panel was closed.
    pub(super) fn close(&mut self) {
        self.shown = None;
    }

    /// Loads the next page, or the same one again after a failure. Does nothing while a page is loading.
    pub(super) fn load_more(&mut self, ctx: &mut Context) {
        if !self.request.is_in_flight() && (self.next.is_some() || self.status == LoadStatus::Failed) {
            self.empty_pages = 0;
            self.fetch(ctx);
        }
    }

    fn fetch(&mut self, ctx: &mut Context) {
        let Some(path) = self.path(self.next) else { return };
        self.request.start(path.clone());
        (self.status, self.is_stale) = (LoadStatus::Loading, true);
        ctx.requests.push(ApiRequest::get(Purpose::LoadBoardActivity { path: path.clone() }, path));
    }

    /// Requests the latest entries again if the board has changed, unless a request is in flight (SPEC M133).
    fn refresh_if_outdated(&mut self, ctx: &mut Context) {
        let is_busy = self.request.is_in_flight() || self.refresh.is_in_flight();
        // After a failure, the user has to ask again.
        if !self.is_outdated || is_busy || self.status != LoadStatus::Ready {
            return;
        }
        let Some(path) = self.path(None) else { return };
        self.is_outdated = false;
        self.refresh.start(path.clone());
        ctx.requests.push(ApiRequest::get(Purpose::LoadBoardActivity { path: path.clone() }, path));
    }

    /// Returns the path of the page before an entry, or of the first one.
    fn path(&self, before: Option<Id>) -> Option<String> {
        let (board_id, filter) = self.shown?;
        let parameters = [
            filter.user_id.map(|id| format!("member={id}")),
            filter.is_deleted.then(|| "deleted=true".to_owned()),
            filter.kind.map(|kind| format!("kind={}", kind.as_str())),
            before.map(|id| format!("before={id}")),
        ];
        let query = parameters.into_iter().flatten().collect::<Vec<_>>().join("&");
        Some(format!("/boards/{board_id}/activity/?{query}"))
    }

    /// Handles the response with a page. Up to [`MAX_EMPTY_PAGES`] pages without entries are followed by the next one.
    pub(super) fn on_response(&mut self, path: &str, response: &ApiResponse, ctx: &mut Context) {
        if self.refresh.finish(path) {
            self.on_refreshed(response, ctx);
            self.refresh_if_outdated(ctx);
            return;
        }
        if !self.request.finish(path) {
            return;
        }
        self.is_stale = true;
        match response.read::<ActivityResponse>() {
            Ok(ActivityResponse { activity, next }) => {
                let is_empty = activity.is_empty();
                (self.status, self.next) = (LoadStatus::Ready, next);
                self.entries.extend(activity);
                self.empty_pages = if is_empty { self.empty_pages + 1 } else { 0 };
                if is_empty && next.is_some() && self.empty_pages < MAX_EMPTY_PAGES {
                    self.fetch(ctx);
                }
            }
            Err(_) => {
                ctx.log("Error fetching activity of board");
                self.status = LoadStatus::Failed;
            }
        }
        self.refresh_if_outdated(ctx);
    }

    /// Adds the entries that are newer than the loaded ones. If this fails, the loaded ones stay.
    fn on_refreshed(&mut self, response: &ApiResponse, ctx: &mut Context) {
        let Ok(ActivityResponse { activity, next }) = response.read::<ActivityResponse>() else {
            ctx.log("Error fetching activity of board");
            return;
        };
        if activity.is_empty() {
            return;
        }
        self.is_stale = true;
        let latest = self.entries.first().map(|entry| entry.id);
        let is_newer = |entry: &&Activity| Some(entry.id) != latest;
        let newer: Vec<Activity> = activity.iter().take_while(is_newer).cloned().collect();
        if newer.len() == activity.len() {
            // There may be more entries in between, so the loaded ones do not follow any more.
            (self.entries, self.next) = (activity, next);
        } else {
            self.entries.splice(..0, newer);
        }
    }

    /// Updates the mirror. `replica` is the open board; the activity of another board is dropped.
    pub(super) fn update(
        &mut self,
        replica: Option<&Replica>,
        has_board_changed: bool,
        hour_format: HourFormat,
        ctx: &mut Context,
    ) {
        let open = replica.zip(self.shown).filter(|(replica, (board_id, _))| replica.board().id == *board_id);
        let Some((replica, (_, filter))) = open else {
            if self.shown.is_some() || self.mirrored.is_some() {
                let was_shown = std::mem::take(self).mirrored.is_some();
                if was_shown {
                    ctx.step.patches.push(Patch::BoardActivity { activity: None });
                }
            }
            return;
        };
        let version = replica.contiguous_version();
        self.is_outdated |= self.version.replace(version).is_some_and(|loaded| loaded != version);
        self.refresh_if_outdated(ctx);
        if !std::mem::take(&mut self.is_stale) && !has_board_changed {
            return;
        }
        let view = BoardActivityView {
            status: self.status,
            filter,
            entries: self.entries.iter().map(|activity| entry_view(activity, replica, hour_format)).collect(),
            has_more: self.next.is_some(),
        };
        if self.mirrored.as_ref() != Some(&view) {
            ctx.step.patches.push(Patch::BoardActivity { activity: Some(view.clone()) });
            self.mirrored = Some(view);
        }
    }
}

fn entry_view(activity: &Activity, replica: &Replica, hour_format: HourFormat) -> BoardActivityEntry {
    let Activity { id, at, user_id, card_id, change, .. } = activity;
    let card = card_id.and_then(|card_id| replica.card(card_id));
    BoardActivityEntry {
        id: *id,
        at: *at,
        who: person_name(activity, replica),
        user_id: *user_id,
        what: describe_change(change, Some(replica), hour_format),
        card_id: card_id.filter(|card_id| replica.shown_card(*card_id).is_some()),
        card_title: card.map(|card| card.title.as_str().to_owned()),
    }
}
