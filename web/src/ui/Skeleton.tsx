import { cx } from './cx';

/** A quiet shape of the size of what is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-skeleton rounded-md bg-hover', className)} />;
}
