//! A simulation with random seeds: users in several browsers with several tabs change the same boards, notes and
//! preferences. Meanwhile the network delays, loses, duplicates and reorders messages, pages freeze and crash with
//! uncommitted data, servers restart and clocks are wrong, and members are added to boards and removed. Once the network is
//! reliable again, all pages must show the same, as far as their users may see it. All the time, the boards on the
//! simulated server must be those of a plain model, which shares no code with the core.
//!
//! Each seed determines a whole run of a test, so a failed run can be repeated:
//! `SIMULATION_SEED=17 cargo test -p core-wasm --test rules simulation::y50_replicas`. With
//! `SIMULATION_TRACE=1`, the events are printed. `SIMULATION_SEEDS` and `SIMULATION_FIRST_SEED` choose the seeds of each
//! test in long runs.

mod browser;
mod bulk;
mod model;
mod moves;
mod network;
mod notes;
mod preferences;
mod releases;
mod rng;
mod scenario;
mod uplink;
mod user;
mod world;

use scenario::Scenario;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use world::{Totals, World};

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number, not {text:?}")))
}

/// The number of failed worlds after which a run ends.
const MAX_FAILURES: usize = 10;

/// Runs the simulation with these seeds on all cores until `enough` accepts the number of steps. The output names the
/// seeds of failed worlds.
fn simulate(scenario: Scenario, seeds: std::ops::Range<u64>, enough: impl Fn(u64) -> bool + Sync) -> Totals {
    let (next, steps, note_saves) = (AtomicU64::new(seeds.start), AtomicU64::new(0), AtomicU64::new(0));
    let failed_seeds = Mutex::new(vec![]);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end || enough(steps.load(Ordering::Relaxed)) {
                        break;
                    }
                    let run = std::panic::catch_unwind(|| World::new(seed, scenario).run());
                    match run {
                        Ok(totals) => {
                            steps.fetch_add(totals.steps, Ordering::Relaxed);
                            note_saves.fetch_add(totals.note_saves, Ordering::Relaxed);
                        }
                        Err(_) => {
                            eprintln!("The world {scenario:?} of SIMULATION_SEED={seed} has failed.");
                            let mut failed_seeds = failed_seeds.lock().expect("no world fails while it holds the lock");
                            failed_seeds.push(seed);
                            if failed_seeds.len() == MAX_FAILURES {
                                next.store(seeds.end, Ordering::Relaxed);
                            }
                        }
                    }
                }
            });
        }
    });
    let failed_seeds = failed_seeds.into_inner().expect("no world fails while it holds the lock");
    assert_eq!(failed_seeds, Vec::<u64>::new(), "worlds have failed");
    Totals { steps: steps.into_inner(), note_saves: note_saves.into_inner() }
}

/// Runs the seeds of a test, or those that the environment names.
fn simulate_seeds(scenario: Scenario, seeds: u64) {
    if let Some(seed) = setting("SIMULATION_SEED") {
        simulate(scenario, seed..seed + 1, |_| false);
        return;
    }
    let first = setting("SIMULATION_FIRST_SEED").unwrap_or(0);
    let seeds = setting("SIMULATION_SEEDS").unwrap_or(seeds);
    let Totals { steps, .. } = simulate(scenario, first..first + seeds, |_| false);
    assert!(steps > seeds * 100, "the worlds are empty: {steps} steps of {seeds} seeds");
}

#[test]
fn y50_replicas_and_server_converge() {
    if let Some(seed) = setting("SIMULATION_SEED") {
        simulate(Scenario::OneUser, seed..seed + 1, |_| false);
        return;
    }
    if let Some(wanted) = setting("SIMULATION_STEPS") {
        let started = std::time::Instant::now();
        let Totals { steps, .. } = simulate(Scenario::OneUser, 0..u64::MAX, |steps| steps >= wanted);
        println!("{steps} steps in {} ms", started.elapsed().as_millis());
        return;
    }
    let first = setting("SIMULATION_FIRST_SEED").unwrap_or(0);
    let seeds = setting("SIMULATION_SEEDS").unwrap_or(1_200);
    let Totals { steps, note_saves } = simulate(Scenario::OneUser, first..first + seeds, |_| false);
    assert!(steps > seeds * 100, "the worlds are empty: {steps} steps of {seeds} seeds");
    assert!(note_saves > seeds, "the notes are hardly edited: {note_saves} saves of {seeds} seeds");
}

#[test]
fn m88_members_of_shared_boards_converge_and_see_only_what_they_may() {
    simulate_seeds(Scenario::SharedBoards, 400);
}

#[test]
fn y32_tabs_converge_while_leaders_freeze() {
    simulate_seeds(Scenario::FrozenLeaders, 300);
}

#[test]
fn y9_tabs_of_different_releases_converge() {
    simulate_seeds(Scenario::VersionSkew, 200);
}

#[test]
fn f11_preferences_converge_in_all_tabs_and_browsers() {
    simulate_seeds(Scenario::Preferences, 200);
}

#[test]
fn y33_thousands_of_offline_changes_arrive_once() {
    simulate_seeds(Scenario::LargeOutboxes, 12);
}

#[test]
fn y3_slow_uplinks_lose_nothing() {
    simulate_seeds(Scenario::SlowUplinks, 200);
}

#[test]
fn b56_what_moves_between_boards_stays_on_one_board_and_boards_converge() {
    simulate_seeds(Scenario::Moves, 200);
}

#[test]
fn b56_members_converge_while_cards_move_between_their_boards() {
    simulate_seeds(Scenario::SharedMoves, 200);
}

#[test]
fn y50_simulation_is_deterministic_per_seed() {
    for (seed, scenario) in [
        (3, Scenario::OneUser),
        (77, Scenario::OneUser),
        (3, Scenario::SharedBoards),
        (77, Scenario::SharedBoards),
        (3, Scenario::FrozenLeaders),
        (3, Scenario::VersionSkew),
        (3, Scenario::Preferences),
        (3, Scenario::LargeOutboxes),
        (3, Scenario::SlowUplinks),
        (3, Scenario::Moves),
        (3, Scenario::SharedMoves),
    ] {
        let traces = [(); 2].map(|()| World::new(seed, scenario).traced());
        assert_eq!(traces[0], traces[1], "{scenario:?}, seed {seed}");
    }
}
