//! People's own pictures: uploaded, made safe to show, and kept.

mod places;
mod prepare;

use super::{plans, policy};
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::pictures::PictureStore;
use crate::{Database, Parts};
use axum::body::Bytes;
use core_wasm::plans::Limit;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::photo::{Picture, PictureId};
use places::{Place, Places};
use prepare::{Prepared, prepare};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many pictures are decoded at once: each may take some hundred megabytes for a moment.
const AT_ONCE: usize = 1;

/// Where pictures are kept, how many files may be on their way, and whose turn it is to have one decoded.
pub(crate) struct Pictures {
    store: Box<dyn PictureStore>,
    places: Places,
    turns: Turns,
}

impl Pictures {
    pub(crate) fn new(database: Database) -> Self {
        Self { store: Box::new(database), places: Places::new(), turns: Turns::new() }
    }

    /// Makes a picture of a file, which keeps its place until then.
    async fn prepare(&self, file: Bytes, place: Place) -> Result<Prepared, ApiError> {
        let work = move || {
            let prepared = prepare(&file);
            drop((file, place));
            prepared
        };
        match self.turns.work(work).await? {
            Some(prepared) => Ok(prepared?),
            // The log has told of it. A file that brings a decoder down is no picture.
            None => Err(ErrorCode::PictureBroken.into()),
        }
    }
}

/// Turns to do what takes much memory.
struct Turns(Arc<Semaphore>);

impl Turns {
    fn new() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }

    /// Does some work when it is its turn, on a thread of its own. Where nobody waits for it any more it goes on to its end, and has
    /// its turn until then. `None` where it panics.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<Option<T>, ApiError> {
        let turn = self.0.clone().acquire_owned().await.map_err(|error| ApiError::Internal(error.to_string()))?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        Ok(working.await.ok())
    }
}

/// Keeps a picture of an account. The file is read only where it may be uploaded at all, and when there is a place for it. How long
/// it may take to arrive has a limit, so that no place is taken for ever.
pub(crate) async fn add(
    app: &Parts,
    account: Account,
    file: impl Future<Output = Result<Bytes, ApiError>>,
) -> Result<Picture, ApiError> {
    plans::require_pro(app, account, Limit::Pictures).await?;
    app.limits.pictures(account.id, app.now())?;
    let place = app.pictures.places.take(account.id).await?;
    let Prepared { jpeg, width, height, color } = app.pictures.prepare(file.await?, place).await?;
    let id = PictureId::from_bytes(crate::random_bytes());
    let picture = Picture { id, width, height, color, created_at: app.now() };
    app.pictures.store.add(policy::own(account), picture.clone(), jpeg).await?;
    Ok(picture)
}

/// The pictures of an account, the newest first.
pub(crate) async fn list(app: &Parts, account: Account) -> Result<Vec<Picture>, ApiError> {
    app.pictures.store.list(policy::own(account)).await
}

/// The JPEG of a picture, for whoever knows its id: nobody guesses 128 random bits, and an element of a page cannot say who asks.
pub(crate) async fn show(app: &Parts, id: &str) -> Result<Vec<u8>, ApiError> {
    let jpeg = app.pictures.store.bytes(PictureId::parse(id)?).await?;
    jpeg.ok_or_else(|| ErrorCode::NotFound.into())
}

/// Removes a picture of an account.
pub(crate) async fn remove(app: &Parts, account: Account, id: &str) -> Result<(), ApiError> {
    let is_removed = app.pictures.store.remove(policy::own(account), PictureId::parse(id)?).await?;
    if is_removed { Ok(()) } else { Err(ErrorCode::NotFound.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    #[tokio::test]
    async fn whoever_gives_up_during_the_work_leaves_its_turn_taken_until_it_ends() {
        let turns = Turns::new();
        let ((started, has_started), (end, ended)) = (mpsc::channel(), mpsc::channel());
        let work = move || {
            started.send(()).unwrap();
            ended.recv().unwrap();
        };
        // The client hangs up while it goes on.
        assert!(tokio::time::timeout(Duration::from_millis(50), turns.work(work)).await.is_err());
        has_started.recv().unwrap();
        assert_eq!(turns.0.available_permits(), 0);
        assert!(
            tokio::time::timeout(Duration::from_millis(50), turns.work(|| ())).await.is_err(),
            "the next one waits"
        );
        end.send(()).unwrap();
        assert_eq!(turns.work(|| 7).await.unwrap(), Some(7));
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_turn_back() {
        let turns = Turns::new();
        assert_eq!(turns.work(|| panic!("a decoder gives up")).await.unwrap(), None::<()>);
        assert_eq!(turns.0.available_permits(), AT_ONCE);
    }
}
