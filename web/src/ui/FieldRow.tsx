import { type ReactNode, useId } from 'react';

/** The attributes that connect a field with its label, hint and error for screen readers. */
interface FieldAriaProps {
  id: string;
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldRowProps {
  label: string;
  /** A short explanation of the field. */
  hint?: string | undefined;
  /** The error message; null if the value is valid. */
  error?: string | null | undefined;
  /** Whether clicking the label activates the field. False for a button that has its own text. */
  hasLabelFor?: boolean;
  /** Renders the field with the given attributes. */
  children: (ids: FieldAriaProps) => ReactNode;
}

/** A row with a label and its hint or error at the start, and the field at the end. */
export function FieldRow({ label, hint, error, hasLabelFor = true, children }: FieldRowProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div data-row={label} className="flex min-h-14 flex-wrap items-center justify-between gap-4 border-b border-line py-2.5 last:border-transparent">
      {/* A field that leaves too little space for its label goes below. */}
      <div className="min-w-0 flex-1 basis-32">
        <label id={`${id}-label`} htmlFor={hasLabelFor ? id : undefined} className="font-medium">
          {label}
        </label>
        {error ? (
          <p id={`${id}-error`} role="alert" className="text-sm text-danger">
            {error}
          </p>
        ) : (
          hint && (
            <p id={`${id}-hint`} className="text-sm text-secondary">
              {hint}
            </p>
          )
        )}
      </div>
      <div className="flex max-w-full shrink-0 items-center">
        {children({
          id,
          'aria-labelledby': `${id}-label`,
          'aria-describedby': describedBy,
          'aria-invalid': error ? true : undefined,
        })}
      </div>
    </div>
  );
}
