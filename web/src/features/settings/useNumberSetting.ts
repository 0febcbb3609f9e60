import type { NumberRange, Rejection } from '@twentyfour/core';
import { useEffect, useRef, useState } from 'react';
import { mirror } from '../../core/client';
import { type DraftField, useDraft } from '../../core/drafts';
import { parseInteger } from '../../ui/NumberInput';

/** How long a field shows that it was saved, in milliseconds. */
const SAVED_MS = 2000;

export interface NumberSettingOptions {
  range: NumberRange;
  saved: number;
  /** The key of the field's draft. */
  draft: string;
  /** Returns the error for what is not a whole number. The core checks the range. */
  invalidMessage: (range: NumberRange) => string;
  /** Saves the value. Returns the rejection, or null. */
  onSave: (value: number) => Rejection | null;
}

export interface NumberSetting {
  field: DraftField;
  error: string | null;
  /** Whether the value was saved a moment ago. */
  isSaved: boolean;
  change: (text: string) => void;
  /** Saves a changed value. An invalid one stays in the field with its error. */
  save: () => void;
  /** Shows the saved value again. */
  restore: () => void;
}

/** A number of the settings that is saved as soon as the user leaves its field. */
export function useNumberSetting({ range, saved, draft, invalidMessage, onSave }: NumberSettingOptions): NumberSetting {
  const field = useDraft(draft, String(saved));
  const [error, setError] = useState<string | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setIsSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);

  const change = (text: string) => {
    field.change(text);
    setError(null);
    setIsSaved(false);
  };
  const save = () => {
    if (!field.isDirty) return;
    const number = parseInteger(field.value);
    if (number === null) {
      setError(invalidMessage(range));
      return;
    }
    const rejection = number === saved ? null : onSave(number);
    setError(rejection?.message ?? null);
    if (rejection) return;
    setIsSaved(number !== saved);
    field.discard();
  };
  const restore = () => {
    field.discard();
    setError(null);
  };

  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
  useEffect(() => {
    // A reload or the browser's Back leaves the page without a blur. After a log-out, the mirror has no drafts.
    const saveDraft = () => {
      if (mirror.getState().drafts.has(draft)) latestSave.current();
    };
    saveDraft();
    addEventListener('pagehide', saveDraft);
    return () => {
      removeEventListener('pagehide', saveDraft);
      saveDraft();
    };
  }, [draft]);
  return { field, error, isSaved, change, save, restore };
}
