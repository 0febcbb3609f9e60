/** Converts between the form of the session dialog and a session. */
import type { FocusSessionView, HourFormat, SessionEntry } from '@twentyfour/core';
import { addMinutes, toDateAndTime, formatEndTime, toLocalTimestamp, minutesBetween, toTimestampNear } from '../../platform/format/times';
import { parseInteger } from '../../ui/NumberInput';

export interface SessionFields {
  /** `YYYY-MM-DD`; empty if not set. */
  day: string;
  /** `HH:MM`; empty if not set. */
  time: string;
  minutes: string;
  /** The board's id; empty for none. */
  board: string;
}

/** The longest session: a day, in minutes. */
export const MAX_MINUTES = 1440;
/** The default duration of a new session, in minutes. */
const DEFAULT_MINUTES = 25;

/** Returns the fields of a new session that has just ended. `now` is the clock's day and minute. */
export function defaultFields(now: string): SessionFields {
  const [day = '', time = ''] = now.split('T');
  const begin = time === '' ? { day, time } : addMinutes({ day, time }, -DEFAULT_MINUTES);
  return { ...begin, minutes: String(DEFAULT_MINUTES), board: '' };
}

/** Returns the fields of an existing session. */
export function toFields({ start, utc_offset, focused, board_id }: FocusSessionView): SessionFields {
  return {
    ...toDateAndTime(start, utc_offset),
    minutes: String(Math.max(Math.floor(focused / 60), 1)),
    board: board_id ?? '',
  };
}

/** Parses a stored draft; returns null if it is invalid. */
export function parseDraft(text: string): SessionFields | null {
  try {
    const { day, time, minutes, board } = JSON.parse(text) as Record<string, unknown>;
    const fields = { day, time, minutes, board };
    return Object.values(fields).every((value) => typeof value === 'string') ? (fields as SessionFields) : null;
  } catch {
    return null;
  }
}

/** The error messages of the form. */
export interface SessionErrors {
  start?: string;
  minutes?: string;
}

/**
 * Formats the end of the session described by the fields. Returns null if they are invalid or the end is unknown:
 * shortening a session cuts its last minutes, including pauses among them. `before` is the edited session.
 */
export function formatSessionEnd(fields: SessionFields, before: FocusSessionView | null, hour_format: HourFormat): string | null {
  const minutes = parseInteger(fields.minutes);
  if (fields.day === '' || fields.time === '' || minutes === null || minutes < 1 || minutes > MAX_MINUTES) return null;
  if (!before) return formatEndTime(fields, minutes, hour_format);
  const pauses = Math.floor(minutesBetween(before.start, before.end) - before.focused / 60);
  if (pauses > 0 && minutes < Number(toFields(before).minutes)) return null;
  return formatEndTime(fields, minutes + pauses, hour_format);
}

const START_REQUIRED = 'Choose a date and time.';
export const END_IN_FUTURE = 'A session can’t end in the future. Check the date and time.';
export const MINUTES_OUT_OF_RANGE = 'Enter 1 to 1,440 minutes.';

/** Returns the session described by the fields, or the errors. `before` is the edited session. */
export function toSessionEntry(fields: SessionFields, before: FocusSessionView | null): SessionEntry | SessionErrors {
  const known = before && toFields(before);
  const isSameTime = known !== null && fields.day === known.day && fields.time === known.time;
  // An unchanged start keeps its seconds.
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
  // A card belongs to its board, so changing the board drops the card.
  const card_id = before && before.board_id === board_id ? before.card_id : null;
  return { ...moment, minutes, board_id, card_id };
}
