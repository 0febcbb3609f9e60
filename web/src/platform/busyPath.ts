/** Returns the path of a request for the busy hours between two times. */
export const busyPath = (from: Date, to: Date): string => `/account/calendar/busy/?from=${from.toISOString()}&to=${to.toISOString()}`;
