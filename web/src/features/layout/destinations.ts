import { Bell, ChartNoAxesColumn, House, type LucideIcon, Settings, SquareKanban } from 'lucide-react';
import * as common from '../../messages/common';
import * as inbox from '../../messages/inbox';
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
  { path: '/app', name: common.home, icon: House, isExact: true },
  { path: '/app/b', name: common.boards, icon: SquareKanban, isExact: false },
  { path: '/app/stats', name: messages.stats, icon: ChartNoAxesColumn, isExact: false },
  { path: '/app/settings', name: common.settings, icon: Settings, isExact: false },
];

/** The inbox: a bell in the rail, and an entry of "More" on phones. Guests have none. */
export const INBOX: Destination = { path: '/app/inbox', name: inbox.title, icon: Bell, isExact: false };

/** Returns whether a path is Home's. */
export function isHomePath(pathname: string): boolean {
  return pathname === '/app' || pathname === '/app/';
}
