import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import { Button } from './Button';
import { cx } from './cx';
import { inputClassName } from './Field';

interface InlineFormState {
  isOpen: boolean;
  /** The button that opens the form, and gets the focus back when it closes. */
  triggerRef: RefObject<HTMLButtonElement | null>;
  /** Why the last try was refused. */
  error: string | null;
  open: () => void;
  close: () => void;
  /** Shows why a try was refused, or that it was not. Answers whether it was taken. */
  showResult: (refusal: { message: string } | null) => boolean;
}

/** A form that a button opens in its own place and that stays open, so that one thing after another can be added. */
export function useInlineForm(): InlineFormState {
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const triggerRef = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    triggerRef,
    error,
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false);
      setError(null);
      // The button exists again only after React has drawn.
      requestAnimationFrame(() => triggerRef.current?.focus());
    },
    showResult: (refusal) => {
      setError(refusal?.message ?? null);
      return refusal === null;
    },
  };
}

/** The field of such a form, focused as it opens, with the reason of a refusal below it. */
export function InlineField({ label, error, ...input }: { label: string; error: string | null } & ComponentProps<'input'>) {
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        placeholder={label}
        autoFocus
        autoComplete="off"
        className={cx(inputClassName, 'h-10 coarse:h-11')}
        {...input}
      />
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </>
  );
}

/** Its two buttons. */
export function InlineButtons({ onClose }: { onClose: () => void }) {
  return (
    <div className="flex justify-end gap-1">
      <Button variant="quiet" className="px-3" onClick={onClose}>
        Close
      </Button>
      <Button type="submit" variant="primary">
        Add
      </Button>
    </div>
  );
}
