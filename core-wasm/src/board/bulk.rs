//! Changes of many cards of the open board at once (SPEC B45).

use super::edit::offer_undo;
use super::machine::Boards;
use super::reduce;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::intent::CardsChange;
use crate::protocol::messages::core as messages;
use crate::protocol::op::{BoardOp, CardEdit, Change};
use crate::protocol::record::Card;

/// Maximum number of cards in one change or copy.
pub(super) const MAX_CARDS: usize = 1_000;

impl Boards {
    /// Changes cards of the open board: all of them, or none if one change is refused. Cards that are not shown any more
    /// are ignored.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::TooManyCards`], or the code of the first refused change.
    pub(crate) fn change_cards(
        &mut self,
        card_ids: &[Id],
        change: CardsChange,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        if card_ids.len() > MAX_CARDS {
            return Err(ErrorCode::TooManyCards);
        }
        let selected: IdMap<()> = card_ids.iter().map(|id| (*id, ())).collect();
        let replica = self.replica()?;
        let cards = replica.shown_card_ids().filter(|id| selected.contains_key(id));
        let cards: Vec<&Card> = cards.filter_map(|id| replica.card(id)).collect();
        let changes = cards.iter().map(|card| change_of(card, &change)).collect::<Result<Vec<Change>, ErrorCode>>()?;
        // Each change is on another card, so none depends on those before it.
        for change in &changes {
            reduce::decide(replica.records(), &BoardOp { id: env.new_id(), at: env.now, change: change.clone() })?;
        }
        let count = cards.len() as u64;
        if let CardsChange::Move { list_id, before } = change {
            let card_ids: Vec<Id> = cards.iter().map(|card| card.id).collect();
            return self.place_cards(&card_ids, &selected, list_id, before, env, ctx);
        }
        changes.into_iter().try_for_each(|change| self.change_open_board(change, env, ctx))?;
        match change {
            CardsChange::Delete => offer_undo(&messages::cards_deleted(count), env, ctx),
            CardsChange::Edit { edit: CardEdit::Archived(_) } => {
                offer_undo(&messages::cards_archived(count), env, ctx);
            }
            _ => {}
        }
        Ok(())
    }

    /// Puts cards, which are sorted, before another card of a list, or after the last visible one. Those that are there
    /// already stay.
    fn place_cards(
        &mut self,
        mut card_ids: &[Id],
        selected: &IdMap<()>,
        list_id: Id,
        before: Option<Id>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let list: Vec<Id> = self.replica()?.card_ids(list_id).collect();
        let is_selected = |index: usize| list.get(index).is_some_and(|id| selected.contains_key(id));
        let mut end = match before {
            Some(before) => list.iter().position(|id| *id == before).ok_or(ErrorCode::UnknownCard)?,
            None => list.iter().rposition(|id| self.open.view.is_card_visible(*id)).map_or(list.len(), |last| last + 1),
        };
        while is_selected(end) {
            end += 1;
        }
        let mut start = end;
        while start > 0 && is_selected(start - 1) {
            start -= 1;
        }
        while start < end && card_ids.last() == Some(&list[end - 1]) {
            end -= 1;
            card_ids = &card_ids[..card_ids.len() - 1];
        }
        while start < end && card_ids.first() == Some(&list[start]) {
            start += 1;
            card_ids = &card_ids[1..];
        }
        self.place_before(card_ids, list_id, list.get(end).copied(), env, ctx)
    }

    /// Puts cards before another card of a list, or at its end. The one in the middle is placed first, so that the ranks
    /// of many cards stay short.
    fn place_before(
        &mut self,
        card_ids: &[Id],
        list_id: Id,
        next: Option<Id>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let middle = card_ids.len() / 2;
        let Some(&card_id) = card_ids.get(middle) else { return Ok(()) };
        let replica = self.replica()?;
        let from = replica.position(card_id).ok_or(ErrorCode::UnknownCard)?;
        let index = match next {
            Some(next) => replica.position(next).ok_or(ErrorCode::UnknownCard)?.1,
            None => replica.card_count(list_id),
        };
        let index = index - usize::from(from.0 == list_id && from.1 < index);
        self.move_card(card_id, list_id, u32::try_from(index).unwrap_or(u32::MAX), env, ctx)?;
        self.place_before(&card_ids[..middle], list_id, Some(card_id), env, ctx)?;
        self.place_before(&card_ids[middle + 1..], list_id, next, env, ctx)
    }
}

/// Returns the change of one card. Ranks for moves are assigned later.
///
/// # Errors
///
/// Returns [`ErrorCode::BadIntent`] for fields that cannot be changed on many cards.
fn change_of(card: &Card, change: &CardsChange) -> Result<Change, ErrorCode> {
    let card_id = card.id;
    let labels = || card.labels.iter().map(|label| label.as_str().to_owned());
    let edit = match change {
        CardsChange::Edit { edit: CardEdit::Title(_) | CardEdit::Description(_) | CardEdit::Cover(_) } => {
            return Err(ErrorCode::BadIntent);
        }
        CardsChange::Edit { edit } => edit.clone(),
        CardsChange::AddLabel { label } => CardEdit::Labels(labels().chain([label.clone()]).collect()),
        CardsChange::RemoveLabel { label } => CardEdit::Labels(labels().filter(|other| other != label).collect()),
        CardsChange::Move { list_id, .. } => {
            return Ok(Change::MoveCard { card_id, list_id: *list_id, rank: card.rank.to_hex() });
        }
        CardsChange::Delete => return Ok(Change::TrashCard { card_id }),
    };
    Ok(Change::EditCard { card_id, edit })
}
