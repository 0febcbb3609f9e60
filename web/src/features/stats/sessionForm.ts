/** Converts between the fields of the session dialog, as they are stored in a draft, and those of the core. */
import type { SessionFields } from '@twentyfour/core';
import { parseInteger } from '../../ui/NumberInput';

export interface SessionDraft {
  /** `YYYY-MM-DD`; empty if not set. */
  day: string;
  /** `HH:MM`; empty if not set. */
  time: string;
  /** As typed, so possibly not a number. */
  minutes: string;
  /** The board's id; empty for none. */
  board: string;
}

/** Returns the draft that shows the fields. */
export function toDraft({ day, time, minutes, board_id }: SessionFields): SessionDraft {
  return { day, time, minutes: minutes === null ? '' : String(minutes), board: board_id ?? '' };
}

/** Returns the fields that the draft contains. */
export function toFields({ day, time, minutes, board }: SessionDraft): SessionFields {
  return { day, time, minutes: parseInteger(minutes), board_id: board === '' ? null : board };
}

/** Parses a stored draft; returns null if it is invalid. */
export function parseDraft(text: string): SessionDraft | null {
  try {
    const { day, time, minutes, board } = JSON.parse(text) as Record<string, unknown>;
    const draft = { day, time, minutes, board };
    return Object.values(draft).every((value) => typeof value === 'string') ? (draft as SessionDraft) : null;
  } catch {
    return null;
  }
}
