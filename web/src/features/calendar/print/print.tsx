/** Prints the shown month as a grid, and the shown week as a list of days. */
import { enablePrinting } from '../../../shell/printing';
import { CalendarPrint, type PrintedCalendar } from './CalendarPrint';
import './calendar-print.css';

/** Prints the calendar instead of the page, until the returned function is called. */
export function enableCalendarPrint(shown: () => PrintedCalendar): () => void {
  return enablePrinting(() => <CalendarPrint {...shown()} />);
}
