//! Sharing of boards (SPEC M7 to M18, M50 and M51): the share dialog of the open board, and answering an invitation. All of it needs
//! the server, which also decides who may do it. The members come with the board's record.

use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::board::policy::{Action, assignable_roles, check, check_leave};
use crate::context::Context;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::Board;
use crate::protocol::response::ApiResponse;
use crate::protocol::sharing::{
    BoardInvitationRequest, BoardInvitationResponse, BoardInvitationsResponse, JoinView, JoinedBoard,
    MemberRoleRequest, PublicLinkResponse, Role, SharingChange, SharingRefusal, SharingView,
};
use crate::protocol::text::Email;
use crate::resource::latest::LatestRequest;
use crate::resource::remote::{FailureOutcome, RemoteResource};

/// The state of the share dialog, and of the invitation that is being answered.
#[derive(Debug, Default)]
pub(crate) struct Sharing {
    board: Option<SharedBoard>,
    /// The open invitations and the public link.
    invitations: RemoteResource<BoardInvitationsResponse>,
    /// The change in flight.
    changing: Option<SharingChange>,
    /// The outcome of the last change, until another one starts or the dialog opens again.
    last_outcome: Option<ChangeOutcome>,
    join: Option<JoinView>,
    join_request: LatestRequest,
}

/// The open board and the reader's role on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SharedBoard {
    id: Id,
    role: Role,
}

impl SharedBoard {
    fn can_manage_members(self) -> bool {
        check(self.role, Action::ManageMembers).is_ok()
    }
}

/// The outcome of a change.
#[derive(Debug)]
enum ChangeOutcome {
    Done { change: SharingChange, link: Option<String> },
    Refused(SharingRefusal),
}

impl Sharing {
    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> SharingView {
        let (done, link, refused) = match &self.last_outcome {
            Some(ChangeOutcome::Done { change, link }) => (Some(change.clone()), link.clone(), None),
            Some(ChangeOutcome::Refused(refusal)) => (None, None, Some(refusal.clone())),
            None => (None, None, None),
        };
        let BoardInvitationsResponse { invitations, public_link } =
            self.invitations.value().cloned().unwrap_or_default();
        SharingView {
            board_id: self.board.map(|board| board.id),
            roles: self.board.map(|board| assignable_roles(board.role).to_vec()).unwrap_or_default(),
            can_leave: self.board.is_some_and(|board| check_leave(board.role).is_ok()),
            status: self.invitations.status(),
            invitations,
            public_link,
            changing: self.changing.clone(),
            done,
            link,
            refused,
            join: self.join.clone(),
        }
    }

    /// Follows the open board and the reader's role on it. `None` if no board is open, or if it cannot be shared.
    pub(crate) fn reconcile(&mut self, board: Option<&Board>, ctx: &mut Context) {
        let board = board.map(|board| SharedBoard { id: board.id, role: board.role });
        if self.board == board {
            return;
        }
        if self.board.map(|board| board.id) != board.map(|board| board.id) {
            (self.changing, self.last_outcome) = (None, None);
            self.invitations = RemoteResource::default();
        } else if !board.is_some_and(SharedBoard::can_manage_members) {
            self.invitations = RemoteResource::default();
        }
        self.board = board;
        self.push_patch(ctx);
    }

    /// Loads the open invitations when the dialog opens. Known ones are shown meanwhile.
    ///
    /// # Errors
    ///
    /// Returns `UnknownBoard` if no board is open, or `ForbiddenRole` if the reader may not manage members.
    pub(crate) fn load_invitations(&mut self, ctx: &mut Context) -> Result<(), ErrorCode> {
        let board = self.board.ok_or(ErrorCode::UnknownBoard)?;
        check(board.role, Action::ManageMembers)?;
        self.last_outcome = None;
        self.invitations.request();
        self.push_patch(ctx);
        self.fetch(ctx);
        Ok(())
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if let Some(SharedBoard { id: board_id, .. }) = self.board
            && self.invitations.start_fetch()
        {
            let path = format!("/boards/{board_id}/invitations/");
            ctx.requests.push(ApiRequest::get(Purpose::LoadInvitations { board_id }, path));
        }
    }

    /// Handles the response with the invitations to a board.
    pub(crate) fn on_invitations_response(&mut self, board_id: Id, response: &ApiResponse, ctx: &mut Context) {
        if !self.board.is_some_and(|board| board.id == board_id && board.can_manage_members()) {
            return;
        }
        match response.read() {
            Ok(invitations) => {
                let outcome = self.invitations.finish_fetch();
                if outcome.applies {
                    self.invitations.set(invitations);
                    self.push_patch(ctx);
                }
                if outcome.is_outdated {
                    self.fetch(ctx);
                }
            }
            Err(_) => {
                ctx.log("Error fetching invitations");
                match self.invitations.fail_fetch() {
                    FailureOutcome::Refetch => self.fetch(ctx),
                    FailureOutcome::StatusFailed => self.push_patch(ctx),
                    FailureOutcome::StatusKept => {}
                }
            }
        }
    }

    /// Sends a change. `account` is the reader's.
    ///
    /// # Errors
    ///
    /// Returns why the change is not possible, or `Busy` while another one is in flight.
    pub(crate) fn change(&mut self, change: SharingChange, account: Id, ctx: &mut Context) -> Result<(), Rejection> {
        let SharedBoard { id: board_id, role: own_role } = self.board.ok_or(ErrorCode::UnknownBoard)?;
        if self.changing.is_some() {
            return Err(ErrorCode::Busy.into());
        }
        let board_path = format!("/boards/{board_id}");
        let check_role = |role: &Role| {
            check(own_role, if *role == Role::Owner { Action::DeleteBoard } else { Action::ManageMembers })
        };
        let (method, path, body) = match &change {
            SharingChange::Invite { role: Role::Owner, .. } | SharingChange::CreateLink { role: Role::Owner } => {
                return Err(ErrorCode::ForbiddenRole.into());
            }
            SharingChange::Invite { email, role } => {
                check_role(role)?;
                let email = Some(Email::parse_with_fault(email)?.as_str().to_owned());
                let body = json::json(&BoardInvitationRequest { email, role: *role });
                ("POST", format!("{board_path}/invitations/"), Some(body))
            }
            SharingChange::CreateLink { role } => {
                check_role(role)?;
                let body = json::json(&BoardInvitationRequest { email: None, role: *role });
                ("POST", format!("{board_path}/invitations/"), Some(body))
            }
            SharingChange::RevokeInvitation { invitation_id } => {
                check(own_role, Action::ManageMembers)?;
                ("DELETE", format!("{board_path}/invitations/{invitation_id}/"), None)
            }
            SharingChange::SetRole { user_id, role } => {
                check_role(role)?;
                let body = json::json(&MemberRoleRequest { role: *role });
                ("PUT", format!("{board_path}/members/{user_id}/"), Some(body))
            }
            SharingChange::RemoveMember { user_id } => {
                check(own_role, Action::ManageMembers)?;
                ("DELETE", format!("{board_path}/members/{user_id}/"), None)
            }
            SharingChange::TurnOnPublicLink | SharingChange::TurnOffPublicLink => {
                check(own_role, Action::ManageMembers)?;
                let method = if change == SharingChange::TurnOnPublicLink { "POST" } else { "DELETE" };
                (method, format!("{board_path}/public-link/"), None)
            }
            SharingChange::Leave => {
                check_leave(own_role)?;
                ("DELETE", format!("{board_path}/members/{account}/"), None)
            }
        };
        let has_body = body.is_some();
        let purpose = Purpose::ChangeSharing { board_id, change: change.clone() };
        let request = ApiRequest::with_body(purpose, method, path, body.unwrap_or_default());
        ctx.requests.push(if has_body { request } else { request.without_body() });
        (self.changing, self.last_outcome) = (Some(change), None);
        // A list that is loading now may lack the change.
        self.invitations.invalidate();
        self.push_patch(ctx);
        Ok(())
    }

    /// Handles the response to a change. After a refusal the invitations are loaded again, because somebody else may
    /// have changed them.
    pub(crate) fn on_change_response(
        &mut self,
        board_id: Id,
        change: &SharingChange,
        response: &ApiResponse,
        ctx: &mut Context,
    ) {
        if self.board.is_none_or(|board| board.id != board_id) || self.changing.as_ref() != Some(change) {
            return;
        }
        self.changing = None;
        self.last_outcome = Some(match self.apply(change, response) {
            Ok(link) => ChangeOutcome::Done { change: change.clone(), link },
            Err(rejection) => {
                if self.invitations.is_requested() {
                    self.fetch(ctx);
                }
                ChangeOutcome::Refused(SharingRefusal { change: change.clone(), rejection })
            }
        });
        self.push_patch(ctx);
    }

    /// Applies a successful change to the invitations and the public link. Returns the link of a new one.
    fn apply(&mut self, change: &SharingChange, response: &ApiResponse) -> Result<Option<String>, Rejection> {
        match change {
            SharingChange::Invite { .. } | SharingChange::CreateLink { .. } => {
                let BoardInvitationResponse { invitation, link } = response.read().map_err(|_| response.rejection())?;
                if let Some(known) = self.invitations.value_mut() {
                    known.invitations.retain(|other| other.id != invitation.id);
                    known.invitations.insert(0, invitation);
                }
                Ok(Some(link))
            }
            SharingChange::RevokeInvitation { .. } => {
                self.invitations.set(response.read().map_err(|_| response.rejection())?);
                Ok(None)
            }
            SharingChange::TurnOnPublicLink | SharingChange::TurnOffPublicLink => {
                let PublicLinkResponse { link } = response.read().map_err(|_| response.rejection())?;
                if let Some(known) = self.invitations.value_mut() {
                    known.public_link = link;
                }
                Ok(None)
            }
            SharingChange::SetRole { .. } | SharingChange::RemoveMember { .. } | SharingChange::Leave => {
                if response.is_success() { Ok(None) } else { Err(response.rejection()) }
            }
        }
    }

    /// Accepts or declines the invitation with this code. Does nothing while it is being answered.
    pub(crate) fn answer_invitation(&mut self, code: String, is_declined: bool, ctx: &mut Context) {
        let is_in_flight = self.join_request.is_in_flight();
        if is_in_flight && self.join.as_ref().is_some_and(|join| join.code == code) {
            return;
        }
        let answer = if is_declined { "decline" } else { "accept" };
        let path = format!("/invitations/{}/{answer}/", percent_encoded(&code));
        self.join_request.start(path.clone());
        let purpose = if is_declined {
            Purpose::DeclineInvitation { path: path.clone() }
        } else {
            Purpose::AcceptInvitation { path: path.clone() }
        };
        ctx.requests.push(ApiRequest::with_body(purpose, "POST", path, String::new()).without_body());
        self.join = Some(JoinView { code, is_declined, rejection: None });
        self.push_patch(ctx);
    }

    /// Handles the response to an accepted invitation. Returns the board, or `None` if the invitation was refused or
    /// another one was opened since.
    pub(crate) fn on_accept_response(
        &mut self,
        path: &str,
        response: &ApiResponse,
        ctx: &mut Context,
    ) -> Option<AcceptedInvitation> {
        if !self.join_request.finish(path) {
            return None;
        }
        let mut join = self.join.take()?;
        let accepted = match response.read::<JoinedBoard>() {
            Ok(JoinedBoard { board }) => Some(AcceptedInvitation { code: join.code, board }),
            Err(_) => {
                join.rejection = Some(response.rejection());
                self.join = Some(join);
                None
            }
        };
        self.push_patch(ctx);
        accepted
    }

    /// Handles the response to a declined invitation, unless another one was answered since.
    pub(crate) fn on_decline_response(&mut self, path: &str, response: &ApiResponse, ctx: &mut Context) {
        if !self.join_request.finish(path) {
            return;
        }
        if response.is_success() {
            self.join = None;
        } else if let Some(join) = &mut self.join {
            join.rejection = Some(response.rejection());
        }
        self.push_patch(ctx);
    }

    /// Resets the state after a change of account.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        let shown = std::mem::take(self).view();
        if shown != self.view() {
            self.push_patch(ctx);
        }
    }

    fn push_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::Sharing { sharing: self.view() });
    }
}

/// An invitation that was accepted.
#[derive(Debug)]
pub(crate) struct AcceptedInvitation {
    /// The code of its link.
    pub(crate) code: String,
    /// The board, of which the user is a member now.
    pub(crate) board: Board,
}
