import { useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';
import { addPages, type CalendarView, parseDay } from './days';

export interface CalendarAddress {
  view: CalendarView;
  /** The current day, which is on the shown page. */
  day: string;
  setView: (view: CalendarView) => void;
  setDay: (day: string) => void;
  /** Moves by a number of months or weeks. */
  turn: (pages: number) => void;
}

/** Returns the view and the day of the calendar. They are stored in the URL, so that they survive reloads. */
export function useCalendarAddress(): CalendarAddress {
  const today = useMirror(({ clock }) => clock.today);
  const [query, setQuery] = useSearchParams();
  const view = query.get('view') === 'week' ? 'week' : 'month';
  const day = parseDay(query.get('date')) ?? today;
  const set = (name: string, value: string) => {
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(name, value);
        return after;
      },
      // Rendered at once, so that the next key finds the new address.
      { replace: true, flushSync: true },
    );
  };
  return {
    view,
    day,
    setView: (next) => set('view', next),
    setDay: (next) => set('date', next),
    turn: (pages) => set('date', addPages(view, day, pages)),
  };
}
