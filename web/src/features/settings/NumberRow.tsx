import type { Rejection } from '@twentyfour/core';
import { useState } from 'react';
import { useDraft } from '../../core/drafts';
import * as messages from '../../messages/settings';
import { FieldRow } from '../../ui/FieldRow';
import { isKey } from '../../ui/keyboard';
import { NumberInput, parseInteger } from '../../ui/NumberInput';

interface NumberRowProps {
  label: string;
  hint: string;
  unit: string;
  min: number;
  max: number;
  saved: number;
  /** The key of the field's draft. */
  draft: string;
  /** Saves the value. Returns the rejection, or null. */
  onSave: (value: number) => Rejection | null;
}

/** A number field that saves on Enter or blur. An invalid value stays in the field with its error. */
export function NumberRow({ label, hint, unit, min, max, saved, draft, onSave }: NumberRowProps) {
  const field = useDraft(draft, String(saved));
  const [error, setError] = useState<string | null>(null);

  const save = () => {
    if (!field.isDirty) return;
    const number = parseInteger(field.value);
    if (number === null) {
      setError(messages.numberOutOfRange({ min, max }));
      return;
    }
    const rejection = number === saved ? null : onSave(number);
    setError(rejection?.message ?? null);
    if (!rejection) field.discard();
  };

  return (
    <FieldRow label={label} hint={hint} error={error}>
      {(ids) => (
        <NumberInput
          className="w-26"
          value={field.value}
          unit={unit}
          min={min}
          max={max}
          onChange={(text) => {
            field.change(text);
            setError(null);
          }}
          onBlur={save}
          onKeyDown={(event) => isKey(event, 'Enter') && save()}
          {...ids}
        />
      )}
    </FieldRow>
  );
}
