//! A request with new ids each time, and the parsing of its response.

use anyhow::{Context, Result, bail};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

const NEW_ID: &[u8] = b"{uuid}";
const BOARD: &[u8] = b"{board}";
const ID_LENGTH: usize = 36;

/// A request with the placeholders' positions.
pub(crate) struct Request {
    bytes: Vec<u8>,
    new_ids: Vec<usize>,
    boards: Vec<usize>,
}

impl Request {
    pub(crate) fn new(mut bytes: Vec<u8>) -> Self {
        let (mut new_ids, mut boards) = (Vec::new(), Vec::new());
        loop {
            // Finds the leftmost placeholder first, so that earlier positions stay valid.
            let found = [(NEW_ID, &mut new_ids), (BOARD, &mut boards)]
                .into_iter()
                .filter_map(|(placeholder, positions)| Some((position(&bytes, placeholder)?, placeholder, positions)))
                .min_by_key(|(offset, ..)| *offset);
            let Some((offset, placeholder, positions)) = found else { break };
            positions.push(offset);
            bytes.splice(offset..offset + placeholder.len(), [b'0'; ID_LENGTH]);
        }
        Self { bytes, new_ids, boards }
    }

    /// Returns the request for an iteration of a connection, to one of the boards.
    pub(crate) fn for_iteration(&mut self, connection: u64, iteration: u64, board: u64) -> &[u8] {
        let count = self.new_ids.len() as u64;
        for (index, offset) in (0_u64..).zip(&self.new_ids) {
            write_id(&mut self.bytes[*offset..*offset + ID_LENGTH], connection, iteration * count + index);
        }
        for offset in &self.boards {
            let id = format!("0190000b-0000-7000-8000-{board:012}");
            self.bytes[*offset..*offset + ID_LENGTH].copy_from_slice(id.as_bytes());
        }
        &self.bytes
    }
}

/// Writes a UUID (version 7, RFC 9562) that starts with the time, as clients make them, and is unique within this process.
fn write_id(target: &mut [u8], connection: u64, iteration: u64) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    let time = format!("{now:012x}");
    let id = format!("{}-{}-7{connection:03x}-8000-{iteration:012x}", &time[..8], &time[8..]);
    target.copy_from_slice(id.as_bytes());
}

/// Reads a response with a Content-Length and returns whether it is as expected.
pub(crate) async fn read_response(stream: &mut TcpStream, response: &mut Vec<u8>, expected: &[u8]) -> Result<bool> {
    response.clear();
    let head = loop {
        if stream.read_buf(response).await? == 0 {
            bail!("the server closed the connection: {}", String::from_utf8_lossy(response));
        }
        if let Some(end) = position(response, b"\r\n\r\n") {
            break end + 4;
        }
    };
    let text = std::str::from_utf8(&response[..head])?;
    let is_ok = text.starts_with("HTTP/1.1 200 ");
    let length: usize = text
        .lines()
        .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok())
        .context("the response has no Content-Length")?;
    while response.len() < head + length {
        if stream.read_buf(response).await? == 0 {
            bail!("the server closed the connection within a response");
        }
    }
    let body = &response[head..];
    Ok(is_ok && position(body, expected).is_some() && position(body, b"\"refused\"").is_none())
}

fn position(text: &[u8], part: &[u8]) -> Option<usize> {
    memchr::memmem::find(text, part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_have_the_form_of_a_uuid_and_differ() {
        let ids: BTreeSet<Vec<u8>> = [(0, 0), (0, 1), (31, 0)]
            .into_iter()
            .map(|(connection, iteration)| {
                let mut id = vec![b'?'; 36];
                write_id(&mut id, connection, iteration);
                id
            })
            .collect();
        assert_eq!(ids.len(), 3);
        for id in ids {
            let text = String::from_utf8(id).unwrap();
            assert_eq!(text.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12], "{text}");
            assert!(text.split('-').nth(2).unwrap().starts_with('7'), "{text}");
        }
    }

    #[test]
    fn every_iteration_fills_all_placeholders_with_new_ids() {
        let mut request = Request::new(b"{uuid} {board} {uuid}".to_vec());
        let mut seen = BTreeSet::new();
        for iteration in 0..2 {
            let text = String::from_utf8(request.for_iteration(3, iteration, 7).to_vec()).unwrap();
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(words[1], "0190000b-0000-7000-8000-000000000007");
            seen.extend([words[0].to_owned(), words[2].to_owned()]);
        }
        assert_eq!(seen.len(), 4, "{seen:?}");
    }
}
