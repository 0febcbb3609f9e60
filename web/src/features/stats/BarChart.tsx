import { type KeyboardEvent, memo, useState } from 'react';
import { cx } from '../../ui/cx';
import { keyOf } from '../../ui/keyboard';
import type { AxisTick } from './axis';

export interface ChartBar {
  /** The label below the bar; empty for none. */
  label: string;
  /** The name in the tooltip, for screen readers and in the table: "Tuesday". It differs from those of the other bars. */
  name: string;
  /** The height, in seconds. */
  value: number;
  /** The value as text: "1 h 40 min". */
  text: string;
  /** The part of the value in the full color; the rest is lighter. The whole value by default. */
  solid?: number;
  isHighlighted?: boolean;
  /** Where a line marks the goal, in seconds. */
  goal?: number;
}

interface BarChartProps {
  /** The name of the chart and of its table. */
  caption: string;
  /** The headers of the table's two columns. */
  columns: readonly [string, string];
  bars: readonly ChartBar[];
  /** The marks of the axis; none for a chart without an axis. */
  ticks?: readonly AxisTick[];
  /** The width of a bar, in pixels. */
  barWidth: number;
  /** The class of the plot's height. */
  className: string;
}

interface Shown {
  index: number;
  /** Whether it was chosen by keyboard and must be announced. */
  isFromKeyboard: boolean;
}

/**
 * A bar chart. The tooltip follows the pointer, a tap and the arrow keys; a table contains the data for screen readers.
 */
export function BarChart({ caption, columns, bars, ticks = [], barWidth, className }: BarChartProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const max = ticks.at(-1)?.at ?? Math.max(...bars.map(({ value }) => value), 1);
  const bar = shown && bars[shown.index];

  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event) ?? '';
    if (key === 'Escape' && shown) {
      event.preventDefault();
      setShown(null);
      return;
    }
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Readonly<Record<string, number>> = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 };
    const ends: Readonly<Record<string, number>> = { Home: 0, End: bars.length - 1 };
    const step = steps[key];
    // The first key press goes to the highlighted bar.
    const first = Math.max(bars.findIndex(({ isHighlighted }) => isHighlighted), 0);
    const next = ends[key] ?? (step === undefined ? null : shown ? shown.index + step : first);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (bars[next]) setShown({ index: next, isFromKeyboard: true });
  };

  return (
    <div className="relative">
      <div
        role="group"
        aria-label={caption}
        // Focusable, so that the bars can be read by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setShown(null)}
        onPointerOver={(event) => {
          const index = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-bar]')?.dataset.bar : undefined;
          setShown(index === undefined ? null : { index: Number(index), isFromKeyboard: false });
        }}
        // A finger is lifted at once; its tooltip stays until the chart loses the focus.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setShown(null)}
        className="-mx-1 -my-2 rounded-sm px-1 py-2"
      >
        <div aria-hidden className="flex text-xs text-secondary">
          {ticks.length > 0 && <Axis ticks={ticks} className={className} />}
          <div className="relative min-w-0 flex-1">
            <Gridlines ticks={ticks} className={className} />
            <Bars bars={bars} max={max} barWidth={barWidth} shown={shown?.index ?? null} className={className} />
            {shown && bar && <BarTooltip bar={bar} center={(shown.index + 0.5) / bars.length} height={bar.value / max} className={className} />}
          </div>
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {shown?.isFromKeyboard && bar && `${bar.name}, ${bar.text}`}
      </p>
      {/* A table keeps the width of its text, so it would be wider than a phone. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, text }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Returns a share of the height as a percentage from the top, as SVG counts. */
const fromTop = (share: number): string => `${(1 - share) * 100}%`;

function Axis({ ticks, className }: { ticks: readonly AxisTick[]; className: string }) {
  const max = ticks.at(-1)?.at ?? 1;
  return (
    <div className={cx('digits relative w-12 shrink-0', className)}>
      {ticks.map(({ at, text }) => (
        <span key={at} className="absolute end-3 -translate-y-1/2 whitespace-nowrap" style={{ top: fromTop(at / max) }}>
          {text}
        </span>
      ))}
    </div>
  );
}

/** A line for each mark of the axis, or one below the bars. */
function Gridlines({ ticks, className }: { ticks: readonly AxisTick[]; className: string }) {
  const max = ticks.at(-1)?.at ?? 1;
  const shares = ticks.length > 0 ? ticks.map(({ at }) => at / max) : [0];
  return (
    <svg className={cx('pointer-events-none absolute inset-x-0 top-0 w-full overflow-visible', className)}>
      {shares.map((share) => (
        <line key={share} x2="100%" y1={fromTop(share)} y2={fromTop(share)} stroke="var(--global-border)" shapeRendering="crispEdges" />
      ))}
    </svg>
  );
}

interface BarsProps {
  bars: readonly ChartBar[];
  max: number;
  barWidth: number;
  shown: number | null;
  className: string;
}

const Bars = memo(function Bars({ bars, max, barWidth, shown, className }: BarsProps) {
  return (
    <div className="relative flex">
      {bars.map((bar, index) => (
        <div key={bar.name} data-bar={index} className="min-w-0 flex-1">
          <svg className={cx('block w-full', className)}>
            {index === shown && <rect width="100%" height="100%" fill="var(--hover-effects-btn-hover)" />}
            <Column bar={bar} max={max} width={barWidth} />
            {bar.goal !== undefined && bar.goal <= max && (
              <line x2="100%" y1={fromTop(bar.goal / max)} y2={fromTop(bar.goal / max)} stroke="var(--global-text-secondary)" strokeDasharray="2 4" />
            )}
          </svg>
          {bar.label && (
            // A label may be wider than its bar.
            <span className={cx('mt-2 grid h-4 justify-center leading-4 whitespace-nowrap', bar.isHighlighted && 'font-medium text-primary')}>
              <span className="flex w-0 justify-center">{bar.label}</span>
            </span>
          )}
        </div>
      ))}
    </div>
  );
});

/** A bar: the whole value in a light color, and its solid part on top of it. */
function Column({ bar: { value, solid = value, isHighlighted }, max, width }: { bar: ChartBar; max: number; width: number }) {
  const part = (seconds: number, fill: string, stroke?: string) => {
    if (seconds === 0) return null;
    // A minute must be visible beside ten hours.
    const share = Math.max(seconds / max, 0.01);
    return (
      <rect
        x="50%"
        y={fromTop(share)}
        width={width}
        // Beyond the bottom, so that only the corners at the top are round.
        height="110%"
        rx={Math.min(4, width / 3)}
        transform={`translate(${-width / 2})`}
        fill={fill}
        stroke={stroke}
      />
    );
  };
  return (
    <>
      {/* The outline has the contrast that a light color lacks. */}
      {solid < value && part(value, 'color-mix(in oklab, var(--accent) 38%, var(--surface))', 'var(--accent-chart)')}
      {part(solid, isHighlighted ? 'var(--accent-text)' : 'var(--accent-chart)')}
    </>
  );
}

interface BarTooltipProps {
  bar: ChartBar;
  /** The center of the bar and its height, as shares of the plot. */
  center: number;
  height: number;
  className: string;
}

function BarTooltip({ bar, center, height, className }: BarTooltipProps) {
  return (
    <div className={cx('pointer-events-none absolute inset-x-0 top-0 z-10', className)}>
      <div
        className="absolute flex w-44 justify-center"
        // Within the plot, also above the first and the last bar.
        style={{ insetInlineStart: `clamp(0px, ${center * 100}% - 5.5rem, 100% - 11rem)`, bottom: `calc(${height * 100}% + 6px)` }}
      >
        <span className="rounded-sm bg-raised px-2.5 py-1.5 text-center text-sm text-primary shadow-float ring-1 ring-line">
          <span className="text-secondary">{bar.name}</span> <strong className="digits whitespace-nowrap">{bar.text}</strong>
        </span>
      </div>
    </div>
  );
}
