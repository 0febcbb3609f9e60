//! The view of the open board beyond its lists and cards: the open card, the activity and the filter.

use super::activity::Activities;
use super::board_activity::BoardActivity;
use super::details::{CardRef, OpenCard};
use super::filter::Filter;
use super::pending::PendingChanges;
use super::reduce::Records;
use super::replica::Replica;
use super::shared_focus::SharedFocus;
use crate::context::Context;
use crate::context::events::RecordChanges;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::http::HourFormat;
use crate::protocol::id::Id;
use crate::protocol::intent::CardFilter;
use crate::protocol::op::BoardOp;
use crate::protocol::response::ApiResponse;
use crate::protocol::view::{BoardActivityView, CardDetails, FilterView};

/// What is shown of the open board besides its lists and cards.
#[derive(Debug, Default)]
pub(super) struct OpenView {
    card: OpenCard,
    activities: Activities,
    board_activity: BoardActivity,
    shared_focus: SharedFocus,
    filter: Filter,
    /// The clock format (12 or 24 hours) in the activity.
    hour_format: HourFormat,
}

impl OpenView {
    /// Remembers an op of the user for the activity of its card.
    pub(super) fn remember_own_op(&mut self, board_id: Id, op: &BoardOp) {
        self.activities.remember_own_op(board_id, op);
    }

    /// Returns whether a card of the open board is visible under the filter.
    pub(super) fn is_card_visible(&self, card_id: Id) -> bool {
        self.filter.matches(card_id)
    }

    /// Removes an op that the server refused from the activity of its card.
    pub(super) fn remove_op(&mut self, op_id: Id) {
        self.activities.remove_op(op_id);
    }

    /// Handles a change of the pending changes, which the activity of the open card shows.
    pub(super) fn on_pending_changed(&mut self) {
        self.card.is_stale = true;
    }

    /// Removes the activity of a board's cards.
    pub(super) fn forget_activities(&mut self, board: &Records) {
        self.activities.forget(board);
    }

    /// Removes all activity, because another account is signed in.
    pub(super) fn reset_activities(&mut self) {
        self.activities = Activities::default();
    }

    /// Updates the mirror. `replica` is the open board, and `changes` are its changed records.
    pub(super) fn update(
        &mut self,
        replica: Option<&Replica>,
        changes: Option<&RecordChanges>,
        pending: &PendingChanges,
        env: &Env,
        ctx: &mut Context,
    ) {
        let Self { card, activities, board_activity, shared_focus, filter, hour_format } = self;
        let has_record_changed = changes.is_some_and(|changes| changes.board_changed);
        shared_focus.follow(replica, card.card, has_record_changed, ctx);
        let open = replica.zip(card.card).filter(|(replica, card)| replica.board().id == card.board_id);
        if let Some((replica, card)) = open {
            let has_changed = |changes: &RecordChanges| changes.all_changed || changes.cards.contains(&card.card_id);
            activities.follow(card, replica.contiguous_version(), changes.is_some_and(has_changed), ctx);
        }
        let activity_of = |replica: &Replica, card_id| activities.of_card(replica, card_id, pending, *hour_format);
        card.update(replica, changes.is_some(), activity_of, shared_focus.members(), ctx);
        board_activity.update(replica, changes.is_some(), *hour_format, ctx);
        filter.update(replica, changes, env, ctx);
    }

    /// Returns the open card as the mirror holds it.
    pub(super) fn open_card(&self) -> Option<&CardDetails> {
        self.card.view()
    }

    /// Opens a card.
    pub(super) fn set_card(&mut self, card: CardRef) {
        self.card.card = Some(card);
    }

    /// Closes the open card.
    pub(super) fn close_card(&mut self) {
        self.card.card = None;
    }

    /// Requests the activity of the open card from the server.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownCard`] if no card is open.
    pub(super) fn load_activity(&mut self, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.activities.load(self.card.card.ok_or(ErrorCode::UnknownCard)?, ctx);
        self.card.is_stale = true;
        Ok(())
    }

    /// Handles the server's response to a request for a card's activity.
    pub(super) fn on_activity_response(&mut self, card_id: Id, response: &ApiResponse, ctx: &mut Context) {
        self.card.is_stale = true;
        let is_outdated = self.activities.on_response(card_id, response, ctx);
        if let Some(card) = self.card.card.filter(|card| is_outdated && card.card_id == card_id) {
            self.activities.load(card, ctx);
        }
    }

    /// Handles the response with the focus time of the members on a card.
    pub(super) fn on_shared_focus_response(&mut self, path: &str, response: &ApiResponse, ctx: &mut Context) {
        self.card.is_stale = true;
        self.shared_focus.on_response(path, response, ctx);
    }

    /// Returns the activity of the open board.
    pub(super) fn board_activity(&mut self) -> &mut BoardActivity {
        &mut self.board_activity
    }

    /// Returns the activity of the open board as the mirror holds it.
    pub(super) fn board_activity_view(&self) -> Option<&BoardActivityView> {
        self.board_activity.view()
    }

    /// Sets the clock format in the activity.
    pub(super) fn set_hour_format(&mut self, hour_format: HourFormat) {
        if self.hour_format != hour_format {
            self.hour_format = hour_format;
            (self.card.is_stale, self.board_activity.is_stale) = (true, true);
        }
    }

    /// Returns the filter as the mirror holds it.
    pub(super) fn filter(&self) -> FilterView {
        self.filter.view()
    }

    /// Sets the filter of the open board; `None` shows all cards.
    pub(super) fn set_filter(&mut self, board_id: Id, filter: Option<CardFilter>) {
        self.filter.set(board_id, filter);
    }
}
