//! A simulation with random seeds: users in several browsers with several tabs change the same boards and notes.
//! Meanwhile the network delays, loses, duplicates and reorders messages, pages freeze and crash with uncommitted data,
//! servers restart and clocks are wrong, and members are added to boards and removed. Once the network is reliable again,
//! all pages must show the same, as far as their users may see it.
//!
//! Each seed determines a whole run, so a failed run can be repeated:
//! `SIMULATION_SEED=17 cargo test -p core-wasm --test rules simulation`.

mod browser;
mod network;
mod notes;
mod rng;
mod user;
mod world;

use std::sync::atomic::{AtomicU64, Ordering};
use world::{People, Totals, World};

/// The number of seeds, unless `SIMULATION_SEEDS` overrides it.
const SEEDS: u64 = 1_200;

/// The same for worlds with several users.
const SHARED_SEEDS: u64 = 400;

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number, not {text:?}")))
}

/// Runs the simulation with these seeds on all cores until `enough` accepts the number of steps. The output names the
/// seed of a failed run.
fn simulate(people: People, seeds: std::ops::Range<u64>, enough: impl Fn(u64) -> bool + Sync) -> Totals {
    let (next, steps, note_saves) = (AtomicU64::new(seeds.start), AtomicU64::new(0), AtomicU64::new(0));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end || enough(steps.load(Ordering::Relaxed)) {
                        break;
                    }
                    let run = std::panic::catch_unwind(|| World::new(seed, people).run());
                    match run {
                        Ok(totals) => {
                            steps.fetch_add(totals.steps, Ordering::Relaxed);
                            note_saves.fetch_add(totals.note_saves, Ordering::Relaxed);
                        }
                        Err(panic) => {
                            eprintln!("The world of SIMULATION_SEED={seed} has failed.");
                            next.store(seeds.end, Ordering::Relaxed);
                            std::panic::resume_unwind(panic);
                        }
                    }
                }
            });
        }
    });
    Totals { steps: steps.into_inner(), note_saves: note_saves.into_inner() }
}

#[test]
fn y50_replicas_and_server_converge() {
    if let Some(seed) = setting("SIMULATION_SEED") {
        simulate(People::One, seed..seed + 1, |_| false);
        return;
    }
    if let Some(wanted) = setting("SIMULATION_STEPS") {
        let started = std::time::Instant::now();
        let Totals { steps, .. } = simulate(People::One, 0..u64::MAX, |steps| steps >= wanted);
        println!("{steps} steps in {} ms", started.elapsed().as_millis());
        return;
    }
    let seeds = setting("SIMULATION_SEEDS").unwrap_or(SEEDS);
    let Totals { steps, note_saves } = simulate(People::One, 0..seeds, |_| false);
    assert!(steps > seeds * 100, "the worlds are empty: {steps} steps of {seeds} seeds");
    assert!(note_saves > seeds, "the notes are hardly edited: {note_saves} saves of {seeds} seeds");
}

#[test]
fn m88_members_of_shared_boards_converge_and_see_only_what_they_may() {
    if let Some(seed) = setting("SIMULATION_SEED") {
        simulate(People::Several, seed..seed + 1, |_| false);
        return;
    }
    let seeds = setting("SIMULATION_SEEDS").unwrap_or(SHARED_SEEDS);
    let Totals { steps, .. } = simulate(People::Several, 0..seeds, |_| false);
    assert!(steps > seeds * 100, "the worlds are empty: {steps} steps of {seeds} seeds");
}

#[test]
fn y50_simulation_is_deterministic_per_seed() {
    for seed in [3, 77] {
        let traces = [(); 2].map(|()| World::new(seed, People::One).traced());
        assert_eq!(traces[0], traces[1]);
        let traces = [(); 2].map(|()| World::new(seed, People::Several).traced());
        assert_eq!(traces[0], traces[1]);
    }
}
