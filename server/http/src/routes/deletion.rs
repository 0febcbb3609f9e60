//! `POST /account/delete/` and `POST /account/keep/`: scheduling and canceling the deletion of an account.

use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, JsonBody};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::account::{AccountResponse, DeleteAccountRequest};
use core_wasm::protocol::error::Rejection;
use twentyfour_domain::deletion;
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(delete)).routes(routes!(cancel))
}

/// Schedules the account for deletion in 7 days, ends its other logins and sends a notice by email.
///
/// If you own boards that you share, `boards` says for each what becomes of it: it is passed to one of its members at
/// once, and you become an admin until your account is deleted, or it is deleted with your account. Otherwise the request is
/// refused, and nothing changes. Boards in the trash are deleted with your account and need no decision.
///
/// Until then the account works as usual and `POST /account/keep/` cancels the deletion. Repeating the request does not
/// extend the period.
#[utoipa::path(
    post, path = "/account/delete", tag = "Accounts",
    request_body(content = DeleteAccountRequest, example = json!({
        "password": "correct horse",
        "boards": [{
            "board_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70", "new_owner_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61"
        }]
    })),
    responses(
        (status = 200, description = "The account, with `delete_at`.", body = AccountResponse, example = json!({
            "account": super::account::example()
        })),
        (status = 403, description = "`password_wrong`, or `login_stale` where the account has no password.", body = Rejection),
        (status = 402, description = "`plan_limit`: a new owner cannot have another board.", body = Rejection),
        (status = 404, description = "`not_found`: a board to pass on, or its new owner, is not a member's.", body = Rejection),
        (status = 409, description = "`shared_boards_undecided`: `boards` lacks a board that you own and share. `owner_required`: \
            a new owner is yourself. `new_owner_limit`: a new owner has too many boards. `new_owner_leaving`: \
            the account of a new owner is about to be deleted.", body = Rejection),
        (status = 429, description = "`too_many_requests`.", body = Rejection),
    )
)]
async fn delete(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<DeleteAccountRequest>,
) -> Result<Json<AccountResponse>, ApiError> {
    let services = &app.services;
    deletion::schedule(&services.accounts, &services.live, account, request, address).await?;
    super::account::account_response(&app, account).await
}

/// Cancels the scheduled deletion of the account.
#[utoipa::path(
    post, path = "/account/keep", tag = "Accounts",
    responses(
        (status = 200, description = "The account, without `delete_at`.", body = AccountResponse, example = json!({
            "account": super::account::example()
        })),
        (status = 401, description = "No valid token. A deleted account cannot be restored.", body = Rejection),
    )
)]
async fn cancel(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
) -> Result<Json<AccountResponse>, ApiError> {
    deletion::cancel(&app.services.context, account, address).await?;
    super::account::account_response(&app, account).await
}
