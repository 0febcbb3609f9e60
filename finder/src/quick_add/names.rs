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
struct Name {
    /// The letters and digits, folded.
    compact: String,
    word_count: usize,
    /// The index of what has this name.
    index: usize,
}

impl Name {
    fn new(name: &str, index: usize) -> Self {
        Self { compact: compact(name), word_count: name.split_whitespace().count(), index }
    }

    /// Returns the names of a list of things, in its order.
    fn all<'a>(names: impl Iterator<Item = &'a String>) -> Vec<Self> {
        names.enumerate().map(|(index, name)| Self::new(name, index)).collect()
    }
}

/// The names of a context. They are folded once per line, because an account may have thousands of boards and labels.
#[derive(Default)]
pub(super) struct Names {
    boards: OnceCell<Vec<Name>>,
    members: OnceCell<Vec<Name>>,
    labels: OnceCell<Vec<Name>>,
}

/// A name that was found.
struct Found {
    /// The index of what has the name.
    index: usize,
    /// The index of the word after it.
    next: usize,
    /// Where it ends, in bytes.
    end: usize,
}

/// Reads a board and its list. Returns where they end in the text, too, as a `/` may follow that names no list.
pub(super) fn board(line: &Line, at: usize, context: &Context) -> Option<(Read<Meaning>, usize)> {
    let start = line.words.get(at)?.start + 1;
    let boards = line.names.boards.get_or_init(|| Name::all(context.boards.iter().map(|board| &board.name)));
    let found = find(line, at, start, boards, true)?;
    let board = context.boards.get(found.index)?;
    let mut choice = BoardChoice { board_id: board.id.clone(), list_id: None };
    let (mut next, mut end) = (found.next, found.end);
    let last = line.words.get(found.next - 1)?;
    if found.end < last.end {
        match &board.lists {
            None => end = last.end,
            Some(lists) => {
                let names = Name::all(lists.iter().map(|list| &list.name));
                if let Some(list) = find(line, found.next - 1, found.end + 1, &names, false) {
                    choice.list_id = lists.get(list.index).map(|list| list.id.clone());
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
    let labels = line.names.labels.get_or_init(|| Name::all(context.labels.iter()));
    let member = find(line, at, start, members, false)
        .and_then(|found| Some(Read::new(Meaning::Assignee(context.members.get(found.index)?.id.clone()), found.next)));
    let label = find(line, at, start, labels, false)
        .and_then(|found| Some(Read::new(Meaning::Label(context.labels.get(found.index)?.clone()), found.next)));
    match (member, label) {
        (Some(member), Some(label)) => Some(if label.next > member.next { label } else { member }),
        (member, label) => member.or(label),
    }
}

/// Returns the names of the members: whole names, first names that only one has, and `me`.
fn member_names(context: &Context) -> Vec<Name> {
    let members = &context.members;
    let mut names = Name::all(members.iter().map(|member| &member.name));
    let first_name = |name: &str| name.split_whitespace().next().map(compact).unwrap_or_default();
    let first_names: Vec<String> = members.iter().map(|member| first_name(&member.name)).collect();
    for (index, compact) in first_names.iter().enumerate() {
        if first_names.iter().filter(|other| *other == compact).count() == 1 {
            names.push(Name { compact: compact.clone(), word_count: 1, index });
        }
    }
    let me = members.iter().position(|member| Some(&member.id) == context.user_id.as_ref());
    names.extend(me.map(|index| Name::new("me", index)));
    names
}

/// Finds the longest name that a text contains from `start` on, which is in the word at an index. It ends with a word, or
/// before a `/` if a list may follow.
fn find(line: &Line, at: usize, start: usize, all: &[Name], has_list: bool) -> Option<Found> {
    let mut best: Option<Found> = None;
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
            if let Some(Name { index, .. }) = found.filter(|_| !wanted.is_empty())
                && best.as_ref().is_none_or(|best| own_start + end > best.end)
            {
                best = Some(Found { index: *index, next: next + 1, end: own_start + end });
            }
        }
        if all.iter().all(|name| name.word_count <= word_count) {
            break;
        }
    }
    best
}

/// Returns the letters and digits of a text, folded; of a text without any, such as an emoji, the text itself.
pub(super) fn compact(text: &str) -> String {
    let folded = folded_words(text).replace(' ', "");
    if folded.is_empty() { text.trim().to_owned() } else { folded }
}
