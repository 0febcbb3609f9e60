//! Checks `core-wasm/SPEC.md` against the tests: a rule `- **T1** …` needs a test whose name begins with `t1_`, and a
//! test of the core needs a rule.

use crate::workspace;
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::fs;

/// Fails with one line for each rule without a test and each test without a rule.
pub(crate) fn check() -> Result<()> {
    let rules = rules_of(&fs::read_to_string(workspace::path("core-wasm/SPEC.md"))?);
    let mut tests = Vec::new();
    for folder in ["core-wasm/src", "core-wasm/json/src", "core-wasm/tests"] {
        for file in workspace::files_under(&workspace::path(folder), &|_| false)? {
            if file.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&file)?;
                if let Some(line) = ignored_line(&source) {
                    bail!("{}:{line}: ignored test: fix or delete it", file.display());
                }
                tests.extend(tests_of(&source));
            }
        }
    }
    let problems = compare(&rules, &tests);
    if !problems.is_empty() {
        bail!("the rules of the specification and the tests do not match:\n  {}", problems.join("\n  "));
    }
    println!("  {} rules, {} tests", rules.len(), tests.len());
    Ok(())
}

/// Returns the ids of the rules, in the order of the text.
fn rules_of(spec: &str) -> Vec<String> {
    let number = |line: &str| {
        let (number, _) = line.trim_start().strip_prefix("- **")?.split_once("**")?;
        is_rule_number(&number.to_lowercase()).then(|| number.to_owned())
    };
    spec.lines().filter_map(number).collect()
}

/// Returns the names of the functions with `#[test]`, including those in `proptest!` blocks.
fn tests_of(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_test = false;
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[wasm_bindgen_test]") {
            is_test = true;
        }
        if is_test && let Some((_, rest)) = line.split_once("fn ") {
            let name = rest.split(|character: char| !character.is_alphanumeric() && character != '_').next();
            names.extend(name.map(str::to_owned));
            is_test = false;
        }
    }
    names
}

/// Returns the number of the first line that ignores a test, counted from 1.
fn ignored_line(source: &str) -> Option<usize> {
    let is_ignored = |line: &str| line.trim().starts_with("#[") && line.contains("ignore") && !line.contains("schema(");
    source.lines().position(is_ignored).map(|index| index + 1)
}

/// Returns one line for each mismatch.
fn compare(rules: &[String], tests: &[String]) -> Vec<String> {
    let known: BTreeSet<String> = rules.iter().map(|rule| rule.to_lowercase()).collect();
    let mut problems = Vec::new();
    if rules.is_empty() {
        problems.push("SPEC.md has no rules".to_owned());
    }
    if known.len() < rules.len() {
        problems.push("SPEC.md gives one number to two rules".to_owned());
    }
    let mut tested = BTreeSet::new();
    for test in tests {
        // A test may cover several rules: `t1_t2_pausing_and_resuming`.
        let rule_numbers: Vec<&str> = test.split('_').take_while(|word| is_rule_number(word)).collect();
        if rule_numbers.is_empty() {
            problems.push(format!("the test {test} names no rule"));
        }
        for rule in rule_numbers {
            if !known.contains(rule) {
                problems.push(format!("the test {test} names a rule that SPEC.md does not have"));
            }
            tested.insert(rule.to_owned());
        }
    }
    let untested = rules.iter().filter(|rule| !tested.contains(&rule.to_lowercase()));
    problems.extend(untested.map(|rule| format!("the rule {rule} has no test")));
    problems
}

/// Returns whether a word consists of letters and then digits, such as `t1`.
fn is_rule_number(word: &str) -> bool {
    let digits = word.trim_start_matches(|character: char| character.is_ascii_lowercase());
    !digits.is_empty() && digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{compare, ignored_line, rules_of, tests_of};

    const SPEC: &str =
        "# Rules\n\n- **T1** The timer starts.\n- **T2** The timer stops, see **T1**.\n- **Bold** is not one.";

    fn owned(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn rules_are_read_from_the_spec() {
        assert_eq!(rules_of(SPEC), ["T1", "T2"]);
    }

    #[test]
    fn tests_are_found_with_other_attributes_and_in_proptest() {
        let source = "#[test]\n#[should_panic]\nfn t1_starts() {}\nfn helper() {}\nproptest! {\n    #[test]\n    fn t2_stops(x in 0..9) {}\n}";
        assert_eq!(tests_of(source), ["t1_starts", "t2_stops"]);
    }

    #[test]
    fn an_ignored_test_is_found() {
        assert_eq!(ignored_line("#[test]\nfn t1_starts() {}\n"), None);
        assert_eq!(ignored_line("#[test]\n#[ignore]\nfn t1_starts() {}\n"), Some(2));
        assert_eq!(ignored_line("#[test]\n    #[ignore = \"slow\"]\nfn t1_starts() {}\n"), Some(2));
    }

    #[test]
    fn complete_set_has_no_problems() {
        assert!(compare(&rules_of(SPEC), &owned(&["t1_starts", "t2_stops", "t2_stops_twice"])).is_empty());
        assert!(compare(&rules_of(SPEC), &owned(&["t1_t2_starts_and_stops"])).is_empty());
    }

    #[test]
    fn a_rule_without_a_test_is_a_problem() {
        assert_eq!(compare(&rules_of(SPEC), &owned(&["t1_starts"])), ["the rule T2 has no test"]);
    }

    #[test]
    fn longer_rule_number_does_not_match_a_shorter_one() {
        assert_eq!(compare(&owned(&["T1"]), &owned(&["t10_starts"])).len(), 2);
    }

    #[test]
    fn a_test_without_a_rule_is_a_problem() {
        let problems = compare(&rules_of(SPEC), &owned(&["t1_starts", "t2_stops", "works", "t3_jumps"]));
        assert_eq!(problems.len(), 2);
    }

    #[test]
    fn an_empty_spec_and_a_number_given_twice_are_problems() {
        assert_eq!(compare(&[], &[]).len(), 1);
        assert_eq!(compare(&owned(&["T1", "T1"]), &owned(&["t1_starts"])).len(), 1);
    }
}
