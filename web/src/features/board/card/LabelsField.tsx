import type { Id } from '@twentyfour/core';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { dispatch, mirror } from '../../../core/client';
import { type DraftField, useDraft } from '../../../core/drafts';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { ColorPicker } from '../../../ui/ColorPicker';
import { NO_COLOR } from '../../../ui/colors';
import { cx } from '../../../ui/cx';
import { inputClassName } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { keyOf } from '../../../ui/keyboard';
import { Popover } from '../../../ui/Popover';
import { LabelChip, useLabelColor } from '../LabelChip';
import { collectBoardLabels, parseLabels } from '../labels';

/** The number of the board's labels that are suggested at once. */
const MAX_SUGGESTIONS = 12;

interface LabelsFieldProps {
  card_id: Id;
  /** The labels, as JSON text. */
  field: DraftField;
  error: string | null | undefined;
}

/**
 * A field for a card's labels: add by typing or from the board's labels, remove, and choose the color that the board
 * stores.
 */
export function LabelsField({ card_id, field, error }: LabelsFieldProps) {
  const id = useId();
  // A half-typed label is stored as a draft too.
  const draft = useDraft(`card/${card_id}/label`);
  const text = draft.value;
  const input = useRef<HTMLInputElement>(null);
  // Read once, so that labels added by others do not move the suggestions under the pointer.
  const [boardLabels] = useState(() => collectBoardLabels(mirror.getState()));
  const labels = parseLabels(field.value);
  const maxChars = useMirror(({ ranges }) => ranges.label_chars.max);
  const query = text.trim().toLowerCase();
  const suggestions = boardLabels.filter((label) => !labels.includes(label) && label.toLowerCase().includes(query)).slice(0, MAX_SUGGESTIONS);

  const setValue = (next: readonly string[]) => field.change(JSON.stringify(next));
  /** Empties the input and adds a label, unless it is blank or the card has it already. */
  const add = (label: string) => {
    const trimmed = label.trim();
    draft.discard();
    if (trimmed !== '' && !labels.includes(trimmed)) setValue([...labels, trimmed]);
  };
  const addAndFocus = (label: string) => {
    add(label);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === 'Enter' || key === ',') {
      event.preventDefault();
      addAndFocus(text);
    }
    if (key === 'Backspace' && text === '') setValue(labels.slice(0, -1));
  };

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {common.labels()}
      </label>
      {labels.length > 0 && (
        <ul aria-label={messages.cardLabels()} className="flex flex-wrap gap-1.5 text-sm">
          {labels.map((label) => (
            <li key={label} className="max-w-full">
              <EditableLabel label={label} onRemove={() => setValue(labels.filter((one) => one !== label))} />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={id}
        dir="auto"
        value={text}
        maxLength={maxChars}
        autoComplete="off"
        placeholder={messages.labelPlaceholder()}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => draft.change(event.target.value)}
        onKeyDown={onKeyDown}
        // Leaving the field adds the typed label.
        onBlur={(event) => {
          const isFocusOnSuggestion = event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-suggestions]') !== null;
          if (text.trim() !== '' && !isFocusOnSuggestion) add(text);
        }}
        className={cx(inputClassName, 'h-9 coarse:h-11')}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {suggestions.length > 0 && (
        <ul data-suggestions aria-label={messages.labelSuggestions()} className="flex flex-wrap gap-1.5">
          {suggestions.map((label) => (
            <li key={label} className="max-w-full">
              <button
                type="button"
                aria-label={messages.labelAdd({ label })}
                onClick={() => addAndFocus(label)}
                className="flex max-w-full items-center rounded-sm text-sm text-secondary transition-colors duration-120 hover:text-primary coarse:min-h-11"
              >
                <LabelChip label={label}>
                  <Icon icon={Plus} size={12} />
                </LabelChip>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * A label with buttons to change its color and to remove it. The color belongs to the board, so it is saved
 * immediately.
 */
function EditableLabel({ label, onRemove }: { label: string; onRemove: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const color = useLabelColor(label);
  return (
    <LabelChip label={label} hasDot={false} className="pr-0!">
      <span className="-my-0.5 flex">
        <Popover
          label={messages.labelColor({ label })}
          open={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <button
              type="button"
              aria-label={messages.labelChangeColor({ label })}
              className="grid size-7 place-items-center rounded-sm hover:bg-hover coarse:size-11"
            >
              <span
                aria-hidden
                className="size-3 rounded-full ring-1 ring-control ring-inset"
                style={{ background: color ?? 'transparent' }}
              />
            </button>
          }
        >
          <ColorPicker
            label={messages.labelColor({ label })}
            value={color ?? NO_COLOR.hex}
            onValueChange={(hex) => dispatch({ type: 'set_label_color', label, color: hex === NO_COLOR.hex ? null : hex })}
          />
        </Popover>
        <button
          type="button"
          aria-label={messages.labelRemove({ label })}
          onClick={onRemove}
          className="grid size-7 place-items-center rounded-sm hover:bg-hover coarse:size-11"
        >
          <Icon icon={X} size={14} />
        </button>
      </span>
    </LabelChip>
  );
}
