//! How long the members who share it have focused on the open card (SPEC M93). It is loaded from the server and not stored,
//! so that nothing stays visible after a member has stopped sharing.

use super::details::CardRef;
use super::replica::Replica;
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::protocol::http::{MemberFocus, MemberFocusResponse};
use crate::protocol::response::ApiResponse;
use crate::resource::latest::LatestRequest;

/// The focus time of the members on the open card.
#[derive(Debug, Default)]
pub(super) struct SharedFocus {
    card: Option<CardRef>,
    members: Vec<MemberFocus>,
    request: LatestRequest,
}

impl SharedFocus {
    /// Returns the members who share their focus time and have focused on the card.
    pub(super) fn members(&self) -> &[MemberFocus] {
        &self.members
    }

    /// Follows the open card, and loads its focus time again if the board's record has changed: somebody may have started or
    /// stopped sharing.
    pub(super) fn follow(
        &mut self,
        replica: Option<&Replica>,
        card: Option<CardRef>,
        has_board_changed: bool,
        ctx: &mut Context,
    ) {
        let shared = replica.map(Replica::board).filter(|board| board.members.len() > 1);
        let card = card.filter(|card| shared.is_some_and(|board| board.id == card.board_id));
        let is_same = self.card == card;
        if !is_same {
            *self = Self { card, ..Self::default() };
        }
        if let Some(CardRef { board_id, card_id }) = card.filter(|_| has_board_changed || !is_same) {
            let path = format!("/boards/{board_id}/cards/{card_id}/focus-time/");
            self.request.start(path.clone());
            ctx.requests.push(ApiRequest::get(Purpose::LoadSharedFocus { path: path.clone() }, path));
        }
    }

    /// Handles the response with the focus time on a card. Without a valid one, none is shown.
    pub(super) fn on_response(&mut self, path: &str, response: &ApiResponse, ctx: &mut Context) {
        if self.request.finish(path) {
            self.members = response.read::<MemberFocusResponse>().map_or_else(
                |_| {
                    ctx.log("Error fetching focused time of members");
                    vec![]
                },
                |response| response.members,
            );
        }
    }
}
