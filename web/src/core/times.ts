/** Moments of records in the words of this device's day. */
import { dayOf, dayWords } from './moments';

const digits = (value: number) => String(value).padStart(2, '0');

/** A moment as people say it who know which day it is today: "Today, 14:05", "3 Mar, 09:00". */
export function momentWords(moment: string, today: string): string {
  const at = new Date(moment);
  return `${dayWords(dayOf(moment), today)}, ${digits(at.getHours())}:${digits(at.getMinutes())}`;
}
