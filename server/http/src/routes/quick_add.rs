//! `POST /quick-add/`.

use super::{boards, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{FilteringWriter, JsonBody};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::{QuickAddRequest, QuickAddResponse};
use core_wasm::protocol::language::Language;
use core_wasm::protocol::messages::current_language;
use twentyfour_domain::DomainError;
use twentyfour_domain::quick_add::{self, Refusal};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(add))
}

/// Adds a card by one line of text, such as "Send report tomorrow 5pm #Work/Next @press !high ~30m".
///
/// The line is understood as in quick add of the app, in English. Weeks begin on Monday. In a date such as 5/12 the month comes
/// first if `Accept-Language` prefers English, and otherwise the day. The card comes last in its list. A repeated request with the
/// same id returns the card that was added and changes nothing. Boards that the token may not touch do not exist for it.
#[utoipa::path(
    post, path = "/quick-add", tag = "Boards", security(("access_token" = []), ("api_token" = ["write"])),
    request_body(content = QuickAddRequest, example = json!({"text": "Milk tomorrow 9am @shop"})),
    responses(
        (status = 200, description = "The card and its board.", body = QuickAddResponse, example = json!({
            "card": boards::card_example(), "board": boards::overview_example()
        })),
        (status = 403, description = "`forbidden_role`: you may not add cards to this board. `token_scope`: the token may not.", body = Rejection),
        (status = 404, description = "`not_found`: there is no board with this `board_id`, or you are not a member.", body = Rejection),
        (status = 409, description = "`card_limit` or `change_limit`.", body = Rejection),
        (status = 422, description = "`unknown_board`: there is no board with the name in the line, or there are several, or you have no board at all; \
            `unknown_list`: the board has no such list, or none at all; `title_required`, `title_too_long`, `bad_id`, `body_invalid`, or \
            another field breaks a rule.", body = Rejection),
    )
)]
async fn add(
    State(app): State<App>,
    caller: FilteringWriter,
    JsonBody(request): JsonBody<QuickAddRequest>,
) -> Result<Json<QuickAddResponse>, ApiError> {
    let is_day_first = current_language() != Language::En;
    let added = quick_add::add(&app.services.changes, &caller, &request, is_day_first).await;
    added.map(Json).map_err(api_error)
}

/// Names what the line is missing.
fn api_error(refusal: Refusal) -> ApiError {
    let (code, message) = match refusal {
        Refusal::NoBoard => (ErrorCode::UnknownBoard, messages::quick_add_no_boards().to_owned()),
        Refusal::UnknownBoard { name } => (ErrorCode::UnknownBoard, messages::quick_add_board_unknown(&name)),
        Refusal::AmbiguousBoard { name } => (ErrorCode::UnknownBoard, messages::quick_add_board_ambiguous(&name)),
        Refusal::UnknownList { name, board } => {
            (ErrorCode::UnknownList, messages::quick_add_list_unknown(&board, &name))
        }
        Refusal::NoList { board } => (ErrorCode::UnknownList, messages::quick_add_no_lists(&board)),
        Refusal::Other(error) => return error.into(),
    };
    DomainError::Fields(vec![Rejection { code, message }]).into()
}
