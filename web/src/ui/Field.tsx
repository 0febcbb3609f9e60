import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx';

/** Shared text field styles. */
export const inputClassName = cx(
  'w-full rounded-md bg-field px-3 text-primary ring-1 ring-inset ring-control placeholder:text-secondary',
  'transition-shadow duration-120 aria-invalid:ring-danger disabled:opacity-60',
);

export interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** The error message; null if the value is valid. */
  error?: string | null | undefined;
  /** A short explanation of the field. */
  hint?: ReactNode | undefined;
  /** Content at the end of the label's line, such as a link. It follows the field in tab order. */
  aside?: ReactNode;
  /** Content over the field's end, such as a button: 40 px, 44 px on touch screens. */
  end?: ReactNode;
}

/** A one-line text field with its label above and its error or hint below. */
export function Field({ label, error, hint, aside, end, className, ...rest }: FieldProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={cx('relative flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          dir="auto"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={cx(inputClassName, 'h-10 coarse:h-11', end ? 'pr-10 coarse:pr-11' : undefined)}
          {...rest}
        />
        {end && <div className="absolute inset-y-0 right-0 flex items-center">{end}</div>}
      </div>
      {/* Aligned to the bottom of the label's line, so that a larger touch target does not overlap the field below. */}
      {aside && <div className="absolute right-0 bottom-full -mb-6.5 flex">{aside}</div>}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {!error && hint && (
        <p id={`${id}-hint`} className="text-sm text-secondary">
          {hint}
        </p>
      )}
    </div>
  );
}
