import { cx } from '../ui/cx';

/** The mark of somebody who has a board open, with a ring in the color of what is behind it. A text beside it says the same. */
export function PresenceDot({ className }: { className: string }) {
  return <span data-presence-dot className={cx('absolute size-2.5 rounded-full bg-accent-text ring-2 forced-color-adjust-none', className)} />;
}
