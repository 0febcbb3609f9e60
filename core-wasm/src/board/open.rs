//! The open board: opening it from memory, the storage or the server, and its loading state.

use super::first_screen::{CARDS_PER_LIST, FirstScreen};
use super::open_view::OpenView;
use super::overview::Overview;
use super::replica::Replica;
use super::replicas::Replicas;
use crate::context::Context;
use crate::protocol::effect::UiEffect;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::BoardRecords;
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::view::{BoardStatus, BoardView};

/// The open board and its loading state. [`Replicas`] has its id, because only its patches go to the mirror.
#[derive(Debug, Default)]
pub(super) struct OpenBoard {
    slug: String,
    status: BoardStatus,
    /// The board of that slug while it is being read from the storage.
    stored_read: Option<Id>,
    /// Whether the board may have changed since the whole board was requested.
    is_load_outdated: bool,
    first_screen: FirstScreen,
    /// What is shown of it besides its lists and cards.
    pub(super) view: OpenView,
}

impl OpenBoard {
    /// Returns the slug of the page.
    pub(super) fn slug(&self) -> &str {
        &self.slug
    }

    /// Returns the loading state.
    pub(super) fn status(&self) -> BoardStatus {
        self.status
    }

    /// Sets the account whose boards are opened from now on.
    pub(super) fn set_account(&mut self, account: Id) {
        self.first_screen.set_account(account);
    }

    /// Returns the first screen that is shown while the board is being read.
    pub(super) fn first_screen(&self) -> Option<&BoardView> {
        self.first_screen.shown()
    }

    /// Opens a board from memory or else from the storage, and then requests its changes from the server (SPEC B11,
    /// Y16). A board that is opened already, or is being opened, stays as it is.
    pub(super) fn open(&mut self, slug: &str, replicas: &mut Replicas, overview: &mut Overview, ctx: &mut Context) {
        if self.slug != slug {
            self.store_first_screen(replicas, ctx);
            slug.clone_into(&mut self.slug);
            self.set_status(BoardStatus::Closed);
        }
        match self.status {
            BoardStatus::Loading => {}
            BoardStatus::Ready => Self::refresh(replicas, overview, ctx),
            _ => self.reopen(replicas, overview, ctx),
        }
    }

    /// Opens the board of the page, also again: after the stored list of boards has been read or a request has failed.
    pub(super) fn reopen(&mut self, replicas: &mut Replicas, overview: &mut Overview, ctx: &mut Context) {
        self.stored_read = None;
        let known = replicas.id_of(&self.slug);
        replicas.set_open(known, ctx);
        if known.is_some() {
            self.open_from_memory(replicas, overview, ctx);
            return;
        }
        if self.status != BoardStatus::Loading {
            self.set_status(BoardStatus::Loading);
            self.push_status_patch(ctx);
            self.first_screen.request(&self.slug, ctx);
        }
        match overview.id_of(&self.slug) {
            // The stored list of boards decides whether the board is stored, and it has not been read yet.
            _ if !overview.is_storage_read() => {}
            Some(id) => {
                self.stored_read = Some(id);
                replicas.read_stored(id, ctx);
            }
            None => self.fetch(ctx),
        }
    }

    /// Shows the first screen that the server has sent if that board is still being read.
    pub(super) fn on_first_screen_response(
        &mut self,
        slug: &str,
        response: &ApiResponse,
        replicas: &Replicas,
        ctx: &mut Context,
    ) {
        if self.slug == slug && self.status == BoardStatus::Loading {
            self.first_screen.on_response(slug, response, replicas.local_minute(), ctx);
        }
    }

    /// Shows the stored first screen of a board if that board is still being read.
    pub(super) fn on_first_screen_read(
        &mut self,
        slug: &str,
        text: Option<String>,
        replicas: &Replicas,
        ctx: &mut Context,
    ) {
        if self.slug == slug && self.status == BoardStatus::Loading {
            self.first_screen.on_read(slug, text, replicas.local_minute(), ctx);
        }
    }

    /// Stores the first screen of the open board, unless the server does not know the board yet.
    pub(super) fn store_first_screen(&mut self, replicas: &Replicas, ctx: &mut Context) {
        if let Some(replica) = replicas.open()
            && !replicas.pending().has_creation(replica.board().id)
        {
            self.first_screen.store(replica.first_screen(CARDS_PER_LIST), ctx);
        }
    }

    fn set_status(&mut self, status: BoardStatus) {
        self.status = status;
        self.first_screen.hide();
    }

    /// Shows the board of the page if it is in memory, and requests it from the server otherwise.
    fn open_from_memory(&mut self, replicas: &mut Replicas, overview: &mut Overview, ctx: &mut Context) {
        match replicas.id_of(&self.slug) {
            Some(id) => {
                replicas.set_open(Some(id), ctx);
                self.show(replicas, ctx);
                Self::refresh(replicas, overview, ctx);
            }
            None => self.fetch(ctx),
        }
    }

    /// Requests the changes of the open board, unless the server does not know it yet.
    fn refresh(replicas: &mut Replicas, overview: &mut Overview, ctx: &mut Context) {
        if replicas.open().is_some_and(|open| !replicas.pending().has_creation(open.board().id)) {
            replicas.catch_up_open(ctx);
            // A stored board can only be found through the list of boards (SPEC Y16).
            overview.load_if_missing(ctx);
        }
    }

    /// Notes that the board may have changed while it is being loaded. Its changes are then requested after the response,
    /// because they cannot be applied before (SPEC Y26).
    pub(super) fn invalidate_load(&mut self) {
        self.is_load_outdated = self.status == BoardStatus::Loading;
    }

    fn fetch(&mut self, ctx: &mut Context) {
        self.is_load_outdated = false;
        Replicas::fetch(self.slug.clone(), ctx);
    }

    /// Continues to open the board once the stored data of a board has been read.
    pub(super) fn on_stored_read(
        &mut self,
        board_id: Id,
        replicas: &mut Replicas,
        overview: &mut Overview,
        ctx: &mut Context,
    ) {
        // A board that was requested before its slug was known may be the open one.
        let is_open_board = self.status == BoardStatus::Loading
            && replicas.get(board_id).is_some_and(|replica| replica.board().slug.as_str() == self.slug);
        if self.stored_read == Some(board_id) || is_open_board {
            self.stored_read = None;
            self.open_from_memory(replicas, overview, ctx);
            self.store_first_screen(replicas, ctx);
        }
    }

    /// Handles the response to a request for a whole board. Returns the id of the board, or `None` if the request failed.
    pub(super) fn on_response(
        &mut self,
        requested: &str,
        response: &ApiResponse,
        replicas: &mut Replicas,
        ctx: &mut Context,
    ) -> Option<Id> {
        let is_requested = self.slug == requested;
        let records = response.read::<BoardRecords>().and_then(|mut records| {
            records.is_complete = true;
            records.board.as_ref().map(|board| board.id).map(|id| (id, records)).ok_or(Failure::Transient)
        });
        let failed = match records {
            Ok((id, records)) => {
                replicas.on_fetched(id, records, response, ctx);
                if is_requested {
                    self.stored_read = None;
                    replicas.set_open(Some(id), ctx);
                    self.show(replicas, ctx);
                    self.store_first_screen(replicas, ctx);
                    if std::mem::take(&mut self.is_load_outdated) {
                        replicas.catch_up_open(ctx);
                    }
                }
                return Some(id);
            }
            Err(Failure::Permanent { status: 404, .. }) => {
                self.first_screen.delete(requested, ctx);
                BoardStatus::NotFound
            }
            Err(_) => BoardStatus::Failed,
        };
        ctx.log("Error fetching boards");
        if is_requested && self.status != BoardStatus::Ready {
            self.set_status(failed);
            self.push_status_patch(ctx);
        }
        None
    }

    /// Handles that the open board no longer exists on the server, or that the user was removed from it.
    pub(super) fn on_deleted(&mut self, was_own: bool, replicas: &mut Replicas, ctx: &mut Context) {
        self.stored_read = None;
        self.set_status(if was_own { BoardStatus::NotFound } else { BoardStatus::AccessLost });
        replicas.set_open(None, ctx);
        self.push_status_patch(ctx);
    }

    /// Closes the open board. It stays in memory.
    pub(super) fn close(&mut self, replicas: &mut Replicas, ctx: &mut Context) {
        self.store_first_screen(replicas, ctx);
        if let Some(id) = replicas.open_id() {
            replicas.compact(id, ctx);
        }
        if self.status != BoardStatus::Closed {
            self.slug.clear();
            self.stored_read = None;
            self.set_status(BoardStatus::Closed);
            replicas.set_open(None, ctx);
            self.push_status_patch(ctx);
        }
    }

    /// Changes the slug, because the server gave the new board another one.
    pub(super) fn set_slug(&mut self, slug: &str, ctx: &mut Context) {
        if self.slug != slug {
            slug.clone_into(&mut self.slug);
            self.push_status_patch(ctx);
            // The page's address is the old slug, which leads to another user's board.
            let path = format!("/app/b/{}", self.slug);
            ctx.step.ui_effects.push(UiEffect::Navigate { path, replace: true });
        }
    }

    fn push_status_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::BoardStatusChanged { slug: self.slug.clone(), status: self.status });
    }

    /// Shows the board that has become the open one.
    fn show(&mut self, replicas: &Replicas, ctx: &mut Context) {
        self.set_status(BoardStatus::Ready);
        self.push_opened_patch(replicas, ctx);
    }

    /// Sends the whole open board to the mirror.
    pub(super) fn push_opened_patch(&self, replicas: &Replicas, ctx: &mut Context) {
        if let Some(view) = replicas.open().map(Replica::view) {
            self.push_status_patch(ctx);
            ctx.step.patches.push(Patch::BoardOpened { board: json::json(&view) });
        }
    }
}
