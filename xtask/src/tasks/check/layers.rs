//! Compares the imports between the core's modules with the layers in ARCHITECTURE.md.
//!
//! The page lists the layers from top to bottom, each with its modules in backticks, and in a second table the modules
//! that may import others of their own layer. A module may import every layer below its own. The layers of the server
//! are crates: `deny.toml` lists which crates may depend on which.

use crate::workspace;
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const SOURCES: &str = "core-wasm/src";
/// The heading above the two tables.
const HEADING: &str = "### `core-wasm/src`, top to bottom";

/// Fails with one line for each import that the page does not allow, and for each cycle between modules.
pub(crate) fn check() -> Result<()> {
    let layers = Layers::parse(&fs::read_to_string(workspace::path("ARCHITECTURE.md"))?)?;
    let folder = workspace::path(SOURCES);
    let mut imports = Imports::default();
    for file in workspace::files_under(&folder, &|_| false)? {
        let inside = file.strip_prefix(&folder).context("a source file lies in the source folder")?;
        if file.extension().is_some_and(|extension| extension == "rs") && !is_test(inside) {
            imports.add(&module_of(inside), &inside.to_string_lossy(), &fs::read_to_string(&file)?);
        }
    }
    let problems = problems(&layers, &imports);
    if !problems.is_empty() {
        bail!("{} imports against the layers in ARCHITECTURE.md:\n  {}", problems.len(), problems.join("\n  "));
    }
    println!("  {} modules, {} kinds of import", layers.layer_of.len(), imports.lines.len());
    Ok(())
}

/// The layers that the page lists.
struct Layers {
    /// The layer of each module, counted from the top.
    layer_of: BTreeMap<String, usize>,
    /// Pairs of modules of one layer of which the first may import the second.
    allowed: BTreeSet<(String, String)>,
}

impl Layers {
    /// Reads the two tables below the heading.
    fn parse(page: &str) -> Result<Self> {
        let (_, section) =
            page.split_once(HEADING).with_context(|| format!("ARCHITECTURE.md has no heading {HEADING}"))?;
        let section = section.split("\n### ").next().unwrap_or_default();
        let mut tables = section.split("\n\n").filter(|block| block.trim_start().starts_with('|'));
        let (first, second) =
            (tables.next().context("the table of layers is missing")?, tables.next().unwrap_or_default());
        let mut layer_of = BTreeMap::new();
        for (layer, (modules, _)) in rows(first).enumerate() {
            for module in modules {
                layer_of.insert(module, layer);
            }
        }
        let pairs = |(from, to): (Vec<String>, Vec<String>)| {
            from.into_iter().flat_map(move |from| to.clone().into_iter().map(move |to| (from.clone(), to)))
        };
        Ok(Self { layer_of, allowed: rows(second).flat_map(pairs).collect() })
    }

    /// Returns why one module may not import another, if so.
    fn objection(&self, from: &str, to: &str) -> Option<String> {
        let (Some(from_layer), Some(to_layer)) = (self.layer_of.get(from), self.layer_of.get(to)) else {
            let unlisted = if self.layer_of.contains_key(from) { to } else { from };
            return Some(format!("{unlisted} is in no layer"));
        };
        if to_layer < from_layer {
            return Some(format!("{to} is a layer above {from}"));
        }
        let is_allowed = to_layer > from_layer || self.allowed.contains(&(from.to_owned(), to.to_owned()));
        (!is_allowed).then(|| format!("the table does not list that {from} imports {to}"))
    }
}

/// Returns the names in backticks of the first two cells of each row of a Markdown table, without the head.
fn rows(table: &str) -> impl Iterator<Item = (Vec<String>, Vec<String>)> {
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    table.trim().lines().skip(2).map(move |line| {
        let mut cells = line.trim().trim_matches('|').split(" | ");
        (names(cells.next().unwrap_or_default()), names(cells.next().unwrap_or_default()))
    })
}

/// The imports between modules.
#[derive(Default)]
struct Imports {
    /// Pairs of an importing and an imported module, with the places of the import (`file:line`).
    lines: BTreeMap<(String, String), Vec<String>>,
}

impl Imports {
    /// Adds the imports of a file.
    fn add(&mut self, module: &str, file: &str, source: &str) {
        // Unit tests come last in a file and may import what they like.
        let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for (position, _) in code.match_indices("crate::") {
            let (before, after) = (&code[..position], &code[position + "crate::".len()..]);
            let line_start = before.rfind('\n').map_or(0, |index| index + 1);
            let is_comment = before[line_start..].contains("//");
            let is_other_path =
                before.ends_with(|character: char| character.is_alphanumeric() || character == '_' || character == ':');
            if is_comment || is_other_path {
                continue;
            }
            for target in targets(after) {
                if target != module {
                    let place = format!("{file}:{}", before.matches('\n').count() + 1);
                    self.lines.entry((module.to_owned(), target)).or_default().push(place);
                }
            }
        }
    }
}

/// Returns the modules that a path names behind `crate::`, of which a group in braces names several.
fn targets(path: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        text.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
    };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut depth = 0_usize;
    let mut names = Vec::new();
    let mut is_start = true;
    for (index, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => is_start = true,
            _ if is_start && !character.is_whitespace() => {
                names.push(name(&group[index..]));
                is_start = false;
            }
            _ => {}
        }
    }
    names
}

/// Returns the module at the crate's root that a file belongs to.
fn module_of(file: &Path) -> String {
    let first =
        file.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned()).unwrap_or_default();
    first.trim_end_matches(".rs").to_owned()
}

/// Whether a file holds tests only: `tests.rs`, `*_tests.rs`, or below a folder `tests`.
fn is_test(file: &Path) -> bool {
    file.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        let name = name.trim_end_matches(".rs");
        name == "tests" || name.ends_with("_tests")
    })
}

/// Returns one line for each import that is not allowed, and for each pair of modules that reach each other.
fn problems(layers: &Layers, imports: &Imports) -> Vec<String> {
    let mut problems = Vec::new();
    // `lib.rs` declares the modules and re-exports items of all of them.
    for ((from, to), places) in imports.lines.iter().filter(|((from, to), _)| from != "lib" && to != "lib") {
        if let Some(reason) = layers.objection(from, to) {
            problems.push(format!("{}: {reason}", places.join(", ")));
        }
        if from < to && reaches(imports, to, from) && reaches(imports, from, to) {
            problems.push(format!("{from} and {to} import each other, directly or through others"));
        }
    }
    problems
}

/// Whether a chain of imports leads from one module to another.
fn reaches(imports: &Imports, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for (_, next) in imports.lines.keys().filter(|(importing, _)| importing == module) {
            if next == to {
                return true;
            }
            if seen.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{HEADING, Imports, Layers, is_test, problems, targets};
    use std::path::Path;

    /// Three layers: `app` above `board` and `clock`, of which `board` may import `clock`, above `protocol`.
    fn layers() -> Layers {
        let page = format!(
            "# Page\n\n{HEADING}\n\n| Layer | May import |\n|---|---|\n| `app` | everything below |\n| features: `board`, `clock` | `protocol` |\n\
             | `protocol` | nothing |\n\n| Feature | Reads |\n|---|---|\n| `board` | `clock` |\n\n### Next\n\n| `x` | `y` |\n"
        );
        Layers::parse(&page).expect("the page has the tables")
    }

    fn problems_of(files: &[(&str, &str)]) -> Vec<String> {
        let mut imports = Imports::default();
        for (module, source) in files {
            imports.add(module, &format!("{module}.rs"), source);
        }
        problems(&layers(), &imports)
    }

    #[test]
    fn imports_downwards_and_listed_ones_pass() {
        let app = "use crate::board::Board;\nuse crate::{clock::Clock, protocol::{id::Id, op}};";
        assert!(problems_of(&[("app", app), ("board", "use crate::clock::now;\nuse crate::board::x;")]).is_empty());
    }

    #[test]
    fn upward_import_is_a_problem() {
        assert_eq!(
            problems_of(&[("protocol", "\nuse crate::board::Rank;")]),
            ["protocol.rs:2: board is a layer above protocol"]
        );
    }

    #[test]
    fn unlisted_import_within_a_layer_is_a_problem() {
        assert_eq!(problems_of(&[("clock", "use crate::board::B;")]).len(), 1);
    }

    #[test]
    fn cycle_is_a_problem() {
        let found = problems_of(&[("board", "use crate::clock::A;"), ("clock", "use crate::board::B;")]);
        assert!(found.iter().any(|line| line.contains("import each other")), "{found:?}");
    }

    #[test]
    fn module_in_no_layer_is_a_problem() {
        assert_eq!(problems_of(&[("app", "use crate::news::A;")]), ["app.rs:1: news is in no layer"]);
    }

    #[test]
    fn comments_tests_and_other_crates_do_not_count() {
        let source = "/// See [`crate::app`].\nuse other_crate::app::X;\n#[cfg(test)]\nmod tests {\n    use crate::app::App;\n}\n";
        assert!(problems_of(&[("protocol", source)]).is_empty());
        assert!(is_test(Path::new("timer/tests/tabs.rs")));
        assert!(is_test(Path::new("stats/sum_tests.rs")));
    }

    #[test]
    fn groups_name_all_their_modules() {
        assert_eq!(targets("{a::{b, c}, d, e::f}"), ["a", "d", "e"]);
    }
}
