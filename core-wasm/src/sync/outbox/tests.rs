//! The outbox with entries that belong to no feature.

use super::Outbox;
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::peer::PeerMessage;
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::time::Timestamp;
use crate::sync::entry::{ConfirmedEntry, Description, Entry, OutboxEvent, ParsedResponse};
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// An entry for the tests. Words of one group are sent together.
#[derive(Clone, Debug, PartialEq, Serialize, WriteJson, Deserialize, ReadJson)]
struct Word {
    group: u64,
    text: String,
}

impl Entry for Word {
    type Receipt = ();

    fn batch_key(&self) -> Option<Id> {
        Some(Id::from_parts(self.group, &[0; 10]))
    }

    fn request(&self) -> ApiRequest {
        Self::batch_request(Id::GUEST, &[self.batch_json()])
    }

    fn batch_json(&self) -> String {
        self.text.clone()
    }

    fn batch_request(_key: Id, words: &[String]) -> ApiRequest {
        ApiRequest::with_body(Purpose::SendOutbox, "POST", "/words/", words.join(" "))
    }

    /// Parses a response that states for each word whether it was accepted.
    fn parse_response(&self, response: &ApiResponse) -> Result<ParsedResponse<()>, Failure> {
        let accepted: Vec<bool> = response.read()?;
        let refusals = accepted.into_iter().map(|is_accepted| (!is_accepted).then(|| ErrorCode::BadOp.into()));
        Ok(ParsedResponse { refusals: refusals.collect(), receipt: () })
    }

    fn is_replaceable(&self) -> bool {
        false
    }

    fn has_same_target(&self, _other: &Self) -> bool {
        false
    }

    fn replace(&mut self, _earlier: &Self) -> bool {
        false
    }

    fn amend(&mut self, _rejection: &Rejection) -> bool {
        false
    }

    fn failure_log(&self) -> Option<&'static str> {
        None
    }

    fn refusal_log(&self) -> Option<&'static str> {
        None
    }

    fn is_deferred_by(_code: ErrorCode) -> bool {
        false
    }

    fn added_message(account: Id, _entries: Vec<(Id, Self)>, replaced_ids: Vec<Id>) -> PeerMessage {
        PeerMessage::EntriesAdded { account, entries: vec![], replaced_ids }
    }

    fn difference_message(&self, _: Id, _: Id, _: &Self, _: &[Id]) -> Option<PeerMessage> {
        None
    }

    fn added_message_json(account: Id, _entries: &[(Id, String)], replaced_ids: &[Id]) -> String {
        json::json(&Self::added_message(account, vec![], replaced_ids.to_vec()))
    }
}

fn word(group: u64, text: &str) -> Word {
    Word { group, text: text.to_owned() }
}

fn describe(word: &Word) -> Description {
    Description { what: word.text.clone(), text: None }
}

/// Creates an outbox that sends, and adds three words, the first two of one group.
fn outbox(env: &Env, ctx: &mut Context) -> Outbox<Word> {
    let account = Some(Id::from_parts(1, &[1; 10]));
    let mut outbox = Outbox::open(account, &Outbox::default());
    outbox.acquire_lead(ctx);
    outbox.set_storage_loaded(true);
    outbox.push(vec![word(1, "one"), word(1, "two"), word(2, "three")], env, ctx);
    outbox
}

fn env() -> Env {
    Env::new(Timestamp::from_millis(1_772_526_600_000), 0, 1)
}

fn bodies(ctx: &Context) -> Vec<&str> {
    ctx.requests.iter().filter_map(|request| request.body.json().map(String::as_str)).collect()
}

#[test]
fn y2_neighbors_with_the_same_key_are_sent_in_one_request() {
    let (env, mut ctx) = (env(), Context::default());
    let mut outbox = outbox(&env, &mut ctx);
    assert_eq!(bodies(&ctx), ["one two"]);
    let response = ApiResponse::Received { status: 200, body: "[true,true]".to_owned() };
    outbox.on_response(&response, &describe, &env, &mut ctx);
    assert_eq!(bodies(&ctx), ["one two", "three"]);
}

#[test]
fn y7_refusals_are_reported_before_the_rest_is_confirmed() {
    let (env, mut ctx) = (env(), Context::default());
    let mut outbox = outbox(&env, &mut ctx);
    let added = outbox.take_events();
    assert!(added.iter().all(|event| matches!(event, OutboxEvent::Added { .. })) && added.len() == 3);
    let response = ApiResponse::Received { status: 200, body: "[false,true]".to_owned() };
    outbox.on_response(&response, &describe, &env, &mut ctx);
    match outbox.take_events().as_slice() {
        [OutboxEvent::Refused { id, entry }, OutboxEvent::Confirmed { entries, receipt: () }] => {
            assert_eq!(*entry, word(1, "one"));
            let [refused, accepted] = entries.as_slice() else { panic!("{entries:?}") };
            assert_eq!(*refused, ConfirmedEntry { id: *id, entry: None });
            assert_eq!(accepted.entry, Some(word(1, "two")));
        }
        events => panic!("{events:?}"),
    }
    assert_eq!(outbox.view().refused.len(), 1);
}
