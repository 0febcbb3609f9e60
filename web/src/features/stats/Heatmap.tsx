import type { HeatmapView } from '@twentyfour/core';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import * as messages from '../../messages/stats';
import { addDays, daysBetween, formatFullDate, monthName, weekdayOf } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { cx } from '../../ui/cx';
import { keyOf } from '../../ui/keyboard';
import { LEVEL_CLASS_NAMES } from './heatmapColors';

/** The minimum distance of the tooltip's center from an edge, in pixels: slightly more than half of its width. */
const TOOLTIP_EDGE_PX = 110;
/** The weekday labels, each with its grid row. */
const WEEKDAY_LABELS = [
  [messages.mondayShort, 2],
  [messages.wednesdayShort, 4],
  [messages.fridayShort, 6],
] as const;
const KEYS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

/** Returns the first day of the heatmap's year. */
export function firstDayOfYear({ year }: Pick<HeatmapView, 'year'>): string {
  return `${String(year).padStart(4, '0')}-01-01`;
}

interface TooltipState {
  /** The day of the year, from 0. */
  index: number;
  /** The position of the tooltip's arrow, in pixels from the left and the top of the heatmap. */
  x: number;
  y: number;
  /** Whether it was opened by keyboard and must be announced. */
  isFromKeyboard: boolean;
}

/**
 * A heatmap with a square for each day of a year, in columns of weeks that begin on Monday. The tooltip follows the
 * pointer and the arrow keys; `HeatmapTable` contains the data for screen readers.
 */
export function Heatmap({ heatmap, today }: { heatmap: HeatmapView; today: string }) {
  const [shown, setShown] = useState<TooltipState | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const first = firstDayOfYear(heatmap);

  const show = (index: number, isFromKeyboard: boolean) => {
    const day = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!day || !frame.current) return;
    if (isFromKeyboard) day.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const dayRect = day.getBoundingClientRect();
    const frameRect = frame.current.getBoundingClientRect();
    const centerX = dayRect.left + dayRect.width / 2 - frameRect.left;
    const x = Math.min(Math.max(centerX, TOOLTIP_EDGE_PX), Math.max(frameRect.width - TOOLTIP_EDGE_PX, TOOLTIP_EDGE_PX));
    setShown({ index, x, y: dayRect.top - frameRect.top, isFromKeyboard });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const last = heatmap.focused.length - 1;
    const key = keyOf(event) ?? '';
    if (key === 'Escape' && shown) {
      event.preventDefault();
      setShown(null);
      return;
    }
    const by = KEYS[key];
    const ends: Readonly<Record<string, number>> = { Home: 0, End: last };
    // The first key press goes to today, or in other years to the nearest day.
    const begin = Math.min(Math.max(daysBetween(first, today), 0), last);
    const next = ends[key] ?? (by === undefined ? null : shown ? shown.index + by : begin);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (next >= 0 && next <= last) show(next, true);
  };

  // Scrolls to today if the year does not fit.
  useEffect(() => {
    const element = scroller.current;
    const day = element?.querySelector<HTMLElement>(`[data-index="${daysBetween(first, today)}"]`);
    if (element && day) element.scrollLeft = day.offsetLeft - element.clientWidth + day.offsetWidth + 24;
    // Only on mount, because later the user controls the scrolling.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const day = shown && addDays(first, shown.index);
  const time = shown && formatDuration(heatmap.focused[shown.index] ?? 0);
  return (
    <div ref={frame} className="relative">
      <div
        ref={scroller}
        role="group"
        aria-label={messages.heatmapLabel({ year: String(heatmap.year) })}
        // Focusable, so that it can be scrolled and explored by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setShown(null)}
        onScroll={() => shown && !shown.isFromKeyboard && setShown(null)}
        onPointerOver={(event) => {
          const index = event.target instanceof HTMLElement ? event.target.dataset.index : undefined;
          if (index === undefined) setShown(null);
          else show(Number(index), false);
        }}
        onPointerLeave={() => setShown(null)}
        className="-m-1 overflow-x-auto rounded-sm p-1"
      >
        <Days heatmap={heatmap} first={first} today={today} shown={shown?.index ?? null} />
      </div>
      {shown && (
        <div
          aria-hidden
          className="pointer-events-none absolute z-10 -translate-x-1/2 -translate-y-[calc(100%+6px)] rounded-sm bg-raised px-2.5 py-1.5 text-sm whitespace-nowrap shadow-float ring-1 ring-line"
          style={{ left: shown.x, top: shown.y }}
        >
          <span className="text-secondary">{day && formatFullDate(day)}</span> <strong>{time}</strong>
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {shown?.isFromKeyboard && day && time && messages.heatmapDay({ day: formatFullDate(day), duration: time })}
      </p>
    </div>
  );
}

interface DaysProps {
  heatmap: HeatmapView;
  first: string;
  today: string;
  shown: number | null;
}

const Days = memo(function Days({ heatmap, first, today, shown }: DaysProps) {
  const offset = weekdayOf(first);
  const count = heatmap.focused.length;
  const weeks = Math.ceil((offset + count) / 7);
  const todayIndex = daysBetween(first, today);
  return (
    <div
      aria-hidden
      className="grid gap-[3px] text-xs text-secondary"
      style={{ gridTemplateColumns: `28px repeat(${weeks}, minmax(11px, 1fr))` }}
    >
      {Array.from({ length: 12 }, (_, month) => {
        const start = `${first.slice(0, 5)}${String(month + 1).padStart(2, '0')}-01`;
        const column = 2 + Math.floor((offset + daysBetween(first, start)) / 7);
        return (
          <span key={month} className="h-4 w-0 leading-4 whitespace-nowrap" style={{ gridColumn: column, gridRow: 1 }}>
            {monthName(start).slice(0, 3)}
          </span>
        );
      })}
      {WEEKDAY_LABELS.map(([name, row]) => (
        <span key={row} className="relative" style={{ gridColumn: 1, gridRow: row }}>
          <span className="absolute inset-y-0 left-0 grid place-items-center leading-none">{name()}</span>
        </span>
      ))}
      {heatmap.levels.map((level, index) => (
        <span
          // The day of the year is a stable key.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          data-index={index}
          className={cx(
            'aspect-square rounded-[3px]',
            LEVEL_CLASS_NAMES[level],
            index > todayIndex && level === 0 && 'opacity-40',
            index === shown && 'outline-2 outline-(--global-text-primary)',
          )}
          style={{ gridColumn: 2 + Math.floor((offset + index) / 7), gridRow: 2 + ((offset + index) % 7) }}
        />
      ))}
    </div>
  );
});
