/** Looks up UTC offsets of this device's time zone. The core turns local times into timestamps with them. */
import type { ZoneOffsets } from '@twentyfour/core';

const MS_PER_MINUTE = 60_000;
/** Longer than any UTC offset, so that a clock change at a local time lies between the two days around it. */
const MS_PER_DAY = 24 * 60 * MS_PER_MINUTE;

/**
 * Returns the offsets at a local day (`YYYY-MM-DD`) and time (`HH:MM`), and at the start of a session, if there is one.
 * For an invalid time they are 0.
 */
export function zoneOffsets(day: string, time: string, sessionStart: string | null): ZoneOffsets {
  const at_session = sessionStart === null ? null : offsetAt(Date.parse(sessionStart));
  const local = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(local)) return { before: 0, after: 0, at_session };
  const [before, after] = [offsetAt(local - MS_PER_DAY), offsetAt(local + MS_PER_DAY)];
  // The offsets that this local time can have: none if the clock skips it, both if it occurs twice.
  const possible = [before, after].filter((offset) => offsetAt(local - offset * MS_PER_MINUTE) === offset);
  const [only] = possible;
  return possible.length === 1 && only !== undefined ? { before: only, after: only, at_session } : { before, after, at_session };
}

/** Returns this device's UTC offset at a time, in minutes; positive is east of Greenwich. */
export function offsetAt(milliseconds: number): number {
  return 0 - Math.round(new Date(milliseconds).getTimezoneOffset());
}
