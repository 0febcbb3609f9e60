// Made from messages/en/dates.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber } from './format';

const message = messagesOf('dates');
export const today = message('Today');
export const tomorrow = message('Tomorrow');
export const yesterday = message('Yesterday');
export const todayInSentence = message('today');
export const tomorrowInSentence = message('tomorrow');
export const yesterdayInSentence = message('yesterday');
export const dayOfMonth = message(({ day, month }: { day: string; month: string }) => `${day} ${month}`);
export const dayOfYear = message(({ day, month, year }: { day: string; month: string; year: string }) => `${day} ${month} ${year}`);
export const dayOfMonthLong = message(({ day, month }: { day: string; month: string }) => `${day} ${month}`);
export const dayOfYearLong = message(({ day, month, year }: { day: string; month: string; year: string }) => `${day} ${month} ${year}`);
export const dayAlone = message(({ day }: { day: string }) => `${day}`);
export const dayWithWeekday = message(({ weekday, day }: { weekday: string; day: string }) => `${weekday}, ${day}`);
export const range = message(({ start, end }: { start: string; end: string }) => `${start} – ${end}`);
export const dayAndTime = message(({ day, time }: { day: string; time: string }) => `${day}, ${time}`);
export const timeAm = message(({ time }: { time: string }) => `${time}\u00a0AM`);
export const timePm = message(({ time }: { time: string }) => `${time}\u00a0PM`);
export const durationMinutes = message(({ minutes }: { minutes: number }) => `${formatNumber(minutes)} min`);
export const durationHours = message(({ hours }: { hours: number }) => `${formatNumber(hours)} h`);
export const duration = message(({ hours, minutes }: { hours: number; minutes: number }) => `${formatNumber(hours)} h ${formatNumber(minutes)} min`);
