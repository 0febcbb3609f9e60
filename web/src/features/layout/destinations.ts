import {
  ChartNoAxesColumn,
  House,
  ListChecks,
  type LucideIcon,
  NotebookPen,
  Settings,
  SquareKanban,
  Trash2,
} from 'lucide-react';
import * as messages from '../../messages/layout';

export interface Destination {
  path: string;
  name: () => string;
  icon: LucideIcon;
  /** Whether only the exact path counts as active. */
  isExact: boolean;
}

/** The four links of the rail and of the bottom bar. */
export const DESTINATIONS: readonly Destination[] = [
  { path: '/app', name: messages.home, icon: House, isExact: true },
  { path: '/app/b', name: messages.boards, icon: SquareKanban, isExact: false },
  { path: '/app/stats', name: messages.stats, icon: ChartNoAxesColumn, isExact: false },
  { path: '/app/settings', name: messages.settings, icon: Settings, isExact: false },
];

/** The pages linked from the sidebar, and from "More" on phones. */
export const MORE_DESTINATIONS: readonly Destination[] = [
  { path: '/app/tasks', name: messages.tasks, icon: ListChecks, isExact: false },
  { path: '/app/notes', name: messages.notes, icon: NotebookPen, isExact: false },
  { path: '/app/trash', name: messages.trash, icon: Trash2, isExact: false },
];

/** Returns whether a path is Home's. */
export function isHomePath(pathname: string): boolean {
  return pathname === '/app' || pathname === '/app/';
}
