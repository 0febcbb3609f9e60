import { cx } from '../../ui/cx';

/** A number with its label. */
export function StatTile({ name, value, isLarge = false }: { name: string; value: string; isLarge?: boolean }) {
  return (
    <div
      className={cx(
        'flex flex-col justify-center rounded-lg bg-surface px-4 py-4 ring-1 ring-line ring-inset sm:px-6 sm:py-5',
        // On phones, label and number share one line.
        !isLarge && 'max-sm:flex-row max-sm:items-baseline max-sm:justify-between max-sm:py-3',
      )}
    >
      <dt className="text-sm text-secondary">{name}</dt>
      <dd className={cx('digits font-semibold tracking-tight', isLarge ? 'mt-1 text-lg sm:text-xl' : 'text-lg sm:mt-1')}>{value}</dd>
    </div>
  );
}
