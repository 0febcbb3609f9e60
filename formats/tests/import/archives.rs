//! Imports of archives: backups of Todoist, Google Takeout, and archives that are made to do harm.

use crate::support::{import, sample};
use formats::import::ImportErrorCode;
use rawzip::{CompressionMethod, DataDescriptorOutput, ZipArchiveWriter, crc32};
use std::io::Write;

/// A file of an archive, with what the archive declares about it.
#[derive(Clone)]
pub(crate) struct Entry<'a> {
    path: &'a str,
    contents: &'a [u8],
    is_encrypted: bool,
    method: CompressionMethod,
    crc: u32,
    size: u64,
}

impl<'a> Entry<'a> {
    pub(crate) fn new(path: &'a str, contents: &'a [u8]) -> Self {
        let (crc, size) = (crc32(contents), contents.len() as u64);
        Self { path, contents, is_encrypted: false, method: CompressionMethod::DEFLATE, crc, size }
    }
}

/// Returns an archive with these files.
pub(crate) fn archive(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut bytes = vec![];
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for entry in entries {
        let path = rawzip::path::EntryPath::verbatim(entry.path.as_bytes());
        let file = archive.new_file(path).compression_method(entry.method).encrypted(entry.is_encrypted);
        let (mut writer, _) = file.start().unwrap();
        match entry.method {
            CompressionMethod::DEFLATE => {
                writer.write_all(&miniz_oxide::deflate::compress_to_vec(entry.contents, 6)).unwrap();
            }
            _ => writer.write_all(entry.contents).unwrap(),
        }
        writer.finish(DataDescriptorOutput::new(entry.crc, entry.size)).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

fn names(entries: &[Entry<'_>]) -> Vec<String> {
    let file = import("file.zip", &archive(entries), "{}").unwrap();
    file.import.boards.iter().map(|board| format!("{} {}", board.key, board.board.name.as_str())).collect()
}

fn code(bytes: &[u8]) -> ImportErrorCode {
    import("file.zip", bytes, "{}").unwrap_err().code
}

#[test]
fn backup_of_todoist_has_a_board_for_each_project() {
    let project = sample("todoist.csv");
    let stored = Entry { method: CompressionMethod::STORE, ..Entry::new("Inbox.csv", project) };
    let entries = [
        Entry::new("Garten [6g62GH268rQjFQ92].csv", project),
        stored,
        Entry::new("__MACOSX/._Garten.csv", b"\0\x05\x16\x07"),
        Entry::new("readme.txt", b"x"),
        // A table without a column that is known to have titles.
        Entry::new("numbers.csv", b"A,B\n1,2\n"),
        Entry::new("other.json", b"{\"other\": 1}"),
        Entry::new("archive.zip", b"PK\x03\x04"),
    ];
    let names = names(&entries);
    assert_eq!(names.len(), 2);
    assert_eq!(names[0], "todoist:6g62GH268rQjFQ92 Garten");
    assert!(names[1].starts_with("todoist:") && names[1].ends_with(" Inbox"), "{names:?}");
}

#[test]
fn damaged_and_foreign_archives_are_refused() {
    let table = b"Title\nMilk\n";
    let good = archive(&[Entry::new("a.csv", table)]);
    assert_eq!(code(&archive(&[Entry::new("a.txt", table)])), ImportErrorCode::Empty);
    assert_eq!(code(&archive(&[])), ImportErrorCode::Empty);
    assert_eq!(code(&archive(&[Entry::new("a.json", b"null")])), ImportErrorCode::Empty);
    assert_eq!(code(&good[..good.len() / 2]), ImportErrorCode::InvalidArchive);
    assert_eq!(code(b"PK\x03\x04"), ImportErrorCode::InvalidArchive);
    let wrong_sum = Entry { crc: 1, ..Entry::new("a.csv", table) };
    assert_eq!(code(&archive(&[wrong_sum])), ImportErrorCode::InvalidArchive);
    let encrypted = Entry { is_encrypted: true, ..Entry::new("a.csv", table) };
    assert_eq!(code(&archive(&[encrypted])), ImportErrorCode::Encrypted);
    let unusual = Entry { method: CompressionMethod::ZSTD, ..Entry::new("a.csv", table) };
    assert_eq!(code(&archive(&[unusual])), ImportErrorCode::InvalidArchive);
}

#[test]
fn paths_that_lead_out_and_paths_that_occur_twice_are_refused() {
    let table = b"Title\nMilk\n";
    for path in ["../a.csv", "a/../../b.csv", "/etc/a.csv", "..\\a.csv", "C:\\a.csv", "a/..", "\\\\host\\a.csv"] {
        assert_eq!(code(&archive(&[Entry::new(path, table)])), ImportErrorCode::InvalidArchive, "{path}");
    }
    let twice = [Entry::new("a.csv", table), Entry::new("a.csv", table)];
    assert_eq!(code(&archive(&twice)), ImportErrorCode::InvalidArchive);
    // Only the last part is the name of the board.
    assert!(names(&[Entry::new("x/y..z/a..b.csv", table)])[0].ends_with(" a..b"));
}

#[test]
fn archives_that_expand_beyond_the_limit_are_refused() {
    let table = b"Title\nMilk\n";
    let huge = Entry { size: 100_000_001, ..Entry::new("a.csv", table) };
    assert_eq!(code(&archive(&[huge])), ImportErrorCode::ArchiveTooLarge);
    let halves = ["a.csv", "b.csv", "c.csv"].map(|path| Entry { size: 40_000_000, ..Entry::new(path, table) });
    assert_eq!(code(&archive(&halves)), ImportErrorCode::ArchiveTooLarge);
    let overflow = ["a.csv", "b.csv"].map(|path| Entry { size: u64::MAX - 1, ..Entry::new(path, table) });
    assert_eq!(code(&archive(&overflow)), ImportErrorCode::ArchiveTooLarge);
    // The contents are larger than declared, and would expand to any size.
    let zeros = vec![b' '; 50_000_000];
    let lying = Entry { size: 1_000, ..Entry::new("a.csv", &zeros) };
    assert_eq!(code(&archive(&[lying])), ImportErrorCode::InvalidArchive);
    let short = Entry { size: 1_000, ..Entry::new("a.csv", table) };
    assert_eq!(code(&archive(&[short])), ImportErrorCode::InvalidArchive);
}

#[test]
fn files_that_share_their_data_are_refused() {
    let table = b"Title\nMilk\n";
    let mut bytes = archive(&[Entry::new("a.csv", table), Entry::new("b.csv", table)]);
    assert!(import("file.zip", &bytes, "{}").is_ok());
    let entries: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"PK\x01\x02")).collect();
    // The second file begins where the first one does.
    bytes[entries[1] + 42..entries[1] + 46].copy_from_slice(&[0; 4]);
    assert_eq!(code(&bytes), ImportErrorCode::InvalidArchive);
}
