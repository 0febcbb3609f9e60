import type { Id } from '@twentyfour/core';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { type UnsavedText, unsavedTexts, unsavedTextsOf } from '../../platform/unsaved-notes';

/** Returns the unsaved texts of a note, the oldest first. */
export function useUnsavedTexts(note_id: Id): readonly UnsavedText[] {
  const stored = useStore(unsavedTexts);
  return useMemo(() => unsavedTextsOf(note_id, stored), [stored, note_id]);
}
