import { cx } from './cx';

/** A dot in a chosen color: the accent color if none has been chosen, an empty ring for "none". */
export function ColorDot({ color, className }: { color: string | null; className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('size-3 shrink-0 rounded-full ring-1 ring-control ring-inset', className)}
      style={{ background: color ?? 'var(--accent)' }}
    />
  );
}
