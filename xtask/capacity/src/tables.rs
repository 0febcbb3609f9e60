//! The tables of `docs/scaling.md`.

use crate::checks::{Check, TOLERANCE};
use crate::costs::Costs;
use crate::format::{bytes, number, people, percent};
use crate::inputs::{Figure, Inputs};
use crate::limits::Limit;
use crate::load::Engine;
use crate::plan::Step;
use crate::results::Results;
use crate::simulation::{Kind, Percentiles, SAMPLE_INTERVAL};
use crate::statistics::{Time, in_millis};
use std::collections::BTreeMap;

/// Returns a table in Markdown.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    line(&head) + &format!("|{}\n", "---|".repeat(head.len())) + &rows.iter().map(|row| line(row)).collect::<String>()
}

fn row(name: &str, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(cells).collect()
}

fn millis(time: Time) -> String {
    format!("{} ms", number(in_millis(time)))
}

/// Returns the median and the 99th percentile.
fn times(percentiles: Percentiles) -> String {
    match percentiles.count {
        0 => "–".to_owned(),
        _ => format!("{} / {}", number(in_millis(percentiles.p50)), millis(percentiles.p99)),
    }
}

pub(crate) fn steps(results: &Results) -> String {
    let steps = &results.steps;
    let all = |name: &str, value: &dyn Fn(&Step) -> String| row(name, steps.iter().map(value));
    let op = Kind::Op.index();
    let rate = |step: &Step, kind: Kind| number(step.load.rates[kind.index()]);
    let is_single = |step: &Step| step.shape.engine == Engine::Sqlite;
    let rows = vec![
        all("Deployments", &|step| number(step.cells)),
        all("Database of each", &|step| match step.shape.engine {
            Engine::Sqlite => "SQLite in one file".to_owned(),
            Engine::Postgres => "PostgreSQL: leader and synchronous replica".to_owned(),
            Engine::Distributed => "distributed, three copies".to_owned(),
        }),
        all("People who use it on a day", &|step| people(step.load.active)),
        all("Ops a second, busiest hour", &|step| rate(step, Kind::Op)),
        all("Renewals of tokens a second", &|step| rate(step, Kind::Renewal)),
        all("Boards opened a second", &|step| {
            number(step.load.rates[Kind::OpenCached.index()] + step.load.rates[Kind::OpenUncached.index()])
        }),
        all("Logins a second", &|step| rate(step, Kind::Login)),
        all("Sockets", &|step| number(step.load.sockets)),
        all("Pings a second", &|step| rate(step, Kind::Heartbeat)),
        all("**Servers**", &|step| format!("**{}** × {} cores", step.shape.servers, step.shape.cores)),
        all("**Machines of the database**", &|step| match step.shape.engine {
            Engine::Sqlite => "**1** file".to_owned(),
            Engine::Postgres => format!("**2** × {} cores", step.shape.shard_cores),
            Engine::Distributed => format!("**{}** × {} cores", step.shape.shards, step.shape.shard_cores),
        }),
        all("CPU time used by servers", &|step| percent(step.outcome.server_utilization)),
        all("… with one server lost", &|step| {
            if is_single(step) { "–".to_owned() } else { percent(step.without_one.server_utilization) }
        }),
        all("CPU time used by the busiest machine of the database", &|step| {
            if is_single(step) { "part of the server".to_owned() } else { percent(step.outcome.shard_utilization) }
        }),
        all("Op, median / 99th percentile", &|step| times(step.outcome.times[op])),
        all("… with one server lost", &|step| {
            if is_single(step) { "–".to_owned() } else { times(step.without_one.times[op]) }
        }),
        all("Delivery to other sockets", &|step| times(step.outcome.delivery)),
        all("Opening a board", &|step| times(step.outcome.times[Kind::OpenUncached.index()])),
        all("Renewal of a token", &|step| times(step.outcome.times[Kind::Renewal.index()])),
        all("Login", &|step| times(step.outcome.times[Kind::Login.index()])),
        all("Jobs that wait for a core, per server", &|step| number(step.outcome.server_queue)),
        all("Ops that wait for a group, mean / most", &|step| {
            format!("{} / {}", number(step.outcome.op_queue.0), number(step.outcome.op_queue.1))
        }),
        all("Ops in a group", &|step| number(step.outcome.group_size)),
        all("Groups with boards on several shards", &|step| percent(step.outcome.spanning_groups)),
        all("Commits / flushes a second, busiest machine", &|step| {
            format!("{} / {}", number(step.outcome.commits_and_flushes.0), number(step.outcome.commits_and_flushes.1))
        }),
        all("Connections in use, per server", &|step| number(step.outcome.used_connections)),
        all("Sockets per server", &|step| number(step.outcome.sockets_of_a_server as f64)),
        all("… with one server lost", &|step| number(step.server_sockets)),
        all("Memory of a server with one lost", &|step| format!("{} MB", number(step.server_memory))),
        all("Accounts, boards and cards", &|step| bytes(step.storage.content)),
        all("Ops of a year", &|step| bytes(step.storage.ops_per_year)),
        all(&format!("Months until a machine stores {}", bytes(results.max_database_storage)), &|step| {
            // Of the rows that each machine stores: all with a replica, some of them if the database is distributed.
            let of_machine = match step.shape.engine {
                Engine::Sqlite | Engine::Postgres => 1.0,
                Engine::Distributed => step.shape.engine.copies() / step.shape.shards as f64,
            };
            let rest = (results.max_database_storage / of_machine - step.storage.content).max(0.0);
            number(rest / step.storage.ops_per_year * 12.0)
        }),
        all("Attachments", &|step| bytes(step.storage.attachments)),
    ];
    let totals = {
        let [_, _, cell] = steps;
        format!(
            "\nAll {} cells together: {} ops a second, {} sockets, {} servers, {} machines of databases, and {} in the databases after a year, without the copies.\n",
            number(cell.cells),
            number(cell.load.rates[op] * cell.cells),
            number(cell.load.sockets * cell.cells),
            number(cell.shape.servers as f64 * cell.cells),
            number(cell.shape.shards as f64 * cell.cells),
            bytes(cell.storage.after_a_year() * cell.cells),
        )
    };
    let heads: Vec<String> = steps
        .iter()
        .map(|step| match step.cells > 1.0 {
            true => format!("{} people: one cell of {}", people(step.people * step.cells), people(step.people)),
            false => format!("{} people", people(step.people)),
        })
        .collect();
    let head: Vec<&str> = std::iter::once("").chain(heads.iter().map(String::as_str)).collect();
    table(&head, &rows) + &totals
}

pub(crate) fn failures(results: &Results) -> String {
    let mut rows = Vec::new();
    for (name, failures) in
        [("1 million people", &results.failures), ("One cell of 100 million", &results.cell_failures)]
    {
        for failure in failures {
            let outcome = &failure.outcome;
            let failed: u64 = outcome.requests.iter().map(|counts| counts.failures).sum();
            let open: u64 = outcome.requests.iter().map(|counts| counts.open).sum();
            let recovered = match failure.at {
                0 => "–".to_owned(),
                at => outcome.recovery(at).map_or("not within the run".to_owned(), |time| {
                    format!("{} s", number((time / SAMPLE_INTERVAL) as f64 / 10.0))
                }),
            };
            rows.push(vec![
                name.to_owned(),
                failure.what.to_owned(),
                times(outcome.times[Kind::Op.index()]),
                millis(outcome.delivery.p99),
                number(outcome.most_open_requests() as f64),
                number(failed as f64),
                recovered,
                number(open as f64),
            ]);
        }
    }
    table(
        &[
            "",
            "What happens",
            "Op, median / 99th percentile",
            "Delivery, 99th percentile",
            "Most open requests",
            "Sent again",
            "Recovered after",
            "Open at the end",
        ],
        &rows,
    )
}

pub(crate) fn limits(limits: &[Limit]) -> String {
    let rows: Vec<Vec<String>> = limits
        .iter()
        .map(|limit| vec![people(limit.people), limit.what.to_owned(), limit.how.clone(), limit.then.to_owned()])
        .collect();
    table(&["People", "What ends", "At", "What to do then"], &rows)
}

pub(crate) fn costs(results: &Results) -> String {
    let all = |name: &str, value: &dyn Fn(&Costs) -> f64| {
        row(name, results.costs.iter().zip(&results.steps).map(|(costs, step)| number(value(costs) * step.cells)))
    };
    let rows = vec![
        all("Servers", &|costs| costs.servers),
        all("Machines of the database", &|costs| costs.databases),
        all("Disks of the database after a year, with all copies", &|costs| costs.disks),
        all("Attachments in an object store", &|costs| costs.objects),
        all("Traffic to browsers", &|costs| costs.traffic),
        all("**Sum**", &Costs::total),
        row(
            "Per person and month",
            results.costs.iter().zip(&results.steps).map(|(costs, step)| format!("{:.4}", costs.total() / step.people)),
        ),
    ];
    let heads: Vec<String> =
        results.steps.iter().map(|step| format!("{} people", people(step.people * step.cells))).collect();
    let head: Vec<&str> = std::iter::once("USD per month").chain(heads.iter().map(String::as_str)).collect();
    table(&head, &rows)
}

pub(crate) fn checks(checks: &[Check]) -> String {
    let rows: Vec<Vec<String>> = checks
        .iter()
        .map(|check| {
            let value = |value: f64| format!("{} {}", number(value), check.unit);
            let ratio = format!("{} times", number(check.simulated / check.expected));
            let is_met = if check.is_met() { "yes" } else { "**no**" };
            vec![check.what.clone(), value(check.simulated), value(check.expected), ratio, is_met.to_owned()]
        })
        .collect();
    let tolerance = format!("Within {}", percent(TOLERANCE));
    table(&["What", "Simulated", "Measured, or input", "Ratio", &tolerance], &rows)
}

pub(crate) fn measured(figures: &BTreeMap<String, Figure>) -> String {
    let mut origins: Vec<&str> = figures.values().map(|figure| figure.origin.as_str()).collect();
    origins.sort_unstable();
    origins.dedup();
    let rows: Vec<Vec<String>> = figures
        .iter()
        .map(|(name, figure)| {
            let value = format!("{} {}", number(figure.value.unwrap_or_default()), figure.unit);
            let origin = match origins.len() {
                1 => String::new(),
                _ => format!(" ({})", figure.origin),
            };
            vec![format!("`{name}`"), value, format!("{}{origin}", figure.how)]
        })
        .collect();
    let origin = match origins[..] {
        [origin] => format!("All figures: {origin}\n\n"),
        _ => String::new(),
    };
    origin + &table(&["Figure", "Value", "How it was measured"], &rows)
}

pub(crate) fn assumptions(inputs: &Inputs) -> String {
    let mut rows: Vec<Vec<String>> = inputs
        .assumed
        .iter()
        .filter(|(name, _)| !inputs.measured.contains_key(*name))
        .map(|(name, figure)| {
            let value = format!("{} {}", number(figure.value.unwrap_or_default()), figure.unit);
            let source =
                if figure.source.is_empty() { String::new() } else { format!(" ([source]({}))", figure.source) };
            vec![format!("`{name}`"), value, format!("{}{source}", figure.reason)]
        })
        .collect();
    let busiest = format!("{} in the busiest hour", number(inputs.peak()));
    rows.push(vec!["`day`".to_owned(), busiest, inputs.day.reason.clone()]);
    table(&["Assumption", "Value", "Reason"], &rows)
}
