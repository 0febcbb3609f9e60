//! A crowd of people who work on boards at the same time: each runs the core of the product, with its outbox, its retries
//! and its live connection, against real servers. It reads commands from the standard input, one per line, and prints a
//! response to each, one line of JSON:
//!
//! - `work RATE [VISITS]`: everyone works from now on, with RATE changes per second in total, at random times. 0 stops. And VISITS
//!   times per second, somebody else signs up, joins a board, opens it, refreshes their tokens and leaves the board.
//! - `probe [PEOPLE]`: stops, everyone renames a card, or only the first PEOPLE, and it is measured how long it takes until
//!   everyone's changes are confirmed over a working connection, and until the boards of these people show all these names:
//!   `{"confirmed": …, "confirmed_ms": …, "shown": …, "shown_ms": …}` (people, and the longest time). Then the
//!   work continues.
//! - `counts`: what happened since the last `counts`.
//! - `verify FILE`: stops, probes, compares all boards with what was done, and writes all ops that the server reported as
//!   applied to a file: `ID VERSION STATUS`, where the status is `applied` (in this version), `duplicate` (in this version or
//!   an earlier one), or `set-up` (before the work).

mod client;
mod people;
mod record;

use anyhow::{Context, Result, bail};
use client::Shared;
use core_wasm::protocol::id::Id;
use people::{Person, Rng};
use record::StoredCard;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::sync::Mutex;
use tokio::task::spawn_local;
use tokio::time::sleep;

/// How long everybody may take to connect and to load their boards.
const OPEN_TIMEOUT: Duration = Duration::from_secs(120);

/// How long all changes may take to be confirmed.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(120);

/// How often the state of all people is looked at while waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The settings of a crowd.
pub(crate) struct Crowd {
    /// The address of the servers, such as `10.24.0.2:8080`.
    pub(crate) address: String,
    pub(crate) people: usize,
    /// The number of people who share a board.
    pub(crate) people_per_board: usize,
    /// Makes the people of each run differ from those of earlier ones.
    pub(crate) seed: u64,
}

/// A running crowd.
struct Running {
    shared: Rc<Shared>,
    people: Vec<Person>,
    /// The ops that filled the boards before the work.
    set_up_ops: Vec<Id>,
    rng: Rng,
    /// The number of probes.
    probes: u64,
    /// The number of changes that people have tried to make since the last `counts`.
    actions: u64,
    /// Whether the work has paused since the last change.
    has_paused: bool,
    /// The number of changes that could not be made, since the start.
    rejected: u64,
    visits: Visits,
}

/// What visitors have done.
#[derive(Default)]
struct Visits {
    begun: usize,
    ended: u64,
    failed: u64,
}

/// How often something happens, per second.
#[derive(Clone, Copy, Default)]
struct Rates {
    changes: f64,
    visits: f64,
}

impl Crowd {
    /// Sets the crowd up, prints `{"people": …}`, and runs commands until the standard input ends.
    pub(crate) async fn run(self) -> Result<()> {
        // A panic in a task would otherwise only end that task.
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            report(panic);
            std::process::abort();
        }));
        // Clients without TLS need a provider too. It is already set if this fails.
        _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().pool_idle_timeout(Duration::from_secs(60)).build()?;
        let api = format!("http://{}/api", self.address);
        let shared = Rc::new(Shared { api, http, record: record::Record::default() });
        let people::SetUp { people, op_ids } =
            people::set_up(&shared, self.people, self.people_per_board, self.seed).await?;
        let rng = Rng::new(self.seed);
        let running = Running {
            shared,
            people,
            set_up_ops: op_ids,
            rng,
            probes: 0,
            actions: 0,
            has_paused: false,
            rejected: 0,
            visits: Visits::default(),
        };
        let opened = wait_for(OPEN_TIMEOUT, || {
            running.people.iter().all(|person| person.client.has_board() && person.is_settled())
        });
        if !opened.await {
            bail!("not everybody could open their board: {}", json!(running.shared.record.take_counts()));
        }
        respond(&json!({"people": running.people.len()}));
        let running = Rc::new(Mutex::new(running));
        let rates = Rc::new(Cell::new(Rates::default()));
        spawn_local(work(running.clone(), rates.clone()));
        spawn_local(receive_visitors(running.clone(), rates.clone(), self.seed));
        let mut commands = BufReader::new(tokio::io::stdin()).lines();
        while let Some(command) = commands.next_line().await? {
            let words: Vec<&str> = command.split_whitespace().collect();
            let result = match words[..] {
                ["work", changes] => {
                    rates.set(Rates { changes: changes.parse()?, visits: 0.0 });
                    json!({})
                }
                ["work", changes, visits] => {
                    rates.set(Rates { changes: changes.parse()?, visits: visits.parse()? });
                    json!({})
                }
                ["probe", ref people @ ..] if people.len() <= 1 => {
                    let before = rates.replace(Rates { changes: 0.0, ..rates.get() });
                    let people = people.first().map(|people| people.parse()).transpose()?;
                    let result = probe(&running, people.unwrap_or(usize::MAX)).await?;
                    rates.set(before);
                    result
                }
                ["counts"] => {
                    let mut running = running.lock().await;
                    let mut counts = json!(running.shared.record.take_counts());
                    counts["unsent"] = running.people.iter().map(|person| person.client.unsent()).sum::<u32>().into();
                    counts["actions"] = std::mem::take(&mut running.actions).into();
                    counts["rejected"] = running.rejected.into();
                    counts["visits"] = std::mem::take(&mut running.visits.ended).into();
                    counts["failed_visits"] = running.visits.failed.into();
                    counts
                }
                ["verify", file] => {
                    rates.set(Rates::default());
                    verify(&running, file).await?
                }
                _ => bail!("unknown command: {command}"),
            };
            respond(&result);
        }
        Ok(())
    }
}

fn respond(value: &Value) {
    println!("{value}");
    _ = std::io::stdout().flush();
}

/// Makes changes of random people at random times.
async fn work(running: Rc<Mutex<Running>>, rates: Rc<Cell<Rates>>) {
    let mut due = Instant::now();
    loop {
        {
            let mut guard = running.lock().await;
            let running = &mut *guard;
            // A command may have changed it while it held the lock.
            let per_second = rates.get().changes;
            if per_second <= 0.0 {
                drop(guard);
                sleep(POLL_INTERVAL).await;
                due = Instant::now();
                continue;
            }
            if std::mem::take(&mut running.has_paused) {
                due = Instant::now();
            }
            due += running.rng.pause(per_second);
            running.actions += 1;
            let number = running.rng.below(running.people.len());
            if running.people[number].act(number, &mut running.rng).is_err() {
                running.rejected += 1;
            }
        }
        tokio::time::sleep_until(due.into()).await;
    }
}

/// Receives visitors on random boards at random times.
async fn receive_visitors(running: Rc<Mutex<Running>>, rates: Rc<Cell<Rates>>, seed: u64) {
    loop {
        let per_second = rates.get().visits;
        if per_second <= 0.0 {
            sleep(POLL_INTERVAL).await;
            continue;
        }
        let pause = {
            let mut guard = running.lock().await;
            let Running { people, shared, rng, visits, .. } = &mut *guard;
            let owners: Vec<&Person> = people.iter().filter(|person| person.is_owner).collect();
            let owner = owners[rng.below(owners.len())];
            let (caller, board_id, number) = (owner.caller(), owner.board_id, visits.begun);
            visits.begun += 1;
            let (running, shared) = (running.clone(), shared.clone());
            spawn_local(async move {
                let visited = people::visit(&shared, &caller, board_id, number, seed).await;
                let visits = &mut running.lock().await.visits;
                match visited {
                    Ok(()) => visits.ended += 1,
                    Err(error) => {
                        visits.failed += 1;
                        eprintln!("visitor {number}: {error:#}");
                    }
                }
            });
            rng.pause(per_second)
        };
        sleep(pause).await;
    }
}

async fn wait_for(timeout: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + timeout;
    while !condition() {
        if Instant::now() > deadline {
            return false;
        }
        sleep(POLL_INTERVAL).await;
    }
    true
}

/// Measures how long it takes until everyone's changes are confirmed, and until the boards of the first people show the last
/// change of each of these.
async fn probe(running: &Mutex<Running>, first: usize) -> Result<Value> {
    let running = &mut *running.lock().await;
    running.has_paused = true;
    running.probes += 1;
    let probe = running.probes;
    let title = |number: usize| format!("probe {probe} of {number}");
    let mut members: BTreeMap<Id, Vec<usize>> = BTreeMap::new();
    for (number, person) in running.people.iter().enumerate().take(first) {
        members.entry(person.board_id).or_default().push(number);
    }
    for person in running.people.iter().take(first) {
        person.client.await_titles(members[&person.board_id].iter().map(|number| title(*number)));
    }
    let started = Instant::now();
    for (number, person) in running.people.iter_mut().enumerate().take(first) {
        person.name_a_card(&title(number), &mut running.rng)?;
    }
    let elapsed_ms = || started.elapsed().as_secs_f64() * 1_000.0;
    let mut unconfirmed: Vec<&Person> = running.people.iter().collect();
    let mut unshown: Vec<&Person> = running.people.iter().take(first).collect();
    let (mut confirmed_ms, mut shown_ms) = (0.0, 0.0);
    wait_for(SETTLE_TIMEOUT, || {
        if !unconfirmed.is_empty() {
            unconfirmed.retain(|person| !person.is_settled());
            confirmed_ms = elapsed_ms();
        }
        if !unshown.is_empty() {
            unshown.retain(|person| !person.client.has_shown_titles());
            shown_ms = elapsed_ms();
        }
        unconfirmed.is_empty() && unshown.is_empty()
    })
    .await;
    let people = running.people.len();
    Ok(json!({
        "confirmed": people - unconfirmed.len(), "confirmed_ms": confirmed_ms,
        // The others were not awaited.
        "shown": people - unshown.len(), "shown_ms": shown_ms,
    }))
}

/// Compares all boards, as the server and everybody have them, with what was done.
async fn verify(running: &Mutex<Running>, file: &str) -> Result<Value> {
    // Everyone sends a change, so the access tokens are current too.
    let probed = probe(running, usize::MAX).await?;
    let running = &*running.lock().await;
    let is_settled = running.people.iter().all(Person::is_settled);
    let record = &running.shared.record;
    let (mut lost, mut unexpected, mut differing, mut cards) = (0, 0, 0, 0);
    for board_id in record.boards() {
        let mut members = running.people.iter().filter(|person| person.board_id == board_id).peekable();
        let board = members.peek().context("a board without people")?.server_board(&running.shared).await?;
        let stored = stored_cards(&board)?;
        let expected = record.cards(board_id);
        cards += expected.len();
        for (id, card) in &expected {
            if !stored.get(id).is_some_and(|stored| card.matches(stored)) {
                lost += 1;
                eprintln!("board {board_id}, card {id}: expected {card:?}, the server has {:?}", stored.get(id));
            }
        }
        unexpected += stored.keys().filter(|id| !expected.contains_key(id)).count();
        let layouts: BTreeSet<String> = members.map(layout).collect();
        let is_shown = layouts.len() == 1 && layouts.first() == Some(&server_layout(&board)?);
        differing += usize::from(!is_shown);
    }
    let acknowledged = record.acknowledged();
    let line = |(id, first): (&Id, &record::Acknowledgement)| {
        format!("{id} {} {}\n", first.version, if first.is_duplicate { "duplicate" } else { "applied" })
    };
    let mut ops: String = acknowledged.iter().map(line).collect();
    ops.extend(running.set_up_ops.iter().map(|id| format!("{id} 0 set-up\n")));
    std::fs::write(file, ops).with_context(|| format!("cannot write {file}"))?;
    let refused: usize = running.people.iter().map(|person| person.client.refused()).sum();
    Ok(json!({
        "settled": is_settled, "applied": acknowledged.len(), "applied_twice": record.applied_twice(), "cards": cards,
        "lost": lost, "unexpected": unexpected, "differing_boards": differing, "refused": refused, "probe": probed,
        "rejected": running.rejected,
    }))
}

/// Returns the cards of a board from the server.
fn stored_cards(board: &Value) -> Result<BTreeMap<Id, StoredCard>> {
    let cards = board["cards"].as_array().context("the board has no cards")?;
    let parse = |card: &Value| {
        let id =
            |field: &str| card[field].as_str().and_then(Id::parse).with_context(|| format!("a card has no {field}"));
        let title = card["title"].as_str().context("a card has no title")?.to_owned();
        let is_completed = card["priority"] == "completed";
        Ok((id("id")?, StoredCard { title, list_id: id("list_id")?, is_completed }))
    };
    cards.iter().map(parse).collect()
}

/// Returns the lists of a board, in order, with their cards in order, as a person sees them.
fn layout(person: &Person) -> String {
    let Some(board) = person.client.board() else { return String::new() };
    let titles: BTreeMap<Id, &str> = board.cards.iter().map(|card| (card.id, card.title.as_str())).collect();
    let list = |ids: &[Id]| ids.iter().map(|id| titles.get(id).copied().unwrap_or("?")).collect::<Vec<_>>().join(",");
    board.lists.iter().map(|view| format!("{}: {}\n", view.id, list(&view.card_ids))).collect()
}

/// Returns the same from the server's records, which are ordered by rank and id.
fn server_layout(board: &Value) -> Result<String> {
    let sorted = |kind: &str| -> Result<Vec<&Value>> {
        let mut records: Vec<&Value> = board[kind].as_array().context("the board has no records")?.iter().collect();
        records.sort_by_key(|record| (record["rank"].as_str(), record["id"].as_str()));
        Ok(records)
    };
    let cards = sorted("cards")?;
    let list = |list: &Value| {
        let titles =
            cards.iter().filter(|card| card["list_id"] == list["id"]).filter_map(|card| card["title"].as_str());
        format!("{}: {}\n", list["id"].as_str().unwrap_or_default(), titles.collect::<Vec<_>>().join(","))
    };
    Ok(sorted("lists")?.into_iter().map(list).collect())
}
