//! `/boards/{board}/members/`, `/boards/{board}/invitations/`, `/invitations/`, `/boards/{board}/public-link/` and
//! `/public/`: sharing boards.

use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{JsonBody, PathSegment, PathSegments};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::MessageResponse;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::BoardRecords;
use core_wasm::protocol::sharing::{
    AcceptInvitationResponse, BoardInvitationRequest, BoardInvitationResponse, BoardInvitationsResponse,
    MemberRoleRequest, MembersResponse, PublicLinkResponse,
};
use serde_json::json;
use twentyfour_domain::{board_invitations, members, public_links};
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_members))
        .routes(routes!(set_role, remove_member))
        .routes(routes!(list_invitations, invite))
        .routes(routes!(revoke_invitation))
        .routes(routes!(accept_invitation))
        .routes(routes!(decline_invitation))
        .routes(routes!(turn_on_public_link, turn_off_public_link))
        .routes(routes!(open_public_board))
}

fn members_example() -> serde_json::Value {
    json!([
        {
            "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60", "first_name": "Ada", "last_name": "Lovelace",
            "picture": "/api/avatars/0123456789abcdef0123456789abcdef/", "role": "owner"
        },
        {
            "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61", "first_name": "Grace", "last_name": "Hopper",
            "picture": null, "role": "editor"
        }
    ])
}

fn invitation_example() -> serde_json::Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c80", "email": "grace@example.com", "role": "editor",
        "created_at": "2026-03-03T08:30:00.000Z", "expires_at": "2026-03-17T08:30:00.000Z"
    })
}

/// Returns the members of a board: the owner first, then by role from admin to viewer, then by name.
#[utoipa::path(
    get, path = "/boards/{board}/members", tag = "Sharing",
    params(("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70")),
    responses(
        (status = 200, description = "The members.", body = MembersResponse, example = json!({"members": members_example()})),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
    )
)]
async fn list_members(
    State(app): State<App>,
    account: Actor,
    PathSegment(board): PathSegment,
) -> Result<Json<MembersResponse>, ApiError> {
    Ok(Json(members::list(&app.services.context, account, id(&board)?).await?))
}

/// Sets a member's role.
///
/// Admins may do this. The role `owner`, which only the owner may give, hands the board over: the previous owner becomes an
/// admin.
#[utoipa::path(
    put, path = "/boards/{board}/members/{user}", tag = "Sharing",
    params(
        ("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"),
        ("user" = String, Path, description = "The member's account.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61"),
    ),
    request_body(content = MemberRoleRequest, example = json!({"role": "commenter"})),
    responses(
        (status = 200, description = "The members.", body = MembersResponse, example = json!({"members": members_example()})),
        (status = 402, description = "`plan_limit`: the new owner's plan does not allow another board.", body = Rejection),
        (status = 403, description = "`forbidden_role`: your role does not allow this.", body = Rejection),
        (status = 404, description = "There is no such member, or you are not a member.", body = Rejection),
        (status = 409, description = "`owner_required`: this member is the owner. `new_owner_limit`: the new owner has too many boards. `new_owner_leaving`: their account is about to be deleted.", body = Rejection),
        (status = 422, description = "`body_invalid`: not a role.", body = Rejection),
    )
)]
async fn set_role(
    State(app): State<App>,
    account: Actor,
    PathSegments(board, user): PathSegments,
    JsonBody(MemberRoleRequest { role }): JsonBody<MemberRoleRequest>,
) -> Result<Json<MembersResponse>, ApiError> {
    Ok(Json(members::set_role(&app.services.changes, account, id(&board)?, id(&user)?, role).await?))
}

/// Removes a member, or leaves the board.
///
/// Admins may remove everybody but the owner. Everybody but the owner may leave. The response contains the other members.
#[utoipa::path(
    delete, path = "/boards/{board}/members/{user}", tag = "Sharing",
    params(
        ("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"),
        ("user" = String, Path, description = "The member's account.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61"),
    ),
    responses(
        (status = 200, description = "The other members.", body = MembersResponse, example = json!({"members": [members_example()[0]]})),
        (status = 403, description = "`forbidden_role`: your role does not allow this.", body = Rejection),
        (status = 404, description = "There is no such member, or you are not a member.", body = Rejection),
        (status = 409, description = "`owner_required`: this member is the owner.", body = Rejection),
    )
)]
async fn remove_member(
    State(app): State<App>,
    account: Actor,
    PathSegments(board, user): PathSegments,
) -> Result<Json<MembersResponse>, ApiError> {
    Ok(Json(members::remove(&app.services.changes, account, id(&board)?, id(&user)?).await?))
}

/// Returns the invitations to a board that can still be accepted, latest first, and its public link.
///
/// Only admins may see them.
#[utoipa::path(
    get, path = "/boards/{board}/invitations", tag = "Sharing",
    params(("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70")),
    responses(
        (status = 200, description = "The open invitations.", body = BoardInvitationsResponse, example = json!({"invitations": [invitation_example()], "public_link": null})),
        (status = 403, description = "`forbidden_role`: your role does not allow this.", body = Rejection),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
    )
)]
async fn list_invitations(
    State(app): State<App>,
    account: Actor,
    PathSegment(board): PathSegment,
) -> Result<Json<BoardInvitationsResponse>, ApiError> {
    Ok(Json(board_invitations::list(&app.services.sharing, account, id(&board)?).await?))
}

/// Invites a person to a board, by mail or with a link.
///
/// Admins may do this. The link works once, for 14 days, for anyone who opens it. It is only in this response.
#[utoipa::path(
    post, path = "/boards/{board}/invitations", tag = "Sharing",
    params(("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70")),
    request_body(content = BoardInvitationRequest, example = json!({"email": "grace@example.com", "role": "editor"})),
    responses(
        (status = 200, description = "The invitation and its link.", body = BoardInvitationResponse, example = json!({
            "invitation": invitation_example(), "link": "https://example.com/join/pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8"
        })),
        (status = 403, description = "`forbidden_role`: your role does not allow this.", body = Rejection),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
        (status = 409, description = "`member_limit`: 100 members and open invitations.", body = Rejection),
        (status = 422, description = "`body_invalid`: not a role, or the owner's. `email_invalid`.", body = Rejection),
    )
)]
async fn invite(
    State(app): State<App>,
    account: Actor,
    PathSegment(board): PathSegment,
    JsonBody(request): JsonBody<BoardInvitationRequest>,
) -> Result<Json<BoardInvitationResponse>, ApiError> {
    Ok(Json(board_invitations::create(&app.services.sharing, account, id(&board)?, request).await?))
}

/// Revokes an invitation.
///
/// Admins may do this. The response contains the other open invitations.
#[utoipa::path(
    delete, path = "/boards/{board}/invitations/{invitation}", tag = "Sharing",
    params(
        ("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"),
        ("invitation" = String, Path, description = "The invitation's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c80"),
    ),
    responses(
        (status = 200, description = "The other open invitations.", body = BoardInvitationsResponse, example = json!({"invitations": [], "public_link": null})),
        (status = 403, description = "`forbidden_role`: your role does not allow this.", body = Rejection),
        (status = 404, description = "There is no such open invitation, or you are not a member.", body = Rejection),
    )
)]
async fn revoke_invitation(
    State(app): State<App>,
    account: Actor,
    PathSegments(board, invitation): PathSegments,
) -> Result<Json<BoardInvitationsResponse>, ApiError> {
    Ok(Json(board_invitations::revoke(&app.services.sharing, account, id(&board)?, id(&invitation)?).await?))
}

/// Accepts an invitation and returns the board.
///
/// Repeated by the same person, the response is the same.
#[utoipa::path(
    post, path = "/invitations/{code}/accept", tag = "Sharing",
    params(("code" = String, Path, description = "The code at the end of the invitation's link.", example = "pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8")),
    responses(
        (status = 200, description = "The board.", body = AcceptInvitationResponse, example = json!({"board": super::boards::overview_example()})),
        (status = 403, description = "`invitation_invalid`: unknown, expired, revoked or used by somebody else.", body = Rejection),
        (status = 409, description = "`member_limit` or `shared_board_limit`.", body = Rejection),
    )
)]
async fn accept_invitation(
    State(app): State<App>,
    account: Actor,
    PathSegment(code): PathSegment,
) -> Result<Json<AcceptInvitationResponse>, ApiError> {
    let board = board_invitations::accept(&app.services.sharing, account, &code).await?;
    Ok(Json(AcceptInvitationResponse { board }))
}

/// Declines an invitation, which cannot be accepted afterwards.
#[utoipa::path(
    post, path = "/invitations/{code}/decline", tag = "Sharing",
    params(("code" = String, Path, description = "The code at the end of the invitation's link.", example = "pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8")),
    responses(
        (status = 200, description = "Invitation declined.", body = MessageResponse, example = json!({"message": messages::invitation_declined()})),
        (status = 404, description = "There is no such open invitation.", body = Rejection),
    )
)]
async fn decline_invitation(
    State(app): State<App>,
    account: Actor,
    PathSegment(code): PathSegment,
) -> Result<Confirmation, ApiError> {
    board_invitations::decline(&app.services.sharing, account, &code).await?;
    Ok(confirmation(messages::invitation_declined()))
}

/// Turns on the link with which anybody may read the board, without an account.
///
/// Admins may do this. If the link is on already, the response contains the same one.
#[utoipa::path(
    post, path = "/boards/{board}/public-link", tag = "Sharing",
    params(("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70")),
    responses(
        (status = 200, description = "The link, which ends in the code.", body = PublicLinkResponse, example = json!({
            "link": "https://example.com/public/pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8"
        })),
        (status = 403, description = "`forbidden_role`: your role does not allow this.", body = Rejection),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
    )
)]
async fn turn_on_public_link(
    State(app): State<App>,
    account: Actor,
    PathSegment(board): PathSegment,
) -> Result<Json<PublicLinkResponse>, ApiError> {
    Ok(Json(public_links::turn_on(&app.services.sharing, account, id(&board)?).await?))
}

/// Turns the public link off. It never works again.
///
/// Admins may do this.
#[utoipa::path(
    delete, path = "/boards/{board}/public-link", tag = "Sharing",
    params(("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70")),
    responses(
        (status = 200, description = "The link is off.", body = PublicLinkResponse, example = json!({"link": null})),
        (status = 403, description = "`forbidden_role`: your role does not allow this.", body = Rejection),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
    )
)]
async fn turn_off_public_link(
    State(app): State<App>,
    account: Actor,
    PathSegment(board): PathSegment,
) -> Result<Json<PublicLinkResponse>, ApiError> {
    Ok(Json(public_links::turn_off(&app.services.sharing, account, id(&board)?).await?))
}

/// Returns a board with a public link: its lists, cards and subtasks, without members, comments and reminders.
#[utoipa::path(
    get, path = "/public/boards/{code}", tag = "Sharing", security(()),
    params(("code" = String, Path, description = "The code at the end of the public link.", example = "pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8")),
    responses(
        (status = 200, description = "The board.", body = BoardRecords, example = json!({
            "version": 7, "is_complete": true, "board": super::boards::public_example(),
            "lists": [super::boards::list_example()], "cards": [super::boards::card_example()], "items": []
        })),
        (status = 404, description = "There is no such link, or it was turned off.", body = Rejection),
    )
)]
async fn open_public_board(
    State(app): State<App>,
    PathSegment(code): PathSegment,
) -> Result<Json<BoardRecords>, ApiError> {
    Ok(Json(public_links::open(&app.services.context, &code).await?))
}

/// Parses an id in a path.
fn id(text: &str) -> Result<Id, ErrorCode> {
    Id::parse(text).ok_or(ErrorCode::NotFound)
}
