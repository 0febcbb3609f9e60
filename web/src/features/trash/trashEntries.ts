import type { TrashEntry, TrashGroup } from '@twentyfour/core';
import * as common from '../../messages/common';
import * as messages from '../../messages/trash';
import { localDate, formatRelativeDay } from '../../platform/format/dates';

const GROUPS: readonly { group: TrashGroup; name: () => string }[] = [
  { group: 'boards', name: common.boards },
  { group: 'lists', name: common.lists },
  { group: 'cards', name: messages.groupCards },
  { group: 'archive', name: messages.groupArchive },
];

/** Groups the entries by the page's headings, in display order, without empty groups. */
export function groupEntries(entries: readonly TrashEntry[]): { group: TrashGroup; name: string; entries: TrashEntry[] }[] {
  return GROUPS.map(({ group, name }) => ({ group, name: name(), entries: entries.filter((entry) => entry.group === group) })).filter(
    ({ entries: members }) => members.length > 0,
  );
}

/** Returns whether an entry's name or location contains a text, ignoring case. */
export function matchesText(entry: TrashEntry, text: string): boolean {
  const query = text.trim().toLocaleLowerCase();
  return [entry.name, entry.place].some((field) => field.toLocaleLowerCase().includes(query));
}

/** Formats the time of deletion: "Deleted yesterday", "Archived 3 Mar". */
export function formatDeletedAt(entry: TrashEntry, today: string): string {
  const day = formatRelativeDay(localDate(entry.since), today, 'sentence');
  return entry.is_archived ? messages.archivedOn({ day }) : messages.deletedOn({ day });
}

/** Formats when an item in the trash is permanently deleted: "Deletes in 29 days". */
export function formatDaysLeft(days: number): string {
  return messages.daysLeft({ days });
}
