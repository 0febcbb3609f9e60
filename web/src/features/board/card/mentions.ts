/** Mentions while a comment is typed: an `@` and the beginning of a member's name before the caret. */
import type { Member } from '@twentyfour/core';
import { memberName } from '../../../shell/memberName';

/** The number of members that are suggested at once. */
const MAX_SUGGESTIONS = 8;

/** The maximum length of a name that is being typed. */
const MAX_QUERY_CHARS = 60;

/** A mention that is being typed. */
export interface MentionQuery {
  /** The position of its `@`. */
  start: number;
  /** The text between the `@` and the caret. */
  text: string;
}

/** Returns the mention that is being typed at a caret; null if there is none. The text before an `@` must not end with a letter. */
export function mentionQueryAt(value: string, caret: number): MentionQuery | null {
  const before = value.slice(0, caret);
  const start = before.lastIndexOf('@');
  const text = before.slice(start + 1);
  if (start < 0 || text.includes('\n') || text.length > MAX_QUERY_CHARS) return null;
  return /[\p{L}\p{N}]$/u.test(before.slice(0, start)) ? null : { start, text };
}

/** Returns the members whose full or last name begins with a text. */
export function suggestMembers(members: readonly Member[], text: string): Member[] {
  const query = text.toLowerCase();
  const begins = (name: string) => name.toLowerCase().startsWith(query);
  return members.filter((member) => begins(memberName(member)) || begins(member.last_name)).slice(0, MAX_SUGGESTIONS);
}

/** Replaces a mention that is being typed with a member's full name. Returns the new text and the new caret. */
export function insertMention(value: string, { start, text }: MentionQuery, member: Member): { value: string; caret: number } {
  const before = `${value.slice(0, start)}@${memberName(member)} `;
  const after = value.slice(start + 1 + text.length).replace(/^ /, '');
  return { value: before + after, caret: before.length };
}
