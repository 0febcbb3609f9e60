//! API tokens: programs act with them for an account, within their scopes and boards. They never reach the account itself.

mod cache;
mod text;

pub(crate) use cache::ApiTokenCache;
pub use text::PREFIX;

use crate::error::DomainError;
use crate::own_actions::OwnAction;
use crate::plans::Plans;
use crate::rate_limits::{Client, RateLimits};
use crate::security::{self, SecurityEvent};
use crate::services::{AccountDeps, Context, LoginSessions};
use crate::{accounts, policy};
use core_wasm::protocol::admin::AuditAction;
use core_wasm::protocol::api_token::{
    ApiToken, ApiTokenScope, CreateApiTokenRequest, CreateApiTokenResponse, MAX_API_TOKEN_BOARDS, MAX_API_TOKEN_DAYS,
    MAX_API_TOKENS,
};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::User;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::ApiTokenName;
use core_wasm::protocol::time::Timestamp;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use twentyfour_jobs::mails;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::{Actor, MailKind, NewMail, token};
use twentyfour_store::api_tokens::{self, FoundToken};
use twentyfour_store::boards::BoardAddress;
use twentyfour_store::{Connection, accounts as account_rows, boards, members};

/// How often the last use of a token is recorded: every 10 minutes, in milliseconds.
const LAST_USE_INTERVAL_MS: i64 = 10 * 60 * 1_000;

/// A request's account, and the boards that the request may touch.
#[derive(Clone, Debug)]
pub struct Caller {
    actor: Actor,
    /// `None`: all boards of the account.
    board_ids: Option<Arc<[Id]>>,
}

impl Caller {
    /// Returns the caller of a request with a login, which may touch all boards of its account.
    pub fn of_login(actor: Actor) -> Self {
        Self { actor, board_ids: None }
    }

    /// Returns the caller of a request with an API token.
    ///
    /// # Errors
    /// Returns `ErrorCode::TokenScope` if the token does not have the scope.
    pub fn of_token(token: &VerifiedApiToken, scope: ApiTokenScope) -> Result<Self, ErrorCode> {
        let FoundToken { user_id, token } = &*token.0;
        if !token.scopes.contains(&scope) {
            return Err(ErrorCode::TokenScope);
        }
        let actor = Actor { id: *user_id, login_id: token.id };
        Ok(Self { actor, board_ids: token.board_ids.as_deref().map(Arc::from) })
    }

    /// Returns the account and its login, or the token that stands for one.
    pub fn actor(&self) -> Actor {
        self.actor
    }

    /// Returns whether the request may touch a board, if the account is a member of it.
    pub fn allows_board(&self, board_id: Id) -> bool {
        self.board_ids.as_ref().is_none_or(|ids| ids.contains(&board_id))
    }

    /// Returns whether the request may touch only some boards, and nothing that belongs to no board.
    pub fn is_limited_to_boards(&self) -> bool {
        self.board_ids.is_some()
    }

    /// Checks that the request may touch a board.
    ///
    /// # Errors
    /// Returns `ErrorCode::TokenScope` if it may not.
    pub fn require_board(&self, board_id: Id) -> Result<(), ErrorCode> {
        if self.allows_board(board_id) { Ok(()) } else { Err(ErrorCode::TokenScope) }
    }

    /// Checks that the request may touch what belongs to a board, or to none.
    ///
    /// # Errors
    /// Returns `ErrorCode::TokenScope` if it may not.
    pub fn require_board_or_none(&self, board_id: Option<Id>) -> Result<(), ErrorCode> {
        match board_id {
            Some(id) => self.require_board(id),
            None if self.is_limited_to_boards() => Err(ErrorCode::TokenScope),
            None => Ok(()),
        }
    }

    /// Checks that the request may touch the board at an address.
    ///
    /// # Errors
    /// Returns `ErrorCode::TokenScope` if it may not, also if there is no such board, or an error if the database fails.
    pub async fn require_board_at(&self, context: &Context, address: &BoardAddress) -> Result<(), DomainError> {
        if !self.is_limited_to_boards() {
            return Ok(());
        }
        let board_id = match address {
            BoardAddress::Id(id) => *id,
            BoardAddress::Slug(_) => {
                let owner = policy::owner_of(self.actor);
                let board = boards::of_member_at(context.database.pool(), owner, address).await?;
                board.ok_or(ErrorCode::TokenScope)?.row.board.id
            }
        };
        Ok(self.require_board(board_id)?)
    }
}

/// Returns the account of a caller. If the caller may touch only some boards, the sums of focus time of the whole account are 0.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn user(context: &Context, plans: &Plans, caller: &Caller) -> Result<User, DomainError> {
    let user = accounts::user(context, plans, caller.actor()).await?;
    Ok(match caller.is_limited_to_boards() {
        true => User { focus_streak: 0, longest_focus_streak: 0, total_time: 0, ..user },
        false => user,
    })
}

impl Deref for Caller {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        &self.actor
    }
}

/// An API token that is known and has not expired.
#[derive(Clone)]
pub struct VerifiedApiToken(Arc<FoundToken>);

impl VerifiedApiToken {
    /// Returns the account that the token acts for.
    pub fn account_id(&self) -> Id {
        self.0.user_id
    }

    /// Returns the client of requests with the token, for rate limits.
    pub fn client(&self) -> Client {
        Client::ApiToken { id: self.0.token.id, account_id: self.0.user_id }
    }
}

/// Returns the API token with a text. Results are cached for 10 seconds. Lookups that are not cached count as requests of the client's
/// address, so that guessing is limited.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the token is unknown or revoked, `ErrorCode::TokenExpired`, or
/// `DomainError::TooManyRequests`, or an error if the database fails.
pub async fn verify(
    sessions: &LoginSessions,
    limits: &RateLimits,
    text: &str,
    address: IpAddr,
) -> Result<VerifiedApiToken, DomainError> {
    if !text::is_valid(text) {
        return Err(ErrorCode::TokenInvalid.into());
    }
    let (cache, now) = (&sessions.api_tokens, sessions.context.now());
    let token_hash = token::hash_token(text);
    let found = match cache.get(&token_hash, now) {
        Some(found) => found,
        None => {
            limits.api(Client::Address(address), now).await?;
            let lookup = cache.begin_lookup();
            let found = api_tokens::find(sessions.context.database.pool(), &token_hash).await?;
            let found = Arc::new(found.ok_or(ErrorCode::TokenInvalid)?);
            record_use(&sessions.context, &found, now);
            cache.insert(lookup, token_hash, found.clone(), now);
            found
        }
    };
    if found.token.expires_at <= now {
        return Err(ErrorCode::TokenExpired.into());
    }
    Ok(VerifiedApiToken(found))
}

/// Records in the background that a token is used, unless that was recorded within the last 10 minutes.
fn record_use(context: &Context, found: &FoundToken, now: Timestamp) {
    let before = now.plus_millis(-LAST_USE_INTERVAL_MS);
    if found.token.last_used_at.is_some_and(|last| last > before) || found.token.expires_at <= now {
        return;
    }
    let actor = Actor { id: found.user_id, login_id: found.token.id };
    let (database, owner, id) = (context.database.clone(), policy::owner_of(actor), found.token.id);
    tokio::spawn(async move {
        let recorded = database.write(move |connection| {
            Box::pin(
                async move { Ok::<_, DomainError>(api_tokens::record_use(connection, owner, id, now, before).await?) },
            )
        });
        if let Err(error) = recorded.await {
            tracing::warn!(%error, "cannot record the use of an API token");
        }
    });
}

/// Returns the API tokens of an account that have not expired, the newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(context: &Context, account: Actor) -> Result<Vec<ApiToken>, DomainError> {
    Ok(api_tokens::list(context.database.pool(), policy::owner_of(account), context.now()).await?)
}

/// Creates an API token, after checking the password, and sends a notice.
///
/// # Errors
/// Returns `ErrorCode::NameRequired` or `ErrorCode::NameTooLong`, `ErrorCode::BodyInvalid` for a missing scope, too many boards or a
/// wrong expiry, `ErrorCode::NotFound` if the account is not a member of a board, `ErrorCode::TokenLimit`, or the errors of
/// [`accounts::reauthenticate`], or an error if the database fails.
pub async fn create(
    deps: &AccountDeps,
    account: Actor,
    request: CreateApiTokenRequest,
    address: IpAddr,
) -> Result<CreateApiTokenResponse, DomainError> {
    let now = deps.context.now();
    // Checked first, so that invalid fields do not count as a password attempt.
    let name = ApiTokenName::parse(&request.name)?;
    let (scopes, board_ids) = check_limits(&request)?;
    let lifetime = now.plus_millis(1)..=now.plus_millis(MAX_API_TOKEN_DAYS * MILLIS_PER_DAY);
    if !lifetime.contains(&request.expires_at) {
        return Err(DomainError::with_detail(ErrorCode::BodyInvalid, "expires_at must be in the next 365 days"));
    }
    let row = accounts::reauthenticate(deps, account, request.password).await?;
    let text = text::random();
    let token = ApiToken {
        id: deps.context.new_id(),
        name: name.as_str().to_owned(),
        last_characters: text::last_characters(&text).to_owned(),
        scopes,
        board_ids,
        created_at: now,
        expires_at: request.expires_at,
        last_used_at: None,
    };
    let (token_hash, new, owner) = (token::hash_token(&text), token.clone(), policy::owner_of(account));
    let mail = NewMail {
        id: deps.context.new_id(),
        kind: MailKind::ApiTokenCreated,
        recipient: row.email.clone(),
        account_id: Some(row.id),
    };
    let (entry_id, email) = (deps.context.new_id(), row.email.clone());
    let created = deps.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move {
            accounts::lock_verified(connection, account, &row).await?;
            if api_tokens::list(&mut *connection, owner, now).await?.len() >= MAX_API_TOKENS {
                return Err(ErrorCode::TokenLimit.into());
            }
            for board_id in new.board_ids.iter().flatten() {
                members::find(&mut *connection, *board_id, owner.id()).await?.ok_or(ErrorCode::NotFound)?;
            }
            api_tokens::insert(connection, owner, &token_hash, &new).await?;
            mails::queue(connection, &mail, now).await?;
            // The audit log outlives the account, so it has no name of the token.
            let entry =
                OwnAction { id: entry_id, at: now, action: AuditAction::CreateApiToken, detail: new.last_characters };
            entry.record(connection, owner, email).await
        })
    });
    created.await?;
    deps.outbox.wake();
    security::log(SecurityEvent::ApiTokenCreated, Some(address), Some(account.id));
    Ok(CreateApiTokenResponse { token: text, api_token: token })
}

/// Returns the scopes and the boards of a new token, each once.
///
/// # Errors
/// Returns `ErrorCode::BodyInvalid` if there is no scope, or too many boards or none.
fn check_limits(request: &CreateApiTokenRequest) -> Result<(Vec<ApiTokenScope>, Option<Vec<Id>>), DomainError> {
    let all = [ApiTokenScope::Read, ApiTokenScope::Write];
    let scopes: Vec<ApiTokenScope> = all.into_iter().filter(|scope| request.scopes.contains(scope)).collect();
    if scopes.is_empty() {
        return Err(DomainError::with_detail(ErrorCode::BodyInvalid, "scopes must not be empty"));
    }
    let mut board_ids = request.board_ids.clone();
    if let Some(ids) = &mut board_ids {
        ids.sort_unstable();
        ids.dedup();
        if !(1..=MAX_API_TOKEN_BOARDS).contains(&ids.len()) {
            return Err(DomainError::with_detail(
                ErrorCode::BodyInvalid,
                "board_ids must have 1 to 100 boards or be null",
            ));
        }
    }
    Ok((scopes, board_ids))
}

/// Revokes an API token.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the account has no such token, or an error if the database fails.
pub async fn revoke(deps: &AccountDeps, account: Actor, id: Id, address: IpAddr) -> Result<(), DomainError> {
    let owner = policy::owner_of(account);
    let (now, entry_id) = (deps.context.now(), deps.context.new_id());
    let revoked = deps.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move {
            let last_characters = api_tokens::remove(connection, owner, id).await?.ok_or(ErrorCode::NotFound)?;
            let row = account_rows::by_id(&mut *connection, owner.id()).await?.ok_or(ErrorCode::TokenInvalid)?;
            let entry =
                OwnAction { id: entry_id, at: now, action: AuditAction::RevokeApiToken, detail: last_characters };
            entry.record(connection, owner, row.email).await
        })
    });
    revoked.await?;
    deps.sessions.api_tokens.clear();
    security::log(SecurityEvent::ApiTokenEnded, Some(address), Some(account.id));
    Ok(())
}

/// Ends all API tokens of an account and returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn end_all(connection: &mut Connection, account_id: Id) -> Result<u64, DomainError> {
    Ok(api_tokens::remove_all(connection, account_id).await?)
}
