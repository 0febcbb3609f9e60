//! Pictures that users upload: validated, normalized and stored.

mod normalize;

use super::policy;
use crate::error::DomainError;
use crate::plans::Plans;
use crate::rate_limits::RateLimits;
use crate::services::Context;
use bytes::Bytes;
use core_wasm::plans::Limit;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::photo::{Picture, PictureId};
use core_wasm::protocol::time::Timestamp;
use normalize::{NormalizedPicture, normalize};
pub(crate) use normalize::{Preview, avatar, preview};
use std::sync::Arc;
use tokio::sync::Semaphore;
use twentyfour_model::Actor;
use twentyfour_store::pictures::PictureStore;

/// The maximum number of pictures decoded at once, since each may take hundreds of megabytes.
const MAX_CONCURRENT_DECODES: usize = 1;

/// The picture store and the queue for decoding.
pub struct Pictures {
    context: Context,
    plans: Plans,
    limits: Arc<RateLimits>,
    store: Box<dyn PictureStore>,
    decode_queue: DecodeQueue,
}

impl Pictures {
    /// Stores pictures in the database.
    pub fn new(context: Context, plans: Plans, limits: Arc<RateLimits>) -> Self {
        Self { store: Box::new(context.database.clone()), decode_queue: DecodeQueue::new(), context, plans, limits }
    }

    /// Returns the queue in which pictures are decoded.
    pub(crate) fn decode_queue(&self) -> DecodeQueue {
        self.decode_queue.clone()
    }

    /// Normalizes a file in the decode queue.
    async fn normalize(&self, file: Bytes) -> Result<NormalizedPicture, DomainError> {
        let work = move || {
            let prepared = normalize(&file);
            drop(file);
            prepared
        };
        match self.decode_queue.run(work).await? {
            Some(prepared) => Ok(prepared?),
            // The panic is already logged. A file that crashes the decoder is not a valid picture.
            None => Err(ErrorCode::PictureBroken.into()),
        }
    }
}

/// Runs memory-intensive work one after another. Clones share the queue.
#[derive(Clone)]
pub(crate) struct DecodeQueue(Arc<Semaphore>);

impl DecodeQueue {
    fn new() -> Self {
        Self(Arc::new(Semaphore::new(MAX_CONCURRENT_DECODES)))
    }

    /// Runs work on a blocking thread once a permit is free. If the caller is dropped, the work runs to its end and
    /// keeps its permit until then. Returns `None` if the work panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, DomainError> {
        let permit = self.0.clone().acquire_owned().await.map_err(|error| DomainError::Internal(error.to_string()))?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        Ok(working.await.ok())
    }
}

/// Stores a picture of an account. The file is read only after the checks.
///
/// # Errors
/// Returns `ErrorCode::PlanLimit`, `ErrorCode::TooManyRequests`, `ErrorCode::PictureUnsupported`,
/// `ErrorCode::PictureTooLarge`, `ErrorCode::PictureBroken` or `ErrorCode::PictureLimit`, or the error of reading the file, or an error if the database fails.
pub async fn add(
    pictures: &Pictures,
    account: Actor,
    file: impl Future<Output = Result<Bytes, DomainError>>,
) -> Result<Picture, DomainError> {
    pictures.plans.require_pro(account, Limit::Pictures).await?;
    pictures.limits.pictures(account.id, pictures.context.now()).await?;
    let id = PictureId::from_bytes(twentyfour_model::token::random_bytes());
    store(pictures, account, id, pictures.context.now(), file.await?).await
}

/// Stores a picture of an archive with an id and the time at which it was uploaded. The caller limits the rate.
///
/// # Errors
/// Returns the errors of [`add`], except `ErrorCode::TooManyRequests`.
pub(crate) async fn add_archived(
    pictures: &Pictures,
    account: Actor,
    id: PictureId,
    created_at: Timestamp,
    file: Bytes,
) -> Result<Picture, DomainError> {
    pictures.plans.require_pro(account, Limit::Pictures).await?;
    store(pictures, account, id, created_at.min(pictures.context.now()), file).await
}

async fn store(
    pictures: &Pictures,
    account: Actor,
    id: PictureId,
    created_at: Timestamp,
    file: Bytes,
) -> Result<Picture, DomainError> {
    let NormalizedPicture { jpeg, width, height, color } = pictures.normalize(file).await?;
    let picture = Picture { id, width, height, color, created_at };
    pictures.store.add(policy::owner_of(account), picture.clone(), jpeg).await?;
    Ok(picture)
}

/// Returns the pictures of an account, the newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(pictures: &Pictures, account: Actor) -> Result<Vec<Picture>, DomainError> {
    Ok(pictures.store.list(policy::owner_of(account)).await?)
}

/// Returns the JPEG of a picture to anybody who knows its id, which is 128 random bits. Page elements cannot send a
/// token.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such picture, or an error if the database fails.
pub async fn show(pictures: &Pictures, id: &str) -> Result<Vec<u8>, DomainError> {
    let jpeg = pictures.store.bytes(PictureId::parse(id)?).await?;
    jpeg.ok_or_else(|| ErrorCode::NotFound.into())
}

/// Removes a picture of an account.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the account has no such picture, or an error if the database fails.
pub async fn remove(pictures: &Pictures, account: Actor, id: &str) -> Result<(), DomainError> {
    let is_removed = pictures.store.remove(policy::owner_of(account), PictureId::parse(id)?).await?;
    if is_removed { Ok(()) } else { Err(ErrorCode::NotFound.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    #[tokio::test]
    async fn canceled_caller_keeps_the_decode_permit_until_the_work_ends() {
        let decode_queue = DecodeQueue::new();
        let ((started, has_started), (end, ended)) = (mpsc::channel(), mpsc::channel());
        let work = move || {
            started.send(()).unwrap();
            ended.recv().unwrap();
        };
        // The client disconnects while the work continues.
        assert!(tokio::time::timeout(Duration::from_millis(50), decode_queue.run(work)).await.is_err());
        has_started.recv().unwrap();
        assert_eq!(decode_queue.0.available_permits(), 0);
        assert!(
            tokio::time::timeout(Duration::from_millis(50), decode_queue.run(|| ())).await.is_err(),
            "the next job must wait"
        );
        end.send(()).unwrap();
        assert_eq!(decode_queue.run(|| 7).await.unwrap(), Some(7));
    }

    #[tokio::test]
    async fn panicking_decode_releases_its_permit() {
        let decode_queue = DecodeQueue::new();
        assert_eq!(decode_queue.run(|| panic!("a decoder gives up")).await.unwrap(), None::<()>);
        assert_eq!(decode_queue.0.available_permits(), MAX_CONCURRENT_DECODES);
    }
}
