import type { Id } from '@twentyfour/core';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { dispatch, mirror } from '../../../core/client';
import { type DraftField, useDraft } from '../../../core/drafts';
import { cx } from '../../../ui/cx';
import { ColorPicker } from '../../../ui/ColorPicker';
import { NO_COLOR } from '../../../ui/colors';
import { inputClassName } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { Popover } from '../../../ui/Popover';
import { keyOf } from '../../../ui/keyboard';
import { LabelChip, useLabelColor } from '../LabelChip';
import { collectBoardLabels } from '../labels';
import { parseLabels } from './CardForm';

/** How many labels of the board are offered at once. */
const MAX_SUGGESTIONS = 12;

interface LabelsFieldProps {
  card_id: Id;
  /** The labels, as JSON text. */
  field: DraftField;
  error: string | null | undefined;
}

/** A card's labels: add by typing or from those of the board, remove, and choose the colour that the board keeps. */
export function LabelsField({ card_id, field, error }: LabelsFieldProps) {
  const id = useId();
  // A label that is half typed is kept as well.
  const draft = useDraft(`card/${card_id}/label`);
  const text = draft.value;
  const input = useRef<HTMLInputElement>(null);
  // Read once: what others add meanwhile need not move the offers under a hand.
  const [boardLabels] = useState(() => collectBoardLabels(mirror.getState()));
  const labels = parseLabels(field.value);
  const query = text.trim().toLowerCase();
  const suggestions = boardLabels.filter((label) => !labels.includes(label) && label.toLowerCase().includes(query)).slice(0, MAX_SUGGESTIONS);

  const setValue = (next: readonly string[]) => field.change(JSON.stringify(next));
  const add = (label: string) => {
    const trimmed = label.trim();
    draft.discard();
    if (trimmed !== '' && !labels.includes(trimmed)) setValue([...labels, trimmed]);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === 'Enter' || key === ',') {
      event.preventDefault();
      add(text);
    }
    if (key === 'Backspace' && text === '') setValue(labels.slice(0, -1));
  };

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        Labels
      </label>
      {labels.length > 0 && (
        <ul aria-label="Card labels" className="flex flex-wrap gap-1.5 text-sm">
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
        value={text}
        maxLength={50}
        autoComplete="off"
        placeholder="Add a label"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => draft.change(event.target.value)}
        onKeyDown={onKeyDown}
        // What stands in the field when the person goes on was meant.
        onBlur={(event) => {
          const isFocusOnSuggestion = event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-suggestions]') !== null;
          if (text.trim() !== '' && !isFocusOnSuggestion) {
            draft.discard();
            if (!labels.includes(text.trim())) setValue([...labels, text.trim()]);
          }
        }}
        className={cx(inputClassName, 'h-9 coarse:h-11')}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {suggestions.length > 0 && (
        <ul data-suggestions aria-label="Suggested labels" className="flex flex-wrap gap-1.5">
          {suggestions.map((label) => (
            <li key={label} className="max-w-full">
              <button
                type="button"
                aria-label={`Add label ${label}`}
                onClick={() => add(label)}
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

/** A label with the two things to do to it. Its colour is the board's, so that it is kept at once. */
function EditableLabel({ label, onRemove }: { label: string; onRemove: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const color = useLabelColor(label);
  return (
    <LabelChip label={label} hasDot={false} className="pr-0!">
      <span className="-my-0.5 flex">
        <Popover
          label={`Color of ${label}`}
          open={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <button
              type="button"
              aria-label={`Change color of ${label}`}
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
            label={`Color of ${label}`}
            value={color ?? NO_COLOR.hex}
            onValueChange={(hex) => dispatch({ type: 'set_label_color', label, color: hex === NO_COLOR.hex ? null : hex })}
          />
        </Popover>
        <button
          type="button"
          aria-label={`Remove label ${label}`}
          onClick={onRemove}
          className="grid size-7 place-items-center rounded-sm hover:bg-hover coarse:size-11"
        >
          <Icon icon={X} size={14} />
        </button>
      </span>
    </LabelChip>
  );
}
