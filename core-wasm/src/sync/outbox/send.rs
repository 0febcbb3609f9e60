//! How the outbox is sent, and what follows from the responses.

use super::{Outbox, SendFailures, SendState};
use crate::api::ApiRequest;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::error::Rejection;
use crate::protocol::id::Id;
use crate::protocol::peer::PeerMessage;
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::stored::idb_key;
use crate::protocol::view::SendFailure;
use crate::sync::backoff;
use crate::sync::entry::{ConfirmedEntry, Description, Entry, OutboxEvent};

/// Maximum number of entries in one request.
const MAX_BATCH_ENTRIES: usize = 200;
/// Maximum size of a batch, in bytes of JSON, unless a single entry is larger. A request has to finish within its
/// timeout of 10 seconds, also on a slow network.
const MAX_BATCH_BYTES: usize = 256 << 10;

impl<E: Entry> Outbox<E> {
    /// Returns the first entry of the request in flight, also of one that the leader has probably just sent.
    pub(crate) fn sending_entry(&self) -> Option<&E> {
        match &self.state {
            SendState::InFlight(ids) => self.get(*ids.first()?),
            _ if self.is_leader() || self.is_offline() => None,
            _ => self.entries.front().map(|(_, entry)| entry),
        }
    }

    /// Sends the first entries, unless a request is in flight, a backoff is running or another tab is the leader (SPEC
    /// Y2, Y3).
    pub(crate) fn send(&mut self, ctx: &mut Context) {
        let can_send = self.is_leader() && self.is_storage_loaded && !self.is_guest_outbox();
        if can_send && matches!(self.state, SendState::Idle) {
            let first = self.entries.iter().position(|(id, _)| !self.deferred.contains(id)).unwrap_or(0);
            if let Some((ids, request)) = self.next_request(first) {
                self.never_sent.retain(|id| !ids.contains(id));
                self.state = SendState::InFlight(ids);
                ctx.requests.push(request);
            }
        }
        self.publish_view_if_changed(ctx);
    }

    /// Creates the request for the entry at an index, together with those after it that fit into the same request.
    fn next_request(&self, first: usize) -> Option<(Vec<Id>, ApiRequest)> {
        let (id, entry) = self.entries.get(first)?;
        let Some(key) = entry.batch_key() else { return Some((vec![*id], entry.request())) };
        let (mut ids, mut batch, mut bytes) = (vec![], vec![], 0);
        for (id, entry) in self.entries.iter().skip(first).take(self.batch_limit.unwrap_or(MAX_BATCH_ENTRIES)) {
            if entry.batch_key() != Some(key) {
                break;
            }
            let json = entry.batch_json();
            bytes += json.len();
            if bytes > MAX_BATCH_BYTES && !batch.is_empty() {
                break;
            }
            ids.push(*id);
            batch.push(json);
        }
        Some((ids, E::batch_request(key, &batch)))
    }

    /// Tries again because the backoff is over.
    pub(crate) fn on_alarm(&mut self, ctx: &mut Context) {
        self.stop_backing_off(ctx);
        self.send(ctx);
    }

    /// Tries again at once, because the network is back, the page is visible again or the user asks for it. The backoff starts
    /// again: a network that has just returned often fails once more.
    pub(crate) fn retry_now(&mut self, ctx: &mut Context) {
        if let Some(failures) = &mut self.failure {
            failures.count = 0;
        }
        self.on_alarm(ctx);
    }

    pub(super) fn stop_backing_off(&mut self, ctx: &mut Context) {
        if matches!(self.state, SendState::BackingOff) {
            self.state = SendState::Idle;
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Outbox });
        }
    }

    /// Tries again at once as [`Outbox::retry_now`] does, or asks the leader to do so.
    pub(crate) fn request_retry(&mut self, ctx: &mut Context) {
        if let Some(account) = self.account.filter(|_| !self.is_leader() && !self.is_empty()) {
            ctx.broadcast(&PeerMessage::RetryNow { account });
        }
        self.retry_now(ctx);
    }

    /// Handles the response to the request in flight. `describe` puts a refused entry into words.
    pub(crate) fn on_response(
        &mut self,
        response: &ApiResponse,
        describe: &dyn Fn(&E) -> Description,
        env: &Env,
        ctx: &mut Context,
    ) {
        let ids = match &mut self.state {
            SendState::InFlight(ids) => std::mem::take(ids),
            SendState::Idle | SendState::BackingOff => vec![],
        };
        if matches!(self.state, SendState::InFlight(_)) {
            self.state = SendState::Idle;
        }
        if ids.iter().all(|id| self.find(*id).is_err()) {
            // Without Web Locks two tabs send the same entries, and the other tab got its response first.
            return self.send(ctx);
        }
        let is_batch = self.entries_of(&ids).any(|entry| entry.batch_key().is_some());
        let failure = match self.apply_response(&ids, response, describe, ctx) {
            Ok(()) => {
                self.failure = None;
                if is_batch {
                    self.batch_limit =
                        self.batch_limit.map(|limit| limit * 2).filter(|limit| *limit < MAX_BATCH_ENTRIES);
                }
                self.broadcast_result(ids, response, ctx);
                return self.send(ctx);
            }
            Err(failure) => failure,
        };
        // Without a response nothing is logged: being offline is not a failure.
        if response.is_received()
            && !response.is_unauthorized()
            && let Some(message) = self.entries_of(&ids).find_map(E::failure_log)
        {
            ctx.log(message);
        }
        match failure {
            // The new leader retries it and gets the same response.
            Failure::Transient | Failure::Permanent { .. } if !self.is_leader() => {}
            // The session is over: the entries stay for the next login.
            Failure::Permanent { status: 401, .. } => {}
            // The entry can be accepted later: it is sent after the others, and a notice shows the reason (SPEC Y10).
            Failure::Permanent { rejection, .. } if E::is_deferred_by(rejection.code) => {
                self.notice = Some(rejection);
                self.deferred.extend(ids);
                self.back_off(env, ctx);
            }
            Failure::Transient => {
                if is_batch && response.is_too_large() {
                    self.batch_limit = Some((ids.len() / 2).max(1));
                }
                let count = self.failure.map_or(0, |failure| failure.count).saturating_add(1);
                self.failure = Some(SendFailures { count, cause: cause_of(response) });
                self.broadcast_result(vec![], &response.without_body(), ctx);
                self.back_off(env, ctx);
            }
            Failure::Permanent { .. } if is_batch && ids.iter().any(|id| self.peer_only.contains_key(id)) => {
                ids.iter().for_each(|id| self.drop_peer_entry(*id, ctx));
            }
            Failure::Permanent { rejection, .. } => {
                if !self.amend_entry(&ids, &rejection, ctx) {
                    self.refuse_entries(&ids, &rejection, describe, ctx);
                }
                self.failure = None;
                self.broadcast_result(ids, response, ctx);
                self.send(ctx);
            }
        }
    }

    /// Handles a response that the leader received, or the leader's failure if there are no ids.
    pub(crate) fn on_peer_response(
        &mut self,
        ids: &[Id],
        response: &ApiResponse,
        describe: &dyn Fn(&E) -> Description,
        ctx: &mut Context,
    ) {
        // A tab that has lost the lead may report a failure after the new leader has sent everything.
        if !ids.is_empty() || !self.is_leader() {
            let has_failed = ids.is_empty() && !self.is_empty();
            self.failure = has_failed.then(|| SendFailures { count: 1, cause: cause_of(response) });
        }
        if let Err(Failure::Permanent { rejection, .. }) = self.apply_response(ids, response, describe, ctx)
            && !self.amend_entry(ids, &rejection, ctx)
        {
            self.refuse_entries(ids, &rejection, describe, ctx);
        }
        self.send(ctx);
    }

    fn broadcast_result(&self, entry_ids: Vec<Id>, response: &ApiResponse, ctx: &mut Context) {
        let Some(account) = self.account else { return };
        let (status, body) = match response {
            ApiResponse::Received { status, body } => (*status, body.clone()),
            ApiResponse::NetworkError | ApiResponse::TimedOut => (0, String::new()),
        };
        ctx.broadcast(&PeerMessage::SendResult { account, entry_ids, status, body });
    }

    fn back_off(&mut self, env: &Env, ctx: &mut Context) {
        self.state = SendState::BackingOff;
        let after = backoff::delay_ms(self.failure.map_or(0, |failure| failure.count), env);
        ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Outbox, after });
        self.publish_view_if_changed(ctx);
    }

    /// Removes the entries of a request that the server has accepted, and those that it has refused.
    fn apply_response(
        &mut self,
        ids: &[Id],
        response: &ApiResponse,
        describe: &dyn Fn(&E) -> Description,
        ctx: &mut Context,
    ) -> Result<(), Failure> {
        let Some(known) = self.entries_of(ids).next() else {
            if !response.is_success() {
                return Err(response.failure());
            }
            ids.iter().for_each(|id| _ = self.remove_entry(*id, ctx));
            return Ok(());
        };
        let parsed = known.parse_response(response)?;
        // A response with fewer results than entries leaves the rest for the next batch.
        let settled = if parsed.refusals.is_empty() { ids } else { &ids[..ids.len().min(parsed.refusals.len())] };
        let mut refusals = parsed.refusals.into_iter();
        let mut confirmed = Vec::with_capacity(settled.len());
        for id in settled {
            let (entry, refusal) = (self.remove_entry(*id, ctx), refusals.next().flatten());
            let entry = match (entry, refusal) {
                (Some(entry), Some(rejection)) => {
                    self.record_refusal(*id, &entry, rejection, describe, ctx);
                    self.events.push(OutboxEvent::Refused { id: *id, entry });
                    None
                }
                (entry, _) => entry,
            };
            confirmed.push(ConfirmedEntry { id: *id, entry });
        }
        // Refusals are reported first: a refused entry is removed while the accepted ones can still be reverted.
        self.events.push(OutboxEvent::Confirmed { entries: confirmed, receipt: parsed.receipt });
        Ok(())
    }

    fn get(&self, id: Id) -> Option<&E> {
        self.entries.get(self.find(id).ok()?).map(|(_, entry)| entry)
    }

    /// Returns the entries with these ids that are still in the outbox.
    fn entries_of(&self, ids: &[Id]) -> impl Iterator<Item = &E> {
        ids.iter().filter_map(|id| self.get(*id))
    }

    /// Changes the entry of a refused request so that the server may accept it. Returns whether that was possible.
    fn amend_entry(&mut self, ids: &[Id], rejection: &Rejection, ctx: &mut Context) -> bool {
        let index = ids.iter().find_map(|id| self.find(*id).ok());
        let Some((id, entry)) = index.and_then(|index| self.entries.get_mut(index)) else { return false };
        if !entry.amend(rejection) {
            return false;
        }
        let (id, entry) = (*id, entry.clone());
        if let Some(account) = self.account.filter(|_| self.is_leader()) {
            self.write(account, id, &entry, ctx);
        }
        self.events.push(OutboxEvent::Changed { id, entry });
        true
    }

    /// Removes entries that the server will never accept.
    fn refuse_entries(
        &mut self,
        ids: &[Id],
        rejection: &Rejection,
        describe: &dyn Fn(&E) -> Description,
        ctx: &mut Context,
    ) {
        for id in ids {
            if let Some(entry) = self.remove_entry(*id, ctx) {
                self.record_refusal(*id, &entry, rejection.clone(), describe, ctx);
                self.events.push(OutboxEvent::Refused { id: *id, entry });
            }
        }
    }

    /// Removes an entry of another tab that the server refused, without showing a refusal: what it depends on may be
    /// unsent in that tab. The storage is read again, and an entry that is found there is sent and refused for good.
    fn drop_peer_entry(&mut self, id: Id, ctx: &mut Context) {
        let Some(account) = self.account else { return };
        let Some(index) = self.find(id).ok().filter(|_| self.peer_only.remove(&id).is_some()) else { return };
        let Some((_, entry)) = self.entries.remove(index) else { return };
        self.events.push(OutboxEvent::Dropped { id, entry });
        let prefix = idb_key::outbox_prefix(account);
        if !ctx.idb_reads.contains(&prefix) {
            ctx.idb_reads.push(prefix);
        }
        self.is_storage_loaded = false;
        self.publish_view_if_changed(ctx);
    }
}

fn cause_of(response: &ApiResponse) -> SendFailure {
    if response.is_received() { SendFailure::Server } else { SendFailure::Offline }
}
