//! Repeats one request over several connections.

use crate::request::{Request, read_response};
use anyhow::Result;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// The warm-up before requests are counted.
const WARM_UP: Duration = Duration::from_secs(1);

pub(crate) struct RequestLoad {
    pub(crate) address: String,
    pub(crate) connections: usize,
    pub(crate) duration: Duration,
    pub(crate) expected: Vec<u8>,
    /// The number of boards that the requests alternate between.
    pub(crate) boards: u64,
    /// The requests per second of all connections together. `None`: as many as possible.
    pub(crate) rate: Option<f64>,
    pub(crate) request: Vec<u8>,
}

impl RequestLoad {
    pub(crate) async fn run(self) -> Result<()> {
        let begin = Instant::now() + WARM_UP;
        let end = begin + self.duration;
        let driver = std::rc::Rc::new(self);
        let local = tokio::task::LocalSet::new();
        let tasks: Vec<_> = (0..driver.connections)
            .map(|number| {
                let driver = driver.clone();
                local.spawn_local(async move { driver.connection(number, begin, end).await })
            })
            .collect();
        let (mut times, mut failures) = (Vec::new(), 0);
        local
            .run_until(async {
                for task in tasks {
                    let (answered, failed) = task.await??;
                    times.extend(answered);
                    failures += failed;
                }
                anyhow::Ok(())
            })
            .await?;
        times.sort_unstable();
        let p99 = times.get((times.len() * 99).div_ceil(100).saturating_sub(1)).copied().unwrap_or_default();
        let seconds = driver.duration.as_secs_f64();
        println!("{} {failures} {seconds} {}", times.len(), p99.as_secs_f64() * 1_000.0);
        Ok(())
    }

    /// Sends requests until `end`. Returns the times of the expected responses between `begin` and `end`, and the number of
    /// the others.
    async fn connection(&self, number: usize, begin: Instant, end: Instant) -> Result<(Vec<Duration>, u64)> {
        let mut stream = TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        let mut request = Request::new(self.request.clone());
        let mut response = Vec::with_capacity(64 * 1024);
        let (mut answered, mut failed) = (Vec::new(), 0);
        let connection = number as u64;
        let interval = self.rate.map(|rate| Duration::from_secs_f64(self.connections as f64 / rate));
        // The connections send one after another.
        let mut due = Instant::now() + interval.unwrap_or_default().mul_f64(number as f64 / self.connections as f64);
        for iteration in 0_u64.. {
            let board = (iteration * self.connections as u64 + connection) % self.boards;
            match interval {
                Some(interval) => {
                    tokio::time::sleep_until(due.into()).await;
                    due += interval;
                }
                None => due = Instant::now(),
            }
            let was_due = due - interval.unwrap_or_default();
            stream.write_all(request.for_iteration(connection, iteration, board)).await?;
            let is_expected = read_response(&mut stream, &mut response, &self.expected).await?;
            let now = Instant::now();
            // With a rate, those that were due in time count, however late their responses are.
            let counted_at = if interval.is_some() { was_due } else { now };
            if counted_at >= end {
                break;
            }
            if counted_at >= begin && is_expected {
                answered.push(now - was_due);
            } else if counted_at >= begin {
                failed += 1;
            }
        }
        Ok((answered, failed))
    }
}
