import type { ComponentProps } from 'react';
import { cx } from './cx';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent font-semibold',
  secondary: 'bg-sunken text-primary ring-1 ring-inset ring-line hover:bg-hover',
  quiet: 'text-secondary hover:bg-hover hover:text-primary',
  danger: 'text-danger ring-1 ring-inset ring-line hover:bg-hover',
  photo:
    'bg-photo-pane text-photo ring-1 ring-inset ring-photo-line backdrop-blur-md hover:bg-photo-pane-hover focus-visible:outline-photo',
};

const SIZES = {
  /** For a button beside the title of a section. */
  small: 'h-9 px-2 text-sm coarse:h-11',
  medium: 'h-9 px-4 text-base coarse:h-11',
  large: 'h-11 px-4 text-md sm:px-6',
  /** As high as a large button, for an icon alone. */
  square: 'size-11',
};

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`, `secondary`, `quiet`, `danger`, or a variant for use on the wallpaper. */
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
}

/** Shared button styles, also for links that look like buttons. */
export function buttonClassName(variant: keyof typeof VARIANTS = 'secondary', size: keyof typeof SIZES = 'medium'): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap',
    'transition-[background-color,color,transform,opacity] duration-120 active:scale-[0.98]',
    'disabled:pointer-events-none disabled:opacity-50',
    VARIANTS[variant],
    SIZES[size],
  );
}

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={cx(buttonClassName(variant, size), className)} {...rest} />;
}
