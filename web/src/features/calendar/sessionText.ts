import type { FocusSessionView, HourFormat } from '@twentyfour/core';
import * as messages from '../../messages/calendar';
import { formatDuration } from '../../platform/format/durations';
import { formatTimeAtOffset } from '../../platform/format/times';

/** Describes a focus session: "Focused 25 min, 9:00 AM – 9:25 AM: Write the report". */
export function sessionText({ start, end, utc_offset, focused, card_title, board_name }: FocusSessionView, hour_format: HourFormat): string {
  const parts = {
    duration: formatDuration(focused),
    startTime: formatTimeAtOffset(start, utc_offset, hour_format),
    endTime: formatTimeAtOffset(end, utc_offset, hour_format),
  };
  const name = card_title ?? board_name;
  return name ? messages.sessionFor({ ...parts, name }) : messages.session(parts);
}
