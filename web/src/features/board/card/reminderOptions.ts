import * as messages from '../../../messages/card';
import * as leadTimes from '../../../messages/lead_times';

/** The offered reminder times, in minutes before the due date. */
export const PRESETS = [0, 10, 60, 1440] as const;

export type Unit = 'minutes' | 'hours' | 'days';

/** The number of minutes per unit. */
const MINUTES_PER_UNIT: Record<Unit, number> = { minutes: 1, hours: 60, days: 1440 };

/** Formats a reminder's time: "At due time", "1 day before". */
export function formatReminder(minutes_before: number): string {
  return minutes_before === 0 ? messages.reminderAtDueTime() : formatReminderInSentence(minutes_before);
}

/** Formats a reminder's time within a sentence, as the core does in the activity: "at due time", "1 day before". */
export function formatReminderInSentence(minutes_before: number): string {
  const { days, hours } = MINUTES_PER_UNIT;
  const weeks = 7 * days;
  if (minutes_before === 0) return leadTimes.atDueTime();
  if (minutes_before % weeks === 0) return leadTimes.weeksBefore({ count: minutes_before / weeks });
  if (minutes_before % days === 0) return leadTimes.daysBefore({ count: minutes_before / days });
  if (minutes_before % hours === 0) return leadTimes.hoursBefore({ count: minutes_before / hours });
  return leadTimes.minutesBefore({ count: minutes_before });
}

/** Returns the minutes for a number of units, or null if the text is not a whole number. */
export function parseMinutes(text: string, unit: Unit): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) * MINUTES_PER_UNIT[unit] : null;
}
