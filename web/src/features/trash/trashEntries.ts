import type { TrashEntry } from '@twentyfour/core';
import { localDate, daysBetween, formatRelativeDay } from '../../platform/format/dates';

/** The retention of the trash, in days. */
export const TRASH_DAYS = 30;

/** Groups the entries by the page's headings, in display order. */
export function groupEntries(entries: readonly TrashEntry[]): { name: string; entries: TrashEntry[] }[] {
  const groups = [
    { name: 'Boards', entries: entries.filter((entry) => entry.kind === 'board' && !entry.is_archived) },
    { name: 'Lists', entries: entries.filter((entry) => entry.kind === 'list' && !entry.is_archived) },
    { name: 'Cards', entries: entries.filter((entry) => entry.kind === 'card' && !entry.is_archived) },
    { name: 'Archive', entries: entries.filter((entry) => entry.is_archived) },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

/** Returns whether an entry's name or location contains a text, ignoring case. */
export function matchesText(entry: TrashEntry, text: string): boolean {
  const query = text.trim().toLocaleLowerCase();
  return [entry.name, entry.place].some((field) => field.toLocaleLowerCase().includes(query));
}

/** Returns the displayed name of an entry. */
export function entryName(entry: TrashEntry): string {
  return entry.name === '' ? 'Untitled list' : entry.name;
}

/** Returns a relative day for use within a sentence: "today", but "Friday" and "3 Mar". */
function lowercaseRelativeDay(day: string): string {
  return ['Today', 'Tomorrow', 'Yesterday'].includes(day) ? day.toLowerCase() : day;
}

/** Formats the time of deletion: "Deleted yesterday", "Archived 3 Mar". */
export function formatDeletedAt(entry: TrashEntry, today: string): string {
  return `${entry.is_archived ? 'Archived' : 'Deleted'} ${lowercaseRelativeDay(formatRelativeDay(localDate(entry.since), today))}`;
}

/** Formats the time left. Returns null for archived items, or while the current day is unknown. */
export function formatTimeLeft(entry: TrashEntry, today: string): string | null {
  return entry.is_archived ? null : formatDeletionDate(entry.since, today);
}

/**
 * Formats when an item deleted at a timestamp is permanently deleted: "Deletes in 29 days". Returns null while the
 * current day is unknown.
 */
export function formatDeletionDate(since: string, today: string): string | null {
  if (today === '') return null;
  const left = TRASH_DAYS - daysBetween(localDate(since), today);
  if (left < 1) return 'Deletes today';
  return left === 1 ? 'Deletes tomorrow' : `Deletes in ${left} days`;
}
