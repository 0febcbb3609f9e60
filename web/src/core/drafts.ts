/** What stands in a field and has not been saved. It outlives Escape, a press beside the dialog, and a reload. */
import { useState } from 'react';
import { dispatch } from './client';
import { useMirror } from './hooks';

export interface DraftField {
  /** What the field shows. */
  value: string;
  /** Whether that is not what was saved. */
  isDirty: boolean;
  change: (value: string) => void;
  /** Forgets the draft: it was saved, or given up. */
  discard: () => void;
}

/**
 * A field whose text is kept under `key` from the first letter on. `saved` is what it shows while nobody has typed. A
 * component that uses it is made anew for another key, so that no text ever lands in another field.
 */
export function useDraft(key: string, saved = ''): DraftField {
  const storedDraft = useMirror(({ drafts }) => drafts.get(key));
  // What was typed here stands, also when another tab types into the same field.
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
