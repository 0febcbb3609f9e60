//! Focus sessions: storing and listing them.

use super::api_tokens::Caller;
use super::{boards, focus_days, policy, webhooks};
use crate::error::DomainError;
use crate::services::Context;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::LatestSessionsResponse;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::FocusSession;
use core_wasm::protocol::time::Timestamp;
use core_wasm::stats;
use twentyfour_model::Actor;
use twentyfour_store::boards::BoardAddress;
use twentyfour_store::{ReplicaScope, focus_sessions, records};

/// The maximum revision: the largest integer that JavaScript represents exactly.
const MAX_REVISION: i64 = (1 << 53) - 1;

/// The allowed and the default number of latest sessions in one response.
const LIMIT_RANGE: std::ops::RangeInclusive<i64> = 1..=200;
const DEFAULT_LIMIT: i64 = 50;

/// Stores a version of a session, unless the stored one has the same or a greater revision. Returns the stored version.
///
/// # Errors
/// Returns `ErrorCode::SessionInvalid` or `ErrorCode::ClockAhead` if the session is invalid, or `ErrorCode::NotFound`
/// if its board or card does not exist, belongs to another account or, for a card, to a board that the caller may not touch,
/// `ErrorCode::TokenScope` if the caller may not touch its board, or an error if the database fails.
pub async fn put(context: &Context, caller: &Caller, mut session: FocusSession) -> Result<FocusSession, DomainError> {
    let account = caller.actor();
    let (starts_at, ends_at) = check(&session, context.now())?;
    // Before any lookup, so that the response does not depend on what other boards contain.
    caller.require_board_or_none(session.board_id)?;
    if let Some(board_id) = session.board_id {
        boards::find(context.database.pool(), account, &BoardAddress::Id(board_id)).await?;
    }
    let (owner, now) = (policy::owner_of(account), context.now());
    if let Some(card_id) = session.card_id {
        // Card ids are unique per board only, so only the account's boards are searched.
        let found = records::board_of_card(context.database.pool(), owner, card_id, session.board_id).await?;
        let board_id = found.filter(|id| caller.allows_board(*id)).ok_or(ErrorCode::NotFound)?;
        // The card may have been moved to another board since.
        session.board_id = session.board_id.map(|_| board_id);
    }
    let caller = caller.clone();
    context
        .database
        .write(move |connection| {
            Box::pin(async move {
                focus_days::lock_and_count(connection, owner).await?;
                let previous = focus_sessions::by_id(connection, owner, session.id).await?;
                if let Some(stored) = &previous {
                    caller.require_board_or_none(stored.board_id)?;
                }
                match previous {
                    Some(stored) if stored.revision >= session.revision => Ok(stored),
                    previous => {
                        focus_sessions::put(connection, owner, &session, starts_at, ends_at).await?;
                        focus_days::update_for_session(connection, owner, previous.as_ref(), &session).await?;
                        let event = webhooks::of_session(owner, previous.as_ref(), &session);
                        webhooks::save_of_account(connection, owner, event, now).await?;
                        Ok(session)
                    }
                }
            })
        })
        .await
}

/// Checks a session and returns when it starts and ends.
///
/// # Errors
/// Returns `ErrorCode::SessionInvalid` or `ErrorCode::ClockAhead`.
pub(crate) fn check(session: &FocusSession, now: Timestamp) -> Result<(Timestamp, Timestamp), ErrorCode> {
    stats::check_session(session, now)?;
    let (Some(first), Some(last)) = (session.segments.first(), session.segments.last()) else {
        return Err(ErrorCode::SessionInvalid);
    };
    if (0..=MAX_REVISION).contains(&session.revision) {
        Ok((first.start, last.end))
    } else {
        Err(ErrorCode::SessionInvalid)
    }
}

/// Returns the sessions of an account that overlap a time range, the oldest first, without deleted ones. An omitted end
/// is open.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn load(
    context: &Context,
    account: Actor,
    from: Option<Timestamp>,
    to: Option<Timestamp>,
) -> Result<Vec<FocusSession>, DomainError> {
    let from = from.unwrap_or(Timestamp::from_millis(0));
    let to = to.unwrap_or(Timestamp::from_millis(i64::MAX));
    let owner = policy::owner_of(account);
    let read = context.database.read_of(ReplicaScope::Focus(owner), move |connection| {
        Box::pin(focus_sessions::load(connection, owner, from, to))
    });
    Ok(read.await?)
}

/// Returns the latest focus sessions of an account, or the latest before one of them, the latest first.
///
/// # Errors
/// Returns `ErrorCode::BadQuery` if `limit` is not in 1 to 200, or `ErrorCode::NotFound` if there is no session
/// `before`, or an error if the database fails.
pub async fn latest(
    context: &Context,
    account: Actor,
    before: Option<Id>,
    limit: Option<i64>,
) -> Result<LatestSessionsResponse, DomainError> {
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    if !LIMIT_RANGE.contains(&limit) {
        return Err(ErrorCode::BadQuery.into());
    }
    let (pool, owner) = (context.database.pool(), policy::owner_of(account));
    let before = match before {
        // A deleted session still has a position, so that paging continues after it.
        Some(id) => Some(focus_sessions::cursor_of(pool, owner, id).await?.ok_or(ErrorCode::NotFound)?),
        None => None,
    };
    // One more than requested shows whether there are more.
    let mut sessions = focus_sessions::latest(pool, owner, before, limit + 1).await?;
    let has_more = sessions.len() as i64 > limit;
    sessions.truncate(limit as usize);
    Ok(LatestSessionsResponse { sessions, has_more })
}
