//! Sharing a board: its members and their roles, and invitations to it.

use super::error::Rejection;
use super::http::BoardOverview;
use super::id::Id;
use super::messages::core::former_member;
use super::record::Board;
use super::time::Timestamp;
use super::view::{BoardView, CardDetails, LoadStatus};
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The maximum number of members of a board, its owner included.
pub const MAX_MEMBERS: usize = 100;

/// The maximum number of boards that a person may be a member of without owning them.
pub const MAX_SHARED_BOARDS: usize = 500;

/// The number of days after which an invitation expires.
pub const INVITATION_DAYS: i64 = 14;

/// What a member may do on a board. Each role also includes the rights of the roles before it. `board::policy` has the
/// details.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson,
)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Sees the board.
    Viewer,
    /// Comments on cards.
    Commenter,
    /// Changes lists, cards and labels.
    Editor,
    /// Manages members and the board's settings, and deletes others' comments.
    Admin,
    /// Deletes the board, and hands it over to another member. Each board has exactly one owner.
    #[default]
    Owner,
}

/// What a member may do on a board, made from the role by `board::policy`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BoardPermissions {
    /// Adding comments, and editing and deleting own ones.
    pub can_comment: bool,
    /// Changing lists, cards, subtasks and labels.
    pub can_edit: bool,
    /// Changing the board's name, description, color and picture.
    pub can_edit_board: bool,
    /// Deleting others' comments.
    pub can_moderate: bool,
    /// Inviting and removing members, and changing their roles.
    pub can_manage_members: bool,
    /// Moving the board to the trash, and handing it over.
    pub can_delete: bool,
}

/// The permissions of each role.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RolePermissions {
    /// The permissions of a viewer.
    pub viewer: BoardPermissions,
    /// The permissions of a commenter.
    pub commenter: BoardPermissions,
    /// The permissions of an editor.
    pub editor: BoardPermissions,
    /// The permissions of an admin.
    pub admin: BoardPermissions,
    /// The permissions of the owner.
    pub owner: BoardPermissions,
}

/// A member of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Member {
    /// The member's account.
    pub user_id: Id,
    /// First name, 1 to 200 characters.
    pub first_name: String,
    /// Last name, 1 to 200 characters.
    pub last_name: String,
    /// The path of the member's picture (SPEC M130); null for none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub picture: Option<String>,
    /// The member's role.
    pub role: Role,
    /// Whether the member shares the own focus time on the board with the others.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub shares_focus: bool,
}

impl Member {
    /// Returns the member's full name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name).trim().to_owned()
    }
}

/// Returns what stands for the name of a person who has left a board.
pub fn former_member_name() -> &'static str {
    former_member()
}

/// The response to `GET /boards/{id}/members/`, and to a change of a member's role.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MembersResponse {
    /// The members: the owner first, then by role from admin to viewer, then by name.
    pub members: Vec<Member>,
}

/// The body of `PUT /boards/{id}/members/{user_id}/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemberRoleRequest {
    /// The new role. `owner` hands the board over: the previous owner becomes an admin.
    pub role: Role,
}

/// The body of `POST /boards/{id}/invitations/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardInvitationRequest {
    /// The address to mail the invitation to; absent for a link that you share yourself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The role of the new member: every role but `owner`.
    pub role: Role,
}

/// An invitation to a board that was not accepted yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardInvitation {
    /// Its id.
    pub id: Id,
    /// The address that it was mailed to; null for a link.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub email: Option<String>,
    /// The role of the new member.
    pub role: Role,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// The response to `POST /boards/{id}/invitations/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardInvitationResponse {
    /// The invitation.
    pub invitation: BoardInvitation,
    /// The URL that accepts it. It ends in the code, which cannot be read again.
    pub link: String,
}

/// The response to `GET /boards/{id}/invitations/`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardInvitationsResponse {
    /// The invitations that can still be accepted, latest first.
    pub invitations: Vec<BoardInvitation>,
    /// The URL at which anybody may read the board; null if the public link is off.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub public_link: Option<String>,
}

/// The response to `POST` and `DELETE /boards/{id}/public-link/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PublicLinkResponse {
    /// The URL at which anybody may read the board; null if the public link is off.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub link: Option<String>,
}

/// The response to `POST /invitations/{code}/accept/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AcceptInvitationResponse {
    /// The board.
    pub board: BoardOverview,
}

/// The part of [`AcceptInvitationResponse`] that the app reads.
#[derive(Debug, Deserialize, ReadJson)]
pub(crate) struct JoinedBoard {
    /// The board.
    pub(crate) board: Board,
}

/// A change of who may see and change the open board. All but `leave` need the right to manage members.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SharingChange {
    /// Invites a person by email.
    Invite {
        /// The email address, as typed.
        email: String,
        /// The role of the new member: every role but `owner`.
        role: Role,
    },
    /// Creates a link that invites the first person who opens it.
    CreateLink {
        /// The role of the new member: every role but `owner`.
        role: Role,
    },
    /// Revokes an invitation.
    RevokeInvitation {
        /// The invitation.
        invitation_id: Id,
    },
    /// Changes a member's role.
    SetRole {
        /// The member.
        user_id: Id,
        /// The new role. `owner` hands the board over: the previous owner becomes an admin.
        role: Role,
    },
    /// Removes a member.
    RemoveMember {
        /// The member.
        user_id: Id,
    },
    /// Turns the public link on: anybody with the link may read the board.
    TurnOnPublicLink,
    /// Turns the public link off. Turned on again, it is another link.
    TurnOffPublicLink,
    /// Leaves the board.
    Leave,
}

/// A refused change of who may see and change the open board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SharingRefusal {
    /// The change that was refused.
    pub change: SharingChange,
    /// Why it was refused.
    pub rejection: Rejection,
}

/// The invitation that is being accepted or declined, or could not be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct JoinView {
    /// The code at the end of the link, or the id of an entry in the inbox.
    pub code: String,
    /// Whether it is declined instead of accepted.
    pub is_declined: bool,
    /// Why it could not be accepted or declined; null while the request is in flight.
    pub rejection: Option<Rejection>,
}

/// The board that the page `/public/{code}` shows. Loading while it has neither a board nor a rejection.
#[derive(Clone, PartialEq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct PublicBoardView {
    /// The code at the end of the link.
    pub code: String,
    /// The board; null until it is loaded.
    pub board: Option<BoardView>,
    /// The description and the subtasks of its cards, in no particular order.
    pub details: Vec<CardDetails>,
    /// Why the board could not be loaded; null otherwise. `not_found` if there is no such link.
    pub rejection: Option<Rejection>,
}

/// The share dialog of the open board. The members are in [`Board::members`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct SharingView {
    /// The open board; null if none is open or the board cannot be shared: it is a guest's, or was not sent yet.
    pub board_id: Option<Id>,
    /// The roles that the reader may give to others, the lowest first. Empty if the reader may not manage members.
    /// `owner` hands the board over.
    pub roles: Vec<Role>,
    /// Whether the reader may leave the board.
    pub can_leave: bool,
    /// The loading status of the invitations.
    pub status: LoadStatus,
    /// The invitations that can still be accepted, latest first.
    pub invitations: Vec<BoardInvitation>,
    /// The URL at which anybody may read the board; null if the public link is off or not loaded.
    pub public_link: Option<String>,
    /// The change in flight; null if there is none.
    pub changing: Option<SharingChange>,
    /// The last change, if it succeeded; null otherwise, and as soon as another one starts.
    pub done: Option<SharingChange>,
    /// The link of the invitation that the last change created; null otherwise. It cannot be read again.
    pub link: Option<String>,
    /// The last change, if it was refused; null otherwise.
    pub refused: Option<SharingRefusal>,
    /// The invitation that is being accepted or declined, or could not be; null if there is none.
    pub join: Option<JoinView>,
}
