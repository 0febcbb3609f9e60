import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { addDays, weekdayOf } from '../../platform/format/dates';
import { keyOf } from '../../ui/keyboard';
import { useCalendar } from './calendarContext';
import { addPages, type CalendarView } from './days';

/** Returns the day that a key moves to from another one. */
function dayAfterKey(view: CalendarView, day: string, key: string | null): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addPages(view, day, -1);
    case 'PageDown':
      return addPages(view, day, 1);
    default:
      return null;
  }
}

/**
 * Moves the focus in a grid of days, which is one tab stop: the arrow keys between days, Enter to the first card of the day,
 * arrows up and down between its cards, and Escape back to the day. Elements with `data-day-focus` are the days.
 */
export function useGridKeys(view: CalendarView) {
  const { day, setDay } = useCalendar();
  const grid = useRef<HTMLDivElement>(null);
  // The address, and with it `day`, changes later than keys that follow each other quickly.
  const latestDay = useRef(day);
  /** The days that keys have moved to and that are not rendered yet. */
  const pendingDays = useRef<string[]>([]);
  const focusDay = () => grid.current?.querySelector<HTMLElement>(`[data-day-focus="${day}"]`)?.focus();
  useLayoutEffect(() => {
    const index = pendingDays.current.indexOf(day);
    if (index >= 0) focusDay();
    else latestDay.current = day;
    pendingDays.current = index >= 0 ? pendingDays.current.slice(index + 1) : [];
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only a new day moves the focus.
  }, [day]);
  const entries = () => {
    const cell = `[data-day="${latestDay.current}"]`;
    return [...(grid.current?.querySelectorAll<HTMLElement>(`${cell} :is([data-entry], [data-later], [data-more])`) ?? [])];
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const key = keyOf(event);
    if (event.target.dataset.dayFocus !== undefined) {
      const next = dayAfterKey(view, latestDay.current, key);
      if (next !== null) {
        if (next !== latestDay.current) {
          pendingDays.current.push(next);
          latestDay.current = next;
          setDay(next);
        }
      } else if (key === 'Enter') {
        const [first] = entries();
        // Otherwise a day that is rendered later would take the focus from the card.
        if (first) pendingDays.current = [];
        first?.focus();
      } else return;
    } else {
      const all = entries();
      const index = all.indexOf(event.target);
      if (index === -1) return;
      if (key === 'ArrowDown') all[index + 1]?.focus();
      else if (key === 'ArrowUp' && index > 0) all[index - 1]?.focus();
      else if (key === 'ArrowUp' || key === 'Escape') focusDay();
      else return;
    }
    event.preventDefault();
  };
  return { grid, keyHandlers: { onKeyDown } };
}
