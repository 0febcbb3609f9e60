import { cx } from './cx';

/** A placeholder of the same size as the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-skeleton rounded-md bg-hover', className)} />;
}
