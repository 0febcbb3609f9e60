import * as messages from '../../../messages/card';

/** The offered reminder times, in minutes before the due date. */
export const PRESETS = [0, 10, 60, 1440] as const;

export type Unit = 'minutes' | 'hours' | 'days';

/** The number of minutes per unit. */
const MINUTES_PER_UNIT: Record<Unit, number> = { minutes: 1, hours: 60, days: 1440 };

/** Formats a reminder's time: "1 day before". */
export function formatReminder(minutes_before: number): string {
  if (minutes_before === 0) return messages.reminderAtDueTime();
  if (minutes_before % MINUTES_PER_UNIT.days === 0) return messages.reminderDaysBefore({ count: minutes_before / MINUTES_PER_UNIT.days });
  if (minutes_before % MINUTES_PER_UNIT.hours === 0) return messages.reminderHoursBefore({ count: minutes_before / MINUTES_PER_UNIT.hours });
  return messages.reminderMinutesBefore({ count: minutes_before });
}

/** Returns the minutes for a number of units, or null if the text is not a whole number. */
export function parseMinutes(text: string, unit: Unit): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) * MINUTES_PER_UNIT[unit] : null;
}
