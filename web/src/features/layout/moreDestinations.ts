/** The pages without an icon in the rail. Only what is loaded on demand links to them. */
import { CalendarDays, ListChecks, NotebookPen, Trash2 } from 'lucide-react';
import * as common from '../../messages/common';
import type { Destination } from './destinations';

/** The pages linked from the sidebar, and from "More" on phones. */
export const MORE_DESTINATIONS: readonly Destination[] = [
  { path: '/app/tasks', name: common.tasks, icon: ListChecks, isExact: false },
  { path: '/app/calendar', name: common.calendar, icon: CalendarDays, isExact: false },
  { path: '/app/notes', name: common.notes, icon: NotebookPen, isExact: false },
  { path: '/app/trash', name: common.trash, icon: Trash2, isExact: false },
];
