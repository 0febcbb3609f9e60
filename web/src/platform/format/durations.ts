import * as messages from '../../messages/dates';

/** Formats a duration in seconds as hours and minutes: "3 h 51 min", "25 min", "0 min". Seconds are rounded down. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return messages.durationMinutes({ minutes });
  const rest = minutes % 60;
  return rest === 0 ? messages.durationHours({ hours }) : messages.duration({ hours, minutes: rest });
}
