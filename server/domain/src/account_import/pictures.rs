//! Importing uploaded background pictures, which the imported boards then show again.

use super::ids::{IdMap, Outcome, derived_picture_id};
use crate::error::DomainError;
use crate::members::{lock_for, touched_board_news};
use crate::pictures::{self as cases, Pictures};
use crate::services::ChangeDeps;
use bytes::Bytes;
use core_wasm::board::policy::Action;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::photo::{Picture, PictureId};
use core_wasm::protocol::record::Board;
use core_wasm::protocol::text::Image;
use std::collections::BTreeMap;
use twentyfour_model::Actor;
use twentyfour_store::boards::{self, BoardAddress, BoardSpace};

/// Adds a picture from its file, unless the account has it already, and sets it as the background of the boards that had it.
///
/// # Errors
/// Returns an error if the database fails or the account no longer exists.
pub(super) async fn import(
    pictures: &Pictures,
    changes: &ChangeDeps,
    account: Actor,
    archived: Picture,
    file: Bytes,
    ids: &IdMap,
) -> Result<Outcome, DomainError> {
    let (id, outcome) = match current_id(pictures, account, &archived.id).await? {
        Some(id) => (id, Outcome::Existing),
        None => {
            let id = derived_picture_id(account.id, &archived.id);
            match cases::add_archived(pictures, account, id.clone(), archived.created_at, file).await {
                Ok(_) => (id, Outcome::Imported),
                Err(error) => return Outcome::of_error(error),
            }
        }
    };
    let image = Image::parse(&id.path())?;
    let uses = ids.backgrounds.iter().filter(|background| background.picture_id == archived.id);
    for background in uses.filter(|background| background.is_new_board || outcome == Outcome::Imported) {
        if let Err(error) = set_background(changes, account, background.board_id, image.clone()).await {
            // A board that does not get it, for example because of the plan, has no background.
            Outcome::of_error(error)?;
        }
    }
    Ok(outcome)
}

/// Returns the id under which the account has a picture of the archive, or `None` if it does not have it.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) async fn current_id(
    pictures: &Pictures,
    account: Actor,
    archived_id: &PictureId,
) -> Result<Option<PictureId>, DomainError> {
    let own = cases::list(pictures, account).await?;
    let derived_id = derived_picture_id(account.id, archived_id);
    Ok([archived_id, &derived_id].into_iter().find(|id| own.iter().any(|picture| picture.id == **id)).cloned())
}

/// Sets the background of a board that has none. That is part of the import, so it adds no activity to the board.
async fn set_background(deps: &ChangeDeps, account: Actor, board_id: Id, image: Image) -> Result<(), DomainError> {
    deps.plans.check_board_picture(account, board_id, image.as_str()).await?;
    deps.context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    lock_for(connection, account, board_id, Action::EditBoard).await?;
                    let row = boards::by_address(&mut *connection, &BoardAddress::Id(board_id)).await?;
                    if row.ok_or(ErrorCode::NotFound)?.board.image.is_some() {
                        return Ok(vec![]);
                    }
                    let space = BoardSpace { versions: 1, ..BoardSpace::default() };
                    let reserved = boards::reserve(connection, &BTreeMap::from([(board_id, space)])).await?;
                    let row = reserved.into_iter().next().ok_or(ErrorCode::NotFound)?.row;
                    boards::update(connection, &Board { image: Some(image), ..row.board }, row.version).await?;
                    Ok(vec![(board_id, row.version)])
                })
            },
            deps.live.announcer(move |boards: &Vec<(Id, i64)>| touched_board_news(account, boards)),
        )
        .await?;
    Ok(())
}
