//! `doctor`: prints the prerequisites that this machine has and lacks, with the commands that install them.

use crate::prerequisites;
use anyhow::{Result, bail};

/// Prints one line for each prerequisite. Fails if a required one is missing.
pub(crate) fn run() -> Result<()> {
    let mut missing = 0;
    for prerequisite in prerequisites::all() {
        match &prerequisite.state {
            Ok(found) => println!("ok       {:<14} {found}", prerequisite.name),
            Err(problem) => {
                let kind = if prerequisite.is_required { "MISSING" } else { "optional" };
                println!("{kind:<8} {:<14} {problem}; {}", prerequisite.name, prerequisite.purpose);
                println!("{:23} install it with: {}", "", prerequisite.install);
                missing += u32::from(prerequisite.is_required);
            }
        }
    }
    if missing > 0 {
        bail!("{missing} required prerequisites are missing, see the commands above");
    }
    println!("\nAll prerequisites are installed. The pinned toolchain and packages are installed automatically.");
    Ok(())
}
