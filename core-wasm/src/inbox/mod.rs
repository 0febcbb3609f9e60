//! The inbox (SPEC M110 to M117, M126): pages of entries from the server, overlaid with the marks that it has not confirmed.
//! The latest entries and these marks are stored.

use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::inbox::{
    InboxEntry, InboxKind, InboxReadRequest, InboxReadResponse, InboxResponse, InboxView, Unsubscription,
};
use crate::protocol::patch::Patch;
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::stored::{FORMAT, StoredInbox, idb_key, parse_stored};
use crate::protocol::view::LoadStatus;
use crate::resource::remote::{FailureOutcome, RemoteResource};
use std::collections::VecDeque;

/// The maximum number of entries that are stored: those of one response.
const STORED_ENTRIES: usize = 50;

/// The state of the inbox, and of the page that turns its mails off.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// The account in whose storage the inbox is kept; `None` until the storage has been read.
    account: Option<Id>,
    /// The loaded entries, latest first, with the unconfirmed marks applied.
    resource: RemoteResource<InboxResponse>,
    /// The status of the request for earlier entries; `Ready` if there is none.
    more_status: LoadStatus,
    /// The marks that the server has not confirmed, oldest first. They are sent one after another, so that the server
    /// applies them in this order.
    marks: VecDeque<InboxReadRequest>,
    /// Whether the first mark is in flight.
    is_marking: bool,
    unsubscription: Option<Unsubscription>,
}

impl Default for Inbox {
    fn default() -> Self {
        Self {
            account: None,
            resource: RemoteResource::default(),
            more_status: LoadStatus::Ready,
            marks: VecDeque::new(),
            is_marking: false,
            unsubscription: None,
        }
    }
}

impl Inbox {
    /// Returns the state for the mirror.
    pub(crate) fn view(&self) -> InboxView {
        let view = InboxView {
            status: self.resource.status(),
            more: self.more_status,
            unsubscription: self.unsubscription.clone(),
            ..InboxView::default()
        };
        match self.resource.value().cloned() {
            Some(InboxResponse { unread_count, entries, has_more }) => {
                InboxView { unread_count, entries, has_more, ..view }
            }
            None => view,
        }
    }

    /// Shows the stored entries, if there are any and the server's have not arrived already, and sends the stored marks.
    pub(crate) fn restore(&mut self, account: Id, text: Option<&str>, ctx: &mut Context) {
        self.account = Some(account);
        let stored: Option<StoredInbox> =
            text.and_then(|text| parse_stored(text, |stored: &StoredInbox| stored.format));
        let Some(StoredInbox { inbox, mut marks, .. }) = stored else { return self.store(ctx) };
        // The one in flight stays first, because its response removes it.
        let after = usize::from(self.is_marking);
        let own = self.marks.split_off(after);
        self.marks.extend(std::mem::take(&mut marks).into_iter().chain(own));
        match self.resource.value_mut() {
            Some(inbox) => {
                self.marks.iter().for_each(|mark| apply(inbox, mark));
                self.store(ctx);
            }
            None => self.resource.set(inbox),
        }
        self.send_mark(ctx);
        self.push_patch(ctx);
    }

    /// Stores the latest entries and the marks that the server has not confirmed.
    fn store(&self, ctx: &mut Context) {
        let Some((account, known)) = self.account.zip(self.resource.value()) else { return };
        let inbox = InboxResponse {
            unread_count: known.unread_count,
            entries: known.entries.iter().take(STORED_ENTRIES).cloned().collect(),
            has_more: known.has_more || known.entries.len() > STORED_ENTRIES,
        };
        let stored = StoredInbox { format: FORMAT, inbox, marks: self.marks.iter().cloned().collect() };
        ctx.write_idb(idb_key::inbox(account), json::json(&stored));
    }

    /// Loads the latest entries. Known ones are shown meanwhile.
    pub(crate) fn load(&mut self, ctx: &mut Context) {
        if self.resource.request() {
            self.push_patch(ctx);
        }
        self.fetch(ctx);
        self.send_mark(ctx);
    }

    /// Loads the latest entries again if the inbox was requested before, because they may have changed.
    pub(crate) fn refresh(&mut self, ctx: &mut Context) {
        if self.resource.is_requested() {
            self.resource.invalidate();
            self.fetch(ctx);
            self.send_mark(ctx);
        }
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if self.resource.start_fetch() {
            ctx.requests.push(ApiRequest::get(Purpose::LoadInbox { before: None }, "/inbox/"));
        }
    }

    /// Loads earlier entries, unless they are being loaded or there are none.
    pub(crate) fn load_more(&mut self, ctx: &mut Context) {
        let inbox = self.resource.value().filter(|inbox| inbox.has_more && self.more_status != LoadStatus::Loading);
        if let Some(last) = inbox.and_then(|inbox| inbox.entries.last()) {
            let purpose = Purpose::LoadInbox { before: Some(last.id) };
            ctx.requests.push(ApiRequest::get(purpose, format!("/inbox/?before={}", last.id)));
            self.more_status = LoadStatus::Loading;
            self.push_patch(ctx);
        }
    }

    /// Removes the entries about a board that the user has lost, except an invitation to it.
    pub(crate) fn forget_board(&mut self, board_id: Id, ctx: &mut Context) {
        let Some(inbox) = self.resource.value_mut() else { return };
        let is_lost = |entry: &InboxEntry| entry.board_id == board_id && entry.kind != InboxKind::Invitation;
        let lost: Vec<InboxEntry> = inbox.entries.extract_if(.., |entry| is_lost(entry)).collect();
        if !lost.is_empty() {
            let unread = lost.iter().filter(|entry| !entry.is_read).count();
            inbox.unread_count = inbox.unread_count.saturating_sub(unread as u32);
            self.store(ctx);
            self.push_patch(ctx);
        }
    }

    /// Handles the response with entries. `before` is `None` for the latest ones.
    pub(crate) fn on_response(&mut self, before: Option<Id>, response: &ApiResponse, ctx: &mut Context) {
        match (response.read::<InboxResponse>(), before) {
            (Ok(page), Some(before)) => {
                self.more_status = LoadStatus::Ready;
                self.append(page, before);
            }
            (Ok(page), None) => {
                let outcome = self.resource.finish_fetch();
                if outcome.applies {
                    self.replace(page);
                    self.store(ctx);
                    if self.more_status == LoadStatus::Failed {
                        // The server is reachable again, so earlier entries can be requested.
                        self.more_status = LoadStatus::Ready;
                    }
                }
                if outcome.is_outdated {
                    self.fetch(ctx);
                }
            }
            (Err(_), Some(_)) => {
                ctx.log("Error fetching inbox");
                self.more_status = LoadStatus::Failed;
            }
            (Err(_), None) => {
                ctx.log("Error fetching inbox");
                match self.resource.fail_fetch() {
                    FailureOutcome::Refetch => self.fetch(ctx),
                    FailureOutcome::StatusFailed => {}
                    FailureOutcome::StatusKept => return,
                }
            }
        }
        self.push_patch(ctx);
    }

    /// Replaces the latest entries. Earlier ones that still follow them are kept, so that the list does not jump.
    fn replace(&mut self, mut page: InboxResponse) {
        if let (Some(known), Some(last)) = (self.resource.value(), page.entries.last().map(|last| last.id))
            && page.has_more
            && known.entries.iter().any(|entry| page.entries.iter().any(|other| other.id == entry.id))
        {
            let earlier: Vec<InboxEntry> = known.entries.iter().filter(|entry| entry.id < last).cloned().collect();
            let is_unread = |entry: &&InboxEntry| !entry.is_read;
            let unread = page.entries.iter().chain(&earlier).filter(is_unread).count();
            // Otherwise some of them were marked elsewhere.
            if !earlier.is_empty() && unread <= page.unread_count as usize {
                page.has_more = known.has_more;
                page.entries.extend(earlier);
            }
        }
        self.marks.iter().for_each(|mark| apply(&mut page, mark));
        self.resource.set(page);
    }

    /// Appends the entries before one, unless it is not the last one any more.
    fn append(&mut self, mut page: InboxResponse, before: Id) {
        let Some(inbox) = self.resource.value_mut() else { return };
        if inbox.entries.last().is_some_and(|last| last.id == before) {
            self.marks.iter().for_each(|mark| apply(&mut page, mark));
            inbox.entries.append(&mut page.entries);
            inbox.has_more = page.has_more;
        }
    }

    /// Marks an entry.
    pub(crate) fn mark(&mut self, entry_id: Id, is_read: bool, ctx: &mut Context) {
        let mut entries = self.resource.value().into_iter().flat_map(|inbox| &inbox.entries);
        if entries.any(|entry| entry.id == entry_id && entry.is_read != is_read) {
            self.add_mark(InboxReadRequest { entry_ids: vec![entry_id], until: None, is_read }, ctx);
        }
    }

    /// Marks the whole inbox as read.
    pub(crate) fn mark_all_read(&mut self, ctx: &mut Context) {
        let inbox = self.resource.value().filter(|inbox| inbox.unread_count > 0);
        if let Some(latest) = inbox.and_then(|inbox| inbox.entries.first()) {
            self.add_mark(InboxReadRequest { entry_ids: vec![], until: Some(latest.id), is_read: true }, ctx);
        }
    }

    fn add_mark(&mut self, mark: InboxReadRequest, ctx: &mut Context) {
        if let Some(inbox) = self.resource.value_mut() {
            apply(inbox, &mark);
        }
        self.marks.push_back(mark);
        self.store(ctx);
        self.send_mark(ctx);
        self.push_patch(ctx);
    }

    /// Sends the first mark, unless it is in flight.
    fn send_mark(&mut self, ctx: &mut Context) {
        if let Some(mark) = self.marks.front().filter(|_| !self.is_marking) {
            self.is_marking = true;
            ctx.requests.push(ApiRequest::with_body(Purpose::MarkInbox, "POST", "/inbox/read/", json::json(mark)));
        }
    }

    /// Handles the response to a mark. While the server is unreachable, the marks wait until the inbox is loaded again.
    pub(crate) fn on_mark_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        self.is_marking = false;
        match response.read::<InboxReadResponse>() {
            Ok(InboxReadResponse { unread_count }) => {
                self.marks.pop_front();
                // A response in flight may be from before the mark.
                self.resource.invalidate();
                if let Some(inbox) = self.resource.value_mut().filter(|_| self.marks.is_empty()) {
                    inbox.unread_count = unread_count;
                }
                self.store(ctx);
                self.send_mark(ctx);
                self.push_patch(ctx);
            }
            Err(Failure::Transient) => ctx.log("Error marking inbox"),
            Err(Failure::Permanent { .. }) => {
                ctx.log("Error marking inbox");
                self.marks.clear();
                self.store(ctx);
                self.refresh(ctx);
            }
        }
    }

    /// Turns inbox mails off by the token of a mailed link.
    pub(crate) fn unsubscribe(&mut self, token: &str, ctx: &mut Context) {
        let path = format!("/inbox/unsubscribe/{}/", percent_encoded(token));
        let request = ApiRequest::with_body(Purpose::UnsubscribeInbox, "POST", path, String::new());
        ctx.requests.push(request.without_body().without_token());
        self.unsubscription = Some(Unsubscription::default());
        self.push_patch(ctx);
    }

    /// Handles the response to [`Inbox::unsubscribe`].
    pub(crate) fn on_unsubscribe_response(&mut self, response: &ApiResponse, ctx: &mut Context) {
        let is_done = response.is_success();
        self.unsubscription = Some(Unsubscription { is_done, rejection: (!is_done).then(|| response.rejection()) });
        self.push_patch(ctx);
    }

    /// Resets the state after a change of account. The page that turns mails off needs none, so it keeps its state.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        let shown = self.view();
        *self = Self { unsubscription: self.unsubscription.take(), ..Self::default() };
        if shown != self.view() {
            self.push_patch(ctx);
        }
    }

    fn push_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::InboxLoaded { inbox: json::json(&self.view()) });
    }
}

/// Applies a mark to entries and to the number of unread ones.
fn apply(inbox: &mut InboxResponse, mark: &InboxReadRequest) {
    let is_marked =
        |entry: &InboxEntry| mark.entry_ids.contains(&entry.id) || mark.until.is_some_and(|until| entry.id <= until);
    for entry in inbox.entries.iter_mut().filter(|entry| entry.is_read != mark.is_read && is_marked(entry)) {
        entry.is_read = mark.is_read;
        inbox.unread_count =
            if mark.is_read { inbox.unread_count.saturating_sub(1) } else { inbox.unread_count.saturating_add(1) };
    }
    if mark.until.is_some() && mark.is_read {
        // The entries that are not loaded are earlier, so they are read now.
        inbox.unread_count = inbox.entries.iter().filter(|entry| !entry.is_read).count() as u32;
    }
}
