//! Our own format as text: compact JSON in which each list and each card begins on a line of its own. So a change of one card
//! changes one line, and an error has the line of its card.

use crate::board_file::BoardFile;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

pub(super) fn write(file: &BoardFile) -> String {
    let mut text = Vec::new();
    let written = file.serialize(&mut Serializer::with_formatter(&mut text, Lines::default()));
    debug_assert!(written.is_ok(), "writing to memory does not fail");
    text.push(b'\n');
    String::from_utf8(text).unwrap_or_default()
}

/// How deep the arrays are whose values begin on a new line: the lists, which are in the board, and the cards, which are in a
/// list.
const MAX_DEPTH: usize = 4;

/// Writes the values of the outer arrays on lines of their own.
#[derive(Default)]
struct Lines {
    /// The number of arrays and objects around what is written.
    depth: usize,
    has_value: bool,
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let is_outer = self.depth <= MAX_DEPTH && self.has_value;
        self.depth -= 1;
        writer.write_all(if is_outer { b"\n]" } else { b"]" })
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, is_first: bool) -> io::Result<()> {
        let separator: &[u8] = match (self.depth <= MAX_DEPTH, is_first) {
            (true, true) => b"\n",
            (true, false) => b",\n",
            (false, true) => b"",
            (false, false) => b",",
        };
        writer.write_all(separator)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }
}
