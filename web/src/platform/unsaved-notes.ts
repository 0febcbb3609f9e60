/**
 * Texts of notes that could not be saved because the core had crashed. They are stored here until the user restores or
 * discards them: no core was running to store them, and the next one may crash on the same text. They may be longer
 * than a draft.
 */
import type { Id } from '@twentyfour/core';
import { createStore } from 'zustand/vanilla';

const PREFIX = 'unsaved_note/';

/** A text that was not saved. */
export interface UnsavedText {
  /** `<note>/<editor>`: two editors of a note, one after the other or in two tabs, each keep their own text. */
  key: string;
  document: string;
}

/** The texts by key. Ids are unique, so no account can open another account's texts. */
export const unsavedTexts = createStore<ReadonlyMap<string, string>>(readStored);

const noteOf = (key: string): Id => key.split('/')[0] ?? '';

function storedKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

function readStored(): ReadonlyMap<string, string> {
  try {
    // Editor ids begin with a timestamp, so the oldest text of a note comes first.
    return new Map(storedKeys().toSorted().map((key) => [key.slice(PREFIX.length), localStorage.getItem(key) ?? '']));
  } catch {
    return new Map();
  }
}

/** Returns a new id for an editor. */
export function newEditorId(): string {
  // `crypto.randomUUID` is missing on plain HTTP.
  return `${Date.now()}-${crypto.getRandomValues(new Uint32Array(1)).join('')}`;
}

/**
 * Stores the text of an editor so that it survives reloads; if the browser's storage is unavailable, only until the
 * page is closed. It replaces the editor's previous text; other editors' texts of the same note stay, unless they are
 * identical.
 */
export function storeUnsavedText(note_id: Id, editor_id: string, document: string): void {
  const key = `${note_id}/${editor_id}`;
  for (const [other, text] of unsavedTexts.getState()) {
    if (other !== key && noteOf(other) === note_id && text === document) removeUnsavedText(other);
  }
  unsavedTexts.setState(new Map(unsavedTexts.getState()).set(key, document), true);
  try {
    localStorage.setItem(PREFIX + key, document);
  } catch {
    // Storage is full or forbidden.
  }
}

/** Removes a text that was restored or discarded. */
export function removeUnsavedText(key: string): void {
  const remaining = new Map(unsavedTexts.getState());
  if (!remaining.delete(key)) return;
  unsavedTexts.setState(remaining, true);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // It was never stored.
  }
}

/** Removes every text, including those that other tabs have stored. */
export function clearUnsavedTexts(): void {
  unsavedTexts.setState(new Map(), true);
  try {
    for (const key of storedKeys()) localStorage.removeItem(key);
  } catch {
    // Nothing was ever stored.
  }
}

/** Returns the texts of a note among all texts, the oldest first. */
export function unsavedTextsOf(note_id: Id, all: ReadonlyMap<string, string>): readonly UnsavedText[] {
  return [...all].filter(([key]) => noteOf(key) === note_id).map(([key, document]) => ({ key, document }));
}
