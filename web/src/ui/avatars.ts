/** The initials and the color of a person. */
import { LOCALE } from '../messages/format';

/** The color of the initials, in both themes. */
export const AVATAR_TEXT_COLOR = '#ffffff';

/** The background colors: each has a contrast of at least 4.5:1 with the initials. */
export const AVATAR_COLORS = [
  '#b8255f',
  '#c0392b',
  '#a84a00',
  '#7a5c00',
  '#4d6b00',
  '#2e7d32',
  '#00766c',
  '#0b6e99',
  '#2f5fd0',
  '#5c5ce0',
  '#7b3fd1',
  '#a3358f',
] as const;

/** Returns the background color for an account. It is the same on every device. */
export function avatarColor(userId: string): string {
  let hash = 0;
  for (const char of userId) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return AVATAR_COLORS[hash % AVATAR_COLORS.length] ?? AVATAR_COLORS[0];
}

/** Returns the first letters of the first and the last word of a name, in upper case. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('').toLocaleUpperCase(LOCALE);
}
