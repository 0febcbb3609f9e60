//! Focus time by day, board, label and card.
//!
//! The sums of each day are stored with the sessions in one transaction, so statistics cost the same however many
//! sessions an account has. The core computes them, for days that start at the user's preferred time. If that time
//! changes, or there are no sums yet, they are rebuilt from all sessions when needed next.

use super::{boards as board_cases, policy};
use crate::error::DomainError;
use crate::plans::Plans;
use crate::services::Context;
use core_wasm::plans::Limit;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{
    BoardFocusTimeResponse, CardFocus, DaySum, FocusBreakdownResponse, FocusDaysResponse, MemberFocusResponse,
};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::FocusSession;
use core_wasm::protocol::time::{LocalDay, Timestamp, local_day};
use core_wasm::stats::{self, FocusSum};
use std::collections::{BTreeMap, BTreeSet};
use twentyfour_model::Actor;
use twentyfour_model::Owner;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::time_zone::utc_offset;
use twentyfour_store::Database;
use twentyfour_store::boards::BoardAddress;
use twentyfour_store::focus_days::{self, DayStarts, EstimatedCard};
use twentyfour_store::{Connection, ReplicaScope, Snapshot};
use twentyfour_store::{focus_sessions, preferences, records};

pub use twentyfour_store::focus_days::{all, lock_and_count};

/// The number of UTC days before and after a local day within which a session that touches it may start. A session
/// spans at most 24 hours (SPEC S23), and a local day starts up to 14 hours before and up to 18 hours after the UTC day
/// (SPEC S3, S21).
const DAY_MARGIN: i64 = 2;

/// The number of sessions in memory at once while all sums of an account are rebuilt.
const PAGE_SIZE: i64 = 1_000;

/// How often a read is retried if the day start keeps changing.
const MAX_ATTEMPTS: usize = 5;

/// Updates the sums for a new version of a session. The transaction must hold the account's lock.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn update_for_session(
    connection: &mut Connection,
    owner: Owner,
    previous: Option<&FocusSession>,
    new: &FocusSession,
) -> Result<(), DomainError> {
    update_for_sessions(connection, owner, previous.into_iter().chain([new])).await
}

/// Updates the sums of the days that changed sessions touch. The transaction must hold the account's lock.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub(crate) async fn update_for_sessions<'a>(
    connection: &mut Connection,
    owner: Owner,
    changed: impl IntoIterator<Item = &'a FocusSession>,
) -> Result<(), DomainError> {
    let starts = focus_days::day_starts(connection, owner).await?;
    if !starts.are_current() {
        return rebuild(connection, owner, starts).await;
    }
    let affected_days = days_of(changed, starts.preferred);
    let sums = sums_of(connection, owner, &affected_days, starts.preferred, &BTreeSet::new()).await?;
    let days: Vec<LocalDay> = affected_days.into_iter().collect();
    focus_days::remove(connection, owner, &days).await?;
    Ok(focus_days::insert(connection, owner, &sums).await?)
}

/// Rebuilds all sums of an account. The transaction must hold the account's lock.
async fn rebuild(connection: &mut Connection, owner: Owner, starts: DayStarts) -> Result<(), DomainError> {
    focus_days::reset(connection, owner, starts.preferred).await?;
    let sums = sums_of_all(connection, owner, starts.preferred).await?;
    Ok(focus_days::insert(connection, owner, &sums).await?)
}

/// The key by which sums are grouped and ordered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct FocusSumKey {
    pub(crate) day: LocalDay,
    pub(crate) board_id: Option<Id>,
    pub(crate) card_id: Option<Id>,
}

impl FocusSumKey {
    pub(crate) fn new(sum: &FocusSum) -> Self {
        Self { day: sum.sum.day, board_id: sum.board_id, card_id: sum.card_id }
    }
}

/// Computes the sums of an account from all its sessions, by day, board and card.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn sums_of_all(
    connection: &mut Connection,
    owner: Owner,
    day_start: i64,
) -> Result<Vec<FocusSum>, DomainError> {
    let mut sums: BTreeMap<FocusSumKey, Vec<DaySum>> = BTreeMap::new();
    let mut after = None;
    loop {
        let page = focus_sessions::earliest(&mut *connection, owner, after, PAGE_SIZE).await?;
        let Some((starts_at, last)) = page.last() else { break };
        after = Some((*starts_at, last.session.id));
        for new in stats::focus_sums(page.iter().map(|(_, named)| &named.session), day_start) {
            let sum = sums.entry(FocusSumKey::new(&new)).or_default();
            *sum = stats::merge_days(std::mem::take(sum).into_iter().chain([new.sum]));
        }
    }
    let sum = |(FocusSumKey { board_id, card_id, .. }, sums): (FocusSumKey, Vec<DaySum>)| {
        sums.into_iter().map(move |sum| FocusSum { board_id, card_id, sum })
    };
    Ok(sums.into_iter().flat_map(sum).collect())
}

/// Returns the days that sessions touch.
fn days_of<'a>(sessions: impl IntoIterator<Item = &'a FocusSession>, day_start: i64) -> BTreeSet<LocalDay> {
    sessions.into_iter().flat_map(|session| stats::days_of(session, day_start)).collect()
}

/// Computes the sums of some days from the sessions that touch them.
async fn sums_of(
    connection: &mut Connection,
    owner: Owner,
    days: &BTreeSet<LocalDay>,
    day_start: i64,
    excluded_ids: &BTreeSet<Id>,
) -> Result<Vec<FocusSum>, DomainError> {
    let mut sessions = Vec::new();
    for (from, to) in spans(days) {
        sessions.append(&mut focus_sessions::starting_between(connection, owner, from, to).await?);
    }
    let mut sums = stats::focus_sums(sessions.iter().filter(|session| !excluded_ids.contains(&session.id)), day_start);
    sums.retain(|sum| days.contains(&sum.sum.day));
    Ok(sums)
}

/// Returns the time ranges in which all sessions start that touch the given days, in order and without overlap.
fn spans(days: &BTreeSet<LocalDay>) -> Vec<(Timestamp, Timestamp)> {
    let mut spans: Vec<(i64, i64)> = Vec::new();
    for day in days {
        let (from, to) = (day.days_since_epoch() - DAY_MARGIN, day.days_since_epoch() + 1 + DAY_MARGIN);
        match spans.last_mut() {
            Some(last) if from <= last.1 => last.1 = to,
            _ => spans.push((from, to)),
        }
    }
    let moment = |day: i64| Timestamp::from_millis(day.saturating_mul(MILLIS_PER_DAY));
    spans.into_iter().map(|(from, to)| (moment(from), moment(to))).collect()
}

/// Begins a snapshot in which the account's sums match its preferred day start. Returns it with the day start in
/// minutes after midnight.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or `ErrorCode::Unavailable` if the day start
/// keeps changing, or an error if the database fails.
pub async fn snapshot(database: &Database, owner: Owner) -> Result<(Snapshot, i64), DomainError> {
    for _ in 0..MAX_ATTEMPTS {
        let mut snapshot = database.snapshot().await?;
        let starts = focus_days::day_starts(&mut snapshot, owner).await?;
        if starts.are_current() {
            return Ok((snapshot, starts.preferred));
        }
        snapshot.commit().await?;
        database
            .write(move |connection| {
                Box::pin(async move {
                    focus_days::lock_and_count(connection, owner).await?;
                    // Another request may have rebuilt them meanwhile.
                    let starts = focus_days::day_starts(connection, owner).await?;
                    if starts.are_current() { Ok(()) } else { rebuild(connection, owner, starts).await }
                })
            })
            .await?;
    }
    Err(ErrorCode::Unavailable.into())
}

/// Returns the sums of all days of an account, the earliest first, without the excluded sessions.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn days(context: &Context, account: Actor, excluded_ids: &[Id]) -> Result<FocusDaysResponse, DomainError> {
    let (owner, ids) = (policy::owner_of(account), excluded_ids.to_vec());
    let read = context.database.read_snapshot_of::<_, DomainError, _>(ReplicaScope::Focus(owner), move |connection| {
        let ids = ids.clone();
        Box::pin(async move {
            let starts = focus_days::day_starts(connection, owner).await?;
            match starts.are_current() {
                true => days_in(connection, owner, starts.preferred, &ids).await.map(Some),
                false => Ok(None),
            }
        })
    });
    if let Some(days) = read.await? {
        return Ok(days);
    }
    let (mut snapshot, day_start) = snapshot(&context.database, owner).await?;
    let days = days_in(&mut snapshot, owner, day_start, excluded_ids).await?;
    snapshot.commit().await?;
    Ok(days)
}

/// Returns the sums of all days of an account, which match its day start, without the excluded sessions.
async fn days_in(
    connection: &mut Connection,
    owner: Owner,
    day_start: i64,
    excluded_ids: &[Id],
) -> Result<FocusDaysResponse, DomainError> {
    let mut days = focus_days::all(&mut *connection, owner).await?;
    let excluded = focus_sessions::by_ids(&mut *connection, owner, excluded_ids).await?;
    let affected_days = days_of(&excluded, day_start);
    if !affected_days.is_empty() {
        let excluded_ids = excluded.iter().map(|session| session.id).collect();
        let recomputed = sums_of(connection, owner, &affected_days, day_start, &excluded_ids).await?;
        days.retain(|sum| !affected_days.contains(&sum.day));
        days = stats::merge_days(days.into_iter().chain(recomputed.into_iter().map(|sum| sum.sum)));
    }
    Ok(FocusDaysResponse { days })
}

/// Returns the focus time on a board of the account, by card, without the excluded sessions.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or belongs to another account, or an error if the database
/// fails.
pub async fn of_board(
    context: &Context,
    account: Actor,
    address: &BoardAddress,
    excluded_ids: &[Id],
) -> Result<BoardFocusTimeResponse, DomainError> {
    let owner = policy::owner_of(account);
    let (mut snapshot, day_start) = snapshot(&context.database, owner).await?;
    let board = board_cases::find(&mut *snapshot, account, address).await?.row;
    let mut cards = focus_days::of_board(&mut snapshot, owner, board.board.id).await?;
    let excluded = focus_sessions::by_ids(&mut snapshot, owner, excluded_ids).await?;
    snapshot.commit().await?;
    for sum in stats::focus_sums(&excluded, day_start) {
        let of_card = |card: &&mut CardFocus| sum.board_id == Some(board.board.id) && sum.card_id == card.card_id;
        if let Some(card) = cards.iter_mut().find(of_card) {
            card.focused -= sum.sum.focused;
            card.sessions -= sum.sum.sessions;
        }
    }
    cards.retain(|card| card.focused > 0);
    cards.sort_by_key(|card| card.card_id);
    Ok(BoardFocusTimeResponse { cards })
}

/// Returns the focus time on a card by those members of its board who share it: sums, without single sessions.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such card on the board or the account is not a member, or an error if the
/// database fails.
pub async fn shared_on_card(
    context: &Context,
    account: Actor,
    board_id: Id,
    card_id: Id,
) -> Result<MemberFocusResponse, DomainError> {
    let pool = context.database.pool();
    if !records::has_card(pool, policy::owner_of(account), card_id, Some(board_id)).await? {
        return Err(ErrorCode::NotFound.into());
    }
    Ok(MemberFocusResponse { members: focus_days::shared_on_card(pool, board_id, card_id).await? })
}

/// Returns the focus time on the days from `from` to `to` (both included) by board and by label, the largest first.
/// Labels require Pro if plans are sold (SPEC L4).
///
/// # Errors
/// Returns `ErrorCode::PlanLimit` if the plan does not include labels, or an error if the database fails.
pub async fn breakdown(
    plans: &Plans,
    account: Actor,
    from: Option<LocalDay>,
    to: Option<LocalDay>,
) -> Result<FocusBreakdownResponse, DomainError> {
    plans.require_pro(account, Limit::Labels).await?;
    breakdown_of(&plans.context.database, account, from, to).await
}

/// Returns the focus time by board only; see [`breakdown`].
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn breakdown_by_board(
    context: &Context,
    account: Actor,
    from: Option<LocalDay>,
    to: Option<LocalDay>,
) -> Result<FocusBreakdownResponse, DomainError> {
    Ok(FocusBreakdownResponse { labels: Vec::new(), ..breakdown_of(&context.database, account, from, to).await? })
}

async fn breakdown_of(
    database: &Database,
    account: Actor,
    from: Option<LocalDay>,
    to: Option<LocalDay>,
) -> Result<FocusBreakdownResponse, DomainError> {
    let owner = policy::owner_of(account);
    let (mut snapshot, day_start) = snapshot(database, owner).await?;
    let from = from.unwrap_or(LocalDay::from_days_since_epoch(i64::MIN));
    let to = to.unwrap_or(LocalDay::from_days_since_epoch(i64::MAX));
    let shares = focus_days::shares(&mut snapshot, owner, from, to).await?;
    let start_of = |day: i64| Timestamp::from_millis(day.saturating_mul(MILLIS_PER_DAY));
    let (first, last) = (from.days_since_epoch() - DAY_MARGIN, to.days_since_epoch() + 1 + DAY_MARGIN);
    let cards = focus_days::estimated_cards(&mut snapshot, owner, start_of(first), start_of(last)).await?;
    let time_zone = preferences::load(&mut snapshot, owner).await?.time_zone;
    snapshot.commit().await?;
    let is_within = |card: &EstimatedCard| {
        let day = local_day(card.completed_at, utc_offset(&time_zone, card.completed_at), day_start);
        (from..=to).contains(&day)
    };
    let estimates = cards.iter().filter(|card| is_within(card)).map(|card| (card.minutes, card.focused));
    let estimates = stats::shares::sum_estimates(estimates);
    Ok(FocusBreakdownResponse { estimates, ..stats::shares::group_shares(shares) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_cover_all_affecting_sessions_without_overlap() {
        let day = |text: &str| LocalDay::parse(text).unwrap();
        let moment = |text: &str| Timestamp::parse(text).unwrap();
        let days = BTreeSet::from(["2026-03-03", "2026-03-04", "2026-03-08", "2026-03-20"].map(day));
        assert_eq!(
            spans(&days),
            [
                (moment("2026-03-01T00:00:00Z"), moment("2026-03-11T00:00:00Z")),
                (moment("2026-03-18T00:00:00Z"), moment("2026-03-23T00:00:00Z")),
            ]
        );
        // Times before 1970 do not exist.
        assert_eq!(
            spans(&BTreeSet::from([day("1970-01-01")])),
            [(moment("1970-01-01T00:00:00Z"), moment("1970-01-04T00:00:00Z"))]
        );
    }
}
