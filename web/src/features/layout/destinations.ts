import {
  Bell,
  CalendarDays,
  ChartNoAxesColumn,
  House,
  ListChecks,
  type LucideIcon,
  NotebookPen,
  Settings,
  SquareKanban,
  Trash2,
} from 'lucide-react';
import * as common from '../../messages/common';
import * as messages from '../../messages/layout';
import type { CommandId } from '../../shell/commands/commands';

export interface Destination {
  path: string;
  name: () => string;
  icon: LucideIcon;
  /** Whether only the exact path counts as active. */
  isExact: boolean;
  /** The command that opens the page. */
  command: CommandId;
}

/** The four links of the rail and of the bottom bar. */
export const DESTINATIONS: readonly Destination[] = [
  { path: '/app', name: common.home, icon: House, isExact: true, command: 'go_home' },
  { path: '/app/b', name: common.boards, icon: SquareKanban, isExact: false, command: 'go_boards' },
  { path: '/app/stats', name: messages.stats, icon: ChartNoAxesColumn, isExact: false, command: 'go_stats' },
  { path: '/app/settings', name: common.settings, icon: Settings, isExact: false, command: 'go_settings' },
];

/** The pages linked from the sidebar, and from "More" on phones. */
export const MORE_DESTINATIONS: readonly Destination[] = [
  { path: '/app/tasks', name: common.tasks, icon: ListChecks, isExact: false, command: 'go_tasks' },
  { path: '/app/calendar', name: common.calendar, icon: CalendarDays, isExact: false, command: 'go_calendar' },
  { path: '/app/notes', name: common.notes, icon: NotebookPen, isExact: false, command: 'go_notes' },
  { path: '/app/trash', name: common.trash, icon: Trash2, isExact: false, command: 'go_trash' },
];

/** The inbox: a bell in the rail, and an entry of "More" on phones. Guests have none. */
export const INBOX: Destination = { path: '/app/inbox', name: messages.inbox, icon: Bell, isExact: false, command: 'go_inbox' };

/** Returns whether a path is Home's. */
export function isHomePath(pathname: string): boolean {
  return pathname === '/app' || pathname === '/app/';
}
