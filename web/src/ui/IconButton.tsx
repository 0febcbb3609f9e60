import type { ComponentProps } from 'react';
import { cx } from './cx';

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, in words. */
  label: string;
}

/** What every button and every link that shows only an icon wears. */
export const iconButtonClassName = cx(
  'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-secondary coarse:size-11',
  'transition-colors duration-120 hover:bg-hover hover:text-primary disabled:pointer-events-none disabled:opacity-50',
);

/** A button that shows only an icon; 36 px, 44 px under a finger. */
export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={cx(iconButtonClassName, className)}
      {...rest}
    />
  );
}
