import { pluralize } from '../../../ui/words';

/** How long before the due date a reminder may call, for most people. */
export const PRESETS = [0, 10, 60, 1440] as const;

export type Unit = 'minutes' | 'hours' | 'days';

/** The minutes in each unit. */
export const MINUTES_PER_UNIT: Record<Unit, number> = { minutes: 1, hours: 60, days: 1440 };

/** When a reminder calls, in words: "1 day before". */
export function formatReminder(minutes_before: number): string {
  if (minutes_before === 0) return 'At due time';
  if (minutes_before % MINUTES_PER_UNIT.days === 0) return `${pluralize(minutes_before / MINUTES_PER_UNIT.days, 'day')} before`;
  if (minutes_before % MINUTES_PER_UNIT.hours === 0) return `${pluralize(minutes_before / MINUTES_PER_UNIT.hours, 'hour')} before`;
  return `${pluralize(minutes_before, 'minute')} before`;
}

/** The minutes that a number of units stands for; null for what is no whole number. */
export function parseMinutes(text: string, unit: Unit): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) * MINUTES_PER_UNIT[unit] : null;
}
