//! Remembers what is up to date: a fingerprint of everything that a step reads, kept when the step has succeeded.

use crate::workspace;
use anyhow::Result;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The inputs and outputs of a step.
pub(crate) struct Stamp {
    name: &'static str,
    fingerprint: String,
    outputs: Vec<PathBuf>,
}

impl Stamp {
    /// Takes the fingerprint of files and folders given from the root. `variant` is whatever else decides the result.
    pub(crate) fn of(
        name: &'static str,
        variant: &str,
        inputs: &[&str],
        skip: &dyn Fn(&Path) -> bool,
        outputs: &[&str],
    ) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        // How a step works lies in this program: when it changes, so may the results.
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

    /// Whether the step has succeeded with these inputs, and what it made is still there.
    pub(crate) fn is_fresh(&self) -> bool {
        fs::read_to_string(self.file()).is_ok_and(|stored| stored == self.fingerprint)
            && self.outputs.iter().all(|output| output.exists())
    }

    /// Keeps the fingerprint: the step has succeeded.
    pub(crate) fn save(&self) -> Result<()> {
        let file = self.file();
        fs::create_dir_all(file.parent().expect("a stamp lies in a folder"))?;
        Ok(fs::write(file, &self.fingerprint)?)
    }

    fn file(&self) -> PathBuf {
        workspace::target().join("xtask-stamps").join(self.name)
    }
}
