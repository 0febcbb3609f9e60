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
/// Until then the account works as usual and `POST /account/keep/` cancels the deletion. Repeating the request does not
/// extend the period.
#[utoipa::path(
    post, path = "/account/delete", tag = "Accounts",
    request_body(content = DeleteAccountRequest, example = json!({"password": "correct horse"})),
    responses(
        (status = 200, description = "The account, with `delete_at`.", body = AccountResponse, example = json!({
            "account": super::account::example()
        })),
        (status = 403, description = "`password_wrong`, or `login_stale` where the account has no password.", body = Rejection),
        (status = 429, description = "`too_many_requests`.", body = Rejection),
    )
)]
async fn delete(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<DeleteAccountRequest>,
) -> Result<Json<AccountResponse>, ApiError> {
    deletion::schedule(&app.services.accounts, account, request.password, address).await?;
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
