//! Tracks which steps are up to date, by a fingerprint of their inputs.

use crate::workspace;
use anyhow::Result;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The fingerprint and the outputs of a step.
pub(crate) struct Stamp {
    name: &'static str,
    fingerprint: String,
    outputs: Vec<PathBuf>,
}

impl Stamp {
    /// Computes the fingerprint of files and folders relative to the root. `variant` contains all other inputs.
    pub(crate) fn of(
        name: &'static str,
        variant: &str,
        inputs: &[&str],
        skip: &dyn Fn(&Path) -> bool,
        outputs: &[&str],
    ) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        // The steps' own code is an input too.
        include_str!("tasks/pkg.rs").hash(&mut hasher);
        include_str!("tasks/build.rs").hash(&mut hasher);
        variant.hash(&mut hasher);
        for input in inputs {
            for file in workspace::files_under(&workspace::path(input), skip)? {
                file.strip_prefix(workspace::root())?.hash(&mut hasher);
                fs::read(&file)?.hash(&mut hasher);
            }
        }
        let outputs = outputs.iter().map(|output| workspace::path(output)).collect();
        Ok(Self { name, fingerprint: format!("{:016x}", hasher.finish()), outputs })
    }

    /// Returns whether the step has succeeded with these inputs and its outputs still exist.
    pub(crate) fn is_fresh(&self) -> bool {
        fs::read_to_string(self.file()).is_ok_and(|stored| stored == self.fingerprint)
            && self.outputs.iter().all(|output| output.exists())
    }

    /// Saves the fingerprint after the step has succeeded.
    pub(crate) fn save(&self) -> Result<()> {
        let file = self.file();
        fs::create_dir_all(file.parent().expect("a stamp lies in a folder"))?;
        Ok(fs::write(file, &self.fingerprint)?)
    }

    fn file(&self) -> PathBuf {
        workspace::target().join("xtask-stamps").join(self.name)
    }
}
