import type { Id } from '@twentyfour/core';
import { createContext, useContext } from 'react';
import type { BusyBlock } from './busyBlocks';
import type { SessionBlock } from './sessionBlocks';
import type { DayTasks } from './useDayTasks';

/** What the views of the calendar share. */
export interface CalendarContent {
  /** The days of the page. */
  days: readonly string[];
  /** The current day. */
  day: string;
  setDay: (day: string) => void;
  tasks: DayTasks;
  /** The recurring cards that will be due later. */
  later: DayTasks;
  sessions: ReadonlyMap<string, readonly SessionBlock[]>;
  /** The busy hours of the account's other calendar. */
  busy: ReadonlyMap<string, readonly BusyBlock[]>;
  /** Opens the panel of a card beside an element. */
  openPanel: (card_id: Id, anchor: HTMLElement) => void;
}


export const CalendarContext = createContext<CalendarContent | null>(null);

/** Returns what the views of the calendar share. */
export function useCalendar(): CalendarContent {
  const content = useContext(CalendarContext);
  if (!content) throw new Error('The calendar has no content.');
  return content;
}
