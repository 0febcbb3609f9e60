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

export interface Destination {
  path: string;
  name: string;
  icon: LucideIcon;
  /** Whether only the exact path counts as active. */
  isExact: boolean;
}

/** The four links of the rail and of the bottom bar. */
export const DESTINATIONS: readonly Destination[] = [
  { path: '/app', name: 'Home', icon: House, isExact: true },
  { path: '/app/b', name: 'Boards', icon: SquareKanban, isExact: false },
  { path: '/app/stats', name: 'Stats', icon: ChartNoAxesColumn, isExact: false },
  { path: '/app/settings', name: 'Settings', icon: Settings, isExact: false },
];

/** The pages linked from the sidebar, and from "More" on phones. */
export const MORE_DESTINATIONS: readonly Destination[] = [
  { path: '/app/tasks', name: 'Tasks', icon: ListChecks, isExact: false },
  { path: '/app/notes', name: 'Notes', icon: NotebookPen, isExact: false },
  { path: '/app/trash', name: 'Trash', icon: Trash2, isExact: false },
];

/** Returns whether a path is Home's. */
export function isHomePath(pathname: string): boolean {
  return pathname === '/app' || pathname === '/app/';
}
