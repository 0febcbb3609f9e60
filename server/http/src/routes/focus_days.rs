//! `/focus-days/` and `/boards/{board}/focus-time/`: sums of focus time by local day, board, label and card.

use crate::App;
use crate::error::ApiError;
use crate::extract::{PathSegment, PathSegments, Query, Reader};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::{
    BoardFocusTimeResponse, FocusBreakdownResponse, FocusDaysResponse, MemberFocusResponse,
};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::LocalDay;
use serde::Deserialize;
use twentyfour_domain::{boards, focus_days};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(days))
        .routes(routes!(breakdown))
        .routes(routes!(of_board))
        .routes(routes!(shared_on_card))
}

/// The query parameter that excludes sessions.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExcludedSessions {
    /// Comma-separated ids of sessions to exclude from the sums. Unknown ids are ignored.
    #[param(example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70,0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71")]
    except: Option<String>,
}

impl ExcludedSessions {
    fn ids(&self) -> Result<Vec<Id>, ErrorCode> {
        let text = self.except.as_deref().unwrap_or_default();
        let ids = text.split(',').filter(|id| !id.is_empty());
        ids.map(|id| Id::parse(id).ok_or(ErrorCode::BadQuery)).collect()
    }
}

/// Returns the days with focus time, earliest first.
///
/// A day starts at the user's `day_start_minutes`, in the UTC offset that each session segment started with.
#[utoipa::path(
    get, path = "/focus-days", tag = "Focus sessions", security(("access_token" = []), ("api_token" = ["read"])), params(ExcludedSessions),
    responses(
        (status = 200, description = "The days.", body = FocusDaysResponse, example = json!({"days": [{
            "day": "2026-03-03", "focused": 1_500_000, "sessions": 1,
            "first_start": "2026-03-03T08:30:00.000Z", "first_utc_offset": 60,
            "last_start": "2026-03-03T08:30:00.000Z", "last_utc_offset": 60
        }]})),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn days(
    State(app): State<App>,
    caller: Reader,
    Query(excluded): Query<ExcludedSessions>,
) -> Result<Json<FocusDaysResponse>, ApiError> {
    Ok(Json(focus_days::days(&app.services.context, caller.actor(), &excluded.ids()?).await?))
}

/// A range of local days. An omitted end is open.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Span {
    /// The first day (included).
    #[param(example = "2026-03-02")]
    from: Option<LocalDay>,
    /// The last day (included).
    #[param(example = "2026-03-08")]
    to: Option<LocalDay>,
    /// `board` returns only the sums by board. By default the sums by label are included, which requires Pro if plans
    /// are sold.
    #[param(inline)]
    by: Option<BreakdownBy>,
}

/// The options for a partial breakdown.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum BreakdownBy {
    /// By board only.
    Board,
}

/// Returns the focus time of a range of days by board and by current card label, largest first.
///
/// Trashed records count as well. Time without a board, or of deleted boards, has no `board_id`.
#[utoipa::path(
    get, path = "/focus-days/breakdown", tag = "Focus sessions", security(("access_token" = []), ("api_token" = ["read"])), params(Span),
    responses(
        (status = 200, description = "The sums.", body = FocusBreakdownResponse, example = json!({
            "boards": [{
                "board_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70", "name": "Groceries", "color": "#4caf50",
                "focused": 1500, "sessions": 1
            }],
            "labels": [{"label": "shop", "focused": 1500, "sessions": 1}],
            "estimates": {"cards": 1, "estimated": 1800, "focused": 1500, "untracked_cards": 2}
        })),
        (status = 402, description = "`plan_limit`: the breakdown by label requires Pro.", body = Rejection),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn breakdown(
    State(app): State<App>,
    caller: Reader,
    Query(span): Query<Span>,
) -> Result<Json<FocusBreakdownResponse>, ApiError> {
    let services = &app.services;
    Ok(Json(match span.by {
        Some(BreakdownBy::Board) => {
            focus_days::breakdown_by_board(&services.context, caller.actor(), span.from, span.to).await?
        }
        None => focus_days::breakdown(&services.plans, caller.actor(), span.from, span.to).await?,
    }))
}

/// Returns the focus time of a board by card, and of the board without a card.
#[utoipa::path(
    get, path = "/boards/{board}/focus-time", tag = "Focus sessions", security(("access_token" = []), ("api_token" = ["read"])),
    params(
        ("board" = String, Path, description = "The board's slug or id.", example = "groceries-7f3k"),
        ExcludedSessions,
    ),
    responses(
        (status = 200, description = "The cards with focused time.", body = BoardFocusTimeResponse, example = json!({"cards": [
            {"card_id": null, "focused": 300_000, "sessions": 1},
            {"card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72", "focused": 1_500_000, "sessions": 1}
        ]})),
        (status = 404, description = "There is no such board, or it is not yours.", body = Rejection),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn of_board(
    State(app): State<App>,
    caller: Reader,
    PathSegment(board): PathSegment,
    Query(excluded): Query<ExcludedSessions>,
) -> Result<Json<BoardFocusTimeResponse>, ApiError> {
    Ok(Json(
        focus_days::of_board(&app.services.context, caller.actor(), &boards::address(&board)?, &excluded.ids()?)
            .await?,
    ))
}

/// Returns how long the members who share it have focused on a card.
///
/// Focus time is private. A member shares the sums on each card of a board with its other members by the edit `shares_focus` of
/// the board, and stops sharing by the same edit, by leaving the board, or by being removed.
#[utoipa::path(
    get, path = "/boards/{board}/cards/{card}/focus-time", tag = "Focus sessions", security(("access_token" = []), ("api_token" = ["read"])),
    params(
        ("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"),
        ("card" = String, Path, description = "The card's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72"),
    ),
    responses(
        (status = 200, description = "The members, the longest time first.", body = MemberFocusResponse, example = json!({
            "members": [{"user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60", "focused": 4_800_000}]
        })),
        (status = 404, description = "There is no such board or card, or it is not yours.", body = Rejection),
    )
)]
async fn shared_on_card(
    State(app): State<App>,
    caller: Reader,
    PathSegments(board, card): PathSegments,
) -> Result<Json<MemberFocusResponse>, ApiError> {
    let id = |text: &str| Id::parse(text).ok_or(ErrorCode::NotFound);
    Ok(Json(focus_days::shared_on_card(&app.services.context, caller.actor(), id(&board)?, id(&card)?).await?))
}
