/** What stands in the dialog of a session, and the session that it makes. */
import type { FocusSessionView, HourFormat, SessionEntry } from '@twentyfour/core';
import { addMinutes, toDateAndTime, formatEndTime, toLocalTimestamp, minutesBetween, toTimestampNear } from '../../core/times';
import { parseInteger } from '../../ui/NumberInput';

export interface SessionFields {
  /** `YYYY-MM-DD`; empty while none is chosen. */
  day: string;
  /** `HH:MM`; empty while none is chosen. */
  time: string;
  minutes: string;
  /** The board's id; empty for none. */
  board: string;
}

/** The longest session: a day, in minutes. */
export const MAX_MINUTES = 1440;
/** How long a session is that one begins to enter, in minutes. */
const DEFAULT_MINUTES = 25;

/** A session that has just ended, to begin with. `now` is the clock's day and minute. */
export function defaultFields(now: string): SessionFields {
  const [day = '', time = ''] = now.split('T');
  const begin = time === '' ? { day, time } : addMinutes({ day, time }, -DEFAULT_MINUTES);
  return { ...begin, minutes: String(DEFAULT_MINUTES), board: '' };
}

/** A session as it is. */
export function toFields({ start, utc_offset, focused, board_id }: FocusSessionView): SessionFields {
  return {
    ...toDateAndTime(start, utc_offset),
    minutes: String(Math.max(Math.floor(focused / 60), 1)),
    board: board_id ?? '',
  };
}

/** What was kept as a draft; null where that cannot be read. */
export function parseDraft(text: string): SessionFields | null {
  try {
    const { day, time, minutes, board } = JSON.parse(text) as Record<string, unknown>;
    const fields = { day, time, minutes, board };
    return Object.values(fields).every((value) => typeof value === 'string') ? (fields as SessionFields) : null;
  } catch {
    return null;
  }
}

/** What of a form cannot be taken, each in a sentence. */
export interface SessionErrors {
  start?: string;
  minutes?: string;
}

/**
 * When the session that the fields describe ends; null where they describe none, or where that cannot be told: a session
 * that gets shorter loses its last minutes, and the pauses among them. `before` is the one that is edited.
 */
export function formatSessionEnd(fields: SessionFields, before: FocusSessionView | null, hour_format: HourFormat): string | null {
  const minutes = parseInteger(fields.minutes);
  if (fields.day === '' || fields.time === '' || minutes === null || minutes < 1 || minutes > MAX_MINUTES) return null;
  if (!before) return formatEndTime(fields, minutes, hour_format);
  const pauses = Math.floor(minutesBetween(before.start, before.end) - before.focused / 60);
  if (pauses > 0 && minutes < Number(toFields(before).minutes)) return null;
  return formatEndTime(fields, minutes + pauses, hour_format);
}

export const START_REQUIRED = 'Choose a date and time.';
export const END_IN_FUTURE = 'A session can’t end in the future. Check the date and time.';
export const MINUTES_OUT_OF_RANGE = 'Enter 1 to 1,440 minutes.';

/** The session that the fields describe, or what is missing for one. `before` is the one that is edited. */
export function toSessionEntry(fields: SessionFields, before: FocusSessionView | null): SessionEntry | SessionErrors {
  const known = before && toFields(before);
  const isSameTime = known !== null && fields.day === known.day && fields.time === known.time;
  // The seconds of a time that nobody has touched stay.
  const moment = isSameTime && before
    ? { start: before.start, utc_offset: before.utc_offset }
    : before
      ? toTimestampNear(fields, before.utc_offset, before.start)
      : toLocalTimestamp(fields);
  const minutes = parseInteger(fields.minutes);
  if (!moment || minutes === null) {
    return { ...(moment ? {} : { start: START_REQUIRED }), ...(minutes === null ? { minutes: MINUTES_OUT_OF_RANGE } : {}) };
  }
  const board_id = fields.board === '' ? null : fields.board;
  // A card lies on its board; on another there is none.
  const card_id = before && before.board_id === board_id ? before.card_id : null;
  return { ...moment, minutes, board_id, card_id };
}
