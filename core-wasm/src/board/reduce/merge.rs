//! Merges two edits of a text that do not know of each other, paragraph by paragraph (SPEC M83).

/// What separates paragraphs. Further line breaks belong to the next paragraph.
const SEPARATOR: &str = "\n\n";

/// The maximum size of the table that is computed to compare two texts, in cells. Texts with more different paragraphs
/// count as different altogether.
const MAX_CELLS: usize = 250_000;

/// A merged text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Merged {
    pub(super) text: String,
    /// Whether no paragraph was changed, and nothing was inserted, in the same place on both sides.
    pub(super) is_clean: bool,
}

/// Merges `ours`, which was made of `base`, into `theirs`, which `base` has become meanwhile. A paragraph that only one
/// side has changed or deleted is as on that side. If both have changed it, the result has both, theirs first.
pub(super) fn merge(base: &str, theirs: &str, ours: &str) -> Merged {
    if base == theirs || theirs == ours {
        return Merged { text: ours.to_owned(), is_clean: true };
    }
    let base = paragraphs(base);
    let (theirs, ours) = (Diff::between(&base, &paragraphs(theirs)), Diff::between(&base, &paragraphs(ours)));
    let (mut merged, mut is_clean) = (vec![], true);
    for (place, (their_insert, our_insert)) in theirs.inserted.iter().zip(&ours.inserted).enumerate() {
        let shared = their_insert.iter().zip(our_insert).take_while(|(one, other)| one == other).count();
        merged.extend_from_slice(their_insert);
        merged.extend_from_slice(&our_insert[shared..]);
        let is_same = their_insert == our_insert;
        is_clean &= their_insert.len() == shared || our_insert.len() == shared;
        if let Some(paragraph) = base.get(place) {
            match (theirs.is_kept[place], ours.is_kept[place]) {
                (true, true) => merged.push(*paragraph),
                (false, false) => is_clean &= is_same,
                _ => {}
            }
        }
    }
    Merged { text: merged.join(SEPARATOR), is_clean }
}

/// Returns whether a text contains any paragraph that `ours` has added to `base`, or `ours` has added none.
pub(super) fn contains_changes(base: &str, ours: &str, text: &str) -> bool {
    let (base, text) = (paragraphs(base), paragraphs(text));
    let mut added = paragraphs(ours).into_iter().filter(|paragraph| !base.contains(paragraph)).peekable();
    added.peek().is_none() || added.any(|paragraph| text.contains(&paragraph))
}

/// Returns the paragraphs of a text. Joined by [`SEPARATOR`], they are the text again.
fn paragraphs(text: &str) -> Vec<&str> {
    if text.is_empty() { vec![] } else { text.split(SEPARATOR).collect() }
}

/// How a text was changed.
struct Diff<'a> {
    /// Whether each of its paragraphs was kept.
    is_kept: Vec<bool>,
    /// What was inserted before each of its paragraphs, and at its end.
    inserted: Vec<Vec<&'a str>>,
}

impl<'a> Diff<'a> {
    fn between(before: &[&str], after: &[&'a str]) -> Self {
        let (mut is_kept, mut inserted) = (vec![true; before.len()], vec![vec![]; before.len() + 1]);
        let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
        let (old, new) = (&before[start..], &after[start..]);
        let end = old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count();
        let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
        let common = CommonLengths::of(old, new);
        // What is inserted belongs to the place where a series of differences begins.
        let (mut at, mut new_at, mut place) = (0, 0, start);
        while at < old.len() || new_at < new.len() {
            if at < old.len() && new_at < new.len() && common.is_known() && old[at] == new[new_at] {
                (at, new_at) = (at + 1, new_at + 1);
                place = start + at;
            } else if new_at < new.len()
                && (at == old.len() || common.get(at, new_at + 1) >= common.get(at + 1, new_at))
            {
                inserted[place].push(new[new_at]);
                new_at += 1;
            } else {
                is_kept[start + at] = false;
                at += 1;
            }
        }
        Self { is_kept, inserted }
    }
}

/// The length of the longest common subsequence of each pair of ends of two texts.
struct CommonLengths {
    /// By row and column; empty if there would be too many.
    lengths: Vec<u32>,
    width: usize,
}

impl CommonLengths {
    fn of(old: &[&str], new: &[&str]) -> Self {
        let width = new.len() + 1;
        let mut common = Self { lengths: vec![], width };
        if old.len() * new.len() > MAX_CELLS {
            return common;
        }
        common.lengths = vec![0; (old.len() + 1) * width];
        for row in (0..old.len()).rev() {
            for column in (0..new.len()).rev() {
                common.lengths[row * width + column] = if old[row] == new[column] {
                    common.get(row + 1, column + 1) + 1
                } else {
                    common.get(row + 1, column).max(common.get(row, column + 1))
                };
            }
        }
        common
    }

    fn is_known(&self) -> bool {
        !self.lengths.is_empty()
    }

    fn get(&self, row: usize, column: usize) -> u32 {
        self.lengths.get(row * self.width + column).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(paragraphs: &str) -> String {
        paragraphs.split_whitespace().collect::<Vec<_>>().join(SEPARATOR)
    }

    fn merged(base: &str, theirs: &str, ours: &str) -> (String, bool) {
        let Merged { text: merged, is_clean } = merge(&text(base), &text(theirs), &text(ours));
        (merged.replace(SEPARATOR, " "), is_clean)
    }

    #[test]
    fn m83_descriptions_merge_by_paragraphs() {
        for (base, theirs, ours, expected, is_clean) in [
            ("a b c", "a2 b c", "a b c2", "a2 b c2", true),
            ("a b c", "a c", "a b c d", "a c d", true),
            ("a b", "a b2", "a b c", "a b2 c", true),
            ("a b", "x a b", "a b y", "x a b y", true),
            ("a b c", "a b2 c", "a b3 c", "a b2 b3 c", false),
            ("a b", "a b c", "a b d", "a b c d", false),
            ("a b c", "a c", "a b2 c", "a b2 c", false),
            ("a b c", "a b2 c", "a c", "a b2 c", false),
            ("a b c", "a c", "a c", "a c", true),
            ("a b", "a b2 c", "a b2", "a b2 c", false),
            ("a b", "a b2", "a b2", "a b2", true),
            ("", "a", "b", "a b", false),
            ("a", "", "a b", "b", true),
            ("a", "a b", "", "b", true),
            ("a", "", "", "", true),
        ] {
            assert_eq!(merged(base, theirs, ours), (expected.to_owned(), is_clean), "{base}: {theirs} and {ours}");
        }
    }

    #[test]
    fn m83_line_breaks_are_kept() {
        let base = "# Title\n\n\n\nList\n- one\n- two";
        let ours = base.replace("one", "1");
        assert_eq!(merge(base, base, &ours).text, ours);
        assert_eq!(merge(base, &format!("{base}\n\nEnd\n"), &ours).text, format!("{ours}\n\nEnd\n"));
    }

    #[test]
    fn m83_long_texts_are_compared_within_a_limit() {
        let long = |first: &str| std::iter::once(first.to_owned()).chain((0..12_000).map(|n| n.to_string()));
        let join = |paragraphs: Vec<String>| paragraphs.join(SEPARATOR);
        let base = join(long("a").collect());
        let reversed = join(long("b").collect::<Vec<_>>().into_iter().rev().collect());
        let appended = format!("{base}\n\nlast");
        assert_eq!(merge(&base, &reversed, &appended).text, format!("{reversed}\n\nlast"));
    }

    proptest! {
        #[test]
        fn m83_nothing_that_one_side_wrote_is_lost(
            base in "([abc]\n\n){0,6}",
            theirs in "([abcx]\n\n){0,6}",
            ours in "([abcy]\n\n){0,6}",
        ) {
            let Merged { text: merged, .. } = merge(&base, &theirs, &ours);
            for (side, own) in [(&theirs, "x"), (&ours, "y")] {
                let count = |text: &str| text.split(SEPARATOR).filter(|paragraph| *paragraph == own).count();
                prop_assert_eq!(count(&merged), count(side));
            }
        }

        #[test]
        fn m83_a_change_of_one_side_is_the_result(base in "([abc]\n{0,3}){0,6}", other in "([abc]\n{0,3}){0,6}") {
            prop_assert_eq!(merge(&base, &base, &other).text, other.clone());
            prop_assert_eq!(merge(&base, &other, &base).text, other.clone());
            prop_assert_eq!(merge(&base, &other, &other).text, other);
        }
    }
}
