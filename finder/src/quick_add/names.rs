//! Boards, lists, labels and members by their names, such as `#Work/Next`, `#"Side project"` and `@Ada`.

use super::Context;
use super::dates::Read;
use super::parse::{Line, Meaning};
use crate::text::words as folded_words;
use std::cell::OnceCell;

/// A board, and maybe a list of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BoardChoice {
    pub(super) board_id: String,
    pub(super) list_id: Option<String>,
}

/// A name that a line may contain.
struct Name<T> {
    /// The letters and digits, folded.
    compact: String,
    word_count: usize,
    value: T,
}

impl<T> Name<T> {
    fn new(name: &str, value: T) -> Self {
        Self { compact: compact(name), word_count: name.split_whitespace().count(), value }
    }
}

/// The names of a context. They are folded once per line, because an account may have thousands of boards and labels.
#[derive(Default)]
pub(super) struct Names {
    /// The boards, by their index.
    boards: OnceCell<Vec<Name<usize>>>,
    /// The members, by their id.
    members: OnceCell<Vec<Name<String>>>,
    labels: OnceCell<Vec<Name<String>>>,
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
    let boards = line.names.boards.get_or_init(|| {
        context.boards.iter().enumerate().map(|(index, board)| Name::new(&board.name, index)).collect()
    });
    let found = find(line, at, start, boards, true)?;
    let board = context.boards.get(*found.value)?;
    let mut choice = BoardChoice { board_id: board.id.clone(), list_id: None };
    let (mut next, mut end) = (found.next, found.end);
    let last = line.words.get(found.next - 1)?;
    if found.end < last.end {
        match &board.lists {
            None => end = last.end,
            Some(lists) => {
                let lists: Vec<_> = lists.iter().map(|list| Name::new(&list.name, list.id.clone())).collect();
                if let Some(list) = find(line, found.next - 1, found.end + 1, &lists, false) {
                    choice.list_id = Some(list.value.clone());
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
    let members = line.names.members.get_or_init(|| member_names(context));
    let labels =
        line.names.labels.get_or_init(|| context.labels.iter().map(|label| Name::new(label, label.clone())).collect());
    let member = find(line, at, start, members, false);
    let member = member.map(|found| Read::new(Meaning::Assignee(found.value.clone()), found.next));
    let label = find(line, at, start, labels, false);
    let label = label.map(|found| Read::new(Meaning::Label(found.value.clone()), found.next));
    match (member, label) {
        (Some(member), Some(label)) => Some(if label.next > member.next { label } else { member }),
        (member, label) => member.or(label),
    }
}

/// Returns the names of the members: whole names, first names that only one has, and `me`.
fn member_names(context: &Context) -> Vec<Name<String>> {
    let members = &context.members;
    let mut names: Vec<_> = members.iter().map(|member| Name::new(&member.name, member.id.clone())).collect();
    let first_names = members.iter().map(|member| {
        let first = member.name.split_whitespace().next().unwrap_or_default();
        Name::new(first, member.id.clone())
    });
    let first_names: Vec<_> = first_names.collect();
    let is_only = |name: &Name<String>| first_names.iter().filter(|other| other.compact == name.compact).count() == 1;
    let only: Vec<bool> = first_names.iter().map(is_only).collect();
    names.extend(first_names.into_iter().zip(only).filter_map(|(name, is_only)| is_only.then_some(name)));
    let me = members.iter().find(|member| Some(&member.id) == context.user_id.as_ref());
    names.extend(me.map(|me| Name::new("me", me.id.clone())));
    names
}

/// Finds the longest name that a text contains from `start` on, which is in the word at an index. It ends with a word, or
/// before a `/` if a list may follow.
fn find<'a, T>(line: &Line, at: usize, start: usize, all: &'a [Name<T>], has_list: bool) -> Option<Found<'a, T>> {
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
            let (is_quoted, inner) = match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
                Some(inner) => (true, inner),
                None => (false, text.as_str()),
            };
            // Case, diacritics and the punctuation within it make no difference.
            let wanted = compact(inner);
            let found = all.iter().find(|name| (is_quoted || word_count <= name.word_count) && name.compact == wanted);
            if let Some(Name { value, .. }) = found.filter(|_| !wanted.is_empty())
                && best.as_ref().is_none_or(|best| own_start + end > best.end)
            {
                best = Some(Found { value, next: next + 1, end: own_start + end });
            }
        }
        if all.iter().all(|name| name.word_count <= word_count) {
            break;
        }
    }
    best
}

/// Returns the letters and digits of a text, folded; of a text without any, such as an emoji, the text itself.
fn compact(text: &str) -> String {
    let folded = folded_words(text).replace(' ', "");
    if folded.is_empty() { text.trim().to_owned() } else { folded }
}
