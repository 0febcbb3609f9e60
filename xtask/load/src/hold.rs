//! Holds many idle live connections open.

use crate::fan_out::connect;
use anyhow::Result;
use futures_util::StreamExt;
use std::io::Write;
use tokio::io::AsyncReadExt;

/// Opens connections to each of the addresses, with each of the tokens, in turn. Prints how many are still open once the last one
/// is, and holds them until the standard input ends. They answer the pings of the servers.
pub(crate) async fn run(addresses: &[&str], connections: usize, tokens: &[&str]) -> Result<()> {
    let mut readers = tokio::task::JoinSet::new();
    // All tokens are used at all addresses, whatever their numbers are.
    for (number, address) in addresses.iter().cycle().enumerate().take(connections) {
        let token = tokens[number / addresses.len() % tokens.len()];
        let mut socket = connect(address, token).await?;
        readers.spawn(async move { while let Some(Ok(_)) = socket.next().await {} });
    }
    // Readers whose connection has ended count until they are removed.
    while readers.try_join_next().is_some() {}
    println!("{}", readers.len());
    std::io::stdout().flush()?;
    tokio::io::stdin().read_to_end(&mut Vec::new()).await?;
    Ok(())
}
