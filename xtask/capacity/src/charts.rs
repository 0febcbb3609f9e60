//! The charts of `docs/scaling.md`.

use crate::chart::{Chart, Mark, Series};
use crate::costs::Costs;
use crate::curves::Point;
use crate::failures::Failure;
use crate::format::number;
use crate::inputs::Inputs;
use crate::results::Results;
use crate::simulation::Sample;
use crate::statistics::SECOND;

/// Returns the charts with the names of their files.
pub(crate) fn charts(inputs: &Inputs, results: &Results) -> Vec<(&'static str, Chart)> {
    let series = |name: &str, points: Vec<(f64, f64)>| Series { name: name.to_owned(), points };
    let of = |points: &[Point], value: fn(&Point) -> f64| points.iter().map(|point| (point.x, value(point))).collect();
    let times = |points: &[Point]| {
        vec![
            series("op, median", of(points, |point| point.op_p50)),
            series("op, 99th percentile", of(points, |point| point.op_p99)),
            series("delivery, 99th percentile", of(points, |point| point.delivery_p99)),
        ]
    };
    let limit = |name: &str| inputs.assumed(name).ok().map(|value| (value, format!("limit {} ms", number(value))));
    let samples = |failure: &Failure, value: &dyn Fn(&Sample) -> f64| {
        failure
            .outcome
            .samples
            .iter()
            .map(|sample| (sample.at as f64 / SECOND as f64, value(sample)))
            .collect::<Vec<_>>()
    };
    let shape = results.steps[1].shape;
    let deployment =
        format!("{} servers of {} cores and a PostgreSQL of {} cores", shape.servers, shape.cores, shape.shard_cores);
    let chart = |title: &str, description: String, x: &str, y: &str, mark: Mark, series: Vec<Series>| Chart {
        title: title.to_owned(),
        description,
        x_label: x.to_owned(),
        y_label: y.to_owned(),
        mark,
        series,
        limit: None,
        max_y: None,
    };
    let op_limit = limit("max_op_p99");
    let top = op_limit.as_ref().map(|limit| limit.0 * 2.0);
    let [died, lost, ..] = &results.failures[..] else { return Vec::new() };
    let costs = &results.costs;
    let per_person = |value: fn(&Costs) -> f64| -> Vec<(f64, f64)> {
        (1..)
            .zip(costs.iter().zip(&results.steps).skip(1))
            .map(|(number, (costs, step))| (f64::from(number), value(costs) / step.people * 1_000.0))
            .collect()
    };
    vec![
        (
            "day-load",
            chart(
                "A day of 1 million people: ops",
                format!("Ops per second in each hour of a day, with {deployment}. They follow the assumed day."),
                "Hour of the day",
                "Ops per second",
                Mark::Bar,
                vec![series("ops", of(&results.day, |point| point.ops))],
            ),
        ),
        (
            "day-latency",
            chart(
                "A day of 1 million people: response times",
                format!("Response times of ops and of deliveries in each hour of a day, with {deployment}."),
                "Hour of the day",
                "Milliseconds",
                Mark::Line,
                times(&results.day),
            ),
        ),
        (
            "load-latency",
            Chart {
                max_y: top,
                limit: op_limit,
                ..chart(
                    "More load than planned, with the same machines",
                    format!(
                        "Response times at multiples of the busiest hour of 1 million people, with {deployment}. Greater values are cut off."
                    ),
                    "Load, as a multiple of the busiest hour",
                    "Milliseconds",
                    Mark::Line,
                    times(&results.loads),
                )
            },
        ),
        (
            "load-use",
            Chart {
                max_y: Some(100.0),
                ..chart(
                    "CPU time at more load than planned",
                    format!(
                        "CPU time of the servers and of the database at multiples of the busiest hour, with {deployment}."
                    ),
                    "Load, as a multiple of the busiest hour",
                    "Percent of all CPU time",
                    Mark::Line,
                    vec![
                        series("servers", of(&results.loads, |point| point.server_use * 100.0)),
                        series("database", of(&results.loads, |point| point.database_use * 100.0)),
                    ],
                )
            },
        ),
        (
            "server-dies",
            chart(
                "One server dies",
                format!(
                    "Sockets that are not connected, and requests that people wait for, with {deployment}. The server dies after 10 seconds."
                ),
                "Seconds",
                "Number",
                Mark::Line,
                vec![
                    series("sockets without a connection", samples(died, &|sample| sample.lost_sockets as f64)),
                    series("open requests", samples(died, &|sample| sample.open_requests as f64)),
                ],
            ),
        ),
        (
            "leader-lost",
            chart(
                "The leader of the database is lost",
                format!("Open requests and confirmed ops, with {deployment}. The leader is lost after 10 seconds."),
                "Seconds",
                "Number",
                Mark::Line,
                vec![
                    series("open requests", samples(lost, &|sample| sample.open_requests as f64)),
                    series("confirmed ops per second", samples(lost, &|sample| sample.confirmed_ops as f64 * 10.0)),
                ],
            ),
        ),
        (
            "costs",
            chart(
                "Cost of 1,000 people in a month",
                "The cost by part for deployments of 1 million and of 100 million people, with the disks of a year."
                    .to_owned(),
                "1: 1 million people, 2: 100 million people",
                "USD per 1,000 people",
                Mark::Bar,
                vec![
                    series("servers", per_person(|costs| costs.servers)),
                    series("databases", per_person(|costs| costs.databases)),
                    series("disks", per_person(|costs| costs.disks)),
                    series("attachments and traffic", per_person(|costs| costs.objects + costs.traffic)),
                ],
            ),
        ),
    ]
}
