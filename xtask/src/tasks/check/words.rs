//! Finds words that the project does not use: British spellings, and idioms that have a standard technical term.

use crate::workspace::{self, TrackedFile};
use anyhow::{Result, bail};

/// A banned word or phrase and what to write instead. A trailing `*` matches any ending.
const BANNED: [(&str, &str); 109] = [
    // American spelling.
    ("authoris*", "authoriz…"),
    ("behaviour*", "behavior"),
    ("cancelled", "canceled"),
    ("cancelling", "canceling"),
    ("centred", "centered"),
    ("colour*", "color"),
    ("favourite*", "favorite"),
    ("initialis*", "initializ…"),
    ("labelled", "labeled"),
    ("licence*", "license"),
    ("neighbour*", "neighbor"),
    ("normalis*", "normaliz…"),
    ("optimise*", "optimize"),
    ("optimisation*", "optimization"),
    ("optimising", "optimizing"),
    ("organis*", "organiz…"),
    ("recognis*", "recogniz…"),
    ("serialis*", "serializ…"),
    ("synchronis*", "synchroniz…"),
    ("unauthoris*", "unauthorized"),
    ("unoptimised", "unoptimized"),
    ("amongst", "among"),
    ("analyse", "analyze"),
    ("analysed", "analyzed"),
    ("artefact", "artifact"),
    ("catalogue", "catalog"),
    ("centre", "center"),
    ("defence", "defense"),
    ("dialogue", "dialog"),
    ("flavour", "flavor"),
    ("honour", "honor"),
    ("humour", "humor"),
    ("judgement", "judgment"),
    ("labelling", "labeling"),
    ("labour", "labor"),
    ("learnt", "learned"),
    ("levelled", "leveled"),
    ("maximise", "maximize"),
    ("minimise", "minimize"),
    ("modelled", "modeled"),
    ("modelling", "modeling"),
    ("signalled", "signaled"),
    ("totalled", "totaled"),
    ("travelled", "traveled"),
    ("whilst", "while"),
    // Verbs of saying and moving, used for data and state.
    ("told of", "name the event or the message: receives, is notified of"),
    ("was told", "received"),
    ("what is told", "the message"),
    ("what is said", "the message"),
    ("heard of", "received"),
    ("given way", "was replaced, was canceled"),
    ("gives way", "is replaced, is canceled"),
    ("lets go", "releases"),
    ("let go", "released"),
    ("hands on", "passes"),
    ("handed on", "passed"),
    ("turn round", "invert"),
    ("comes along", "is included, is copied"),
    ("come along", "is included, is copied"),
    ("came along", "was included, was copied"),
    ("be told", "receive, be notified of"),
    ("been said", "received, sent"),
    ("gave way", "was replaced, was canceled"),
    ("given away", "released, passed"),
    ("go away", "unmount, close, be removed"),
    ("goes away", "unmounts, closes, is removed"),
    ("gone away", "unmounted, closed, removed"),
    ("hand on", "pass"),
    ("hand out", "serve, issue"),
    ("hand over", "pass"),
    ("handed over", "passed"),
    ("handing on", "passing"),
    ("hands over", "passes"),
    ("heard from", "received from"),
    ("hears of", "receives, is notified of"),
    ("letting go", "releasing"),
    ("say nothing", "name what is not sent or logged"),
    ("told by", "received from"),
    ("turned round", "inverted"),
    ("turning round", "inverting"),
    ("turns round", "inverts"),
    ("untold", "pending"),
    ("was said", "was received, was sent"),
    // Homely nouns and riddles.
    ("of before", "previous"),
    ("who has it", "name the owner"),
    ("unasked", "automatically, without a request"),
    ("in vain", "without success"),
    ("in silence", "without a message"),
    ("straight away", "immediately"),
    ("straightaway", "immediately"),
    ("anew", "again"),
    ("believed", "cached, trusted"),
    ("believes", "caches, trusts"),
    ("counts for itself", "per process"),
    ("distrust", "needs a refetch, is treated as wrong"),
    ("distrusted", "needs a refetch, is treated as wrong"),
    ("distrusts", "needs a refetch, is treated as wrong"),
    ("good until", "valid until"),
    ("impatient", "name the timeout"),
    ("nobody sends", "is never sent"),
    ("nobody sets", "monotonic, or name what does not change it"),
    ("ran out", "expired"),
    ("running out", "expiring"),
    ("shelves", "name the storage"),
    ("take doubt", "take needs refetch"),
    ("what has it", "name the owner"),
    ("who holds it", "name the owner"),
    ("whoever", "the user who, anyone who"),
    ("whose turn", "name the order"),
];

/// Folders and files whose words are not ours or cannot change: migrations are compared by checksum, the license is
/// quoted, vectors and lock files are generated, the changelog quotes old names, translations are not English, and this
/// file lists the words.
const EXEMPT: [&str; 13] = [
    "server/migrations/",
    "LICENSE",
    "CHANGELOG.md",
    "core-wasm/languages/",
    "core-wasm/vectors/",
    "Cargo.lock",
    "messages/de/",
    "messages/es/",
    "clients/typescript/package-lock.json",
    "web/package-lock.json",
    "web/src/messages/de.ts",
    "web/src/messages/es.ts",
    "xtask/src/tasks/check/words.rs",
];

/// Fails with one line for each banned word in a tracked text file.
pub(crate) fn check() -> Result<()> {
    let mut found = Vec::new();
    for TrackedFile { path, text } in workspace::tracked_text_files()? {
        if EXEMPT.iter().any(|exempt| path.starts_with(exempt)) {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            let banned =
                banned_in(line).map(|(word, better)| format!("{path}:{}: “{word}”: write {better}", index + 1));
            found.extend(banned);
        }
    }
    if !found.is_empty() {
        bail!("{} banned words:\n  {}", found.len(), found.join("\n  "));
    }
    Ok(())
}

/// Returns the banned words of a line with what to write instead. Underscores and capitals within a word separate words,
/// so that identifiers are checked too.
fn banned_in(line: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let line = split_camel_case(line).to_lowercase().replace('_', " ");
    BANNED.into_iter().filter(move |(word, _)| contains_word(&line, word))
}

/// Inserts a space between a lower-case letter and a capital: `HeardOf` becomes `Heard Of`.
fn split_camel_case(line: &str) -> String {
    let mut text = String::with_capacity(line.len() + line.len() / 8);
    let mut is_after_lower = false;
    for character in line.chars() {
        if is_after_lower && character.is_ascii_uppercase() {
            text.push(' ');
        }
        text.push(character);
        is_after_lower = character.is_ascii_lowercase();
    }
    text
}

/// Whether the line contains the word with no letter before it, and none after it unless the word ends in `*`.
fn contains_word(line: &str, word: &str) -> bool {
    let (stem, has_any_ending) = word.strip_suffix('*').map_or((word, false), |stem| (stem, true));
    line.match_indices(stem).any(|(start, _)| {
        let is_letter = |character: Option<char>| character.is_some_and(char::is_alphabetic);
        let before = line[..start].chars().next_back();
        let after = line[start + stem.len()..].chars().next();
        !is_letter(before) && (has_any_ending || !is_letter(after))
    })
}

#[cfg(test)]
mod tests {
    use super::banned_in;

    fn words(line: &str) -> Vec<&'static str> {
        banned_in(line).map(|(word, _)| word).collect()
    }

    #[test]
    fn banned_words_are_found_in_text_and_identifiers() {
        assert_eq!(words("/// The Colours of a board."), ["colour*"]);
        assert_eq!(words("fn let_go(&self) {}"), ["let go"]);
        assert_eq!(words("enum Event { DeletionCancelled }"), ["cancelled"]);
        assert_eq!(words("fn isHeardOf() {}"), ["heard of"]);
        assert_eq!(words("A leader that was told of a change"), ["told of", "was told"]);
    }

    #[test]
    fn parts_of_other_words_pass() {
        assert!(words("a bookshelf, an optimistic organizer, outlet going").is_empty());
    }

    #[test]
    fn word_without_a_star_needs_its_exact_ending() {
        assert_eq!(words("cancelled"), ["cancelled"]);
        assert!(words("cancelledness").is_empty());
    }
}
