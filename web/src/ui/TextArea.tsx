import { type ComponentProps, useId } from 'react';
import { cx } from './cx';
import { inputClassName } from './Field';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  /** Whether the label is only available to screen readers. */
  isLabelHidden?: boolean;
  /** The error message; null if the value is valid. */
  error?: string | null | undefined;
}

/** A multi-line text field with its label above and its error below. */
export function TextArea({ label, isLabelHidden = false, error, className, rows = 2, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        rows={rows}
        // Grows with its content where the browser supports it, and is never smaller than its rows.
        style={{ minHeight: `calc(${rows} * 1.5em + 1rem)` }}
        className={cx(inputClassName, 'field-sizing-content max-h-[50dvh] resize-y py-2')}
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
