import type { ReactNode } from 'react';

interface ClockPanelProps {
  /** The large digits. */
  digits: ReactNode;
  /** The line below them. */
  line: ReactNode;
  /** The content below, stacked. */
  children?: ReactNode;
}

/**
 * The center of Home, shared by the clock and the timer, so that switching between them moves nothing: the digits stay
 * centered as long as there is space for the content below.
 */
export function ClockPanel({ digits, line, children }: ClockPanelProps) {
  return (
    <div className="flex flex-1 flex-col in-data-changed:animate-fade items-center px-4">
      <div className="min-h-0 grow basis-0" />
      <div className="flex shrink-0 flex-col items-center">
        <div className="digits on-photo text-clock leading-none font-semibold tracking-[-0.04em]">{digits}</div>
        <div className="on-photo mt-4 flex min-h-8 items-center text-center text-lg font-medium">{line}</div>
      </div>
      <div className="flex w-full grow basis-0 flex-col items-center gap-5 pt-6">{children}</div>
    </div>
  );
}
