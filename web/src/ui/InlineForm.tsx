import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import * as common from '../messages/common';
import { Button } from './Button';
import { cx } from './cx';
import { inputClassName } from './Field';
import { useFocusAfterClose } from './focus';

interface InlineFormState {
  isOpen: boolean;
  /** The button that opens the form and gets the focus back when it closes. */
  triggerRef: RefObject<HTMLButtonElement | null>;
  /** The error of the last attempt; null if there was none. */
  error: string | null;
  open: () => void;
  close: () => void;
  /** Shows or clears the error of an attempt. Returns whether it was accepted. */
  showResult: (rejection: { message: string } | null) => boolean;
}

/** Returns the state of a form that replaces its button and stays open, so that several items can be added in a row. */
export function useInlineForm(): InlineFormState {
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const triggerRef = useRef<HTMLButtonElement>(null);
  useFocusAfterClose(isOpen, triggerRef);
  return {
    isOpen,
    triggerRef,
    error,
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false);
      setError(null);
    },
    showResult: (rejection) => {
      setError(rejection?.message ?? null);
      return rejection === null;
    },
  };
}

/** The field of an inline form. It is focused when the form opens and shows the error below. */
export function InlineField({ label, error, ...input }: { label: string; error: string | null } & ComponentProps<'input'>) {
  return (
    <>
      <input
        dir="auto"
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

/** The Close and Add buttons of an inline form. */
export function InlineButtons({ onClose }: { onClose: () => void }) {
  return (
    <div className="ml-auto flex gap-1">
      <Button variant="quiet" onClick={onClose}>
        {common.close()}
      </Button>
      <Button type="submit" variant="primary">
        {common.add()}
      </Button>
    </div>
  );
}
