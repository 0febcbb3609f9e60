/** Drafts: the unsaved input of a field. A draft survives Escape, a click outside the dialog, and a reload. */
import { useState } from 'react';
import { dispatch } from './client';
import { useMirror } from './hooks';

export interface DraftField {
  /** The text that the field shows. */
  value: string;
  /** Whether the text differs from the saved one. */
  isDirty: boolean;
  /** The saved text, if somebody else has changed it since the user began to type; null otherwise. */
  otherText: string | null;
  change: (value: string) => void;
  /** Removes the draft after it was saved or canceled. */
  discard: () => void;
}

/**
 * Returns the state of a field whose text is stored as a draft under `key` from the first change on. `saved` is shown
 * while there is no draft. Components must be remounted when `key` changes, so that a draft cannot end up in another
 * field.
 */
export function useDraft(key: string, saved = ''): DraftField {
  const storedDraft = useMirror(({ drafts }) => drafts.get(key));
  // Local input wins over a draft that another tab changes at the same time.
  const [typed, setTyped] = useState<string | null>(null);
  // The saved text when the user began to type.
  const [base, setBase] = useState<string | null>(null);
  const value = typed ?? storedDraft ?? saved;
  const clearStored = () => {
    if (storedDraft !== undefined || typed !== null) dispatch({ type: 'discard_draft', key });
  };
  return {
    value,
    isDirty: value !== saved,
    otherText: base !== null && base !== saved && value !== saved ? saved : null,
    change: (text) => {
      setTyped(text);
      setBase(text === saved ? null : (base ?? saved));
      if (text === saved) clearStored();
      else dispatch({ type: 'save_draft', key, text });
    },
    discard: () => {
      setTyped(null);
      setBase(null);
      clearStored();
    },
  };
}

export interface MergedDraftField extends DraftField {
  /** The text that the user has changed, with which the new one is merged. */
  base: string;
}

/** Returns the state of a field like `useDraft`, and stores the text that the user has changed beside the draft. */
export function useMergedDraft(key: string, saved: string): MergedDraftField {
  const field = useDraft(key, saved);
  const baseKey = `${key}/base`;
  const storedBase = useMirror(({ drafts }) => drafts.get(baseKey));
  const base = storedBase ?? saved;
  const clearBase = () => {
    if (storedBase !== undefined) dispatch({ type: 'discard_draft', key: baseKey });
  };
  return {
    ...field,
    base,
    otherText: field.isDirty && base !== saved ? saved : null,
    change: (text) => {
      if (text === saved) clearBase();
      else if (storedBase === undefined) dispatch({ type: 'save_draft', key: baseKey, text: saved });
      field.change(text);
    },
    discard: () => {
      clearBase();
      field.discard();
    },
  };
}
