import type { ReactNode } from 'react';

interface PanelProps {
  /** The huge digits. */
  digits: ReactNode;
  /** The line below them. */
  line: ReactNode;
  /** What can be pressed, if anything. */
  controls?: ReactNode;
}

/** Home's centre. Clock and timer share it, so that switching between them moves nothing. */
export function Panel({ digits, line, controls }: PanelProps) {
  return (
    <div className="flex animate-fade flex-col items-center">
      <div className="digits on-photo text-clock leading-none font-semibold tracking-[-0.04em]">{digits}</div>
      <div className="on-photo mt-4 flex min-h-8 items-center text-center text-lg font-medium">{line}</div>
      <div className="mt-6 flex min-h-11 flex-wrap items-center justify-center gap-2">{controls}</div>
    </div>
  );
}
