//! Reads the archive of an account, with limits against archives that are made to exhaust memory or to deceive.
//!
//! The names in an archive are only labels: nothing is written to the disk. A JSON file is read twice. First its records are found,
//! which also checks all of it, and then they are read one after another, so that only one of them is in memory.

use crate::error::DomainError;
use core_wasm::protocol::error::ErrorCode;
use flate2::read::DeflateDecoder;
use rawzip::{
    CompressionMethod, FileReader, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, RangeReader, ZipArchive,
    ZipArchiveEntryWayfinder, ZipFileHeaderRecord, ZipLocator, ZipVerifier,
};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of files in an archive.
const MAX_ENTRIES: u64 = 200_000;

/// The maximum length of the names of the files that are read, in bytes.
const MAX_NAME_BYTES: usize = 512;

/// The maximum size of all files that are read, decompressed: twice as much as an account may store, because JSON escapes some
/// characters.
const MAX_TOTAL_BYTES: u64 = 8 << 30;

/// The maximum size of a JSON file, decompressed.
const MAX_JSON_BYTES: u64 = 3 << 30;

/// The maximum size of the focus sessions, decompressed: no limit of the account applies to them.
const MAX_SESSIONS_BYTES: u64 = 256 << 20;

/// The maximum number of records in a JSON file.
const MAX_RECORDS: usize = 500_000;

/// The maximum number of arrays and objects inside one another in a JSON file. A parser remembers each of them, even if it skips them.
const MAX_DEPTH: u32 = 1_000;

/// The maximum size of a record in bytes.
pub(super) const MAX_RECORD_BYTES: u64 = 32 << 20;

/// The maximum number of bytes between the records of a JSON file.
const MAX_GAP_BYTES: u64 = 64 << 10;

/// An archive whose files can be read.
pub(super) struct Archive {
    zip: ZipArchive<Arc<FileReader>>,
    entries: HashMap<String, Entry>,
    /// The size of the whole files that were read, because many records can name the same file.
    read_bytes: AtomicU64,
}

/// A file in an archive.
#[derive(Clone, Copy)]
struct Entry {
    wayfinder: ZipArchiveEntryWayfinder,
    is_compressed: bool,
    size: u64,
    /// Where its contents are.
    start: u64,
    end: u64,
}

/// The contents of a file. Reading fails if they do not have the declared size or checksum.
type Contents = ZipVerifier<Decoder>;

impl Archive {
    /// Opens an archive.
    ///
    /// # Errors
    /// Returns `ErrorCode::ArchiveInvalid` or `ErrorCode::ArchiveTooLarge`.
    pub(super) fn open(file: File) -> Result<Self, ErrorCode> {
        let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
        let length = file.metadata().map_err(invalid)?.len();
        let reader = Arc::new(FileReader::from(file));
        let zip = ZipLocator::new().locate_in_reader(reader, &mut buffer, length).map_err(invalid)?;
        let (directory_offset, count) = (zip.directory_offset(), zip.entries_hint());
        if count > MAX_ENTRIES {
            return Err(ErrorCode::ArchiveTooLarge);
        }
        let (mut entries, mut total, mut number) = (HashMap::new(), 0_u64, 0);
        let mut headers = zip.entries(&mut buffer);
        while let Some(header) = headers.next_entry().map_err(invalid)? {
            number += 1;
            if number > MAX_ENTRIES {
                return Err(ErrorCode::ArchiveTooLarge);
            }
            let name = header.file_path().as_ref().to_owned();
            if leads_out(&name) {
                return Err(ErrorCode::ArchiveInvalid);
            }
            let Some(name) = str::from_utf8(&name).ok().filter(|name| is_read(name)) else { continue };
            let entry = Entry::new(&zip, &header)?;
            total = total.saturating_add(entry.size);
            if name.len() > MAX_NAME_BYTES || entries.insert(name.to_owned(), entry).is_some() {
                return Err(ErrorCode::ArchiveInvalid);
            }
            let max_bytes = if name == "focus-sessions.json" { MAX_SESSIONS_BYTES } else { MAX_JSON_BYTES };
            if total > MAX_TOTAL_BYTES || (name.ends_with(".json") && !name.contains('/') && entry.size > max_bytes) {
                return Err(ErrorCode::ArchiveTooLarge);
            }
        }
        // Files that overlap make a small archive expand to any size (a zip bomb).
        let mut ranges: Vec<(u64, u64)> = entries.values().map(|entry| (entry.start, entry.end)).collect();
        ranges.push((directory_offset, u64::MAX));
        ranges.sort_unstable();
        if ranges.windows(2).any(|pair| pair[0].1 > pair[1].0) {
            return Err(ErrorCode::ArchiveInvalid);
        }
        Ok(Self { zip, entries, read_bytes: AtomicU64::new(0) })
    }

    /// Returns whether there is a file with this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// Returns the contents of a file, or `None` if there is no such file.
    fn contents(&self, name: &str) -> Result<Option<Contents>, ErrorCode> {
        let Some(entry) = self.entries.get(name) else { return Ok(None) };
        let range = RangeReader::new(self.zip.get_ref().clone(), entry.start..entry.end);
        let decoder = match entry.is_compressed {
            true => Decoder::Deflated(DeflateDecoder::new(range)),
            false => Decoder::Stored(range),
        };
        Ok(Some(self.zip.get_entry(entry.wayfinder).map_err(invalid)?.verifying_reader(decoder)))
    }

    /// Returns a whole file, or `None` if there is no such file.
    ///
    /// # Errors
    /// Returns `ErrorCode::ArchiveTooLarge` if it has more than `max_bytes` or too much was read already, or
    /// `ErrorCode::ArchiveInvalid`.
    pub(super) fn file(&self, name: &str, max_bytes: u64) -> Result<Option<Vec<u8>>, ErrorCode> {
        let Some(mut contents) = self.contents(name)? else { return Ok(None) };
        let size = self.entries.get(name).map_or(0, |entry| entry.size);
        if size > max_bytes || self.read_bytes.fetch_add(size, Ordering::Relaxed) > MAX_TOTAL_BYTES {
            return Err(ErrorCode::ArchiveTooLarge);
        }
        let mut bytes = Vec::new();
        contents.read_to_end(&mut bytes).map_err(invalid)?;
        // An empty file is verified by reading nothing of it.
        if bytes.len() as u64 == size { Ok(Some(bytes)) } else { Err(ErrorCode::ArchiveInvalid) }
    }

    /// Finds the records of a JSON file: the elements of the array that its object has under a key. Without the file, there are none.
    ///
    /// # Errors
    /// Returns `ErrorCode::ArchiveTooLarge` if there are too many, or `ErrorCode::ArchiveInvalid` if the file is not such JSON.
    pub(super) fn index(&self, name: &str, key: &'static str) -> Result<RecordIndex, ErrorCode> {
        let mut spans = Vec::new();
        if let Some(contents) = self.contents(name)? {
            let meter = Meter::new();
            let mut deserializer = serde_json::Deserializer::from_reader(meter.limited(contents));
            meter.allow(MAX_GAP_BYTES);
            let found = FileSeed { key, meter: &meter, spans: &mut spans }.deserialize(&mut deserializer);
            if spans.len() >= MAX_RECORDS {
                return Err(ErrorCode::ArchiveTooLarge);
            }
            // Reading to the end verifies the checksum.
            found.and_then(|()| deserializer.end()).map_err(invalid)?;
        }
        Ok(RecordIndex(spans))
    }

    /// Returns the records of a file that were found by [`Self::index`].
    ///
    /// # Errors
    /// Returns `ErrorCode::ArchiveInvalid` if the file cannot be read.
    pub(super) fn records(&self, name: &str, index: RecordIndex) -> Result<Records, ErrorCode> {
        let source = self.contents(name)?.map(|contents| Source {
            reader: BufReader::new(contents),
            position: 0,
            spans: index.0.into_iter(),
        });
        Ok(Records(source))
    }
}

impl Entry {
    fn new(zip: &ZipArchive<Arc<FileReader>>, header: &ZipFileHeaderRecord<'_>) -> Result<Self, ErrorCode> {
        let flags = header.flags();
        if flags.is_encrypted() || flags.has_strong_encryption() {
            return Err(ErrorCode::ArchiveInvalid);
        }
        let is_compressed = match header.compression_method() {
            CompressionMethod::STORE => false,
            CompressionMethod::DEFLATE => true,
            _ => return Err(ErrorCode::ArchiveInvalid),
        };
        let wayfinder = header.wayfinder();
        let (start, end) = zip.get_entry(wayfinder).map_err(invalid)?.compressed_data_range();
        Ok(Self { wayfinder, is_compressed, size: header.uncompressed_size_hint(), start, end })
    }
}

/// Returns whether an import reads the file with this name.
fn is_read(name: &str) -> bool {
    let is_in_folder = |folder: &str| name.strip_prefix(folder).is_some_and(|rest| !rest.is_empty());
    name == "avatar.jpg"
        || (name.ends_with(".json") && !name.contains('/'))
        || is_in_folder("pictures/")
        || is_in_folder("attachments/")
}

/// Returns whether a name has path traversal: it leads out of a folder into which somebody would extract the archive.
fn leads_out(name: &[u8]) -> bool {
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    name.first().is_some_and(is_separator)
        || name.get(1) == Some(&b':')
        || name.contains(&0)
        || name.split(is_separator).any(|part| part == b"..")
}

fn invalid<E>(_: E) -> ErrorCode {
    ErrorCode::ArchiveInvalid
}

/// Decompresses a file.
enum Decoder {
    Stored(RangeReader<Arc<FileReader>>),
    Deflated(DeflateDecoder<RangeReader<Arc<FileReader>>>),
}

impl Read for Decoder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stored(reader) => reader.read(buffer),
            Self::Deflated(decoder) => decoder.read(buffer),
        }
    }
}

/// Where the records of a JSON file are, decompressed, in their order.
pub(super) struct RecordIndex(Vec<Range<u64>>);

/// The records of a JSON file, read one after another.
pub(super) struct Records(Option<Source>);

struct Source {
    reader: BufReader<Contents>,
    position: u64,
    spans: std::vec::IntoIter<Range<u64>>,
}

impl Records {
    /// Returns the number of records that were not read yet.
    pub(super) fn total(&self) -> u32 {
        self.0.as_ref().map_or(0, |source| u32::try_from(source.spans.len()).unwrap_or(u32::MAX))
    }

    /// Reads the next records, at most `count`, on a thread for blocking work. `parse` gets the length and the text of each.
    ///
    /// # Errors
    /// Returns `ErrorCode::ArchiveInvalid` if the file cannot be read.
    pub(super) async fn next<T: Send + 'static>(
        &mut self,
        count: usize,
        parse: impl Fn(u64, &mut dyn Read) -> T + Send + 'static,
    ) -> Result<Vec<T>, DomainError> {
        let Some(mut source) = self.0.take() else { return Ok(vec![]) };
        let reading = tokio::task::spawn_blocking(move || {
            let mut records = Vec::new();
            while records.len() < count {
                match source.next(&parse)? {
                    Some(record) => records.push(record),
                    None => break,
                }
            }
            Ok::<_, io::Error>((source, records))
        });
        let read =
            reading.await.map_err(|error| DomainError::Internal(format!("reading an archive failed: {error}")))?;
        let (source, records) = read.map_err(invalid)?;
        self.0 = Some(source);
        Ok(records)
    }
}

impl Source {
    fn next<T>(&mut self, parse: impl Fn(u64, &mut dyn Read) -> T) -> io::Result<Option<T>> {
        let Some(span) = self.spans.next() else { return Ok(None) };
        io::copy(&mut self.reader.by_ref().take(span.start - self.position), &mut io::sink())?;
        let mut record = self.reader.by_ref().take(span.end - span.start);
        let parsed = parse(span.end - span.start, &mut record);
        io::copy(&mut record, &mut io::sink())?;
        self.position = span.end;
        Ok(Some(parsed))
    }
}

/// Returns a record as JSON, or `None` if it is too large or cannot be read.
pub(super) fn text_of(length: u64, record: &mut dyn Read) -> Option<Vec<u8>> {
    if length > MAX_RECORD_BYTES {
        return None;
    }
    let mut text = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    record.read_to_end(&mut text).ok()?;
    Some(text)
}

/// The number of bytes that a parser has read, and how many it may read.
pub(super) struct Meter {
    position: Cell<u64>,
    limit: Cell<u64>,
}

impl Meter {
    /// Starts at zero, without a limit.
    pub(super) fn new() -> Self {
        Self { position: Cell::new(0), limit: Cell::new(u64::MAX) }
    }

    /// Sets how many more bytes may be read.
    pub(super) fn allow(&self, bytes: u64) {
        self.limit.set(self.position.get().saturating_add(bytes));
    }

    /// Counts and limits what is read of a JSON text.
    pub(super) fn limited<R: Read>(&self, reader: R) -> LimitedReader<'_, R> {
        LimitedReader { reader: BufReader::new(reader), nesting: Nesting::default(), meter: self }
    }
}

/// A reader of a JSON text that fails at the limit of its meter, and if the text is nested too deeply.
pub(super) struct LimitedReader<'a, R> {
    reader: BufReader<R>,
    nesting: Nesting,
    meter: &'a Meter,
}

impl<R: Read> Read for LimitedReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.meter.position.get() >= self.meter.limit.get() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let length = self.reader.read(buffer)?;
        self.meter.position.set(self.meter.position.get() + length as u64);
        if self.nesting.advance(&buffer[..length]) > MAX_DEPTH {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(length)
    }
}

/// How deeply a JSON text is nested at the position up to which it was read.
#[derive(Default)]
struct Nesting {
    depth: u32,
    is_in_string: bool,
    is_escaped: bool,
}

impl Nesting {
    /// Reads on, and returns the depth at the end.
    fn advance(&mut self, text: &[u8]) -> u32 {
        for byte in text {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'"' => self.is_in_string = !self.is_in_string,
                b'\\' => self.is_escaped = self.is_in_string,
                b'[' | b'{' if !self.is_in_string => self.depth = self.depth.saturating_add(1),
                b']' | b'}' if !self.is_in_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        self.depth
    }
}

/// Finds the records in the object of a JSON file.
struct FileSeed<'a> {
    key: &'static str,
    meter: &'a Meter,
    spans: &'a mut Vec<Range<u64>>,
}

impl<'de> DeserializeSeed<'de> for FileSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FileSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object with the records {}", self.key)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut is_found = false;
        while let Some(key) = map.next_key::<String>()? {
            if key == self.key && !is_found {
                map.next_value_seed(RecordsSeed { meter: self.meter, spans: self.spans })?;
                is_found = true;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        if is_found { Ok(()) } else { Err(A::Error::missing_field(self.key)) }
    }
}

/// Finds the records in an array.
struct RecordsSeed<'a> {
    meter: &'a Meter,
    spans: &'a mut Vec<Range<u64>>,
}

impl<'de> DeserializeSeed<'de> for RecordsSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RecordsSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut records: A) -> Result<(), A::Error> {
        while let Some(span) = records.next_element_seed(SpanSeed(self.meter))? {
            self.spans.push(span);
            self.meter.allow(MAX_GAP_BYTES);
            if self.spans.len() >= MAX_RECORDS {
                return Err(A::Error::custom("too many records"));
            }
        }
        Ok(())
    }
}

/// Finds where a record is. Its first byte was read to see that there is one.
struct SpanSeed<'a>(&'a Meter);

impl<'de> DeserializeSeed<'de> for SpanSeed<'_> {
    type Value = Range<u64>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Range<u64>, D::Error> {
        let start = self.0.position.get().saturating_sub(1);
        self.0.limit.set(u64::MAX);
        // Nothing of it is kept in memory.
        IgnoredAny::deserialize(deserializer)?;
        Ok(start..self.0.position.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_do_not_count_as_nesting() {
        let mut nesting = Nesting::default();
        let mut depths = |text: &str| text.bytes().map(|byte| nesting.advance(&[byte])).max().unwrap();
        assert_eq!(depths(r#"{"[[[\"[[[\\": ["#), 2);
        assert_eq!(depths(r#"[{}]]} "#), 4);
        assert_eq!(nesting.depth, 0);
    }
}
