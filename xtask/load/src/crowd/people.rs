//! The people of the crowd: their accounts, boards and memberships, and what they do.

use super::client::{Client, FORWARDED_FOR, Shared};
use anyhow::{Context, Result, bail};
use core_wasm::protocol::id::Id;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// The number of lists of each board.
const LISTS: u8 = 3;

/// The number of cards that a person keeps adding. Above it, they only change cards.
const MAX_CARDS: usize = 40;

/// The number of the first visitor, above those of all people.
const FIRST_VISITOR: usize = 10_000;

/// How long setting up may take for one person: a password is hashed, which takes 30 ms, behind those of others.
const SET_UP_TIMEOUT: Duration = Duration::from_secs(60);

/// Somebody with an account, who has a board open.
pub(crate) struct Person {
    /// The tab.
    pub(crate) client: Rc<Client>,
    /// The board.
    pub(crate) board_id: Id,
    /// Whether this person owns the board.
    pub(crate) is_owner: bool,
    caller: Caller,
    lists: Vec<Id>,
    cards: Vec<Id>,
    /// The number of texts that this person has typed, so that all texts differ.
    typed: u64,
}

/// Random numbers (SplitMix64, Steele et al. 2014).
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap_or_default()
    }

    /// Returns the time until the next of independent events that happen so many times per second.
    pub(crate) fn pause(&mut self, per_second: f64) -> Duration {
        // These times are distributed exponentially.
        let share = (self.below(1_000_000) + 1) as f64 / 1_000_001.0;
        Duration::from_secs_f64(-share.ln() / per_second)
    }
}

/// What a person does.
#[derive(Clone, Copy)]
enum Action {
    AddCard,
    Rename(Id),
    Move(Id),
    Complete(Id),
}

impl Person {
    /// Changes something on the board.
    pub(crate) fn act(&mut self, number: usize, rng: &mut Rng) -> Result<()> {
        let action = match (rng.below(10), self.cards.len()) {
            (_, 0) => Action::AddCard,
            (0..4, cards) if cards < MAX_CARDS => Action::AddCard,
            (0..6, cards) => Action::Rename(self.cards[rng.below(cards)]),
            (6..9, cards) => Action::Move(self.cards[rng.below(cards)]),
            (_, cards) => Action::Complete(self.cards[rng.below(cards)]),
        };
        self.typed += 1;
        let text = format!("{number}-{}", self.typed);
        let list_id = self.lists[rng.below(self.lists.len())];
        let intent = match action {
            Action::AddCard => json!({"type": "add_card", "list_id": list_id, "title": text, "priority": "low"}),
            Action::Rename(card_id) => edit(card_id, &json!({"field": "title", "value": text})),
            Action::Move(card_id) => {
                json!({"type": "move_card", "card_id": card_id, "list_id": list_id, "index": rng.below(20)})
            }
            Action::Complete(card_id) => {
                edit(card_id, &json!({"field": "completed", "value": self.typed.is_multiple_of(2)}))
            }
        };
        self.dispatch(intent, matches!(action, Action::AddCard))
    }

    /// Gives one of this person's cards a title.
    pub(crate) fn name_a_card(&mut self, title: &str, rng: &mut Rng) -> Result<()> {
        if self.cards.is_empty() {
            let intent = json!({"type": "add_card", "list_id": self.lists[0], "title": title, "priority": "low"});
            return self.dispatch(intent, true);
        }
        let card_id = self.cards[rng.below(self.cards.len())];
        self.dispatch(edit(card_id, &json!({"field": "title", "value": title})), false)
    }

    fn dispatch(&mut self, intent: Value, is_new_card: bool) -> Result<()> {
        if let Some(rejection) = self.client.dispatch(intent) {
            bail!("a change was refused: {rejection:?}");
        }
        if is_new_card {
            self.cards.extend(self.client.take_added_card());
        }
        Ok(())
    }

    /// Returns whether everything that this person did has been confirmed, over a working connection.
    pub(crate) fn is_settled(&self) -> bool {
        self.client.is_live() && self.client.unsent() == 0
    }

    /// Returns the board as the server has it.
    pub(crate) async fn server_board(&self, shared: &Shared) -> Result<Value> {
        self.caller().call(shared, Method::GET, &format!("/boards/{}/", self.board_id), None).await
    }

    /// Returns this person as a caller of the API, with the current access token.
    pub(crate) fn caller(&self) -> Caller {
        Caller { token: self.client.access_token(), ..self.caller.clone() }
    }
}

/// Somebody who calls the API without the core of the product.
#[derive(Clone)]
pub(crate) struct Caller {
    /// The address from which the servers see the requests.
    address: String,
    /// The access token; empty for none.
    token: String,
}

impl Caller {
    fn new(seed: u64, number: usize) -> Self {
        // Carriers share these addresses among their customers (RFC 6598).
        let address = format!("100.{}.{}.{}", 64 + seed % 64, number / 250 % 250, number % 250 + 1);
        Self { address, token: String::new() }
    }

    /// Sends a request, which must succeed, and returns the JSON body of its response.
    async fn call(&self, shared: &Shared, method: Method, path: &str, body: Option<&Value>) -> Result<Value> {
        let mut request = shared.http.request(method, format!("{}{path}", shared.api)).timeout(SET_UP_TIMEOUT);
        request = request.header(FORWARDED_FOR, &self.address);
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let response = request.send().await.with_context(|| format!("cannot reach {path}"))?;
        let (status, text) = (response.status(), response.text().await?);
        if !status.is_success() {
            bail!("{path} failed with {status}: {text}");
        }
        Ok(if text.is_empty() { Value::Null } else { serde_json::from_str(&text)? })
    }

    /// Signs up, and returns the response.
    async fn sign_up(&mut self, shared: &Shared, number: usize, seed: u64) -> Result<Value> {
        let email = format!("person{number}-{seed}@example.com");
        let person = json!({"first_name": "Ada", "last_name": "Byron", "email": email, "password": "correct horse"});
        let account = self.call(shared, Method::POST, "/auth/signup/", Some(&person)).await?;
        self.take_token(&account)?;
        Ok(account)
    }

    /// Makes another caller a member of a board that this one owns.
    async fn invite(&self, shared: &Shared, board_id: Id, guest: &Self) -> Result<()> {
        let path = format!("/boards/{board_id}/invitations/");
        let response = self.call(shared, Method::POST, &path, Some(&json!({"role": "editor"}))).await?;
        let link = response["link"].as_str().context("the response has no link")?;
        let (_, code) = link.rsplit_once('/').context("the link has no code")?;
        guest.call(shared, Method::POST, &format!("/invitations/{code}/accept/"), None).await.map(drop)
    }

    fn take_token(&mut self, response: &Value) -> Result<()> {
        response["access_token"].as_str().context("the response has no access token")?.clone_into(&mut self.token);
        Ok(())
    }
}

/// Signs up as the visitor with a number, joins a board, opens it, refreshes the tokens and leaves.
pub(crate) async fn visit(shared: &Shared, owner: &Caller, board_id: Id, number: usize, seed: u64) -> Result<()> {
    let number = FIRST_VISITOR + number;
    let mut visitor = Caller::new(seed, number);
    let account = visitor.sign_up(shared, number, seed).await?;
    owner.invite(shared, board_id, &visitor).await?;
    let tokens = json!({"refresh_token": account["refresh_token"]});
    let tokens = visitor.call(shared, Method::POST, "/auth/refresh/", Some(&tokens)).await?;
    visitor.take_token(&tokens)?;
    visitor.call(shared, Method::GET, &format!("/boards/{board_id}/"), None).await?;
    let id = account["user"][0]["id"].as_str().context("the response has no user")?;
    visitor.call(shared, Method::DELETE, &format!("/boards/{board_id}/members/{id}/"), None).await.map(drop)
}

fn edit(card_id: Id, edit: &Value) -> Value {
    json!({"type": "edit_card", "card_id": card_id, "edits": [edit]})
}

/// The people, and the ops that filled their boards.
pub(crate) struct SetUp {
    pub(crate) people: Vec<Person>,
    pub(crate) op_ids: Vec<Id>,
}

/// Creates accounts, of which `per_board` share a board each, and opens the boards.
pub(crate) async fn set_up(shared: &Rc<Shared>, people: usize, per_board: usize, seed: u64) -> Result<SetUp> {
    let mut all = Vec::with_capacity(people);
    let mut op_ids = Vec::new();
    while all.len() < people {
        let members = per_board.min(people - all.len());
        let first = all.len();
        let mut accounts = Vec::with_capacity(members);
        for number in first..first + members {
            let mut caller = Caller::new(seed, number);
            let account = caller.sign_up(shared, number, seed).await?;
            accounts.push((caller, account));
        }
        let owner = accounts[0].0.clone();
        let (board_id, slug) = (new_id(seed, first, 0), format!("crowd-{seed}-{first}"));
        let board = json!({"name": "Crowd", "id": board_id, "slug": slug});
        owner.call(shared, Method::POST, "/boards/create-board/", Some(&board)).await?;
        let lists: Vec<Id> = (1..=LISTS).map(|list| new_id(seed, first, list)).collect();
        let ops: Vec<Value> = lists
            .iter()
            .zip(1_u8..)
            .map(|(list_id, number)| {
                let change = json!({"type": "add_list", "list_id": list_id, "name": format!("List {number}"),
                    "rank": format!("{:02x}", 0x80 + number)});
                let id = new_id(seed, first, 100 + number);
                op_ids.push(id);
                json!({"id": id, "at": "2026-03-03T08:30:00.000Z", "change": change})
            })
            .collect();
        let path = format!("/boards/{board_id}/ops/");
        owner.call(shared, Method::POST, &path, Some(&json!({"ops": ops}))).await?;
        for (member, _) in &accounts[1..] {
            owner.invite(shared, board_id, member).await?;
        }
        for (number, (caller, account)) in (first..).zip(accounts) {
            let storage = BTreeMap::from([
                ("access_token".to_owned(), caller.token.clone()),
                ("refresh_token".to_owned(), account["refresh_token"].as_str().unwrap_or_default().to_owned()),
                ("user".to_owned(), account["user"][0].to_string()),
            ]);
            let client_seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
            let address = caller.address.clone();
            let client = Client::open(shared.clone(), address, storage, &format!("/app/b/{slug}"), client_seed);
            let (lists, cards, is_owner) = (lists.clone(), vec![], number == first);
            all.push(Person { client, board_id, is_owner, caller, lists, cards, typed: 0 });
        }
    }
    Ok(SetUp { people: all, op_ids })
}

/// Returns an id made from the number of a board's first person and the number of something on the board.
fn new_id(seed: u64, first: usize, number: u8) -> Id {
    let mut random = [number; 10];
    random[..4].copy_from_slice(&u32::try_from(first).unwrap_or(u32::MAX).to_be_bytes());
    random[4..8].copy_from_slice(&(seed as u32).to_be_bytes());
    Id::from_parts(1_772_526_600_000, &random)
}
