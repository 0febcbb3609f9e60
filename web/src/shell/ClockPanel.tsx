import type { ReactNode } from 'react';

interface ClockPanelProps {
  /** The large digits. */
  digits: ReactNode;
  /** Drawn at the lower edge of the digits, where it takes no space. */
  mark?: ReactNode;
  /** The line below them. */
  line: ReactNode;
  /** The content below, stacked. */
  children?: ReactNode;
}

/**
 * The center of Home, shared by the clock and the timer, so that switching between them moves nothing: whatever is below
 * the digits, they and a line of one row are centered. In short windows they are higher, because the timer's buttons need
 * the space below, and on short phones highest, because a card and a hint are there as well.
 */
export function ClockPanel({ digits, mark, line, children }: ClockPanelProps) {
  return (
    <div className="-mb-3 flex flex-1 flex-col in-data-changed:animate-fade items-center px-4">
      <div className="min-h-0 grow basis-0" />
      <div className="digits on-photo relative shrink-0 text-clock leading-none font-semibold tracking-[-0.04em] [font-feature-settings:'calt']">
        {digits}
        {mark}
      </div>
      <div className="flex w-full grow basis-12 flex-col items-center gap-5 short:grow-3 short:gap-3 [@media(height<42rem)]:grow-8">
        <div className="on-photo mt-4 mb-1 flex min-h-8 w-full items-center justify-center text-center text-lg text-balance font-medium">{line}</div>
        {children}
      </div>
    </div>
  );
}
