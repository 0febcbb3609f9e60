/**
 * Texts of notes that could not be saved because the core had crashed. They are stored here until the user restores or
 * discards them: no core was running to store them, and the next one may crash on the same text. They may be longer
 * than a draft.
 */
import type { Id } from '@twentyfour/core';
import { useMemo } from 'react';
import { createStore, useStore } from 'zustand';

const PREFIX = 'unsaved_note/';

/** A text that was not saved. */
export interface UnsavedText {
  /** `<note>/<editor>`: two editors of a note, one after the other or in two tabs, each keep their own text. */
  key: string;
  document: string;
}

/** The texts by key. Ids are unique, so no account can open another account's texts. */
const texts = createStore<ReadonlyMap<string, string>>(readStored);

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
  for (const [other, text] of texts.getState()) {
    if (other !== key && noteOf(other) === note_id && text === document) removeUnsavedText(other);
  }
  texts.setState(new Map(texts.getState()).set(key, document), true);
  try {
    localStorage.setItem(PREFIX + key, document);
  } catch {
    // Storage is full or forbidden.
  }
}

/** Removes a text that was restored or discarded. */
export function removeUnsavedText(key: string): void {
  const remaining = new Map(texts.getState());
  if (!remaining.delete(key)) return;
  texts.setState(remaining, true);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // It was never stored.
  }
}

/** Removes every text, including those that other tabs have stored. */
export function clearUnsavedTexts(): void {
  texts.setState(new Map(), true);
  try {
    for (const key of storedKeys()) localStorage.removeItem(key);
  } catch {
    // Nothing was ever stored.
  }
}

/** Returns the unsaved texts of a note, the oldest first. */
export function useUnsavedTexts(note_id: Id): readonly UnsavedText[] {
  const stored = useStore(texts);
  return useMemo(() => [...stored].filter(([key]) => noteOf(key) === note_id).map(([key, document]) => ({ key, document })), [stored, note_id]);
}
