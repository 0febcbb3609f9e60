//! `doctor`: what this machine has, what it lacks, and the commands that install it.

use crate::prerequisites;
use anyhow::{Result, bail};

/// Prints one line for each prerequisite. Fails if one is missing that everything needs.
pub(crate) fn run() -> Result<()> {
    let mut missing = 0;
    for needed in prerequisites::all() {
        match &needed.state {
            Ok(found) => println!("ok       {:<14} {found}", needed.name),
            Err(problem) => {
                let kind = if needed.is_required { "MISSING" } else { "optional" };
                println!("{kind:<8} {:<14} {problem}; {}", needed.name, needed.purpose);
                println!("{:23} install it with: {}", "", needed.install);
                missing += u32::from(needed.is_required);
            }
        }
    }
    if missing > 0 {
        bail!("{missing} of the things that everything needs are missing; the commands are above");
    }
    println!(
        "\nThis machine has what it needs. The toolchain and the packages that the repository pins install themselves."
    );
    Ok(())
}
