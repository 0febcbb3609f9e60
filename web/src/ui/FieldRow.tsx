import { type ReactNode, useId } from 'react';

/** What a field wears so that its label and what is said of it are told with it. */
export interface FieldAriaProps {
  id: string;
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldRowProps {
  label: string;
  /** What it does, in a sentence. */
  hint?: string | undefined;
  /** Why what stands in the field cannot be taken, in a sentence. */
  error?: string | null | undefined;
  /** Whether pressing the label presses what stands at the end. Not where that is a button with words of its own. */
  hasLabelFor?: boolean;
  /** The field, which wears what it is given. */
  children: (ids: FieldAriaProps) => ReactNode;
}

/** A field at the end of a line that begins with its label and with what it does, or what is wrong with it. */
export function FieldRow({ label, hint, error, hasLabelFor = true, children }: FieldRowProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-2.5 last:border-transparent">
      <div className="min-w-0">
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
      <div className="flex shrink-0 items-center">
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
