//! Generates load on a server over keep-alive connections, with little CPU time of its own.
//!
//! - `load drive ADDRESS CONNECTIONS SECONDS EXPECTED BOARDS [RATE] < request` repeats an HTTP request, RATE times a
//!   second or as often as possible. It prints `requests failures seconds p99`, the last being the 99th percentile of the
//!   response times in milliseconds. With a RATE, these start when a request is due, even if an earlier one delays it. In
//!   the request, each `{uuid}` becomes a new id every time, and `{board}` becomes the id of each board in turn. A response
//!   counts as a success if it is a 200 whose body contains EXPECTED and no rejection.
//! - `load fan-out ADDRESS LIVE_ADDRESSES CONNECTIONS CHANGES TOKENS < request` opens live connections to each of the live
//!   addresses, with each of the tokens, in turn; both are separated by commas. It sends the request CHANGES times to ADDRESS,
//!   and prints how long the connections took to receive each change: `p50 p99 worst`, in milliseconds.
//! - `load hold ADDRESSES CONNECTIONS TOKENS` opens live connections in the same way, prints their number, and holds them until
//!   its standard input ends.
//! - `load crowd ADDRESS PEOPLE PEOPLE_PER_BOARD SEED` runs a crowd of people who work on boards, and reads commands
//!   (`crowd/mod.rs`).
//! - `load hello` serves a page of one word on a free port of 127.0.0.1 and prints its address: the upper limit of this
//!   machine.

mod crowd;
mod fan_out;
mod hold;
mod request;
mod request_load;

use anyhow::{Result, bail};
use std::io::{Read, Write};
use std::time::Duration;
use tokio::net::TcpListener;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // A single thread, to leave the other processors to the server.
    let one_thread = || tokio::runtime::Builder::new_current_thread().enable_all().build();
    match words.as_slice() {
        ["hello"] => tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(hello()),
        ["drive", address, connections, seconds, expected, boards, rate @ ..] if rate.len() <= 1 => {
            let driver = request_load::RequestLoad {
                address: (*address).to_owned(),
                connections: connections.parse()?,
                duration: Duration::from_secs(seconds.parse()?),
                expected: expected.as_bytes().to_owned(),
                boards: boards.parse()?,
                rate: rate.first().map(|rate| rate.parse()).transpose()?,
                request: standard_input()?,
            };
            one_thread()?.block_on(driver.run())
        }
        ["hold", addresses, connections, tokens] => {
            let (addresses, tokens): (Vec<&str>, Vec<&str>) =
                (addresses.split(',').collect(), tokens.split(',').collect());
            one_thread()?.block_on(hold::run(&addresses, connections.parse()?, &tokens))
        }
        ["fan-out", address, live_addresses, connections, changes, tokens] => {
            let measure = fan_out::FanOutLoad {
                address: (*address).to_owned(),
                live_addresses: live_addresses.split(',').map(str::to_owned).collect(),
                connections: connections.parse()?,
                changes: changes.parse()?,
                tokens: tokens.split(',').map(str::to_owned).collect(),
                request: standard_input()?,
            };
            one_thread()?.block_on(measure.run())
        }
        ["crowd", address, people, people_per_board, seed] => {
            let crowd = crowd::Crowd {
                address: (*address).to_owned(),
                people: people.parse()?,
                people_per_board: people_per_board.parse()?,
                seed: seed.parse()?,
            };
            one_thread()?.block_on(tokio::task::LocalSet::new().run_until(crowd.run()))
        }
        _ => bail!(
            "usage: load hello | load drive ADDRESS CONNECTIONS SECONDS EXPECTED BOARDS [RATE] < request | \
             load fan-out ADDRESS LIVE_ADDRESSES CONNECTIONS CHANGES TOKENS < request | \
             load hold ADDRESSES CONNECTIONS TOKENS | \
             load crowd ADDRESS PEOPLE PEOPLE_PER_BOARD SEED"
        ),
    }
}

fn standard_input() -> Result<Vec<u8>> {
    let mut request = Vec::new();
    std::io::stdin().read_to_end(&mut request)?;
    Ok(request)
}

async fn hello() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    let router = axum::Router::new().route("/", axum::routing::get(|| async { "hello" }));
    Ok(axum::serve(listener, router).await?)
}
