//! Merges descriptions paragraph by paragraph, as rule M83 says.

use std::collections::BTreeMap;

/// What a text has become: which paragraphs of an earlier text it has kept, and what was inserted before each of them
/// and at the end.
struct Revision {
    is_kept: Vec<bool>,
    inserted: Vec<Vec<String>>,
}

/// Returns the text that two changes of `base` have together. `theirs` is on the server already.
pub(super) fn merged(base: &str, theirs: &str, ours: &str) -> String {
    if base == theirs || theirs == ours {
        return ours.to_owned();
    }
    let base = paragraphs(base);
    let (theirs, ours) = (revision(&base, &paragraphs(theirs)), revision(&base, &paragraphs(ours)));
    let mut merged: Vec<String> = vec![];
    for place in 0..=base.len() {
        let (first, second) = (&theirs.inserted[place], &ours.inserted[place]);
        let is_shared = |index: &usize| first.get(*index).is_some_and(|paragraph| *paragraph == second[*index]);
        let shared = (0..second.len()).take_while(is_shared).count();
        merged.extend(first.iter().cloned());
        merged.extend(second.iter().skip(shared).cloned());
        if place < base.len() && theirs.is_kept[place] && ours.is_kept[place] {
            merged.push(base[place].clone());
        }
    }
    merged.join("\n\n")
}

fn paragraphs(text: &str) -> Vec<String> {
    if text.is_empty() { vec![] } else { text.split("\n\n").map(str::to_owned).collect() }
}

/// Compares two texts. Equal paragraphs at the start, and then at the end, are kept. What was inserted belongs to the place
/// where a series of differences begins.
fn revision(before: &[String], after: &[String]) -> Revision {
    let mut revision = Revision { is_kept: vec![true; before.len()], inserted: vec![vec![]; before.len() + 1] };
    let mut lengths = BTreeMap::new();
    let start = (0..before.len().min(after.len())).take_while(|index| before[*index] == after[*index]).count();
    let (mut old, mut new, mut place) = (start, start, start);
    let (mut before, mut after) = (before, after);
    while before.len().min(after.len()) > start && before.last() == after.last() {
        (before, after) = (&before[..before.len() - 1], &after[..after.len() - 1]);
    }
    while old < before.len() || new < after.len() {
        if old < before.len() && new < after.len() && before[old] == after[new] {
            (old, new) = (old + 1, new + 1);
            place = old;
            continue;
        }
        let is_insertion = new < after.len()
            && (old == before.len()
                || common(&before[old..], &after[new + 1..], &mut lengths)
                    >= common(&before[old + 1..], &after[new..], &mut lengths));
        if is_insertion {
            revision.inserted[place].push(after[new].clone());
            new += 1;
        } else {
            revision.is_kept[old] = false;
            old += 1;
        }
    }
    revision
}

/// Returns the length of the longest common subsequence of two ends of the texts.
fn common(before: &[String], after: &[String], lengths: &mut BTreeMap<(usize, usize), usize>) -> usize {
    let (Some((first, before_rest)), Some((other, after_rest))) = (before.split_first(), after.split_first()) else {
        return 0;
    };
    let key = (before.len(), after.len());
    if let Some(length) = lengths.get(&key) {
        return *length;
    }
    let length = if first == other {
        common(before_rest, after_rest, lengths) + 1
    } else {
        common(before_rest, after, lengths).max(common(before, after_rest, lengths))
    };
    lengths.insert(key, length);
    length
}
