import { cx } from './cx';

/**
 * The logo, a ring of 24 ticks with one of them lit, as index.html defines it: loading a file for it would show it late. It is hidden
 * from screen readers, since the words beside it name it.
 */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 64 64" className={cx('text-[#4a545f] dark:text-[#c3ccd5]', className)}>
      <use href="#logo" />
    </svg>
  );
}
