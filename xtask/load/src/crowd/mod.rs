//! A crowd of people who work on boards at the same time: each runs the core of the product, with its outbox, its retries
//! and its live connection, against real servers. It reads commands from the standard input, one per line, and answers
//! each with one line of JSON:
//!
//! - `work RATE`: everyone works from now on, with RATE changes per second in total, at random times. 0 stops.
//! - `probe`: stops, then answers how long it takes everyone until all changes, one of them new, are confirmed over a
//!   working connection: `{"settled": …, "p50_ms": …, "p99_ms": …, "max_ms": …}`. Then the work continues.
//! - `counts`: what happened since the last `counts`.
//! - `verify FILE`: stops, waits until everything is confirmed, compares all boards with what was done, and writes the ids
//!   of all applied ops to a file.

mod client;
mod people;
mod record;

use anyhow::{Context, Result, bail};
use client::Shared;
use core_wasm::protocol::id::Id;
use people::{Person, Rng};
use record::percentile;
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
    rng: Rng,
    /// The number of changes that could not be made.
    rejected: u64,
}

impl Crowd {
    /// Sets the crowd up, prints `{"people": …}`, and runs commands until the standard input ends.
    pub(crate) async fn run(self) -> Result<()> {
        let http = reqwest::Client::builder().no_proxy().pool_idle_timeout(Duration::from_secs(60)).build()?;
        let api = format!("http://{}/api", self.address);
        let shared = Rc::new(Shared { api, http, record: record::Record::default() });
        let people = people::set_up(&shared, self.people, self.people_per_board, self.seed).await?;
        let running = Running { shared, people, rng: Rng::new(self.seed), rejected: 0 };
        let opened = wait_for(OPEN_TIMEOUT, || {
            running.people.iter().all(|person| person.client.has_board() && person.is_settled())
        });
        if !opened.await {
            bail!("not everybody could open their board: {}", json!(running.shared.record.take_counts()));
        }
        answer(&json!({"people": running.people.len()}));
        let running = Rc::new(Mutex::new(running));
        let rate = Rc::new(Cell::new(0.0));
        spawn_local(work(running.clone(), rate.clone()));
        let mut commands = BufReader::new(tokio::io::stdin()).lines();
        while let Some(command) = commands.next_line().await? {
            let words: Vec<&str> = command.split_whitespace().collect();
            let result = match words[..] {
                ["work", per_second] => {
                    rate.set(per_second.parse()?);
                    json!({})
                }
                ["probe"] => {
                    let before = rate.replace(0.0);
                    let result = probe(&running).await?;
                    rate.set(before);
                    result
                }
                ["counts"] => {
                    let running = running.lock().await;
                    let mut counts = json!(running.shared.record.take_counts());
                    counts["unsent"] = running.people.iter().map(|person| person.client.unsent()).sum::<u32>().into();
                    counts["rejected"] = running.rejected.into();
                    counts
                }
                ["verify", file] => {
                    rate.set(0.0);
                    verify(&running, file).await?
                }
                _ => bail!("unknown command: {command}"),
            };
            answer(&result);
        }
        Ok(())
    }
}

fn answer(value: &Value) {
    println!("{value}");
    _ = std::io::stdout().flush();
}

/// Makes changes of random people at random times.
async fn work(running: Rc<Mutex<Running>>, rate: Rc<Cell<f64>>) {
    let mut due = Instant::now();
    loop {
        if rate.get() <= 0.0 {
            sleep(POLL_INTERVAL).await;
            due = Instant::now();
            continue;
        }
        {
            let running = &mut *running.lock().await;
            // The times between changes of independent people are distributed exponentially.
            let share = (running.rng.below(1_000_000) + 1) as f64 / 1_000_001.0;
            due += Duration::from_secs_f64(-share.ln() / rate.get());
            let number = running.rng.below(running.people.len());
            if running.people[number].act(number, &mut running.rng).is_err() {
                running.rejected += 1;
            }
        }
        tokio::time::sleep_until(due.into()).await;
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

/// Measures how long it takes everyone until a new change, and all earlier ones, are confirmed.
async fn probe(running: &Mutex<Running>) -> Result<Value> {
    let running = &mut *running.lock().await;
    let started = Instant::now();
    for (number, person) in running.people.iter_mut().enumerate() {
        person.act(number, &mut running.rng)?;
    }
    let mut waiting: Vec<&Person> = running.people.iter().collect();
    let mut times = Vec::with_capacity(waiting.len());
    wait_for(SETTLE_TIMEOUT, || {
        waiting.retain(|person| !person.is_settled());
        times.resize(running.people.len() - waiting.len(), started.elapsed().as_secs_f64() * 1_000.0);
        waiting.is_empty()
    })
    .await;
    Ok(json!({
        "settled": times.len(),
        "p50_ms": percentile(&times, 0.5),
        "p99_ms": percentile(&times, 0.99),
        "max_ms": percentile(&times, 1.0),
    }))
}

/// Compares all boards, as the server and everybody have them, with what was done.
async fn verify(running: &Mutex<Running>, file: &str) -> Result<Value> {
    let running = &*running.lock().await;
    let is_settled = wait_for(SETTLE_TIMEOUT, || running.people.iter().all(Person::is_settled)).await;
    // What the others have changed last is still on its way.
    sleep(Duration::from_secs(2)).await;
    let record = &running.shared.record;
    let (mut lost, mut unexpected, mut differing, mut cards) = (0, 0, 0, 0);
    for board_id in record.boards() {
        let mut members = running.people.iter().filter(|person| person.board_id == board_id).peekable();
        let board = members.peek().context("a board without people")?.server_board(&running.shared).await?;
        let stored = titles(&board)?;
        let expected = record.titles(board_id);
        cards += expected.len();
        lost += expected.iter().filter(|(id, title)| stored.get(id) != Some(title)).count();
        unexpected += stored.keys().filter(|id| !expected.contains_key(id)).count();
        let layouts: BTreeSet<String> = members.map(layout).collect();
        let is_shown = layouts.len() == 1 && layouts.first() == Some(&server_layout(&board)?);
        differing += usize::from(!is_shown);
    }
    let applied = record.applied();
    let ids: String = applied.iter().map(|id| format!("{id}\n")).collect();
    std::fs::write(file, ids).with_context(|| format!("cannot write {file}"))?;
    let refused: usize = running.people.iter().map(|person| person.client.refused()).sum();
    Ok(json!({
        "settled": is_settled, "applied": applied.len(), "cards": cards, "lost": lost, "unexpected": unexpected,
        "differing_boards": differing, "refused": refused,
    }))
}

/// Returns the titles of the cards of a board from the server.
fn titles(board: &Value) -> Result<BTreeMap<Id, String>> {
    let cards = board["cards"].as_array().context("the board has no cards")?;
    let title = |card: &Value| {
        let id = card["id"].as_str().and_then(Id::parse).context("a card has no id")?;
        Ok((id, card["title"].as_str().context("a card has no title")?.to_owned()))
    };
    cards.iter().map(title).collect()
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
