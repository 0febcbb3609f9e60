/**
 * Texts of notes that could not be saved because the core had crashed. They are kept here until somebody restores or discards them,
 * because there was no core to keep them, and the next one may crash on the same text. They may be longer than a draft.
 */
import type { Id } from '@twentyfour/core';
import { createStore, useStore } from 'zustand';

const PREFIX = 'unsaved_note/';

/** The texts by note. Ids are unique, so no account can open another's. */
const texts = createStore<ReadonlyMap<Id, string>>(readStored);

function readStored(): ReadonlyMap<Id, string> {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return new Map(keys.map((key) => [key.slice(PREFIX.length), localStorage.getItem(key) ?? '']));
  } catch {
    return new Map();
  }
}

/** Keeps a text through reloads, or as long as the page is open where the browser stores nothing. */
export function keepUnsavedText(note_id: Id, document: string): void {
  texts.setState(new Map(texts.getState()).set(note_id, document), true);
  try {
    localStorage.setItem(PREFIX + note_id, document);
  } catch {
    // Storage is full or forbidden.
  }
}

/** Forgets a text that was restored or discarded. */
export function forgetUnsavedText(note_id: Id): void {
  const left = new Map(texts.getState());
  if (!left.delete(note_id)) return;
  texts.setState(left, true);
  try {
    localStorage.removeItem(PREFIX + note_id);
  } catch {
    // It was never stored.
  }
}

/** Returns the unsaved text of a note, or null. */
export function useUnsavedText(note_id: Id | null): string | null {
  return useStore(texts, (kept) => (note_id === null ? null : (kept.get(note_id) ?? null)));
}
