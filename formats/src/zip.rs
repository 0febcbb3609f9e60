//! Reads chosen files of a ZIP archive, with limits against archives that are made to exhaust memory or to deceive.
//!
//! Nothing is written to disk and archives within an archive are not opened. The names of files are only labels; an archive
//! with names that lead out of a folder is refused all the same.

use crate::encoding::{Encoding, decode};
use crate::import::ImportErrorCode;
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord};
use std::collections::BTreeSet;

/// The maximum number of files in an archive.
const MAX_ENTRIES: u64 = 100_000;

/// The maximum number of files that are read.
const MAX_FILES: usize = 2_000;

/// A file of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchiveFile {
    /// Its path in the archive.
    pub path: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Returns the name of a file without its folders.
pub fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Returns the paths of all files. Files that systems add, such as `__MACOSX/._a.csv`, are left out.
///
/// # Errors
///
/// Fails if the archive is damaged, or if a path leads out of the archive or occurs twice.
pub fn paths(bytes: &[u8]) -> Result<Vec<String>, ImportErrorCode> {
    let archive = ZipArchive::from_slice(bytes).map_err(invalid)?;
    if archive.entries_hint() > MAX_ENTRIES {
        return Err(ImportErrorCode::ArchiveTooLarge);
    }
    let mut paths = vec![];
    let mut known = BTreeSet::new();
    for entry in archive.entries() {
        let entry = entry.map_err(invalid)?;
        let path = path_of(&entry)?;
        if entry.is_dir() {
            continue;
        }
        if !known.insert(path.clone()) {
            return Err(ImportErrorCode::InvalidArchive);
        }
        let is_of_system = path.split('/').any(|part| part == "__MACOSX") || base_name(&path).starts_with('.');
        if !is_of_system {
            paths.push(path);
        }
        if known.len() as u64 > MAX_ENTRIES {
            return Err(ImportErrorCode::ArchiveTooLarge);
        }
    }
    Ok(paths)
}

/// Returns the files with these paths, in the order of the archive.
///
/// # Errors
///
/// Fails if the files have more than `max_bytes` together, if one is encrypted, or if the archive is damaged: files that
/// overlap, contents that differ from the declared size or checksum, and unusual compression.
pub fn read(bytes: &[u8], wanted: &[String], max_bytes: usize) -> Result<Vec<ArchiveFile>, ImportErrorCode> {
    let archive = ZipArchive::from_slice(bytes).map_err(invalid)?;
    if wanted.len() > MAX_FILES {
        return Err(ImportErrorCode::ArchiveTooLarge);
    }
    let wanted: BTreeSet<&str> = wanted.iter().map(String::as_str).collect();
    let mut entries = vec![];
    for entry in archive.entries() {
        let entry = entry.map_err(invalid)?;
        let path = path_of(&entry)?;
        if !entry.is_dir() && wanted.contains(path.as_str()) {
            entries.push((path, entry));
        }
    }

    // The declared sizes are checked first, so that nothing is decompressed of an archive that is too large.
    let declared = entries.iter().try_fold(0_u64, |sum, (_, entry)| sum.checked_add(entry.uncompressed_size_hint()));
    if declared.is_none_or(|declared| declared > max_bytes as u64) {
        return Err(ImportErrorCode::ArchiveTooLarge);
    }
    // Files that share their data make a small archive expand to any size.
    let mut ranges = vec![(archive.directory_offset(), u64::MAX)];
    for (_, entry) in &entries {
        let file = archive.get_entry(entry.wayfinder()).map_err(invalid)?;
        ranges.push((entry.local_header_offset(), file.compressed_data_range().1));
    }
    ranges.sort_unstable();
    if ranges.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        return Err(ImportErrorCode::InvalidArchive);
    }

    let mut files = vec![];
    for (path, entry) in entries {
        if entry.flags().is_encrypted() || entry.flags().has_strong_encryption() {
            return Err(ImportErrorCode::Encrypted);
        }
        let file = archive.get_entry(entry.wayfinder()).map_err(invalid)?;
        let size = usize::try_from(entry.uncompressed_size_hint()).map_err(|_| ImportErrorCode::ArchiveTooLarge)?;
        let contents = match entry.compression_method() {
            CompressionMethod::STORE => file.data().to_vec(),
            // It stops as soon as there is more than the declared size.
            CompressionMethod::DEFLATE => {
                miniz_oxide::inflate::decompress_to_vec_with_limit(file.data(), size).map_err(invalid)?
            }
            _ => return Err(ImportErrorCode::InvalidArchive),
        };
        if contents.len() != size || rawzip::crc32(&contents) != entry.crc32() {
            return Err(ImportErrorCode::InvalidArchive);
        }
        files.push(ArchiveFile { path, bytes: contents });
    }
    Ok(files)
}

/// Returns the path of an entry.
fn path_of(entry: &ZipFileHeaderRecord<'_>) -> Result<String, ImportErrorCode> {
    let name = entry.file_path().as_bytes();
    // Programs that do not write UTF-8 use the encoding of their system, which the archive does not name.
    let path = match str::from_utf8(name) {
        Ok(path) => path.to_owned(),
        Err(_) => decode(name, Some(Encoding::Windows1252)).text.into_owned(),
    };
    let leads_out = path.starts_with(['/', '\\'])
        || path.as_bytes().get(1) == Some(&b':')
        || path.contains('\0')
        || path.split(['/', '\\']).any(|part| part == "..");
    if leads_out { Err(ImportErrorCode::InvalidArchive) } else { Ok(path) }
}

fn invalid<E>(_: E) -> ImportErrorCode {
    ImportErrorCode::InvalidArchive
}
