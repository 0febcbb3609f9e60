//! The filter of the open board (SPEC B40). The mirror gets all matching cards when the filter is set, and from then on
//! each card that starts or stops matching.

use super::due::{LocalMinute, reminder_minutes};
use super::replica::Replica;
use crate::context::Context;
use crate::context::events::RecordChanges;
use crate::env::Env;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::intent::CardFilter;
use crate::protocol::patch::Patch;
use crate::protocol::record::Card;
use crate::protocol::text::{find, search_form};
use crate::protocol::view::FilterView;

/// The filter of the open board.
#[derive(Debug, Default)]
pub(super) struct Filter {
    active: Option<ActiveFilter>,
    /// Whether the mirror has a filter set.
    is_mirrored: bool,
}

#[derive(Debug)]
struct ActiveFilter {
    board_id: Id,
    filter: CardFilter,
    /// The search text, in lower case.
    needle: String,
    /// The cards' searchable texts in lower case, cached until the card changes so that each keystroke searches
    /// quickly.
    texts: IdMap<String>,
    matching: IdMap<()>,
    today: LocalMinute,
    is_new: bool,
}

impl ActiveFilter {
    /// Returns whether a card matches.
    fn matches(&mut self, replica: &Replica, card: &Card) -> bool {
        let filter = &self.filter;
        (filter.priorities.is_empty() || filter.priorities.contains(&card.priority))
            && (filter.labels.is_empty()
                || card.labels.iter().any(|label| filter.labels.iter().any(|wanted| wanted == label.as_str())))
            && filter.due.is_none_or(|due| {
                let is_dated =
                    card.due_date.is_some() || replica.items_of(card.id).any(|it| reminder_minutes(it).is_some());
                is_dated && self.today.group(card.due_date.as_ref()) == due
            })
            && (self.needle.is_empty()
                || find(self.texts.get_or_insert_with(card.id, || searchable_text(card)), &self.needle).is_some())
    }

    /// Returns the ids of all cards that match, across the whole board.
    fn matching_cards(&mut self, replica: &Replica) -> IdMap<()> {
        let shown = replica.shown_cards();
        shown.filter(|card| self.matches(replica, card)).map(|card| (card.id, ())).collect()
    }
}

/// Returns the text of a card that is searched, in the form for searches. The parts are separated by a character that no
/// search text can contain, so no match spans two parts.
fn searchable_text(card: &Card) -> String {
    let mut text = format!("{}\0{}", card.title.as_str(), card.description.as_str());
    for label in &card.labels {
        text.push('\0');
        text.push_str(label.as_str());
    }
    search_form(&text)
}

/// Returns whether a filter hides any card.
fn has_condition(filter: &CardFilter) -> bool {
    !filter.text.trim().is_empty() || !filter.labels.is_empty() || !filter.priorities.is_empty() || filter.due.is_some()
}

impl Filter {
    /// Returns the filter as the mirror holds it.
    pub(super) fn view(&self) -> FilterView {
        self.active.as_ref().map_or_else(FilterView::default, |set| FilterView {
            filter: Some(set.filter.clone()),
            matching: Some(set.matching.keys().copied().collect()),
        })
    }

    /// Returns whether a card matches. Without a filter, every card does.
    pub(super) fn matches(&self, card_id: Id) -> bool {
        self.active.as_ref().is_none_or(|active| active.matching.contains_key(&card_id))
    }

    /// Sets the filter of a board; `None`, or one without any condition, shows all cards.
    pub(super) fn set(&mut self, board_id: Id, filter: Option<CardFilter>) {
        let before = self.active.take();
        self.active = filter.filter(has_condition).map(|filter| ActiveFilter {
            board_id,
            needle: search_form(filter.text.trim()),
            filter,
            texts: before.map(|active| active.texts).unwrap_or_default(),
            matching: IdMap::default(),
            today: LocalMinute::default(),
            is_new: true,
        });
    }

    /// Updates the filter and its matching cards in the mirror. `replica` is the open board.
    pub(super) fn update(
        &mut self,
        replica: Option<&Replica>,
        record_changes: Option<&RecordChanges>,
        env: &Env,
        ctx: &mut Context,
    ) {
        let open = replica.map(|replica| replica.board().id);
        self.active.take_if(|active| Some(active.board_id) != open);
        let Some((active, replica)) = self.active.as_mut().zip(replica) else {
            if std::mem::take(&mut self.is_mirrored) {
                ctx.step.patches.push(Patch::FilterChanged { filter: None, matching: None });
            }
            return;
        };
        let nothing = RecordChanges::default();
        let record_changes = record_changes.unwrap_or(&nothing);
        if record_changes.all_changed {
            active.texts.clear();
        }
        record_changes.cards.iter().for_each(|id| _ = active.texts.remove(id));
        let today =
            if active.filter.due.is_some() { LocalMinute::of(env.local_date_time()) } else { LocalMinute::default() };
        let day_changed = active.today != today;
        active.today = today;
        if active.is_new || record_changes.all_changed || record_changes.list_added_or_removed {
            let matching = active.matching_cards(replica);
            if std::mem::take(&mut active.is_new)
                || matching.len() != active.matching.len()
                || matching != active.matching
            {
                active.matching = matching;
                let ids: Vec<Id> = active.matching.keys().copied().collect();
                let (filter, matching) = (Some(active.filter.clone()), Some(json::json(&ids)));
                ctx.step.patches.push(Patch::FilterChanged { filter, matching });
            }
            self.is_mirrored = true;
            return;
        }
        let rechecked_cards = if day_changed { replica.shown_cards().map(|card| card.id).collect() } else { vec![] };
        for id in record_changes.cards.iter().copied().chain(rechecked_cards) {
            let matches = replica.shown_card(id).is_some_and(|card| active.matches(replica, card));
            let did_match =
                if matches { active.matching.insert(id, ()) } else { active.matching.remove(&id) }.is_some();
            if matches != did_match {
                ctx.step.patches.push(Patch::CardMatched { id, fits: matches });
            }
        }
    }
}
