import type { ReactNode } from 'react';
import { classes } from '../../ui/classes';

/** A surface of its own for one thing that is counted. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classes('min-w-0 rounded-lg bg-surface p-4 ring-1 ring-line ring-inset sm:p-6', className)}>{children}</div>
  );
}
