import type { TaskView } from '@twentyfour/core';
import { useLayoutEffect, useRef } from 'react';
import { useMirror, useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/calendar';
import { weekdayName } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { formatMinuteOfDay } from '../../platform/format/times';
import { cx } from '../../ui/cx';
import { openQuickAddOn } from '../quick-add';
import { BusyBlocks } from './BusyBlocks';
import { CalendarEntry } from './CalendarEntry';
import { useCalendar } from './calendarContext';
import { dayNumber, describeDay, formatShownDays, minutesOf, timeOfDueDate } from './days';
import { DayEntries } from './DayEntries';
import { useIsDropDay } from './dragStore';
import { assignLanes } from './lanes';
import { LaterOccurrence } from './LaterOccurrence';
import { sessionText } from './sessionText';
import { useGridKeys } from './useGridKeys';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The height of an hour in rem. */
const HOUR_REM = 3;
/** Where the page begins, in hours: before 7:00, so that the label of this hour is complete. */
const FIRST_VISIBLE_HOUR = 6.75;
/** How long a card is on the time axis, in minutes. */
const CARD_MINUTES = 30;
/** The part of a day's width for cards that are beside focus sessions, which have the rest. */
const CARDS_PERCENT = 68;
const VISIBLE_CARDS = 5;
/** The shortest focus session that is high enough for a line of text of 1 rem, in minutes. */
const LINE_MINUTES = 60 / HOUR_REM;
const COLUMNS = 'grid grid-cols-[4.5rem_repeat(7,minmax(0,1fr))]';

/** The days of a week in columns: cards without a time above, and a time axis with the other cards beside the focus sessions. */
export function WeekGrid() {
  const { days, day } = useCalendar();
  const { hour_format, today } = useTimeFormat();
  const { grid, keyHandlers } = useGridKeys('week');
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!scroller.current) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    scroller.current.scrollTop = FIRST_VISIBLE_HOUR * HOUR_REM * rem;
  }, []);
  return (
    <div ref={scroller} className="max-h-[max(24rem,calc(100dvh-11rem))] overflow-auto rounded-md border border-line [overflow-anchor:none]">
      <div ref={grid} role="grid" tabIndex={-1} aria-label={formatShownDays('week', day, today)} {...keyHandlers}>
        <div role="rowgroup" className="sticky top-0 z-20 border-b border-line bg-page">
          <div role="row" className={COLUMNS}>
            <div role="columnheader">
              <span className="sr-only">{messages.allDay()}</span>
            </div>
            {days.map((one) => (
              <DayHeader key={one} day={one} />
            ))}
          </div>
          <div role="row" className={COLUMNS}>
            <div role="rowheader" className="p-1 text-end text-xs text-secondary">
              {messages.allDay()}
            </div>
            {days.map((one) => (
              <AllDayCell key={one} day={one} />
            ))}
          </div>
        </div>
        <div role="rowgroup">
          <div role="row" className={COLUMNS}>
            <div role="rowheader" className="relative">
              <span className="sr-only">{messages.timeOfDay()}</span>
              {HOURS.slice(1).map((hour) => (
                <span
                  key={hour}
                  aria-hidden
                  className="digits absolute end-1 -translate-y-1/2 text-xs whitespace-nowrap text-secondary"
                  style={{ top: `${hour * HOUR_REM}rem` }}
                >
                  {formatMinuteOfDay(hour * 60, hour_format)}
                </span>
              ))}
            </div>
            {days.map((one) => (
              <TimeCell key={one} day={one} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function DayHeader({ day }: { day: string }) {
  const { day: currentDay, setDay, tasks, later } = useCalendar();
  const today = useMirror(({ clock }) => clock.today);
  const isToday = day === today;
  return (
    <div
      role="columnheader"
      data-day={day}
      data-day-focus={day}
      tabIndex={day === currentDay ? 0 : -1}
      aria-label={describeDay(day, tasks.get(day)?.length ?? 0, later.get(day)?.length ?? 0)}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => setDay(day)}
      className="flex cursor-default flex-wrap items-center gap-x-1.5 border-s border-line p-1.5 text-xs text-secondary focus-visible:-outline-offset-2"
    >
      {weekdayName(day, 'short')}
      <span className={cx('digits grid size-6 place-items-center rounded-full', isToday ? 'bg-accent font-semibold text-on-accent' : 'font-medium text-primary')}>
        {dayNumber(day)}
      </span>
    </div>
  );
}

const isAllDay = ({ due_date }: TaskView) => timeOfDueDate(due_date) === null;

function AllDayCell({ day }: { day: string }) {
  const { day: currentDay, setDay, tasks, later } = useCalendar();
  const isDropDay = useIsDropDay(day);
  const members = (tasks.get(day) ?? []).filter(isAllDay);
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      data-day={day}
      onClick={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        setDay(day);
        if (members.length === 0) openQuickAddOn(day);
      }}
      className={cx('min-h-8 min-w-0 border-s border-line p-0.5 transition-colors duration-120 hover:bg-hover', isDropDay && 'bg-hover')}
    >
      <DayEntries day={day} tasks={members} later={(later.get(day) ?? []).filter(isAllDay)} isTabStop={day === currentDay} limit={VISIBLE_CARDS} />
    </div>
  );
}

const rem = (minutes: number) => `${(minutes / 60) * HOUR_REM}rem`;

/** The time axis of a day: its cards with a time, those that will be due then, beside them its focus sessions, and behind them its busy hours. */
function TimeCell({ day }: { day: string }) {
  const { day: currentDay, tasks, later, sessions, busy } = useCalendar();
  const isDropDay = useIsDropDay(day);
  const { hour_format, today } = useTimeFormat();
  const entries = [
    ...(tasks.get(day) ?? []).map((task) => ({ task, isLater: false })),
    ...(later.get(day) ?? []).map((task) => ({ task, isLater: true })),
  ];
  const timed = entries
    .flatMap(({ task, isLater }) => {
      const time = timeOfDueDate(task.due_date);
      return time === null ? [] : [{ task, isLater, from: Math.min(minutesOf(time), 24 * 60 - CARD_MINUTES) }];
    })
    .map((one) => ({ ...one, to: one.from + CARD_MINUTES }))
    .toSorted((one, other) => one.from - other.from);
  const lanes = assignLanes(timed);
  const blocks = sessions.get(day) ?? [];
  return (
    <div
      role="gridcell"
      data-day={day}
      data-time-axis
      className={cx('relative border-s border-line transition-colors duration-120', isDropDay && 'bg-hover')}
      style={{
        height: `${24 * HOUR_REM}rem`,
        backgroundImage: 'linear-gradient(var(--global-border) 1px, transparent 1px)',
        backgroundSize: `100% ${HOUR_REM}rem`,
      }}
    >
      <BusyBlocks blocks={busy.get(day) ?? []} hourFormat={hour_format} lengthOf={rem} />
      {timed.map(({ task, isLater, from }, index) => {
        const lane = lanes[index];
        if (!lane) return null;
        const isBesideSession = blocks.some((block) => block.from < lane.to && block.to > lane.from);
        const width = (isBesideSession ? CARDS_PERCENT : 100) / lane.count;
        const props = {
          task,
          isTabStop: day === currentDay,
          style: { top: rem(from), insetInlineStart: `${lane.index * width}%`, width: `${width}%`, minHeight: rem(CARD_MINUTES) },
          // Narrow entries show only the title: their position and tooltip show the time.
          className: '@container absolute z-10',
        };
        return isLater ? <LaterOccurrence key={task.card_id} {...props} /> : <CalendarEntry key={task.card_id} {...props} isOnTimeAxis />;
      })}
      <ul>
        {blocks.map(({ session, from, to }) => {
          const text = sessionText(session, hour_format);
          return (
            <li
              key={session.id}
              title={text}
              // `::before` is as high as the block, so a name that is too wide wraps to a second line, which is clipped.
              className="@container absolute end-0 flex min-h-1 flex-wrap overflow-hidden rounded-sm border-s-2 border-(--accent-text) bg-(--selection) px-1 text-xs leading-4 before:h-full"
              style={{ top: rem(from), height: rem(to - from), width: `${100 - CARDS_PERCENT}%` }}
            >
              {to - from >= LINE_MINUTES && (
                <span className="truncate @min-[3.5rem]:max-w-full" aria-hidden>
                  {session.card_title ?? session.board_name ?? formatDuration(session.focused)}
                </span>
              )}
              <span className="sr-only">{text}</span>
            </li>
          );
        })}
      </ul>
      {day === today && <NowLine />}
    </div>
  );
}

/** A line across today's column at the current time. */
function NowLine() {
  const minute = useMirror(({ clock }) => clock.minute);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 z-10 h-0.5 -translate-y-1/2 bg-accent-text forced-colors:bg-[CanvasText] forced-colors:before:bg-[CanvasText] before:absolute before:top-1/2 before:size-2 before:-translate-1/2 before:rounded-full before:bg-accent-text"
      style={{ top: rem(minutesOf(minute.slice(11))) }}
    />
  );
}
