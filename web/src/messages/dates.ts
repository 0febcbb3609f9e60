// Made from messages/en/dates.json by `npm run messages`. Change the texts there.
import { formatNumber } from './format';

export const today = () => 'Today';
export const tomorrow = () => 'Tomorrow';
export const yesterday = () => 'Yesterday';
export const todayInSentence = () => 'today';
export const tomorrowInSentence = () => 'tomorrow';
export const yesterdayInSentence = () => 'yesterday';
export const dayOfMonth = ({ day, month }: { day: string; month: string }) => `${day} ${month}`;
export const dayOfYear = ({ day, month, year }: { day: string; month: string; year: string }) => `${day} ${month} ${year}`;
export const dayWithWeekday = ({ weekday, day }: { weekday: string; day: string }) => `${weekday}, ${day}`;
export const range = ({ start, end }: { start: string; end: string }) => `${start} – ${end}`;
export const dayAndTime = ({ day, time }: { day: string; time: string }) => `${day}, ${time}`;
export const timeAm = ({ time }: { time: string }) => `${time}\u00a0AM`;
export const timePm = ({ time }: { time: string }) => `${time}\u00a0PM`;
export const durationMinutes = ({ minutes }: { minutes: number }) => `${formatNumber(minutes)} min`;
export const durationHours = ({ hours }: { hours: number }) => `${formatNumber(hours)} h`;
export const duration = ({ hours, minutes }: { hours: number; minutes: number }) => `${formatNumber(hours)} h ${formatNumber(minutes)} min`;
