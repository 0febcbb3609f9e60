//! The simulation against results of queueing theory, and the requests that it counts.

use capacity::simulation::{Config, Cost, DatabaseConfig, Fault, Flush, Kind, Outcome, run};
use capacity::statistics::SECOND;

/// Returns servers without a database that answer one kind of request: an M/M/c queue each.
fn servers_only(servers: usize, cores: usize, service_us: f64, rate: f64) -> Config {
    let mut config = Config {
        seed: 1,
        warmup: 20 * SECOND,
        duration: 400 * SECOND,
        servers,
        cores,
        is_one_machine: false,
        connections: 16,
        group_commits: 4,
        costs: [Cost::default(); Kind::COUNT],
        group_cpu: (0.0, 0.0),
        rates: [0.0; Kind::COUNT],
        clients: 0,
        client_cpu: 0.0,
        database: DatabaseConfig {
            shards: 1,
            cores: 2,
            flush: Flush { least: 500.0, spread: 200.0 },
            is_replicated: false,
            round_trip: 200.0,
        },
        boards: 1_000,
        hot_board_share: 0.0,
        hot_shard_share: 0.0,
        deliveries_per_op: 0.0,
        delivery_cpu: 0.0,
        announcement_cpu: 0.0,
        announcement_delay: 0.0,
        remote_read: Cost::default(),
        background_database_cpu: 0.0,
        sockets: 0,
        faults: vec![],
    };
    config.costs[Kind::Heartbeat.index()].server_cpu = service_us;
    config.rates[Kind::Heartbeat.index()] = rate;
    config
}

/// Returns servers and a database with all kinds of requests.
fn deployment(servers: usize, shards: usize) -> Config {
    let mut config = servers_only(servers, 2, 30.0, 2_000.0);
    config.warmup = 2 * SECOND;
    config.duration = 20 * SECOND;
    config.database.shards = shards;
    config.sockets = 3_000;
    config.deliveries_per_op = 1.5;
    config.delivery_cpu = 20.0;
    config.announcement_cpu = 10.0;
    config.announcement_delay = 500.0;
    config.remote_read = Cost { server_cpu: 50.0, database_cpu: Some(50.0), round_trips: 1.0, commits: false };
    config.background_database_cpu = 2_000.0;
    config.group_cpu = (100.0, 200.0);
    let read = Cost { server_cpu: 100.0, database_cpu: Some(100.0), round_trips: 2.0, commits: false };
    let write = Cost { commits: true, round_trips: 5.0, ..read };
    for (kind, cost, rate) in [
        (Kind::Op, write, 800.0),
        (Kind::OpenCached, read, 100.0),
        (Kind::OpenUncached, read, 50.0),
        (Kind::Changes, read, 50.0),
        (Kind::Renewal, write, 50.0),
        (Kind::Login, Cost { server_cpu: 20_000.0, ..write }, 2.0),
        (Kind::Connect, read, 30.0),
    ] {
        config.costs[kind.index()] = cost;
        config.rates[kind.index()] = rate;
    }
    config
}

/// Returns the mean waiting time of an M/M/c queue by the Erlang C formula (Erlang 1917; as in L. Kleinrock, "Queueing Systems",
/// volume 1, 1975, section 3.5), in units of the mean service time.
fn erlang_c_wait(processors: u32, load: f64) -> f64 {
    // The Erlang B formula by its recursion, and C from it.
    let blocked = (1..=processors).fold(1.0, |blocked, count| load * blocked / (f64::from(count) + load * blocked));
    let c = f64::from(processors);
    let waits = blocked / (1.0 - load / c * (1.0 - blocked));
    waits / (c - load)
}

fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found / expected - 1.0).abs() < tolerance, "{what}: {found}, expected {expected}");
}

#[test]
fn erlang_c_is_that_of_known_values() {
    // M/M/1: ρ / (1 − ρ). M/M/2 at ρ = 0.75: ρ² / (1 − ρ²).
    assert_close(erlang_c_wait(1, 0.8), 4.0, 1e-9, "M/M/1");
    assert_close(erlang_c_wait(2, 1.5), 0.5625 / 0.4375, 1e-9, "M/M/2");
}

#[test]
fn waiting_times_are_those_of_an_mmc_queue() {
    for (cores, utilization) in [(1, 0.5), (1, 0.8), (2, 0.75), (4, 0.9), (8, 0.7)] {
        let service_us = 1_000.0;
        let rate = f64::from(cores) * utilization * 1_000_000.0 / service_us;
        let outcome = run(&servers_only(1, cores as usize, service_us, rate));
        let what = format!("{cores} cores, utilization {utilization}");
        assert_close(outcome.server_utilization, utilization, 0.01, &format!("{what}: utilization is λ / (μ c)"));
        let expected = (1.0 + erlang_c_wait(cores, utilization * f64::from(cores))) * service_us * 1_000.0;
        assert_close(outcome.times[Kind::Heartbeat.index()].mean, expected, 0.03, &format!("{what}: mean time"));
    }
}

#[test]
fn response_times_of_one_processor_are_exponential() {
    // In M/M/1, the time in the system is exponential with the rate μ − λ.
    let outcome = run(&servers_only(1, 1, 1_000.0, 700.0));
    let times = outcome.times[Kind::Heartbeat.index()];
    let mean = 1e6 / 0.3;
    assert_close(times.p50 as f64, mean * 2.0_f64.ln(), 0.04, "median");
    assert_close(times.p99 as f64, mean * 100.0_f64.ln(), 0.06, "99th percentile");
}

#[test]
fn mean_number_of_open_requests_is_arrivals_by_time() {
    let little = |config: &Config, outcome: &Outcome| {
        let seconds = config.duration as f64;
        outcome.times.iter().map(|times| times.count as f64 * times.mean / seconds).sum::<f64>()
    };
    for config in [servers_only(3, 2, 1_000.0, 4_500.0), deployment(3, 1), deployment(4, 3)] {
        let outcome = run(&config);
        assert_close(outcome.open_requests, little(&config, &outcome), 0.02, "L = λ W");
    }
}

#[test]
fn same_seed_gives_the_same_run() {
    let mut config = deployment(3, 2);
    config.faults = vec![
        Fault::ServerDies { at: 5 * SECOND, server: 1 },
        Fault::LeaderLost { at: 9 * SECOND, shard: 1, lasts: 4 * SECOND },
    ];
    let (first, second) = (run(&config), run(&config));
    assert_eq!((&first.requests, &first.samples), (&second.requests, &second.samples));
    config.seed += 1;
    assert_ne!(first.samples, run(&config).samples);
}

#[test]
fn failures_lose_no_request() {
    let at = 6 * SECOND;
    for faults in [
        vec![],
        vec![Fault::ServerDies { at, server: 0 }],
        vec![Fault::LeaderLost { at, shard: 0, lasts: 7 * SECOND }],
        vec![Fault::ServerDies { at, server: 2 }, Fault::LeaderLost { at: at + SECOND, shard: 1, lasts: 2 * SECOND }],
    ] {
        let mut config = deployment(3, 2);
        config.duration = 60 * SECOND;
        config.faults = faults;
        let outcome = run(&config);
        for (kind, counts) in Kind::ALL.iter().zip(outcome.requests) {
            assert_eq!(counts.arrived, counts.answered + counts.open, "{kind:?} {:?}", config.faults);
            assert!(counts.open < 200, "{kind:?} is answered in the end: {counts:?}");
        }
        let failures: u64 = outcome.requests.iter().map(|counts| counts.failures).sum();
        assert_eq!(failures > 0, !config.faults.is_empty());
        assert_eq!(outcome.samples.last().map(|sample| sample.lost_sockets), Some(0));
        if let Some(fault) = config.faults.first() {
            let (Fault::ServerDies { at, .. } | Fault::LeaderLost { at, .. }) = *fault;
            assert!(outcome.recovery(at).is_some_and(|time| time > SECOND), "{:?}", outcome.recovery(at));
        }
    }
}

#[test]
fn sockets_of_a_stopped_server_connect_elsewhere() {
    let mut config = deployment(3, 1);
    config.faults = vec![Fault::ServerDies { at: 6 * SECOND, server: 0 }];
    let outcome = run(&config);
    let lost: Vec<u64> = outcome.samples.iter().map(|sample| sample.lost_sockets).collect();
    assert_eq!((lost[59], lost[61] > 900, lost[80] < lost[62]), (0, true, true));
    assert!((1_450..1_550).contains(&outcome.sockets_of_a_server), "{}", outcome.sockets_of_a_server);
}

#[test]
fn ops_wait_and_are_committed_in_larger_groups_on_a_busy_server() {
    let (calm, mut config) = (run(&deployment(1, 1)), deployment(1, 1));
    config.rates[Kind::Op.index()] = 4_000.0;
    let busy = run(&config);
    assert!(calm.group_size < 1.1 && busy.group_size > 2.0, "{} {}", calm.group_size, busy.group_size);
    let (commits, flushes) = busy.commits_and_flushes;
    assert!(commits >= flushes && busy.group_size * commits > 3_900.0, "{commits} {flushes}");
}

#[test]
fn hot_board_is_committed_by_one_server_at_a_time() {
    let mut config = deployment(3, 1);
    config.hot_board_share = 1.0;
    let outcome = run(&config);
    // One transaction at a time: as many as fit in a second.
    assert!(outcome.commits_and_flushes.0 < 700.0, "{:?}", outcome.commits_and_flushes);
    let spread = run(&deployment(3, 1));
    let op = Kind::Op.index();
    assert!(outcome.times[op].p50 > 2 * spread.times[op].p50, "{:?} {:?}", outcome.times[op], spread.times[op]);
}

#[test]
fn clients_on_one_machine_get_as_many_ops_as_its_processors_allow() {
    let mut config = servers_only(2, 2, 0.0, 0.0);
    (config.is_one_machine, config.database.is_replicated) = (true, false);
    (config.clients, config.client_cpu) = (64, 200.0);
    config.database.flush = Flush::default();
    config.database.round_trip = 0.0;
    (config.group_commits, config.connections) = (64, 64);
    config.costs[Kind::Op.index()] =
        Cost { server_cpu: 300.0, database_cpu: Some(500.0), round_trips: 0.0, commits: true };
    let outcome = run(&config);
    // 1 ms of CPU time for each op, that of its client included, on two processors.
    assert_close(outcome.per_second(Kind::Op), 2_000.0, 0.02, "ops a second");
    assert_close(outcome.server_utilization, 1.0, 0.01, "utilization");
    let op = outcome.times[Kind::Op.index()];
    // Little's law. The other clients wait for a processor.
    let open = op.mean / 1e9 * outcome.per_second(Kind::Op);
    assert_close(outcome.open_requests, open, 0.02, "open ops");
    assert!((32.0..64.0).contains(&open), "{open}");
}
