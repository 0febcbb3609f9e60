//! Boards, lists, labels and members by their names, such as `#Work/Next`, `#"Side project"` and `@Ada`.

use super::dates::Read;
use super::parse::{Line, Meaning};
use super::{Context, Named};
use crate::text::words as folded_words;

/// A board, and maybe a list of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BoardChoice {
    pub(super) board_id: String,
    pub(super) list_id: Option<String>,
}

/// A name that was found.
struct Found<'a, T> {
    value: &'a T,
    /// The index of the word after it.
    next: usize,
    /// Where it ends, in bytes.
    end: usize,
}

/// Reads a board and its list. Returns where they end in the text, too, as a `/` may follow that names no list.
pub(super) fn board(line: &Line, at: usize, context: &Context) -> Option<(Read<Meaning>, usize)> {
    let start = line.words.get(at)?.start + 1;
    let found = find(line, at, start, &context.boards, |board| &board.name, true)?;
    let board = found.value;
    let mut choice = BoardChoice { board_id: board.id.clone(), list_id: None };
    let (mut next, mut end) = (found.next, found.end);
    let last = line.words.get(found.next - 1)?;
    if found.end < last.end {
        match &board.lists {
            None => end = last.end,
            Some(lists) => {
                if let Some(list) = find(line, found.next - 1, found.end + 1, lists, |list| &list.name, false) {
                    choice.list_id = Some(list.value.id.clone());
                    (next, end) = (list.next, list.end);
                }
            }
        }
    }
    Some((Read::new(Meaning::Board(choice), next), end))
}

/// Reads a member, by the whole name or by a first name that only one has, or a label.
pub(super) fn person_or_label(line: &Line, at: usize, context: &Context) -> Option<Read<Meaning>> {
    let start = line.words.get(at)?.start + 1;
    let members = &context.members;
    let first_name = |name: &str| name.split_whitespace().next().unwrap_or_default().to_owned();
    let mut named: Vec<(String, &Named)> = members.iter().map(|member| (member.name.clone(), member)).collect();
    for member in members {
        let first = first_name(&member.name);
        if members.iter().filter(|other| compact(&first_name(&other.name)) == compact(&first)).count() == 1 {
            named.push((first, member));
        }
    }
    if let Some(me) = members.iter().find(|member| Some(&member.id) == context.user_id.as_ref()) {
        named.push(("me".to_owned(), me));
    }
    let member = find(line, at, start, &named, |(name, _)| name, false);
    let member = member.map(|found| Read::new(Meaning::Assignee(found.value.1.id.clone()), found.next));
    let label = find(line, at, start, &context.labels, |label| label, false);
    let label = label.map(|found| Read::new(Meaning::Label(found.value.clone()), found.next));
    match (member, label) {
        (Some(member), Some(label)) => Some(if label.next > member.next { label } else { member }),
        (member, label) => member.or(label),
    }
}

/// Finds the longest name that a text contains from `start` on, which is in the word at an index. It ends with a word, or
/// before a `/` if a list may follow.
fn find<'a, T>(
    line: &Line,
    at: usize,
    start: usize,
    all: &'a [T],
    name: impl Fn(&'a T) -> &'a String,
    has_list: bool,
) -> Option<Found<'a, T>> {
    let mut best: Option<Found<'a, T>> = None;
    let first = line.words.get(at)?;
    let typed_at = |next: usize| first.text.get(start - first.start..).filter(|_| next == at);
    let mut typed = String::new();
    for next in at.. {
        let Some(word) = line.words.get(next) else { break };
        if next > at {
            let is_name = !word.lower.is_empty() && !word.text.starts_with(['#', '@', '!', '~']);
            if !is_name || !line.punctuation_before(next).is_empty() {
                break;
            }
            typed.push(' ');
        }
        let own = typed_at(next).unwrap_or(word.text);
        let own_start = word.end - own.len();
        let before = typed.clone();
        typed.push_str(own);
        let word_count = next - at + 1;
        let slash = own.char_indices().filter(|(_, character)| has_list && *character == '/').map(|(at, _)| at);
        let ends = std::iter::once(own.len()).chain(slash);
        for end in ends {
            let text = before.clone() + own.get(..end).unwrap_or_default();
            let found = all.iter().find(|one| is_name_of(&text, name(*one), word_count));
            if let Some(value) = found
                && best.as_ref().is_none_or(|best| own_start + end > best.end)
            {
                best = Some(Found { value, next: next + 1, end: own_start + end });
            }
        }
        if all.iter().all(|one| name(one).split_whitespace().count() <= word_count) {
            break;
        }
    }
    best
}

/// Returns whether a text that was typed is a name. Case, diacritics and the punctuation within it make no difference.
fn is_name_of(typed: &str, name: &str, word_count: usize) -> bool {
    let (is_quoted, inner) = match typed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => (true, inner),
        None => (false, typed),
    };
    let is_short_enough = is_quoted || word_count <= name.split_whitespace().count();
    let typed = compact(inner);
    is_short_enough && !typed.is_empty() && typed == compact(name)
}

/// Returns the letters and digits of a text, folded; of a text without any, such as an emoji, the text itself.
fn compact(text: &str) -> String {
    let folded = folded_words(text).replace(' ', "");
    if folded.is_empty() { text.trim().to_owned() } else { folded }
}
