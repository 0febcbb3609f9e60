import type { TrashEntry } from '@twentyfour/core';
import { dayOf, daysBetween, dayWords } from '../../core/moments';

/** How long the trash keeps what lies in it, in days. */
export const KEPT_DAYS = 30;

/** The headings of the page, in order, each with what stands below it. */
export function grouped(entries: readonly TrashEntry[]): { name: string; entries: TrashEntry[] }[] {
  const groups = [
    { name: 'Boards', entries: entries.filter((entry) => entry.kind === 'board' && !entry.is_archived) },
    { name: 'Lists', entries: entries.filter((entry) => entry.kind === 'list' && !entry.is_archived) },
    { name: 'Cards', entries: entries.filter((entry) => entry.kind === 'card' && !entry.is_archived) },
    { name: 'Archive', entries: entries.filter((entry) => entry.is_archived) },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

/** Whether a text stands in an entry's name or place, whatever the case. */
export function contains(entry: TrashEntry, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  return [entry.name, entry.place].some((words) => words.toLocaleLowerCase().includes(wanted));
}

/** What an entry is called on screen. */
export function entryName(entry: TrashEntry): string {
  return entry.name === '' ? 'Untitled list' : entry.name;
}

/** A day's words in the middle of a sentence: "today", but "Friday" and "3 Mar". */
function within(words: string): string {
  return ['Today', 'Tomorrow', 'Yesterday'].includes(words) ? words.toLowerCase() : words;
}

/** When it was put there: "Deleted yesterday", "Archived 3 Mar". */
export function sinceWords(entry: TrashEntry, today: string): string {
  return `${entry.is_archived ? 'Archived' : 'Deleted'} ${within(dayWords(dayOf(entry.since), today))}`;
}

/** How long it stays. Nothing for what stays, or while today is not known. */
export function leftWords(entry: TrashEntry, today: string): string | null {
  return entry.is_archived ? null : goneWords(entry.since, today);
}

/** When what was deleted at a moment goes for good: "Gone for good in 29 days". Nothing while today is not known. */
export function goneWords(since: string, today: string): string | null {
  if (today === '') return null;
  const left = KEPT_DAYS - daysBetween(dayOf(since), today);
  if (left < 1) return 'Deletes today';
  return left === 1 ? 'Deletes tomorrow' : `Deletes in ${left} days`;
}
