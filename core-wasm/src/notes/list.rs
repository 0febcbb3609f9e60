//! The list of notes: the server's notes overlaid with pending changes, sorted and filtered by the search (SPEC N2, N7,
//! N9, N10).

use super::Notes;
use super::document::{Document, title_and_snippet};
use super::overlay::{NoteState, entry_time};
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::note::{NoteChange, NoteOrder, NoteSummary};
use crate::protocol::patch::Patch;
use crate::protocol::text::{find, search_form};
use crate::sort::sort_by_key;
use crate::trash::retention::LocalDate;
use std::cmp::Reverse;

/// Maximum number of changed notes per update; beyond it the whole list is sent.
const MAX_SINGLE_PATCHES: usize = 50;

/// A note in the list.
#[derive(Debug)]
pub(super) struct ListedNote {
    pub(super) summary: NoteSummary,
    text: SearchableText,
    /// Whether the note matches the search.
    is_match: bool,
}

impl ListedNote {
    /// Creates the list entry of a note. Reuses the parsed text of an earlier entry or of `fresh` if it is from the
    /// same save.
    fn new(
        id: Id,
        state: &NoteState,
        today: LocalDate,
        before: Option<Self>,
        fresh: &mut Option<SearchableText>,
    ) -> Self {
        let is_of = |text: &SearchableText| text.save_id == state.save_id;
        let text = before
            .map(|before| before.text)
            .filter(is_of)
            .or_else(|| fresh.take_if(|text| is_of(text)))
            .unwrap_or_else(|| SearchableText::read(state.save_id, state.document));
        let summary = NoteSummary {
            id,
            title: text.title.clone(),
            snippet: text.snippet.clone(),
            edited_at: state.edited_at,
            pinned_at: state.pinned_at,
            trashed_at: state.trashed_at,
            days_left: state.trashed_at.map(|trashed_at| today.days_left(trashed_at)),
            has_apart: !state.apart.is_empty(),
        };
        Self { summary, text, is_match: false }
    }
}

/// The plain text of a save.
#[derive(Debug)]
pub(super) struct SearchableText {
    save_id: Id,
    title: String,
    snippet: String,
    content: String,
    /// Whether `content` has the form for searches, which it gets at the first one.
    has_search_form: bool,
}

impl SearchableText {
    /// Creates the searchable text from the plain text of a document.
    pub(super) fn new(save_id: Id, content: String) -> Self {
        let (title, snippet) = title_and_snippet(&content);
        Self { save_id, title, snippet, content, has_search_form: false }
    }

    fn read(save_id: Id, document: &str) -> Self {
        // A document written by a newer version of the app may not be readable here.
        Self::new(save_id, Document::parse(document).map_or_else(|_| String::new(), |document| document.text()))
    }

    /// Returns whether the text contains all words, which must have the form for searches.
    fn contains_all(&mut self, searched: &[String]) -> bool {
        if !searched.is_empty() && !std::mem::replace(&mut self.has_search_form, true) {
            self.content = search_form(&self.content);
        }
        searched.iter().all(|word| find(&self.content, word).is_some())
    }
}

fn search_terms(query: &str) -> Vec<String> {
    search_form(query).split_whitespace().map(str::to_owned).collect()
}

impl Notes {
    /// Sets the search, which matches the notes that contain every word of the query.
    pub(crate) fn search(&mut self, query: String, ctx: &mut Context) {
        let searched = search_terms(&query);
        self.listed.values_mut().for_each(|shown| shown.is_match = shown.text.contains_all(&searched));
        self.order.query = query;
        let order = self.ordered();
        ctx.step.patches.push(Patch::NotesOrdered { order: json::json(&order) });
        self.order = order;
    }

    fn ordered(&self) -> NoteOrder {
        let fitting = self.listed.values().filter(|shown| shown.is_match).map(|shown| &shown.summary);
        let (mut trashed, mut shown): (Vec<_>, Vec<_>) = fitting.partition(|summary| summary.trashed_at.is_some());
        sort_by_key(&mut shown, |note| (note.pinned_at.is_none(), Reverse(note.edited_at), note.id));
        sort_by_key(&mut trashed, |note| (Reverse(note.trashed_at), note.id));
        NoteOrder {
            shown: shown.iter().map(|note| note.id).collect(),
            trashed: trashed.iter().map(|note| note.id).collect(),
            query: self.order.query.clone(),
        }
    }

    /// Applies pending changes to the notes that have changed on the server or in the outbox, and updates the mirror.
    pub(super) fn apply_pending(&mut self, ctx: &mut Context) {
        if !self.is_storage_loaded() || (self.dirty_ids.is_empty() && !self.is_bulk) {
            return;
        }
        let touched = std::mem::take(&mut self.dirty_ids);
        let is_bulk = std::mem::take(&mut self.is_bulk) || touched.len() > MAX_SINGLE_PATCHES;
        let mut changes: IdMap<Vec<(Id, &NoteChange)>> = IdMap::default();
        for (entry, pending) in self.pending.iter().filter(|(_, pending)| touched.contains_key(&pending.note_id)) {
            changes.get_or_default(pending.note_id).push((entry, &pending.change));
        }
        let searched = search_terms(&self.order.query);
        let mut patches = vec![];
        for &id in touched.keys() {
            let confirmed = self.confirmed.get(&id).and_then(NoteState::confirmed);
            let pending_changes = changes.get(&id).map_or(&[][..], Vec::as_slice);
            let state = pending_changes
                .iter()
                .fold(confirmed, |state, (entry, change)| NoteState::with_change(state, change, entry_time(*entry)));
            let before = self.listed.remove(&id);
            let Some(state) = state else {
                patches.extend(before.map(|_| Patch::NoteRemoved { id }));
                continue;
            };
            let summary = before.as_ref().map(|before| before.summary.clone());
            let mut shown = ListedNote::new(id, &state, self.today, before, &mut self.last_parsed);
            shown.is_match = shown.text.contains_all(&searched);
            if summary.as_ref() != Some(&shown.summary) {
                patches.push(Patch::NoteChanged { note: shown.summary.clone() });
            }
            self.listed.insert(id, shown);
        }
        self.last_parsed = None;
        let order = self.ordered();
        if is_bulk {
            self.order = order;
            ctx.step.patches.push(Patch::NotesLoaded { notes: json::json(&self.view()) });
            return;
        }
        ctx.step.patches.append(&mut patches);
        if order != self.order {
            ctx.step.patches.push(Patch::NotesOrdered { order: json::json(&order) });
            self.order = order;
        }
    }
}
