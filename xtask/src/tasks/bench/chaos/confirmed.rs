//! Compares what a crowd did with its boards and with the database.

use super::super::crowd::Crowd;
use super::super::table::{Table, Target};
use crate::cluster::Cluster;
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Compares what the crowd did with its boards and with the database, and adds the results. `earlier` has the confirmed ops of
/// earlier crowds. Returns the confirmed ops of all crowds.
pub(super) fn add_verified(
    table: &mut Table,
    prefix: &str,
    crowd: &mut Crowd,
    cluster: &Cluster,
    file: &Path,
    earlier: &str,
) -> Result<String> {
    let verified = crowd.verify(file)?;
    let ops = format!("{earlier}{}", fs::read_to_string(file)?);
    let stored = cluster.query("SELECT id || ' ' || version FROM ops")?;
    let Differences { missing, unknown, repeated, other_version } = compare_ops(&stored, &ops)?;
    table.add(format!("{prefix}Changes that were confirmed"), verified.applied as f64, "", Target::None);
    let expected_nothing = [
        ("Confirmed changes that are not in the database", missing as f64),
        ("Changes in the database that were never confirmed", unknown as f64),
        ("Changes that are in the database more than once", repeated as f64),
        ("Changes whose version in the database is not the confirmed one", other_version as f64),
        ("Changes that were confirmed as applied twice", verified.applied_twice as f64),
        ("Cards that are missing, or have an old title, list or completion", verified.lost as f64),
        ("Cards on a board that were never added", verified.unexpected as f64),
        ("Boards that not everybody sees as the database has them", verified.differing_boards as f64),
        ("Changes that were refused", verified.refused as f64),
        ("Changes that people could not make", verified.rejected as f64),
    ];
    for (what, count) in expected_nothing {
        table.add(format!("{prefix}{what}"), count, "", Target::AtMost(0.0));
    }
    Ok(ops)
}

/// The differences between the confirmed ops and those in the database.
#[derive(Debug, Default, PartialEq, Eq)]
struct Differences {
    /// Confirmed, but not in the database.
    missing: usize,
    /// In the database, but never confirmed.
    unknown: usize,
    /// In the database on more than one board.
    repeated: usize,
    /// Stored with another version than the one in which they were confirmed as applied, or with a later one than that in
    /// which they were confirmed as duplicates.
    other_version: usize,
}

/// Compares the ops in the database (lines `ID VERSION`) with the confirmed ones (lines `ID VERSION STATUS`, see
/// `xtask/load/src/crowd`).
fn compare_ops(stored: &str, confirmed: &str) -> Result<Differences> {
    let mut differences = Differences::default();
    let mut versions: BTreeMap<&str, i64> = BTreeMap::new();
    for line in stored.lines() {
        let (id, version) = line.split_once(' ').with_context(|| format!("not an op: {line}"))?;
        differences.repeated += usize::from(versions.insert(id, version.parse()?).is_some());
    }
    let mut known = BTreeSet::new();
    for line in confirmed.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [id, version, status] = words[..] else { bail!("not a confirmed op: {line}") };
        let confirmed: i64 = version.parse()?;
        known.insert(id);
        match (versions.get(id), status) {
            (None, _) => differences.missing += 1,
            (Some(stored), "applied") => differences.other_version += usize::from(*stored != confirmed),
            (Some(stored), "duplicate") => differences.other_version += usize::from(*stored > confirmed),
            (Some(_), _) => {}
        }
    }
    differences.unknown = versions.keys().filter(|id| !known.contains(*id)).count();
    Ok(differences)
}

#[cfg(test)]
mod tests {
    use super::{Differences, compare_ops};

    #[test]
    fn lost_repeated_and_unconfirmed_ops_are_found() {
        let stored = "a 1\nb 2\nc 9\nd 3\nd 4\ne 5\nlist 1\n";
        let confirmed = "a 1 applied\nb 7 duplicate\nc 8 applied\nd 4 applied\nlost 3 applied\nlist 0 set-up\n";
        let expected = Differences { missing: 1, unknown: 1, repeated: 1, other_version: 1 };
        assert_eq!(compare_ops(stored, confirmed).ok(), Some(expected));
    }
}
