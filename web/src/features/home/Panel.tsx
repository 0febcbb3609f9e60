import type { ReactNode } from 'react';

interface PanelProps {
  /** The huge digits. */
  digits: ReactNode;
  /** The line below them. */
  line: ReactNode;
  /** Everything further down, one below the other. */
  children?: ReactNode;
}

/**
 * Home's centre. Clock and timer share it, so that switching between them moves nothing: the digits stand in the middle,
 * however much there is below them, for as long as there is room.
 */
export function Panel({ digits, line, children }: PanelProps) {
  return (
    <div className="grid flex-1 animate-fade grid-rows-[minmax(0,1fr)_auto_minmax(max-content,1fr)] justify-items-center px-4">
      <div className="row-start-2 flex flex-col items-center">
        <div className="digits on-photo text-clock leading-none font-semibold tracking-[-0.04em]">{digits}</div>
        <div className="on-photo mt-4 flex min-h-8 items-center text-center text-lg font-medium">{line}</div>
      </div>
      <div className="row-start-3 flex w-full flex-col items-center gap-5 pt-6">{children}</div>
    </div>
  );
}
