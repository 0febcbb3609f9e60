//! Which cards of the open board are shown (SPEC B40). The mirror is told all that fit when the filter is set, and from then
//! on each card that begins to fit or ceases to.

use super::due::{Today, reminder};
use super::machine::Boards;
use super::replica::{Replica, Touched};
use crate::call::Turn;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::{Id, IdMap};
use crate::protocol::intent::CardFilter;
use crate::protocol::patch::Patch;
use crate::protocol::record::Card;
use crate::protocol::view::FilterView;

/// The filter of the open board.
#[derive(Debug, Default)]
pub(super) struct Filter {
    set: Option<Set>,
    /// Whether the mirror holds one.
    is_shown: bool,
}

#[derive(Debug)]
struct Set {
    board_id: Id,
    filter: CardFilter,
    /// The text that is looked for, in lower case.
    needle: String,
    /// The cards' own texts in lower case, made once and again when a card changes: a person types a letter after another.
    texts: IdMap<String>,
    matching: IdMap<()>,
    today: Today,
    is_new: bool,
}

impl Set {
    /// Whether a card that is shown fits.
    fn fits(&mut self, replica: &Replica, card: &Card) -> bool {
        let filter = &self.filter;
        (filter.priorities.is_empty() || filter.priorities.contains(&card.priority))
            && (filter.labels.is_empty()
                || card.labels.iter().any(|label| filter.labels.iter().any(|wanted| wanted == label.as_str())))
            && filter.due.is_none_or(|due| {
                let is_dated = card.due_date.is_some() || replica.items_of(card.id).any(|it| reminder(it).is_some());
                is_dated && self.today.group(card.due_date.as_ref()) == due
            })
            && (self.needle.is_empty()
                || self.texts.entry(card.id).or_insert_with(|| text_of(card)).contains(&self.needle))
    }

    /// The cards that fit, of the whole board.
    fn all(&mut self, replica: &Replica) -> IdMap<()> {
        let shown = replica.shown_cards();
        shown.filter(|card| self.fits(replica, card)).map(|card| (card.id, ())).collect()
    }
}

/// What is looked through, in lower case. The parts cannot run together: no text that is looked for holds the separator.
fn text_of(card: &Card) -> String {
    let mut text = format!("{}\0{}", card.title.as_str(), card.description.as_str());
    for label in &card.labels {
        text.push('\0');
        text.push_str(label.as_str());
    }
    text.to_lowercase()
}

impl Boards {
    /// The filter as the mirror holds it.
    pub fn filter(&self) -> FilterView {
        self.filter.set.as_ref().map_or_else(FilterView::default, |set| FilterView {
            filter: Some(set.filter.clone()),
            matching: Some(set.matching.keys().copied().collect()),
        })
    }

    /// Shows only some of the cards of the open board, or all.
    pub fn set_filter(&mut self, filter: Option<CardFilter>) -> Result<(), ErrorCode> {
        let board_id = self.replica()?.board().id;
        let before = self.filter.set.take();
        self.filter.set = filter.map(|filter| Set {
            board_id,
            needle: filter.text.trim().to_lowercase(),
            filter,
            texts: before.map(|set| set.texts).unwrap_or_default(),
            matching: IdMap::default(),
            today: Today::default(),
            is_new: true,
        });
        Ok(())
    }

    /// Tells the mirror what has changed about the filter.
    pub(super) fn follow_filter(&mut self, touched: Option<&Touched>, env: &Env, turn: &mut Turn) {
        let open = self.open.board_id;
        let replica = open.and_then(|id| self.replicas.get(&id));
        let filter = &mut self.filter;
        filter.set.take_if(|set| Some(set.board_id) != open);
        let Some((set, replica)) = filter.set.as_mut().zip(replica) else {
            filter.set = None;
            if std::mem::take(&mut filter.is_shown) {
                turn.step.patches.push(Patch::FilterChanged { filter: None, matching: None });
            }
            return;
        };
        let nothing = Touched::default();
        let touched = touched.unwrap_or(&nothing);
        if touched.is_all {
            set.texts.clear();
        }
        touched.cards.iter().for_each(|id| _ = set.texts.remove(id));
        let today = if set.filter.due.is_some() { Today::of(env.local()) } else { Today::default() };
        let has_turned = set.today != today;
        set.today = today;
        if set.is_new || touched.is_all || touched.is_in_or_out {
            let matching = set.all(replica);
            if std::mem::take(&mut set.is_new) || matching.len() != set.matching.len() || matching != set.matching {
                set.matching = matching;
                let ids: Vec<Id> = set.matching.keys().copied().collect();
                let (filter, matching) = (Some(set.filter.clone()), Some(crate::json(&ids)));
                turn.step.patches.push(Patch::FilterChanged { filter, matching });
            }
            self.filter.is_shown = true;
            return;
        }
        let again = if has_turned { replica.shown_cards().map(|card| card.id).collect() } else { vec![] };
        for id in touched.cards.iter().copied().chain(again) {
            let fits = replica.shown_card(id).is_some_and(|card| set.fits(replica, card));
            let did_fit = if fits { set.matching.insert(id, ()) } else { set.matching.remove(&id) }.is_some();
            if fits != did_fit {
                turn.step.patches.push(Patch::CardMatched { id, fits });
            }
        }
    }
}
