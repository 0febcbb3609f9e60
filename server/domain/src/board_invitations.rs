//! Invitations to boards: links that work once, by mail or for sharing oneself.

use crate::boards as board_cases;
use crate::emails;
use crate::error::DomainError;
use crate::inbox;
use crate::members::{MembershipChange, finish_change, lock_for, news_of};
use crate::services::SharingDeps;
use crate::{policy, public_links};
use core_wasm::board::policy::Action;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::BoardOverview;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::inbox::InboxKind;
use core_wasm::protocol::sharing::{
    BoardInvitation, BoardInvitationRequest, BoardInvitationResponse, BoardInvitationsResponse, INVITATION_DAYS,
    MAX_MEMBERS, MAX_SHARED_BOARDS, Role,
};
use core_wasm::protocol::time::Timestamp;
use twentyfour_bus::News;
use twentyfour_jobs::mails::{self, BoardInvitationMail};
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::{Actor, MailKind, NewMail, token};
use twentyfour_store::board_invitations::{self as invitations, InvitationRow};
use twentyfour_store::boards::{self, BoardAddress};
use twentyfour_store::inbox::{self as inbox_entries, NewEntry};
use twentyfour_store::mails as queued_mails;
use twentyfour_store::{Connection, Executor, accounts, members, records};

/// Returns the invitations to a board that can still be accepted, latest first, and its public link.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or the account is not a member, `ErrorCode::ForbiddenRole` if
/// its role does not allow it, or an error if the database fails.
pub async fn list(deps: &SharingDeps, account: Actor, board_id: Id) -> Result<BoardInvitationsResponse, DomainError> {
    let context = &deps.changes.context;
    let board = board_cases::find(context.database.pool(), account, &BoardAddress::Id(board_id)).await?;
    policy::authorize(Some(&board.membership), Action::ManageMembers)?;
    Ok(BoardInvitationsResponse {
        invitations: invitations::open(context.database.pool(), board_id, context.now()).await?,
        public_link: public_links::link(deps, board_id).await?,
    })
}

/// Creates an invitation. If the request has an address, it is mailed, and added to the inbox of the account with that address.
///
/// # Errors
/// Returns `ErrorCode::EmailInvalid` for an invalid address, `ErrorCode::BodyInvalid` for the role of the owner,
/// `ErrorCode::NotFound` if the board does not exist or the account is not a member, `ErrorCode::ForbiddenRole` if its role
/// does not allow it, `ErrorCode::MemberLimit` if members and open invitations reach the limit,
/// `ErrorCode::TooManyRequests` above the rate limit, or an error if the database fails.
pub async fn create(
    deps: &SharingDeps,
    account: Actor,
    board_id: Id,
    request: BoardInvitationRequest,
) -> Result<BoardInvitationResponse, DomainError> {
    let email = request.email.as_deref().map(emails::parse).transpose()?.map(|email| email.as_str().to_owned());
    if request.role == Role::Owner {
        return Err(ErrorCode::BodyInvalid.into());
    }
    let context = &deps.changes.context;
    let now = context.now();
    deps.limits.board_invitations(account.id, now).await?;
    let invitation = BoardInvitation {
        id: context.new_id(),
        email: email.clone(),
        role: request.role,
        created_at: now,
        expires_at: now.plus_millis(INVITATION_DAYS * MILLIS_PER_DAY),
    };
    let code = token::random_token();
    let link = format!("{}/join/{code}", deps.public_url);
    let mail = email.map(|recipient| NewMail {
        // The id of the invitation, so that a mail that was not sent yet is removed when it is revoked.
        id: invitation.id,
        kind: MailKind::BoardInvitation,
        recipient,
        account_id: None,
    });
    let response = BoardInvitationResponse { invitation: invitation.clone(), link: link.clone() };
    context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    lock_for(connection, account, board_id, Action::ManageMembers).await?;
                    let board = board_cases::find(&mut *connection, account, &BoardAddress::Id(board_id)).await?;
                    let open = invitations::count_open(connection, board_id, now).await?;
                    if open + board.row.member_count >= limit(MAX_MEMBERS) {
                        return Err(ErrorCode::MemberLimit.into());
                    }
                    invitations::insert(connection, board_id, &token::hash_token(&code), &invitation).await?;
                    if let Some(mail) = mail {
                        let inviter =
                            accounts::by_id(&mut *connection, account.id).await?.ok_or(ErrorCode::TokenInvalid)?;
                        let from = format!("{} {}", inviter.first_name, inviter.last_name);
                        let board = board.row.board.name.as_str().to_owned();
                        let parameters = BoardInvitationMail { from, board, link };
                        mails::queue_with_parameters(connection, &mail, &parameters, now).await?;
                        return notify_invited(connection, account, board_id, &mail.recipient, invitation.id, now)
                            .await;
                    }
                    Ok(None)
                })
            },
            deps.changes.live.announcer(inbox_news),
        )
        .await?;
    deps.outbox.wake();
    Ok(response)
}

/// Returns the news about the inbox that a write has changed, if it has.
fn inbox_news(account_id: &Option<Id>) -> Vec<News> {
    account_id.iter().map(|account_id| News::Inbox { account_id: *account_id }).collect()
}

/// Adds an invitation to the inbox of the account with its address, if that is confirmed. Returns the account.
async fn notify_invited(
    connection: &mut Connection,
    author: Actor,
    board_id: Id,
    email: &str,
    invitation_id: Id,
    now: Timestamp,
) -> Result<Option<Id>, DomainError> {
    let invited = accounts::verified_by_email(connection, email).await?;
    if let Some(user_id) = invited {
        let (kind, author_id) = (InboxKind::Invitation, author.id);
        let entry = NewEntry {
            id: invitation_id,
            user_id,
            kind,
            board_id,
            card_id: None,
            item_id: None,
            author_id,
            text: None,
        };
        inbox::add(connection, vec![entry], now).await?;
    }
    Ok(invited)
}

fn limit(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Revokes an invitation. Returns the other ones that can still be accepted.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such invitation or the account is not a member of the board,
/// `ErrorCode::ForbiddenRole` if its role does not allow it, or an error if the database fails.
pub async fn revoke(
    deps: &SharingDeps,
    account: Actor,
    board_id: Id,
    invitation_id: Id,
) -> Result<BoardInvitationsResponse, DomainError> {
    deps.changes
        .context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    lock_for(connection, account, board_id, Action::ManageMembers).await?;
                    remove(connection, board_id, invitation_id).await
                })
            },
            deps.changes.live.announcer(inbox_news),
        )
        .await?;
    list(deps, account, board_id).await
}

/// Removes an open invitation, its waiting mail and its entry of an inbox. Returns whose inbox that was.
async fn remove(connection: &mut Connection, board_id: Id, invitation_id: Id) -> Result<Option<Id>, DomainError> {
    if !invitations::remove(connection, board_id, invitation_id).await? {
        return Err(ErrorCode::NotFound.into());
    }
    queued_mails::remove(connection, &invitation_id.to_string()).await?;
    Ok(inbox_entries::remove_invitation(connection, board_id, invitation_id).await?)
}

/// Declines an invitation, by its code or, from the inbox, by its id. It cannot be accepted afterwards.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the invitation is unknown, has expired or was accepted, or if it is named by its id and was
/// mailed to another account, or an error if the database fails.
pub async fn decline(deps: &SharingDeps, account: Actor, code: &str) -> Result<(), DomainError> {
    let context = &deps.changes.context;
    let invitation = find(context.database.pool(), account, code, context.now()).await?.ok_or(ErrorCode::NotFound)?;
    let (board_id, id) = (invitation.board_id, invitation.invitation.id);
    context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    boards::lock(connection, board_id).await?;
                    remove(connection, board_id, id).await
                })
            },
            deps.changes.live.announcer(inbox_news),
        )
        .await?;
    Ok(())
}

/// Accepts an invitation, by its code or, from the inbox, by its id: the account becomes a member of the board, which is
/// returned. An account that is a member already stays what it is, and does not use the invitation up.
///
/// # Errors
/// Returns `ErrorCode::InvitationInvalid` if the invitation is unknown, has expired or was accepted by another account, or
/// if the account was removed since it accepted it, `ErrorCode::MemberLimit` or `ErrorCode::SharedBoardLimit` above a
/// limit, or an error if the database fails.
pub async fn accept(deps: &SharingDeps, account: Actor, code: &str) -> Result<BoardOverview, DomainError> {
    let context = &deps.changes.context;
    let (now, change_id, code) = (context.now(), context.new_id(), code.to_owned());
    let invitation = find(context.database.pool(), account, &code, now).await?;
    let board_id = invitation.ok_or(ErrorCode::InvitationInvalid)?.board_id;
    context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    boards::lock(connection, board_id).await?;
                    // It may have been accepted or revoked meanwhile.
                    let invitation = find(&mut *connection, account, &code, now).await?;
                    let invitation = invitation.ok_or(ErrorCode::InvitationInvalid)?;
                    join(connection, account, &invitation, change_id, now).await
                })
            },
            deps.changes.live.announcer(news_of),
        )
        .await?;
    board_cases::overview_of(&context.database, account, board_id).await
}

/// Returns the invitation with a code, or with an id if it was mailed to the account's address.
async fn find<'e>(
    executor: impl Executor<'e>,
    account: Actor,
    code: &str,
    now: Timestamp,
) -> Result<Option<InvitationRow>, DomainError> {
    Ok(match Id::parse(code) {
        Some(id) => invitations::find_for(executor, id, policy::owner_of(account), now).await?,
        None => invitations::find(executor, &token::hash_token(code), now).await?,
    })
}

/// Adds an account to the board of an invitation. Returns `None` if it is a member already.
async fn join(
    connection: &mut Connection,
    account: Actor,
    InvitationRow { board_id, invitation, accepted_by }: &InvitationRow,
    change_id: Id,
    now: Timestamp,
) -> Result<Option<MembershipChange>, DomainError> {
    let member = policy::owner_of(account);
    let board = boards::by_address(&mut *connection, &BoardAddress::Id(*board_id)).await?;
    let board = board.filter(|row| row.board.trashed_at.is_none()).ok_or(ErrorCode::InvitationInvalid)?;
    if members::find(&mut *connection, *board_id, account.id).await?.is_some() {
        return Ok(None);
    }
    if accepted_by.is_some() {
        return Err(ErrorCode::InvitationInvalid.into());
    }
    // The owner has decided what becomes of the boards that were shared before.
    if accounts::by_id(&mut *connection, board.owner_id).await?.is_none_or(|owner| owner.delete_at.is_some()) {
        return Err(ErrorCode::InvitationInvalid.into());
    }
    if board.member_count >= limit(MAX_MEMBERS) {
        return Err(ErrorCode::MemberLimit.into());
    }
    if members::count_shared(connection, member).await? >= limit(MAX_SHARED_BOARDS) {
        return Err(ErrorCode::SharedBoardLimit.into());
    }
    members::insert(connection, *board_id, member, invitation.role, now).await?;
    invitations::accept(connection, *board_id, invitation.id, account.id).await?;
    let change = finish_change(connection, account, *board_id, Some(account.id), change_id, now).await?;
    records::touch_lists(connection, *board_id, change.version).await?;
    Ok(Some(change))
}
