import type { ComponentProps } from 'react';
import { cx } from './cx';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible label. */
  label: string;
}

/** Shared styles of buttons and links that only show an icon. */
export const iconButtonClassName = cx(
  'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-secondary coarse:size-11',
  'transition-colors duration-120 hover:bg-hover hover:text-primary disabled:pointer-events-none disabled:opacity-50',
);

/** A button that only shows an icon: 36 px, 44 px on touch screens. */
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
