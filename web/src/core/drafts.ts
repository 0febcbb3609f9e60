/** Drafts: the unsaved input of a field. A draft survives Escape, a click outside the dialog, and a reload. */
import { useState } from 'react';
import { dispatch } from './client';
import { useMirror } from './hooks';

export interface DraftField {
  /** The text that the field shows. */
  value: string;
  /** Whether the text differs from the saved one. */
  isDirty: boolean;
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
  const value = typed ?? storedDraft ?? saved;
  const clearStored = () => {
    if (storedDraft !== undefined || typed !== null) dispatch({ type: 'discard_draft', key });
  };
  return {
    value,
    isDirty: value !== saved,
    change: (text) => {
      setTyped(text);
      if (text === saved) clearStored();
      else dispatch({ type: 'save_draft', key, text });
    },
    discard: () => {
      setTyped(null);
      clearStored();
    },
  };
}
