//! Writes results into `docs/benchmarks.md`, each part with the commit, the date and the machine it was measured on.

use super::table::Table;
use crate::command::{self, command};
use crate::workspace;
use anyhow::{Context, Result};
use std::fs;

const PAGE: &str = "docs/benchmarks.md";

/// Replaces the section of a part, such as `core`, by a new table.
///
/// # Errors
/// Fails if the page has no section for the part, or if git is missing.
pub(crate) fn record(part: &str, table: &Table) -> Result<()> {
    let path = workspace::path(PAGE);
    let page = fs::read_to_string(&path).with_context(|| format!("cannot read {PAGE}"))?;
    let section = format!("{}\n\n{}", origin()?, table.markdown());
    Ok(fs::write(path, replace_section(&page, part, &section)?)?)
}

/// Returns the page with a new text between the two markers of a part.
fn replace_section(page: &str, part: &str, section: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- bench {part}: begin -->\n"), format!("<!-- bench {part}: end -->"));
    let missing = || format!("{PAGE} has no section for {part}: add the markers {} and {end}", begin.trim());
    let (before, rest) = page.split_once(&begin).with_context(missing)?;
    let (_, after) = rest.split_once(&end).with_context(missing)?;
    Ok(format!("{before}{begin}{}\n{end}{after}", section.trim_end()))
}

/// Returns the line above a table: commit, whether the sources differ from it, date, and machine.
pub(super) fn origin() -> Result<String> {
    let git = |arguments: &[&str]| command::read(command("git", "").args(arguments));
    let commit = git(&["rev-parse", "--short", "HEAD"])?;
    let is_changed = !git(&["status", "--porcelain", "--", ".", ":!docs"])?.is_empty();
    let date = git(&["log", "-1", "--format=%cs"])?;
    let changes = if is_changed { " with uncommitted changes" } else { "" };
    Ok(format!("Commit {commit}{changes} of {date}, {}.", machine()))
}

/// Returns the number of cores and, where Linux knows it, the processor's name.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    match model {
        Some((_, name)) => format!("{cores} cores, {name}"),
        None => format!("{cores} cores, {} {}", std::env::consts::OS, std::env::consts::ARCH),
    }
}

#[cfg(test)]
mod tests {
    use super::replace_section;

    const PAGE: &str = "# Page\n<!-- bench core: begin -->\nold\n<!-- bench core: end -->\nafter\n";

    #[test]
    fn section_is_replaced_and_the_rest_stays() {
        let page = replace_section(PAGE, "core", "new\n\n").expect("the page has the section");
        assert_eq!(page, PAGE.replace("old", "new"));
        assert_eq!(replace_section(&page, "core", "new").expect("it still has"), page);
    }

    #[test]
    fn missing_section_is_an_error() {
        assert!(replace_section(PAGE, "size", "new").is_err());
    }
}
