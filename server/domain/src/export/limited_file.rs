//! A file of limited size that never fills its disk, on which the database may be too.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;
use twentyfour_model::paths::{RESERVED_BYTES, free_bytes};

/// The maximum size of an archive of an account in bytes.
pub(crate) const MAX_BYTES: u64 = 4 << 30;

/// The number of written bytes after which the size and the free space are checked again.
const BYTES_PER_CHECK: u64 = 8 << 20;

/// A file whose writes fail with [`io::ErrorKind::FileTooLarge`] above the maximum size, and with
/// [`io::ErrorKind::StorageFull`] when the disk has little space.
pub(crate) struct LimitedFile {
    file: File,
    /// A folder on the same disk.
    folder: PathBuf,
    /// The number of bytes that were written since the last check.
    unchecked: u64,
    max_bytes: u64,
    min_free_bytes: u64,
}

impl LimitedFile {
    /// Limits a file, which is on the same disk as `folder`.
    pub(crate) fn new(file: File, folder: PathBuf) -> Self {
        // The first write is checked too.
        Self { file, folder, unchecked: BYTES_PER_CHECK, max_bytes: MAX_BYTES, min_free_bytes: RESERVED_BYTES }
    }

    /// Returns the file.
    pub(crate) fn into_inner(self) -> File {
        self.file
    }

    /// # Errors
    /// Returns an error if no more may be written.
    fn check(&mut self) -> io::Result<()> {
        self.unchecked = 0;
        if self.file.metadata()?.len() > self.max_bytes {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        if free_bytes(&self.folder)? < self.min_free_bytes {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

impl Write for LimitedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.unchecked >= BYTES_PER_CHECK {
            self.check()?;
        }
        let written = self.file.write(bytes)?;
        self.unchecked = self.unchecked.saturating_add(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for LimitedFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes one mebibyte at a time, and returns how many were written before the first error.
    fn written_before_error(max_bytes: u64, min_free_bytes: u64) -> (u64, io::ErrorKind) {
        let folder = tempfile::tempdir().unwrap();
        let file = LimitedFile::new(tempfile::tempfile_in(&folder).unwrap(), folder.path().to_owned());
        let mut file = LimitedFile { max_bytes, min_free_bytes, ..file };
        let chunk = vec![0; 1 << 20];
        for count in 0..100 {
            if let Err(error) = file.write_all(&chunk) {
                return (count, error.kind());
            }
        }
        panic!("no limit")
    }

    #[test]
    fn size_and_free_space_are_limited() {
        assert_eq!(written_before_error(20 << 20, 0), (24, io::ErrorKind::FileTooLarge));
        assert_eq!(written_before_error(u64::MAX, u64::MAX), (0, io::ErrorKind::StorageFull));
    }
}
