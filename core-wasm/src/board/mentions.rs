//! Mentions in comments: an `@` followed by the full name of a member, as in "@Ada Lovelace". A comment stays readable as it
//! is typed, and a mention needs no markup.

use crate::protocol::sharing::Member;
use crate::protocol::text::lowercase;
use crate::protocol::view::MentionRange;

/// The maximum number of `@` of a text that are looked at.
const MAX_AT_SIGNS: usize = 100;

/// Returns the members whom a text mentions, in the order of the members, each once (SPEC M102). Of two names of which one
/// begins with the other, the longer one counts. Members with the same name are all mentioned. Only the first 100 `@` count.
pub fn mentioned<'a>(text: &str, members: &'a [Member]) -> Vec<&'a Member> {
    let mut is_mentioned = vec![false; members.len()];
    find_mentions(text, members, &mut |_, index| is_mentioned[index] = true);
    members.iter().zip(is_mentioned).filter(|(_, is_mentioned)| *is_mentioned).map(|(member, _)| member).collect()
}

/// Returns where a text mentions members, in order (SPEC M102).
pub(super) fn mention_ranges(text: &str, members: &[Member]) -> Vec<MentionRange> {
    let mut ranges = vec![];
    find_mentions(text, members, &mut |range, _| {
        if ranges.last() != Some(&range) {
            ranges.push(range);
        }
    });
    ranges
}

/// Finds the mentions of members in a text, and calls `on_mention` for each with the index of the member.
fn find_mentions(text: &str, members: &[Member], on_mention: &mut dyn FnMut(MentionRange, usize)) {
    if !text.contains('@') {
        return;
    }
    let names: Vec<Vec<char>> = members.iter().map(|member| lowercase(&member.name()).chars().collect()).collect();
    // Each character in lower case, with where it begins in the text. Some have two characters in lower case.
    let (mut characters, mut starts, mut length) = (vec![], vec![], 0);
    for character in text.chars() {
        for lower in character.to_lowercase() {
            characters.push(lower);
            starts.push(length);
        }
        length += character.len_utf16() as u32;
    }
    starts.push(length);
    let at_signs = characters.iter().enumerate().filter(|(_, character)| **character == '@').map(|(at, _)| at);
    for at in at_signs.take(MAX_AT_SIGNS) {
        // The text before an `@` in an email address ends with a letter.
        if at > 0 && is_letter(characters[at - 1]) {
            continue;
        }
        let rest = &characters[at + 1..];
        let follows =
            |name: &&Vec<char>| rest.starts_with(name) && !rest.get(name.len()).is_some_and(|next| is_letter(*next));
        let Some(longest) = names.iter().filter(follows).map(Vec::len).max() else { continue };
        let range = MentionRange { start: starts[at], end: starts[at + 1 + longest] };
        for (index, name) in names.iter().enumerate() {
            if name.len() == longest && follows(&name) {
                on_mention(range, index);
            }
        }
    }
}

/// Returns whether a character continues a word. Everything outside ASCII does, except for blocks of punctuation and symbols:
/// the table of letters would take a kilobyte of the module.
fn is_letter(character: char) -> bool {
    match character {
        '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{303f}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f000}'..='\u{1faff}' => {
            false
        }
        '\u{c0}'.. => true,
        _ => character.is_ascii_alphanumeric(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::id::Id;
    use crate::protocol::sharing::Role;

    fn member(number: u8, first_name: &str, last_name: &str) -> Member {
        Member {
            user_id: Id::from_parts(1, &[number; 10]),
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            picture: None,
            role: Role::Editor,
            shares_focus: false,
        }
    }

    #[test]
    fn m102_a_full_name_after_an_at_sign_is_a_mention() {
        let members =
            [member(1, "Ada", "Lovelace"), member(2, "Ann", "Li"), member(3, "Ann", "Li Wong"), member(4, "Ann", "Li")];
        let mentioned_ids = |text: &str| -> Vec<u8> {
            let ids = mentioned(text, &members).into_iter().map(|member| member.user_id);
            ids.map(|id| members.iter().position(|member| member.user_id == id).unwrap() as u8 + 1).collect()
        };
        assert_eq!(mentioned_ids("@Ada Lovelace, please look"), [1]);
        assert_eq!(mentioned_ids("(@ada LOVELACE)"), [1]);
        assert_eq!(mentioned_ids("@Ada"), [0; 0]);
        assert_eq!(mentioned_ids("ada@Ada Lovelace"), [0; 0], "an email address");
        assert_eq!(mentioned_ids("@Ada Lovelaces"), [0; 0], "another name");
        assert_eq!(mentioned_ids("@Ada Lovelaceä"), [0; 0]);
        assert_eq!(mentioned_ids("👋@Ada Lovelace👋 @Ada Lovelace…"), [1]);
        assert_eq!(mentioned_ids("@Ann Li"), [2, 4], "both have this name");
        assert_eq!(mentioned_ids("@Ann Li Wong"), [3], "the longer name counts");
        assert_eq!(mentioned_ids("@@Ann Li @"), [2, 4]);
        assert_eq!(mentioned_ids(&format!("{}@Ada Lovelace", "@".repeat(100))), [0; 0], "too many");
    }

    #[test]
    fn m129_the_ranges_of_mentions_count_as_the_shell_does() {
        let members =
            [member(1, "Ada", "Lovelace"), member(2, "Ann", "Li"), member(3, "Ann", "Li Wong"), member(4, "Ann", "Li")];
        let ranges = |text: &str| -> Vec<(u32, u32)> {
            mention_ranges(text, &members).into_iter().map(|MentionRange { start, end }| (start, end)).collect()
        };
        assert_eq!(ranges("Hi @Ada Lovelace, @ANN LI"), [(3, 16), (18, 25)], "two members have the second name");
        assert_eq!(ranges("👋@Ada Lovelace👋"), [(2, 15)], "an emoji counts twice");
        assert_eq!(ranges("İ @Ann Li Wong"), [(2, 14)], "it has two characters in lower case");
        assert_eq!(ranges("x@Ada Lovelace"), []);
    }
}
