import type { TrashEntry } from '@twentyfour/core';
import { localDate, daysBetween, formatRelativeDay } from '../../core/moments';

/** How long the trash keeps what lies in it, in days. */
export const TRASH_DAYS = 30;

/** The headings of the page, in order, each with what stands below it. */
export function groupEntries(entries: readonly TrashEntry[]): { name: string; entries: TrashEntry[] }[] {
  const groups = [
    { name: 'Boards', entries: entries.filter((entry) => entry.kind === 'board' && !entry.is_archived) },
    { name: 'Lists', entries: entries.filter((entry) => entry.kind === 'list' && !entry.is_archived) },
    { name: 'Cards', entries: entries.filter((entry) => entry.kind === 'card' && !entry.is_archived) },
    { name: 'Archive', entries: entries.filter((entry) => entry.is_archived) },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

/** Whether a text stands in an entry's name or place, whatever the case. */
export function matchesText(entry: TrashEntry, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  return [entry.name, entry.place].some((words) => words.toLocaleLowerCase().includes(wanted));
}

/** What an entry is called on screen. */
export function entryName(entry: TrashEntry): string {
  return entry.name === '' ? 'Untitled list' : entry.name;
}

/** A day's words in the middle of a sentence: "today", but "Friday" and "3 Mar". */
function lowercaseRelativeDay(words: string): string {
  return ['Today', 'Tomorrow', 'Yesterday'].includes(words) ? words.toLowerCase() : words;
}

/** When it was put there: "Deleted yesterday", "Archived 3 Mar". */
export function formatDeletedAt(entry: TrashEntry, today: string): string {
  return `${entry.is_archived ? 'Archived' : 'Deleted'} ${lowercaseRelativeDay(formatRelativeDay(localDate(entry.since), today))}`;
}

/** How long it stays. Nothing for what stays, or while today is not known. */
export function formatTimeLeft(entry: TrashEntry, today: string): string | null {
  return entry.is_archived ? null : formatDeletionDate(entry.since, today);
}

/** When what was deleted at a moment goes for good: "Gone for good in 29 days". Nothing while today is not known. */
export function formatDeletionDate(since: string, today: string): string | null {
  if (today === '') return null;
  const left = TRASH_DAYS - daysBetween(localDate(since), today);
  if (left < 1) return 'Deletes today';
  return left === 1 ? 'Deletes tomorrow' : `Deletes in ${left} days`;
}
