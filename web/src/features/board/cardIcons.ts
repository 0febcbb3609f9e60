/**
 * Icons of cards. Each is one of Lucide's, drawn as a single path: a board shows hundreds, and Lucide's have up to ten
 * elements.
 */
import { createLucideIcon, type LucideIcon } from 'lucide-react';

const icon = (name: string, d: string): LucideIcon => createLucideIcon(name, [['path', { d, key: name }]]);

export const CalendarDays = icon(
  'calendar-days',
  'M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM3 9h18M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01',
);
export const Ellipsis = icon(
  'ellipsis',
  'M6 12a1 1 0 1 1-2 0a1 1 0 0 1 2 0zM13 12a1 1 0 1 1-2 0a1 1 0 0 1 2 0zM20 12a1 1 0 1 1-2 0a1 1 0 0 1 2 0z',
);
export const TextAlignStart = icon('text-align-start', 'M21 5H3M15 12H3M17 19H3');
