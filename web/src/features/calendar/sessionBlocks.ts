import type { FocusSessionView } from '@twentyfour/core';
import { addDays } from '../../platform/format/dates';
import { formatTimeAtOffset } from '../../platform/format/times';
import { minutesOf } from './days';

const MINUTES_PER_DAY = 24 * 60;

/** A part of a focus session on one day. Minutes are counted from midnight. */
export interface SessionBlock {
  session: FocusSessionView;
  from: number;
  to: number;
}

/** Returns the blocks of the focus sessions by day. A session across midnight is in two days. */
export function sessionBlocks(sessions: readonly FocusSessionView[]): Map<string, SessionBlock[]> {
  const days = new Map<string, SessionBlock[]>();
  const add = (day: string, block: SessionBlock) => {
    const members = days.get(day);
    // Sessions come latest first.
    if (members) members.unshift(block);
    else days.set(day, [block]);
  };
  for (const session of sessions) {
    const minuteAt = (moment: string) => minutesOf(formatTimeAtOffset(moment, session.utc_offset, '24'));
    const from = minuteAt(session.start);
    const to = minuteAt(session.end);
    if (to >= from) add(session.day, { session, from, to });
    else {
      if (to > 0) add(addDays(session.day, 1), { session, from: 0, to });
      add(session.day, { session, from, to: MINUTES_PER_DAY });
    }
  }
  return days;
}
