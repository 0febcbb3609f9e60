import type { CardView } from '@twentyfour/core';
import { cloneElement, type ComponentProps, type HTMLAttributes, type ReactElement, type ReactNode, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import type { CommandId } from '../../../shell/commands/commands';
import { ariaKeys, useShortcut } from '../../../shell/commands/shortcuts';
import { cx } from '../../../ui/cx';
import { Tooltip } from '../../../ui/Tooltip';
import { CardPicker } from '../pickers/CardPickers';
import type { PickerKind } from '../pickers/openedPicker';

/** The commands that open a picker. */
const COMMANDS: Partial<Record<PickerKind, CommandId>> = {
  labels: 'card_labels',
  due_date: 'card_due_date',
  priority: 'card_priority',
  assignees: 'card_assignees',
};

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
  const command = COMMANDS[field];
  const button = (
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
  );
  return (
    <>
      {command ? <WithKeys text={value === null ? addText : name} command={command}>{button}</WithKeys> : button}
      {anchor && (
        <OpenPicker kind={field} card={card} anchor={anchor} onClose={() => setAnchor(null)} onCloseFocus={() => restoreFocus(anchor)} />
      )}
    </>
  );
}

/** The picker for a card as it is now. The card of the button is deferred, and a choice may depend on the one before. */
function OpenPicker({ card, ...picker }: Omit<ComponentProps<typeof CardPicker>, 'cards'> & { card: CardView }) {
  const current = useMirror(({ cards }) => cards.get(card.id)) ?? card;
  return <CardPicker {...picker} cards={[current]} />;
}

interface WithKeysProps {
  text: string;
  command: CommandId;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A button with the keys of its command in its tooltip. */
function WithKeys({ text, command, children }: WithKeysProps) {
  const keys = useShortcut(command);
  return (
    <Tooltip text={text} keys={keys} side="bottom">
      {cloneElement(children, { 'aria-keyshortcuts': ariaKeys(keys) })}
    </Tooltip>
  );
}

/** Focuses a button, unless a click outside the picker has moved the focus to another one. */
function restoreFocus(button: HTMLElement): void {
  const { activeElement } = document;
  // A modal dialog takes the focus when the element that had it is removed.
  if (activeElement === document.body || activeElement?.getAttribute('role') === 'dialog') button.focus();
}
