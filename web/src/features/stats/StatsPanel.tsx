import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';

/** A panel of the stats page. */
export function StatsPanel({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cx('min-w-0 rounded-lg bg-surface p-4 ring-1 ring-line ring-inset sm:p-6 print:break-inside-avoid', className)}>{children}</div>
  );
}
