import type { Rejection } from '@twentyfour/core';
import { useState } from 'react';
import { useDraft } from '../../core/drafts';
import { FieldRow } from '../../ui/FieldRow';
import { NumberInput, parseInteger } from '../../ui/NumberInput';
import { isKey } from '../../ui/keyboard';

interface NumberRowProps {
  label: string;
  hint: string;
  unit: string;
  min: number;
  max: number;
  saved: number;
  /** The key under which what is typed and not saved is kept. */
  draft: string;
  /** Saves it, and answers why it was refused. */
  onSave: (value: number) => Rejection | null;
}

/** A number that is saved by Enter, or by leaving its field. What cannot be taken stays there, with the reason beside it. */
export function NumberRow({ label, hint, unit, min, max, saved, draft, onSave }: NumberRowProps) {
  const field = useDraft(draft, String(saved));
  const [error, setError] = useState<string | null>(null);

  const save = () => {
    if (!field.isDirty) return;
    const number = parseInteger(field.value);
    if (number === null) {
      setError(`Enter a number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`);
      return;
    }
    const refusal = number === saved ? null : onSave(number);
    setError(refusal?.message ?? null);
    if (!refusal) field.discard();
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
