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
                    let row = row.ok_or(ErrorCode::NotFound)?;
                    // The activity of a board of somebody else would not show the picture.
                    if row.board.image.is_some() || row.owner_id != account.id {
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

#[cfg(test)]
mod tests {
    use super::super::ids::UploadedBackground;
    use super::super::test_support::{TestServer, moment, png};
    use super::*;
    use crate::ops;
    use core_wasm::protocol::http::BoardUpdate;
    use serde_json::json;

    fn archived() -> Picture {
        serde_json::from_value(json!({
            "id": "0a".repeat(16), "width": 9_999, "height": 1, "color": "#ffffff", "created_at": "2026-01-01T08:00:00.000Z"
        }))
        .unwrap()
    }

    #[tokio::test]
    async fn picture_is_decoded_again_and_shown_on_its_boards() {
        let server = TestServer::new().await;
        let (services, account) = (&server.services, server.account);
        let (board_id, _, mut ids) = server.import_board().await;
        let background = |is_new_board| UploadedBackground { picture_id: archived().id, board_id, is_new_board };
        ids.backgrounds.push(background(false));
        let import_file = async |file: Vec<u8>, ids: &IdMap| {
            import(&services.pictures, &services.changes, account, archived(), file.into(), ids).await.unwrap()
        };
        assert_eq!(import_file(b"no picture".to_vec(), &ids).await, Outcome::Refused);
        assert_eq!(import_file(png(8, 6), &ids).await, Outcome::Imported);
        let [picture] = &cases::list(&services.pictures, account).await.unwrap()[..] else { panic!("one picture") };
        assert_eq!(picture.id, derived_picture_id(account.id, &archived().id));
        assert_eq!((picture.width, picture.height), (8, 6));
        assert_eq!(picture.created_at, moment("2026-01-01T08:00:00Z"));
        let image = async || server.changes(board_id, 1).await.board.and_then(|board| board.image);
        assert_eq!(image().await.unwrap().as_str(), picture.id.path());

        let update = BoardUpdate { image: Some(None), ..BoardUpdate::default() };
        ops::update_board(&services.changes, account, board_id, update).await.unwrap();
        assert_eq!(import_file(png(8, 6), &ids).await, Outcome::Existing);
        assert_eq!(image().await, None, "the user has removed it");
        ids.backgrounds.push(background(true));
        assert_eq!(import_file(png(8, 6), &ids).await, Outcome::Existing);
        assert_eq!(image().await.unwrap().as_str(), picture.id.path());
        assert_eq!(cases::list(&services.pictures, account).await.unwrap().len(), 1);
    }
}
