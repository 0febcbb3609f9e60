/** Returns local midnight at the start of a day. */
const startOf = (day: string) => new Date(`${day}T00:00`);

/** Returns the path of a request for the busy hours from the start of a day to the start of a later one. */
export const busyPath = (from: string, until: string): string =>
  `/account/calendar/busy/?from=${startOf(from).toISOString()}&to=${startOf(until).toISOString()}`;

/** Returns the minutes from the start of a day to a moment, negative if it is earlier. */
export const minutesFrom = (day: string, moment: string): number => (new Date(moment).getTime() - startOf(day).getTime()) / 60_000;
