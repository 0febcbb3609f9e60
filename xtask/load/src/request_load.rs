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
        let (mut requests, mut failures) = (0, 0);
        local
            .run_until(async {
                for task in tasks {
                    let (answered, failed) = task.await??;
                    requests += answered;
                    failures += failed;
                }
                anyhow::Ok(())
            })
            .await?;
        println!("{requests} {failures} {}", driver.duration.as_secs_f64());
        Ok(())
    }

    /// Sends requests until `end`. Counts the responses between `begin` and `end`.
    async fn connection(&self, number: usize, begin: Instant, end: Instant) -> Result<(u64, u64)> {
        let mut stream = TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        let mut request = Request::new(self.request.clone());
        let mut response = Vec::with_capacity(64 * 1024);
        let (mut answered, mut failed) = (0, 0);
        let connection = number as u64;
        for iteration in 0_u64.. {
            let board = (iteration * self.connections as u64 + connection) % self.boards;
            stream.write_all(request.for_iteration(connection, iteration, board)).await?;
            let is_right = read_response(&mut stream, &mut response, &self.expected).await?;
            let now = Instant::now();
            if now >= end {
                break;
            }
            if now >= begin {
                answered += u64::from(is_right);
                failed += u64::from(!is_right);
            }
        }
        Ok((answered, failed))
    }
}
