//! First screens: what a board showed when it was last open, in a small stored text of its own. It is read and drawn
//! much faster than the whole board, and shown while that is being read (SPEC Y41).

use super::due::LocalMinute;
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::stored::{FORMAT, StoredFirstScreen, idb_key, parse_stored};
use crate::protocol::view::BoardView;

/// The number of cards of each list that a first screen contains.
pub(super) const CARDS_PER_LIST: usize = 40;

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

    /// Shows the stored first screen of the board that is loading, unless it cannot be read.
    pub(super) fn show(&mut self, slug: &str, text: Option<String>, local_minute: &LocalMinute, ctx: &mut Context) {
        let Some(text) = text else { return };
        let stored = parse_stored(&text, |stored: &StoredFirstScreen| stored.format).map(|stored| stored.board);
        let Some(mut view) = stored.filter(|view| view.board.slug.as_str() == slug) else { return };
        self.stored = Some(text);
        for card in &mut view.cards {
            card.due_status = card.due_date.as_ref().map(|due| local_minute.status(due, card.priority));
        }
        ctx.step.patches.push(Patch::BoardOpened { board: json::json(&view) });
        self.shown = Some(view);
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
