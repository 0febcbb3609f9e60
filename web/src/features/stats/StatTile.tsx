import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';

/** A panel of numbers with hairlines between them. `className` has its columns. */
export function StatTiles({ className, children }: { className: string; children: ReactNode }) {
  return <dl className={cx('grid gap-px overflow-hidden rounded-lg border border-line bg-line bg-clip-padding', className)}>{children}</dl>;
}

interface StatTileProps {
  name: string;
  value: string;
  /** Whether label and number share one line on phones. */
  isRowOnPhones?: boolean;
}

/** A number with its label. */
export function StatTile({ name, value, isRowOnPhones = false }: StatTileProps) {
  return (
    <div
      className={cx(
        'flex flex-col justify-center gap-x-4 gap-y-1 bg-surface px-4 py-3.5 sm:px-6 sm:py-4',
        isRowOnPhones && 'max-sm:flex-row max-sm:items-baseline max-sm:justify-between',
      )}
    >
      <dt className="text-sm text-secondary">{name}</dt>
      <dd className="digits text-md font-semibold tracking-tight sm:text-lg">{value}</dd>
    </div>
  );
}
