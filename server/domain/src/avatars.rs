//! The pictures of people, which the members of their boards see.

use super::{accounts, policy};
use crate::error::DomainError;
use crate::members::touched_board_news;
use crate::pictures::{DecodeQueue, avatar};
use crate::rate_limits::RateLimits;
use crate::services::ChangeDeps;
use bytes::Bytes;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::User;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::photo::PictureId;
use std::sync::Arc;
use twentyfour_model::Actor;
use twentyfour_store::avatars::{self, Avatar};
use twentyfour_store::members;

/// The dependencies of people's pictures.
pub struct Avatars {
    pub(crate) changes: ChangeDeps,
    limits: Arc<RateLimits>,
    decode_queue: DecodeQueue,
}

impl Avatars {
    /// Stores pictures in the database. They are decoded in a queue that is shared with other pictures.
    pub(crate) fn new(changes: ChangeDeps, limits: Arc<RateLimits>, decode_queue: DecodeQueue) -> Self {
        Self { changes, limits, decode_queue }
    }
}

/// Sets the user's picture and returns the user. The members of the user's shared boards see it at once. The file is read
/// only after the rate limit is checked.
///
/// # Errors
/// Returns `ErrorCode::TooManyRequests`, `ErrorCode::PictureUnsupported`, `ErrorCode::PictureTooLarge` or
/// `ErrorCode::PictureBroken`, or the error of reading the file, or an error if the database fails.
pub async fn set(
    deps: &Avatars,
    account: Actor,
    file: impl Future<Output = Result<Bytes, DomainError>>,
) -> Result<User, DomainError> {
    deps.limits.pictures(account.id, deps.changes.context.now()).await?;
    replace(deps, account, file.await?).await
}

/// Sets the user's picture like [`set`]. The caller limits the rate.
///
/// # Errors
/// Returns the errors of [`set`], except `ErrorCode::TooManyRequests`.
pub(crate) async fn replace(deps: &Avatars, account: Actor, file: Bytes) -> Result<User, DomainError> {
    // A file that crashes the decoder is not a valid picture.
    let jpeg = deps.decode_queue.run(move || avatar(&file)).await?.unwrap_or(Err(ErrorCode::PictureBroken))?;
    let id = PictureId::from_bytes(twentyfour_model::token::random_bytes());
    save(&deps.changes, account, Some(Avatar::new(id, &jpeg))).await
}

/// Removes the user's picture, if there is one, and returns the user. The members of the user's shared boards see that at once.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn remove(deps: &Avatars, account: Actor) -> Result<User, DomainError> {
    save(&deps.changes, account, None).await
}

async fn save(deps: &ChangeDeps, account: Actor, avatar: Option<Avatar>) -> Result<User, DomainError> {
    let owner = policy::owner_of(account);
    deps.context
        .database
        .write_and_announce::<_, DomainError, _>(
            move |connection| {
                Box::pin(async move {
                    let has_changed = match avatar {
                        Some(avatar) => {
                            avatars::set(connection, owner, avatar).await?;
                            true
                        }
                        None => avatars::remove(connection, owner).await?,
                    };
                    Ok(if has_changed { members::touch_shared_boards(connection, owner).await? } else { vec![] })
                })
            },
            deps.live.announcer(move |boards: &Vec<(Id, i64)>| touched_board_news(account, boards)),
        )
        .await?;
    accounts::user(&deps.context, &deps.plans, account).await
}

/// Returns the JPEG of a person's picture to anybody who knows its id, which is 128 random bits. Page elements cannot send a
/// token.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such picture, or an error if the database fails.
pub async fn show(deps: &Avatars, id: &str) -> Result<Vec<u8>, DomainError> {
    let jpeg = avatars::bytes(deps.changes.context.database.pool(), &PictureId::parse(id)?).await?;
    jpeg.ok_or_else(|| ErrorCode::NotFound.into())
}
