//! The members of boards: listing them, changing their roles, removing them, and leaving.

use crate::boards as board_cases;
use crate::error::DomainError;
use crate::policy;
use crate::services::{ChangeDeps, Context};
use crate::{plans, quotas};
use core_wasm::board::policy::Action;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::sharing::{MembersResponse, Role};
use core_wasm::protocol::time::Timestamp;
use std::sync::Arc;
use twentyfour_bus::{AnnouncedRecords, Announcement, News};
use twentyfour_model::Actor;
use twentyfour_store::boards::{self, BoardAddress};
use twentyfour_store::{Connection, accounts, focus_days, members};

/// A committed change of a board's members.
#[derive(Clone, Copy)]
pub(crate) struct MembershipChange {
    pub(crate) author: Actor,
    pub(crate) board_id: Id,
    /// The account that was added or removed, if any.
    pub(crate) moved: Option<Id>,
    /// The board's version after it.
    pub(crate) version: i64,
}

impl MembershipChange {
    /// Returns the news for the members, who then request the board's record, and for the account that was added or removed,
    /// whose connections are closed.
    pub(crate) fn news(&self) -> Vec<News> {
        let announcement = Announcement {
            author_id: self.author.id,
            board_id: self.board_id,
            since: self.version - 1,
            version: self.version,
            records: AnnouncedRecords::default(),
        };
        let moved = self.moved.map(|account_id| News::Memberships { account_id });
        moved.into_iter().chain([News::Board(Arc::new(announcement))]).collect()
    }
}

/// Returns the news of a change, if there was one.
pub(crate) fn news_of(change: &Option<MembershipChange>) -> Vec<News> {
    change.iter().flat_map(MembershipChange::news).collect()
}

/// Returns the news of boards with new versions because the name or the picture of a member has changed.
pub(crate) fn touched_board_news(author: Actor, boards: &[(Id, i64)]) -> Vec<News> {
    let change = |(board_id, version): &(Id, i64)| MembershipChange {
        author,
        board_id: *board_id,
        moved: None,
        version: *version,
    };
    boards.iter().map(change).flat_map(|change| change.news()).collect()
}

/// Counts the members of a board after a change, and records which account was added or removed.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn finish_change(
    connection: &mut Connection,
    author: Actor,
    board_id: Id,
    moved: Option<Id>,
    change_id: Id,
    now: Timestamp,
) -> Result<MembershipChange, DomainError> {
    let version = boards::update_members(connection, board_id).await?;
    if let Some(user_id) = moved {
        members::record_change(connection, change_id, user_id, now).await?;
    }
    Ok(MembershipChange { author, board_id, moved, version })
}

/// Locks a board until the transaction ends, and checks that an account may do an action on it.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the account is not a member, `ErrorCode::ForbiddenRole` if its role does not allow it,
/// or an error if the database fails.
pub(crate) async fn lock_for(
    connection: &mut Connection,
    account: Actor,
    board_id: Id,
    action: Action,
) -> Result<(), DomainError> {
    boards::lock(connection, board_id).await?;
    let own = members::find(&mut *connection, board_id, account.id).await?;
    Ok(policy::authorize(own.as_ref(), action)?)
}

/// Returns the members of a board.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or the account is not a member, or an error if the database
/// fails.
pub async fn list(context: &Context, account: Actor, board_id: Id) -> Result<MembersResponse, DomainError> {
    let mut snapshot = context.database.snapshot().await?;
    board_cases::find(&mut *snapshot, account, &BoardAddress::Id(board_id)).await?;
    let members = members::of_boards(&mut snapshot, &[board_id]).await?.remove(&board_id).unwrap_or_default();
    snapshot.commit().await?;
    Ok(MembersResponse { members })
}

/// Sets the role of a member. The role of the owner hands the board over, and the previous owner becomes an admin.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist, or either account is not a member, `ErrorCode::ForbiddenRole`
/// if the account's role does not allow it, `ErrorCode::OwnerRequired` if the member is the owner,
/// `ErrorCode::NewOwnerLimit` if the new owner cannot have another board, `ErrorCode::NewOwnerLeaving` if the new owner's
/// account waits for its deletion, or an error if the database fails.
pub async fn set_role(
    deps: &ChangeDeps,
    account: Actor,
    board_id: Id,
    user_id: Id,
    role: Role,
) -> Result<MembersResponse, DomainError> {
    let (now, change_id, is_counted) = (deps.context.now(), deps.context.new_id(), deps.plans.are_sold());
    deps.context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    if role == Role::Owner {
                        return pass_to(connection, account, board_id, user_id, is_counted).await;
                    }
                    lock_for(connection, account, board_id, Action::ManageMembers).await?;
                    let member = members::find(&mut *connection, board_id, user_id).await?;
                    match member.ok_or(ErrorCode::NotFound)?.role {
                        current if current == role => return Ok(None),
                        Role::Owner => return Err(ErrorCode::OwnerRequired.into()),
                        _ => {}
                    }
                    members::set_role(connection, board_id, user_id, role).await?;
                    Ok(Some(finish_change(connection, account, board_id, None, change_id, now).await?))
                })
            },
            deps.live.announcer(news_of),
        )
        .await?;
    list(&deps.context, account, board_id).await
}

/// Makes another member the owner of a board. The previous owner becomes an admin. Returns `None` if the member is the owner
/// already. `is_counted` says whether the limits of plans apply.
///
/// # Errors
/// Returns the errors of [`set_role`].
pub(crate) async fn pass_to(
    connection: &mut Connection,
    account: Actor,
    board_id: Id,
    user_id: Id,
    is_counted: bool,
) -> Result<Option<MembershipChange>, DomainError> {
    lock_for(connection, account, board_id, Action::DeleteBoard).await?;
    let member = members::find(&mut *connection, board_id, user_id).await?;
    if member.ok_or(ErrorCode::NotFound)?.role == Role::Owner {
        return Ok(None);
    }
    let owner = policy::owner_for_operator(user_id);
    // So that its deletion cannot be requested meanwhile.
    focus_days::lock_account(connection, owner).await?;
    let row = accounts::by_id(&mut *connection, user_id).await?.ok_or(ErrorCode::NotFound)?;
    if row.delete_at.is_some() {
        return Err(ErrorCode::NewOwnerLeaving.into());
    }
    members::set_role(connection, board_id, user_id, Role::Owner).await?;
    members::set_role(connection, board_id, account.id, Role::Admin).await?;
    let version = boards::update_members(connection, board_id).await?;
    quotas::check_added_board(connection, owner).await.map_err(of_new_owner)?;
    if is_counted {
        plans::check_added_board(connection, owner).await.map_err(of_new_owner)?;
    }
    Ok(Some(MembershipChange { author: account, board_id, moved: None, version }))
}

/// Returns the error to send if the new owner of a board has reached a limit: that of the code is about the user's own account.
fn of_new_owner(error: DomainError) -> DomainError {
    match error.code() {
        ErrorCode::PlanLimit | ErrorCode::BoardLimit => ErrorCode::NewOwnerLimit.into(),
        _ => error,
    }
}

/// Removes a member, or leaves the board. Returns the other members.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist, or either account is not a member, `ErrorCode::ForbiddenRole`
/// if the account's role does not allow it, `ErrorCode::OwnerRequired` if the member is the owner, or an error if the
/// database fails.
pub async fn remove(
    deps: &ChangeDeps,
    account: Actor,
    board_id: Id,
    user_id: Id,
) -> Result<MembersResponse, DomainError> {
    let (now, change_id) = (deps.context.now(), deps.context.new_id());
    let outcome = deps
        .context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    let action = if user_id == account.id { Action::View } else { Action::ManageMembers };
                    lock_for(connection, account, board_id, action).await?;
                    let member = members::find(&mut *connection, board_id, user_id).await?;
                    if member.ok_or(ErrorCode::NotFound)?.role == Role::Owner {
                        return Err(ErrorCode::OwnerRequired.into());
                    }
                    members::remove(connection, board_id, user_id).await?;
                    let change = finish_change(connection, account, board_id, Some(user_id), change_id, now).await?;
                    members::unassign(connection, board_id, user_id, change.version).await?;
                    let members = members::of_boards(connection, &[board_id]).await?;
                    Ok((change, members.into_values().flatten().collect()))
                })
            },
            deps.live.announcer(|(change, _): &(MembershipChange, Vec<_>)| change.news()),
        )
        .await?;
    Ok(MembersResponse { members: outcome.1 })
}
