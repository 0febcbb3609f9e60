//! First screens: what a board shows at first, in a small text of its own. It is read and drawn much faster than the
//! whole board, and shown while that is being read. The browser stores what the board showed when it was last open
//! (SPEC Y41); if that is missing, the server sends what it has (SPEC Y43).

use super::due::LocalMinute;
use super::replica::Replica;
use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::BoardRecords;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::{FORMAT, StoredFirstScreen, idb_key, parse_stored};
use crate::protocol::view::BoardView;

/// The number of cards of each list that a first screen contains.
pub const CARDS_PER_LIST: usize = 40;

/// Returns the first screen of a board, or `None` if its own record is missing. The records have at least the first
/// cards of each list, and `card_count` is the number of all cards of a list that are shown. No card has a due
/// status: it depends on the user's time zone, so the browser computes it.
pub fn first_screen(records: BoardRecords, card_count: impl Fn(Id) -> usize) -> Option<BoardView> {
    let mut view = Replica::load(records)?.first_screen(CARDS_PER_LIST);
    for list in &mut view.lists {
        let unloaded = card_count(list.id).saturating_sub(list.card_ids.len());
        list.unloaded_cards = u32::try_from(unloaded).unwrap_or(u32::MAX);
    }
    view.cards.iter_mut().for_each(|card| card.due_status = None);
    Some(view)
}

/// The first screen of the open board.
#[derive(Debug, Default)]
pub(super) struct FirstScreen {
    account: Option<Id>,
    /// What is shown while the board is being read.
    shown: Option<BoardView>,
    /// The stored text, as far as this tab knows.
    stored: Option<String>,
}

impl FirstScreen {
    /// Sets the account whose first screens are stored from now on.
    pub(super) fn set_account(&mut self, account: Id) {
        self.account = Some(account);
    }

    /// Returns what is shown while the board is being read.
    pub(super) fn shown(&self) -> Option<&BoardView> {
        self.shown.as_ref()
    }

    /// Requests the first screen of a board that starts to load.
    pub(super) fn request(&mut self, slug: &str, ctx: &mut Context) {
        (self.shown, self.stored) = (None, None);
        ctx.idb_reads.extend(self.account.map(|account| idb_key::first_screen(account, slug)));
    }

    /// Requests the first screen of a board from the server, unless the user is a guest.
    fn fetch(&self, slug: &str, ctx: &mut Context) {
        if self.account.is_some_and(|account| account != Id::GUEST) {
            let path = format!("/boards/{}/first-screen/", percent_encoded(slug));
            ctx.requests.push(ApiRequest::get(Purpose::LoadFirstScreen { slug: slug.to_owned() }, path));
        }
    }

    /// Shows the stored first screen of the board that is loading. If there is none that can be read, requests it from the
    /// server.
    pub(super) fn on_read(&mut self, slug: &str, text: Option<String>, local_minute: &LocalMinute, ctx: &mut Context) {
        let stored = text.as_deref().and_then(|text| parse_stored(text, |stored: &StoredFirstScreen| stored.format));
        if stored.is_some_and(|stored| self.show(slug, stored.board, local_minute, ctx)) {
            self.stored = text;
        } else {
            self.fetch(slug, ctx);
        }
    }

    /// Shows the first screen that the server has sent. A failure is ignored, because the whole board is requested too.
    pub(super) fn on_response(
        &mut self,
        slug: &str,
        response: &ApiResponse,
        local_minute: &LocalMinute,
        ctx: &mut Context,
    ) {
        if self.shown.is_none()
            && let Ok(view) = response.read::<BoardView>()
        {
            self.show(slug, view, local_minute, ctx);
        }
    }

    /// Shows a first screen while its board is loading. Returns whether it is that of the board.
    fn show(&mut self, slug: &str, mut view: BoardView, local_minute: &LocalMinute, ctx: &mut Context) -> bool {
        if view.board.slug.as_str() != slug {
            return false;
        }
        for card in &mut view.cards {
            card.due_status = card.due_date.as_ref().map(|due| local_minute.status(due, card.priority));
        }
        ctx.step.patches.push(Patch::BoardOpened { board: json::json(&view) });
        self.shown = Some(view);
        true
    }

    /// Deletes the stored first screen of a board that does not exist.
    pub(super) fn delete(&mut self, slug: &str, ctx: &mut Context) {
        ctx.idb_prefix_deletes.extend(self.account.map(|account| idb_key::first_screen(account, slug)));
    }

    /// Ends showing it: the board itself has been read, cannot be read or is closed.
    pub(super) fn hide(&mut self) {
        self.shown = None;
    }

    /// Stores what the open board shows now, unless that is stored already.
    pub(super) fn store(&mut self, view: BoardView, ctx: &mut Context) {
        let Some(account) = self.account else { return };
        let key = idb_key::first_screen(account, view.board.slug.as_str());
        let text = json::json(&StoredFirstScreen { format: FORMAT, board: view });
        if self.stored.as_ref() != Some(&text) {
            ctx.write_idb(key, text.clone());
            self.stored = Some(text);
        }
    }
}
