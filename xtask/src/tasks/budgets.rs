//! The size budgets of `budgets.json`: what a browser loads for a page before it can be used, in bytes as sent: files with
//! brotli, and the app's page, which the server renders and compresses itself, with gzip.

use crate::workspace;
use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The entries that every page of the app loads, by their names in the manifest of the build.
const APP_ENTRIES: [&str; 4] =
    ["index.html", "src/routes/core-gate.tsx", "src/routes/layout.tsx", "src/core/core-module.ts"];

/// The pages with budgets, with the entry that only they load. The public landing page is not in the manifest.
const PAGES: [(&str, Option<&str>); 5] = [
    ("/", None),
    ("/app", Some("src/routes/home.tsx")),
    ("/app/b/:board", Some("src/routes/board.tsx")),
    ("/app/notes", Some("src/routes/notes.tsx")),
    ("/app/stats", Some("src/routes/stats.tsx")),
];

/// The app's page, which contains scripts.
const APP_PAGE: &str = "index.html";

/// The module of the core.
const MODULE: &str = "twentyfour_core_bg";

/// The module of the finder, which is loaded for the first search.
const FINDER_MODULE: &str = "twentyfour_finder_bg";

/// The module of the formats, which is loaded for the first import or export.
const FORMATS_MODULE: &str = "twentyfour_formats_bg";

/// The font file of Latin letters; the others are only loaded for other scripts.
const LATIN_FONT: &str = "inter-latin-wght";

/// A size and its budget, in compressed bytes.
pub(crate) struct Budget {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    /// The size above which [`check`] fails.
    pub(crate) limit: u64,
}

impl Budget {
    /// Reads the budget of a measured size.
    fn read(limit: &Value, name: String, bytes: u64) -> Result<Self> {
        let limit = limit.as_u64().with_context(|| format!("budgets.json lacks the budget of {name}"))?;
        Ok(Self { name, bytes, limit })
    }
}

/// Fails if the web build in `web/dist` exceeds a budget.
pub(crate) fn check() -> Result<()> {
    super::build::web()?;
    let budgets = measure()?;
    let exceeded = exceeded(&budgets);
    if !exceeded.is_empty() {
        bail!("{}", exceeded.join("\n"));
    }
    Ok(())
}

/// Measures the web build in `web/dist` and returns each size with its budget.
pub(crate) fn measure() -> Result<Vec<Budget>> {
    let entries: Value = read_json(&workspace::path("budgets.json"))?;
    let dist = workspace::path("web/dist");
    let files = workspace::files_under(&dist.join("assets"), &|_| false)?;
    let names: Vec<String> =
        files.iter().filter_map(|file| Some(format!("assets/{}", file.file_name()?.to_str()?))).collect();
    let named = |part: &str, ending: &str| {
        names
            .iter()
            .find(|name| name.contains(part) && name.ends_with(ending))
            .cloned()
            .with_context(|| format!("web/dist/assets has no file with {part} in its name and the ending {ending}"))
    };
    let wasm = named(MODULE, ".wasm")?;
    let finder = named(FINDER_MODULE, ".wasm")?;
    let formats = named(FORMATS_MODULE, ".wasm")?;
    let mut budgets = vec![
        Budget::read(&entries["wasm"], "WebAssembly module".to_owned(), sent(&dist.join(&wasm))?)?,
        Budget::read(&entries["finder_wasm"], "finder's WebAssembly module".to_owned(), sent(&dist.join(&finder))?)?,
        Budget::read(&entries["formats_wasm"], "formats' WebAssembly module".to_owned(), sent(&dist.join(&formats))?)?,
    ];
    let manifest = read_json(&dist.join(".vite/manifest.json"))?;
    for (page, entry) in PAGES {
        let loaded = if let Some(entry) = entry {
            let mut loaded = referenced(&fs::read_to_string(dist.join(APP_PAGE))?);
            for entry in APP_ENTRIES.into_iter().chain([entry]) {
                collect(&manifest, entry, &mut loaded)?;
            }
            loaded.extend([APP_PAGE.to_owned(), wasm.clone(), named(LATIN_FONT, ".woff2")?]);
            loaded
        } else {
            let mut loaded = referenced(&fs::read_to_string(dist.join("site/landing.html"))?);
            loaded.insert(named("inter-site", ".woff2")?);
            loaded
        };
        let (mut javascript, mut total) = (0, 0);
        for file in &loaded {
            let path = dist.join(file);
            let bytes = if file == APP_PAGE { gzipped(&path)? } else { sent(&path)? };
            total += bytes;
            if Path::new(file).extension().is_some_and(|extension| extension == "js") {
                javascript += bytes;
            }
        }
        let of_page = &entries["pages"][page];
        for (what, key, bytes) in [("JavaScript", "javascript", javascript), ("total", "total", total)] {
            budgets.push(Budget::read(&of_page[key], format!("{what} of `{page}`"), bytes)?);
        }
    }
    Ok(budgets)
}

/// Returns a message for each budget that is exceeded.
fn exceeded(budgets: &[Budget]) -> Vec<String> {
    budgets
        .iter()
        .filter(|budget| budget.bytes > budget.limit)
        .map(|Budget { name, bytes, limit }| {
            format!("{name}: {bytes} bytes compressed, but the budget is {limit}. Make it smaller, or raise it in budgets.json.")
        })
        .collect()
}

/// Adds the files of an entry, with all its static imports and styles.
fn collect(manifest: &Value, entry: &str, loaded: &mut BTreeSet<String>) -> Result<()> {
    let chunk = &manifest[entry];
    let file = chunk["file"].as_str().with_context(|| format!("the manifest of web/dist lacks {entry}"))?;
    let strings = |field: &str| chunk[field].as_array().into_iter().flatten().filter_map(Value::as_str);
    loaded.extend(strings("css").map(str::to_owned));
    if loaded.insert(file.to_owned()) || entry == "index.html" {
        for import in strings("imports") {
            collect(manifest, import, loaded)?;
        }
    }
    Ok(())
}

/// Returns the scripts and styles that a page itself names. The list of files to preload is not among them.
fn referenced(html: &str) -> BTreeSet<String> {
    let attributes = ["src=\"/", "href=\"/"].into_iter().flat_map(|start| html.split(start).skip(1));
    let paths = attributes.filter_map(|rest| rest.split('"').next());
    let is_loaded = |path: &&str| path.starts_with("assets/") && (path.ends_with(".js") || path.ends_with(".css"));
    paths.filter(is_loaded).map(str::to_owned).collect()
}

/// Returns the size of a file as the server sends it: that of its compressed copy, if there is one.
pub(crate) fn sent(file: &Path) -> Result<u64> {
    let copy = file.with_extension(format!("{}.br", file.extension().unwrap_or_default().to_string_lossy()));
    let sent = if copy.exists() { &copy } else { file };
    Ok(fs::metadata(sent).with_context(|| format!("cannot read {}", sent.display()))?.len())
}

/// Returns the size of a page, compressed with gzip at the best level as the server does.
fn gzipped(page: &Path) -> Result<u64> {
    let text = fs::read(page).with_context(|| format!("cannot read {}", page.display()))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&text)?;
    Ok(encoder.finish()?.len() as u64)
}

fn read_json(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not valid JSON", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_exceeded_budget_is_reported() {
        let budget = |bytes| {
            Budget::read(&json!(145_000), "JavaScript of `/app`".to_owned(), bytes).expect("the entry is valid")
        };
        assert!(exceeded(&[budget(145_000)]).is_empty());
        let [message] = &exceeded(&[budget(1), budget(145_001)])[..] else { panic!("one budget is exceeded") };
        assert!(message.starts_with("JavaScript of `/app`: 145001 bytes"), "{message}");
    }

    #[test]
    fn static_imports_count_once_and_dynamic_ones_do_not() {
        let manifest = json!({
            "index.html": { "file": "assets/page.js", "css": ["assets/page.css"], "dynamicImports": ["home"] },
            "home": { "file": "assets/home.js", "imports": ["index.html", "shared"], "dynamicImports": ["dialog"] },
            "shared": { "file": "assets/shared.js", "imports": ["index.html"] },
            "dialog": { "file": "assets/dialog.js" },
        });
        let mut loaded = referenced(
            "<script src=\"/assets/page.js\" data-files='{\"/app/b\":[\"/assets/board.js\"]}'></script><link href=\"/favicon.svg\">",
        );
        for entry in ["index.html", "home"] {
            collect(&manifest, entry, &mut loaded).expect("the manifest is complete");
        }
        let expected = ["assets/home.js", "assets/page.css", "assets/page.js", "assets/shared.js"];
        assert_eq!(loaded.iter().map(String::as_str).collect::<Vec<_>>(), expected);
        assert!(collect(&manifest, "missing", &mut loaded).is_err());
    }

    #[test]
    fn every_page_has_a_budget() {
        let entries = read_json(&workspace::path("budgets.json")).expect("budgets.json is readable");
        let pages = entries["pages"].as_object().expect("budgets.json has pages");
        assert_eq!(pages.len(), PAGES.len());
        let of_pages = PAGES.iter().flat_map(|(page, _)| [&pages[*page]["javascript"], &pages[*page]["total"]]);
        for entry in of_pages.chain([&entries["wasm"], &entries["finder_wasm"], &entries["formats_wasm"]]) {
            Budget::read(entry, entry.to_string(), 0).expect("the entry is valid");
        }
    }
}
