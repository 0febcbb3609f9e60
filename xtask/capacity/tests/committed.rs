//! `docs/scaling.md` and its charts are what the committed figures give. After a change, `cargo xtask capacity`, or
//! `UPDATE_DOCS=1 cargo test -p capacity --test committed`, writes them.

use capacity::report::{outputs, read_checks};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn simulation_is_near_the_measurements() {
    for check in read_checks(&root()).unwrap() {
        assert!(
            check.is_met(),
            "simulated {}, measured {} {}: {}",
            check.simulated,
            check.expected,
            check.unit,
            check.what
        );
    }
}

#[test]
fn plan_and_charts_are_those_of_the_committed_figures() {
    let root = root();
    for output in outputs(&root).unwrap() {
        let path = root.join(&output.path);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &output.text).unwrap();
            continue;
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == output.text, "{} is out of date. Run cargo xtask capacity and commit it", output.path);
    }
}
