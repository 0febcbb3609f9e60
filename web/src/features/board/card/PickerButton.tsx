import type { CardView } from '@twentyfour/core';
import { type ReactNode, useState } from 'react';
import * as messages from '../../../messages/card';
import { cx } from '../../../ui/cx';
import { CardPicker } from '../pickers/CardPickers';
import type { PickerKind } from '../pickers/openedPicker';

interface PickerButtonProps {
  card: CardView;
  field: PickerKind;
  name: string;
  /** The value in words; null if there is none. */
  value: string | null;
  /** The words of the button while there is no value. */
  addText: string;
  className?: string;
  /** How the value is shown. */
  children?: ReactNode;
}

/** The value of a card's field as a button that opens its picker. */
export function PickerButton({ card, field, name, value, addText, className, children }: PickerButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        data-card-field={field}
        aria-label={value === null ? addText : messages.changeField({ name, value })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
        className={cx('rounded-sm text-left transition-colors duration-120 hover:bg-hover aria-expanded:bg-hover', className)}
      >
        {children}
      </button>
      {anchor && (
        <CardPicker kind={field} cards={[card]} anchor={anchor} onClose={() => setAnchor(null)} onCloseFocus={() => restoreFocus(anchor)} />
      )}
    </>
  );
}

/** Focuses a button, unless a click outside the picker has moved the focus to another one. */
function restoreFocus(button: HTMLElement): void {
  const { activeElement } = document;
  // A modal dialog takes the focus when the element that had it is removed.
  if (activeElement === document.body || activeElement?.getAttribute('role') === 'dialog') button.focus();
}
