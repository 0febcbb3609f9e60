//! Checks the invariants of a world.

use super::{DurableOp, World};
use crate::simulation::browser::Tab;
use crate::simulation::network::PageId;
use crate::simulation::notes;
use crate::simulation::releases::{self, Release};
use crate::support::indexed_db::Write;
use crate::support::{ada, intent};
use core_wasm::app::Input;
use core_wasm::board::replica::Replica;
use core_wasm::protocol::http::{OpStatus, OpsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, Item};
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::stored::OutboxEntry;
use serde_json::json;
use std::collections::BTreeSet;

impl World {
    pub(super) fn record_response(&mut self, response: &ApiResponse) {
        if let ApiResponse::Received { status: 200, body } = response
            && let Ok(response) = serde_json::from_str::<OpsResponse>(body)
        {
            let taken = response.results.iter().filter(|result| result.status != OpStatus::Refused);
            self.acknowledged.extend(taken.filter_map(|result| result.id));
        }
    }

    pub(super) fn record_commit(&mut self, browser: usize, write: &Write) {
        let Write::Entries(entries) = write else { return };
        self.written.check_commit(browser, entries, &self.server.notes);
        for (key, text) in entries {
            if let Some((_, entry)) = key.split_once("/kept/outbox/")
                && let Some(text) = text
                && let Ok(OutboxEntry::BoardOp { op, .. }) = serde_json::from_str(&releases::from_latest(text))
            {
                let is_new = releases::is_new(text);
                self.durable_ops.insert(op.id, DurableOp { browser, entry: entry.to_owned(), is_new });
            }
        }
    }

    /// Checks what tabs of different releases have sent so far: all changes that earlier releases can read, and also the
    /// others if the browser has a visible tab of the latest release.
    pub(super) fn check_sent_by_mixed_releases(&mut self) {
        let known: BTreeSet<Id> = self.server.boards.values().flat_map(|board| board.known.iter().copied()).collect();
        let is_latest = |tab: &Tab| tab.release == Some(Release::Latest) && !tab.is_hidden;
        for (id, op) in &self.durable_ops {
            let has_latest = self.browsers[op.browser].tabs.iter().flatten().any(is_latest);
            let is_sent = known.contains(id) || self.refused.contains(id);
            assert!(
                is_sent || (op.is_new && !has_latest),
                "the stored op {id} was not sent by tabs of several releases"
            );
        }
    }

    /// Checks that nothing is pending, and that the server has every op that was committed or confirmed, unless it was
    /// refused.
    pub(super) fn check_sent(&mut self) {
        for browser in &self.browsers {
            for tab in browser.tabs.iter().flatten() {
                let sync = tab.app.snapshot().sync;
                assert_eq!(sync.unsent, 0, "something still waits: {sync:?}");
                assert!(sync.is_live, "a page is not live after the network has healed");
                assert!(!sync.is_offline());
            }
            let stored = browser.committed.keys().find(|key| key.contains("/kept/outbox/"));
            assert_eq!(stored, None, "a sent entry is still stored");
        }
        let known: BTreeSet<Id> = self.server.boards.values().flat_map(|board| board.known.iter().copied()).collect();
        let lost = self.acknowledged.iter().find(|id| !known.contains(id));
        assert_eq!(lost, None, "an acknowledged op is not at the server");
        for (id, DurableOp { browser, entry, .. }) in self.durable_ops.iter().filter(|(id, _)| !known.contains(*id)) {
            assert!(self.refused.contains(id), "the stored op {id} is neither on the server nor refused");
            let browser = &self.browsers[*browser];
            let key = format!("/kept/refused/{entry}");
            let is_stored = browser.committed.keys().any(|stored| stored.ends_with(&key));
            let is_shown =
                |tab: &Tab| tab.app.snapshot().sync.refused.iter().any(|shown| shown.id.to_string() == *entry);
            assert!(is_stored || browser.tabs.iter().flatten().any(is_shown), "the refused op {id} is not shown");
        }
        self.written.check_sent(&self.server.notes);
        self.models.compare(&self.server.boards);
    }

    /// Checks that every page shows every board as the server has it.
    pub(super) fn check_equal(&mut self, when: &str) {
        for (page_id, slug, expected) in self.expected_board_views() {
            assert_eq!(self.observe(page_id, &slug).as_deref(), Some(&*expected), "{when}: {slug} in {page_id:?}");
            let view = self.page(page_id).and_then(|page| page.app.snapshot().open_board).expect("the board is open");
            let account = self.browsers[page_id.browser].account;
            self.models.board(view.board.id).compare_view(account, &view);
        }
    }

    /// Checks that every visible page shows its open board as the server has it, although nobody has opened it again.
    pub(super) fn check_open_boards(&mut self) {
        for (page_id, slug, expected) in self.expected_board_views() {
            let Some(page) = self.page(page_id).filter(|page| !page.is_hidden) else { continue };
            let Some(view) = page.app.snapshot().open_board else { continue };
            if view.board.slug.as_str() == slug {
                let shown = serde_json::to_string(&view).expect("a view can be written");
                assert_eq!(shown, expected, "the open board {slug} in {page_id:?}");
            }
        }
    }

    /// Checks that every page shows the preferences as the server has them.
    pub(super) fn check_preferences(&mut self, when: &str) {
        for page_id in self.open_pages() {
            // A hidden page does not send heartbeats, and catches up when it becomes visible.
            if self.page(page_id).is_none_or(|page| page.is_hidden) {
                continue;
            }
            let account = self.browsers[page_id.browser].account;
            let expected = self.others.get(&account).unwrap_or(&self.server).preferences.clone();
            let shown = self.page(page_id).map(|page| page.app.snapshot().preferences);
            assert_eq!(shown, Some(expected), "{when}: the preferences in {page_id:?}");
        }
    }

    /// Checks that every browser, reopened offline, shows the opened boards as it last saw them.
    pub(super) fn check_offline(&mut self) {
        for browser in 0..self.browsers.len() {
            self.run_until(self.now + 100);
            self.disconnect(browser);
            self.crash(browser);
        }
        self.run_until(self.now + 1_000);
        let seen: Vec<(PageId, String, String)> = self
            .expected_board_views()
            .into_iter()
            .filter(|(page_id, ..)| !self.browsers[page_id.browser].has_failing_writes)
            .collect();
        for (page_id, slug, expected) in seen {
            assert_eq!(self.observe(page_id, &slug).as_deref(), Some(&*expected), "offline: {slug} in {page_id:?}");
        }
        self.check_notes("offline");
        self.check_preferences("offline");
    }

    /// Checks that every page shows every note as the server has it.
    pub(super) fn check_notes(&mut self, when: &str) {
        let expected = notes::expected(&self.server.notes);
        for page_id in self.open_pages() {
            if self.browsers[page_id.browser].account != ada() {
                continue;
            }
            if when == "offline" && self.browsers[page_id.browser].has_failing_writes {
                continue;
            }
            self.feed(page_id, Input::Intent { intent: intent(json!({ "type": "load_notes" })) });
            self.run_until(self.now + self.scenario.response_ms());
            let shown = self.page(page_id).map(|page| notes::shown(&page.app.snapshot().notes.notes));
            assert_eq!(shown.as_ref(), Some(&expected), "{when}: the notes in {page_id:?}");
            for (note_id, text) in notes::texts(&self.server.notes) {
                self.feed(
                    page_id,
                    Input::Intent { intent: intent(json!({ "type": "open_note", "note_id": note_id })) },
                );
                let open = self.page(page_id).and_then(|page| page.app.snapshot().notes.open);
                assert_eq!(open.map(|open| open.document), Some(text), "{when}: a text in {page_id:?}");
            }
        }
    }

    /// Returns each page with each board's slug and the expected content.
    pub(super) fn expected_board_views(&self) -> Vec<(PageId, String, String)> {
        let mut expected = vec![];
        for page_id in self.open_pages() {
            let account = self.browsers[page_id.browser].account;
            let boards = self.server.boards.values().filter(|board| board.is_visible_to(account));
            for board in boards.filter(|board| board.records.board.trashed_at.is_none()) {
                let view = Replica::load(board.full_for(account)).expect("the whole board").view();
                let text = serde_json::to_string(&view).expect("a view can be written");
                expected.push((page_id, view.board.slug.as_str().to_owned(), text));
            }
        }
        expected
    }

    /// Checks that no browser shows or stores a board of which its user is not a member, or another member's reminder.
    pub(super) fn check_hidden(&mut self) {
        // A hidden page sends failed requests again only when it is visible, with its heartbeats (SPEC Y27, Y40).
        if self.scenario.has_members() {
            for page_id in self.open_pages() {
                self.feed_unless_frozen(page_id.browser, page_id.tab, Input::PageVisible);
            }
            self.run_until(self.now + 30_000);
        }
        for page_id in self.open_pages() {
            let account = self.browsers[page_id.browser].account;
            let hidden = self.server.boards.values().filter(|board| !board.is_visible_to(account));
            let hidden: Vec<Board> = hidden.map(|board| board.records.board.clone()).collect();
            for board in &hidden {
                let shown = self.observe(page_id, board.slug.as_str());
                assert_eq!(shown, None, "{} shows in {page_id:?}, whose user was removed", board.name.as_str());
                let snapshot = self.page(page_id).expect("the page is open").app.snapshot();
                assert!(snapshot.boards.iter().all(|shown| shown.id != board.id), "a board of others is listed");
                self.feed(page_id, Input::Intent { intent: intent(json!({ "type": "close_board" })) });
            }
        }
        self.run_until(self.now + 1_000);
        for browser in &self.browsers {
            let mut secrets: Vec<String> = vec![];
            for board in self.server.boards.values() {
                let records = &board.records;
                if !board.is_visible_to(browser.account) {
                    secrets.extend([records.board.id.to_string(), records.board.slug.as_str().to_owned()]);
                    // What is stored of the former board of a moved card contains the card until it is loaded again.
                    let cards = records.cards.keys().filter(|id| !self.models.was_moved(**id));
                    secrets.extend(cards.map(Id::to_string));
                }
                let is_foreign = |item: &&Item| item.is_reminder() && item.author_id != Some(browser.account);
                let reminders = records.items.values().filter(|_| !self.others.is_empty()).filter(is_foreign);
                secrets.extend(reminders.map(|item| item.id.to_string()));
            }
            // What was refused is shown with the user's own texts.
            let texts =
                browser.committed.iter().chain(&browser.local).filter(|(key, _)| !key.contains("/kept/refused/"));
            for (key, text) in texts {
                let found = secrets.iter().find(|secret| key.contains(*secret) || text.contains(*secret));
                assert_eq!(found, None, "{key} contains what {} may not see", browser.account);
            }
        }
    }

    /// Opens a board in a page and returns what it shows after a while.
    pub(super) fn observe(&mut self, page_id: PageId, slug: &str) -> Option<String> {
        for value in [json!({ "type": "close_board" }), json!({ "type": "open_board", "slug": slug })] {
            self.feed(page_id, Input::Intent { intent: intent(value) });
        }
        self.run_until(self.now + self.scenario.response_ms());
        let view = self.page(page_id)?.app.snapshot().open_board?;
        serde_json::to_string(&view).ok()
    }
}
