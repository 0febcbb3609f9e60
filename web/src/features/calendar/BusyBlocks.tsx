import type { HourFormat } from '@twentyfour/core';
import * as messages from '../../messages/calendar';
import { formatMinuteOfDay } from '../../platform/format/times';
import { type BusyBlock, keyOf } from './busyBlocks';
import type { BusyTimes } from './useBusyTimes';

const MINUTES_PER_DAY = 24 * 60;

/** Thin stripes, which stay readable below text in both themes. */
const STRIPES = {
  backgroundImage: 'repeating-linear-gradient(-45deg, var(--global-border) 0 1px, transparent 1px 6px)',
};

/** Describes a busy time: "Busy, 9:00 AM – 10:00 AM: Dentist", or "Busy all day: Dentist". */
export function busyText({ title, from, to }: BusyBlock, hour_format: HourFormat): string {
  if (from === 0 && to === MINUTES_PER_DAY) return title === '' ? messages.busyDay() : messages.busyDayFor({ title });
  const times = {
    startTime: formatMinuteOfDay(from, hour_format),
    endTime: formatMinuteOfDay(to % MINUTES_PER_DAY, hour_format),
  };
  return title === '' ? messages.busyTime(times) : messages.busyTimeFor({ ...times, title });
}

interface BusyBlocksProps {
  blocks: readonly BusyBlock[];
  hourFormat: HourFormat;
  /** Returns the length of minutes on the time axis. */
  lengthOf: (minutes: number) => string;
}

/** The busy times of a day, behind its cards. Presses go through them. */
export function BusyBlocks({ blocks, hourFormat, lengthOf }: BusyBlocksProps) {
  if (blocks.length === 0) return null;
  return (
    <ul className="pointer-events-none">
      {blocks.map((block) => (
        <li
          key={keyOf(block)}
          className="absolute inset-x-0 overflow-hidden bg-sunken px-1 text-xs leading-4 text-secondary"
          style={{ ...STRIPES, top: lengthOf(block.from), height: lengthOf(block.to - block.from) }}
        >
          <span dir="auto" aria-hidden className="block truncate">
            {block.title}
          </span>
          <span className="sr-only">{busyText(block, hourFormat)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What the stripes mean, and whether busy times may be missing. Nothing without busy times. */
export function BusyLegend({ busy: { blocks, hasFailed } }: { busy: BusyTimes }) {
  const isEmpty = blocks.size === 0 && !hasFailed;
  return (
    <p className={isEmpty ? undefined : 'flex flex-wrap items-center gap-2 pt-3 text-sm text-secondary'}>
      {blocks.size > 0 && (
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-4 rounded-sm bg-sunken ring-1 ring-line ring-inset" style={STRIPES} />
          {messages.busyLegend()}
        </span>
      )}
      {/* Always rendered, because screen readers do not announce a new live region. */}
      <span role="status">{hasFailed && messages.busyFailed()}</span>
    </p>
  );
}
