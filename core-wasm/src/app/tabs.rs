//! The other tabs of the browser: their messages, and the election of the leader (SPEC Y22 to Y24, Y32, Y35).

use super::describe::describe;
use super::{App, LeaderPing};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::id::Id;
use crate::protocol::peer::PeerMessage;
use crate::protocol::response::ApiResponse;
use crate::protocol::stored::{OutboxEntry, idb_key};

impl App {
    /// Makes this tab the leader. Reads the outbox again, because the previous leader may have stored entries that it
    /// did not send.
    pub(super) fn on_lead_acquired(&mut self, ctx: &mut Context) {
        self.outbox.acquire_lead(ctx);
        self.tasks.reminders().mark_stale();
        if let Some(account) = self.account_id.filter(|_| self.outbox.is_storage_loaded()) {
            self.outbox.set_storage_loaded(false);
            ctx.idb_reads.push(idb_key::outbox_prefix(account));
            ctx.broadcast(&PeerMessage::LeaderChanged { account });
        }
    }

    /// Reads the outbox again before sending. This tab may have been suspended and replaced as leader; the read gives
    /// queued messages time to arrive.
    pub(super) fn reload_outbox(&mut self, ctx: &mut Context) {
        if let Some(account) = self.account_id.filter(|_| self.outbox.is_leader() && self.outbox.is_storage_loaded()) {
            self.outbox.clear_never_sent();
            self.outbox.set_storage_loaded(false);
            ctx.idb_reads.push(idb_key::outbox_prefix(account));
        }
    }

    /// Watches the leader while this tab depends on it (SPEC Y32).
    pub(super) fn reconcile_leader_watch(&mut self, ctx: &mut Context) {
        let depends_on_leader = self.outbox.needs_leader() || self.tasks.reminders().needs_leader();
        self.leader.set_watching(depends_on_leader && !self.outbox.is_leader(), ctx);
    }

    /// Pings a silent leader, or takes over from one that does not respond.
    pub(super) fn on_leader_alarm(&mut self, env: &Env, ctx: &mut Context) {
        if let Some(account) = self.account_id {
            let entry_id = self.outbox.first_id().filter(|_| self.outbox.needs_leader());
            self.leader.on_alarm(account, entry_id, env, ctx);
        }
    }

    /// Handles a message of another tab. A message about another account is ignored (SPEC A18).
    pub(super) fn on_peer_message(&mut self, message: &str, ctx: &mut Context) {
        let Some(account) = self.account_id else { return };
        let Ok(message) = json::parse(message) else { return self.on_unreadable_peer_message(message, ctx) };
        self.track_leader(account, &message, ctx);
        match message {
            PeerMessage::EntriesAdded { account: account_id, entries, replaced_ids } if account_id == account => {
                self.on_peer_entries(entries, &replaced_ids, ctx);
            }
            PeerMessage::NoteSaved { account: account_id, entry_id, entry, base_save_id, delta, replaced_ids }
                if account_id == account =>
            {
                let known = self.outbox.find_known(|known| known.save().is_some_and(|(save, _)| save == base_save_id));
                let document = known.and_then(OutboxEntry::save).and_then(|(_, earlier)| delta.apply(earlier));
                let entries = match document {
                    Some(document) => vec![(entry_id, entry.with_document(document))],
                    None => {
                        // It was stored before this message was sent.
                        ctx.idb_reads.push(idb_key::outbox_entry(account, entry_id));
                        vec![]
                    }
                };
                self.on_peer_entries(entries, &replaced_ids, ctx);
            }
            PeerMessage::SendResult { account: account_id, entry_ids, status, body } if account_id == account => {
                let response = match status {
                    0 => ApiResponse::NetworkError,
                    status => ApiResponse::Received { status, body },
                };
                self.invalidate_pages();
                let boards = &self.boards;
                self.outbox.on_peer_response(&entry_ids, &response, &|entry| describe(entry, boards), ctx);
                self.route_outbox_events(ctx);
            }
            PeerMessage::RetryNow { account: account_id } if account_id == account => self.outbox.retry_now(ctx),
            PeerMessage::LeaderChanged { account: account_id } if account_id == account => {
                self.announce_all(account, ctx);
            }
            PeerMessage::RemindersFired { account: account_id, calls } if account_id == account => {
                self.tasks.reminders().on_fired_in_other_tab(calls)
            }
            PeerMessage::DraftChanged { account: account_id, key, text } if account_id == account => {
                self.drafts.apply(key, text, ctx)
            }
            PeerMessage::RefusalDismissed { account: account_id, refused_id } if account_id == account => {
                self.outbox.on_refusal_dismissed(refused_id, ctx);
            }
            _ => {}
        }
    }

    /// Handles a message that another version of the app sent. If it announces changes, those that this version can read
    /// are read from the storage (SPEC Y9).
    fn on_unreadable_peer_message(&mut self, message: &str, ctx: &mut Context) {
        if let Some(account) = self.account_id.filter(|_| message.starts_with(r#"{"pushed":"#)) {
            ctx.idb_reads.push(idb_key::outbox_prefix(account));
        }
    }

    /// Adds entries of another tab to the outbox.
    pub(super) fn on_peer_entries(&mut self, entries: Vec<(Id, OutboxEntry)>, replaced_ids: &[Id], ctx: &mut Context) {
        // For an entry that this tab has already removed, the response arrived before the entry did.
        for (_, entry) in entries.iter().filter(|(id, _)| self.outbox.was_removed(*id)) {
            match entry {
                OutboxEntry::BoardOp { board_id, .. } => self.boards.catch_up(*board_id, ctx),
                OutboxEntry::Note { .. } => self.notes.refresh(ctx),
                _ => {}
            }
        }
        self.outbox.announce_replacements(&entries, ctx);
        self.outbox.apply_replacements(&entries, replaced_ids);
        if !replaced_ids.is_empty() {
            self.failed_writes.forget(|key| self.outbox.is_key_of_replaced(key));
        }
        let new_entries = self.outbox.merge_peer_entries(entries, ctx);
        self.outbox.coalesce_new(&new_entries, ctx);
        self.route_outbox_events(ctx);
        self.boards.apply_peer_entries(&new_entries, ctx);
        self.outbox.send(ctx);
    }

    /// Announces entries of the outbox to the other tabs.
    pub(super) fn announce(account: Id, entries: Vec<(Id, OutboxEntry)>, ctx: &mut Context) {
        ctx.broadcast(&PeerMessage::EntriesAdded { account, entries, replaced_ids: vec![] });
    }

    /// Announces the whole outbox to the other tabs, so that the leader sends what it does not have.
    pub(super) fn announce_all(&self, account: Id, ctx: &mut Context) {
        if !self.outbox.is_empty() {
            Self::announce(account, self.outbox.cloned_entries(), ctx);
        }
    }

    /// Answers a follower's ping once the stored outbox has been read. Before that, this tab does not know whether it
    /// has the entry that the follower waits for.
    pub(super) fn answer_leader_ping(&mut self, account: Id, ctx: &mut Context) {
        if self.outbox.is_storage_loaded()
            && let Some(LeaderPing { entry_id }) = self.pending_leader_ping.take()
            && self.outbox.is_leader()
        {
            if entry_id.is_none_or(|id| self.outbox.contains(id)) {
                ctx.broadcast(&PeerMessage::LeaderPong { account });
            } else if entry_id.is_some_and(|id| self.outbox.was_removed(id)) {
                // The follower missed the response to its change. This message makes it announce the change again, so
                // that this tab repeats the request and broadcasts the new response.
                ctx.broadcast(&PeerMessage::LeaderChanged { account });
            }
        }
    }

    /// Updates the state of the leader watch from a message of another tab.
    fn track_leader(&mut self, account: Id, message: &PeerMessage, ctx: &mut Context) {
        match message {
            PeerMessage::PingLeader { account: account_id, entry_id } if *account_id == account => {
                self.pending_leader_ping = Some(LeaderPing { entry_id: *entry_id });
                self.answer_leader_ping(account, ctx);
            }
            PeerMessage::LeaderChanged { account: account_id } if *account_id == account => {
                self.outbox.clear_never_sent();
                self.leader.on_leader_activity(ctx);
            }
            PeerMessage::LeaderPong { account: account_id } if *account_id == account => self.leader.on_pong(ctx),
            PeerMessage::SendResult { account: account_id, .. }
            | PeerMessage::RemindersFired { account: account_id, .. }
                if *account_id == account =>
            {
                self.leader.on_leader_activity(ctx);
            }
            _ => {}
        }
    }
}
