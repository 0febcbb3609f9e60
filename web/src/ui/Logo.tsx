import { cx } from './cx';

/**
 * The logo, a ring of 24 ticks with one of them lit. It uses the symbol in index.html, because a separate file would
 * load late. It is hidden from screen readers, because the text beside it names it.
 */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 64 64" className={cx('text-[#4a545f] dark:text-[#c3ccd5]', className)}>
      <use href="#logo" />
    </svg>
  );
}
