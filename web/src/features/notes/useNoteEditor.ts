import type { Editor } from '@tiptap/core';
import type { Id, NoteView, Rejection } from '@twentyfour/core';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CORE_CRASHED_REJECTION, dispatch, mirror } from '../../core/client';
import * as messages from '../../messages/notes';
import { newEditorId, storeUnsavedText } from '../../platform/unsaved-notes';
import { createAutosave, type Autosave } from './editor/autosave';
import { serializeDocument } from './editor/documents';
import { createEditor, replaceDocument } from './editor/editor';

/** Rejected texts by note, kept until they are accepted, so that they are restored when the note is opened again. */
const rejectedDrafts = new Map<Id, string>();

interface NoteEditorState {
  /** The element that contains the editor. */
  host: RefObject<HTMLDivElement | null>;
  /** Null before the first render, and if the note is not supported. */
  editor: Editor | null;
  /** Whether this version of the app does not support the note's document. */
  isUnsupported: boolean;
  /** The rejection of the last save. */
  rejection: Rejection | null;
  /** Replaces the text and saves it. Returns whether it was saved. */
  restore: (document: string) => boolean;
}

/**
 * Returns the editor of the open note, which saves changes itself. The mirror's text is put into the editor once, and
 * again only when its `edition` changes.
 */
export function useNoteEditor(note: NoteView, isEditable: boolean, keys: { onTools: () => void; onLink: () => void; onEscape: () => void }): NoteEditorState {
  const host = useRef<HTMLDivElement>(null);
  const [instance, setInstance] = useState<{ editor: Editor; saver: Autosave } | null>(null);
  const [isUnsupported, setIsUnsupported] = useState(false);
  const [lastRejection, setLastRejection] = useState<Rejection | null>(null);
  const latestProps = useRef({ note, isEditable, keys });
  useEffect(() => {
    latestProps.current = { note, isEditable, keys };
  });

  // A layout effect runs before the page is painted, and its cleanup before the next page opens another note.
  useLayoutEffect(() => {
    if (!host.current) return;
    const { id, document: text } = latestProps.current.note;
    const editor_id = newEditorId();
    let { edition } = latestProps.current.note;
    const rejectedDraft = rejectedDrafts.get(id);
    const editor = createEditor(host.current, {
      label: messages.noteText(),
      document: rejectedDraft ?? text,
      isEditable: latestProps.current.isEditable,
      onChange: () => saver.changed(),
      onTools: () => latestProps.current.keys.onTools(),
      onLink: () => latestProps.current.keys.onLink(),
      onEscape: () => latestProps.current.keys.onEscape(),
    });
    if (!editor) {
      setIsUnsupported(true);
      return;
    }
    // The core updates the mirror during a save.
    let isSaving = false;
    const saver = createAutosave(() => {
      const document = serializeDocument(editor.state.doc);
      isSaving = true;
      const rejection = dispatch({ type: 'edit_note', note_id: id, document, edition });
      isSaving = false;
      // A text that crashes the core would crash the next one too, so it is offered to the user instead of being loaded
      // into the editor.
      if (rejection === CORE_CRASHED_REJECTION) storeUnsavedText(id, editor_id, document);
      if (rejection && rejection !== CORE_CRASHED_REJECTION) rejectedDrafts.set(id, document);
      else rejectedDrafts.delete(id);
      setLastRejection(rejection);
      return rejection === null;
    });
    if (rejectedDraft !== undefined) saver.changed();
    if (text === '' && latestProps.current.isEditable) editor.view.focus();
    setInstance({ editor, saver });
    const stopSaving = saveOnBlurOrUnload(editor, saver);
    const stopFollowing = mirror.subscribe(({ open_note }) => {
      if (open_note?.id !== id || open_note.edition === edition) return;
      // Unsaved input is based on the previous edition, so it is saved first and the core resolves the conflict. The
      // edition is read again afterwards, because saving may change it. If the save is rejected, the editor keeps its text.
      if (saver.isDirty()) {
        if (!isSaving) saver.flush();
        if (saver.isDirty()) return;
      }
      const shown = mirror.getState().open_note;
      if (shown?.id !== id || shown.edition === edition) return;
      ({ edition } = shown);
      if (!replaceDocument(editor, shown.document)) setIsUnsupported(true);
    });
    return () => {
      stopFollowing();
      stopSaving();
      saver.flush();
      editor.destroy();
    };
  }, []);

  useLayoutEffect(() => {
    if (instance && instance.editor.options.editable !== isEditable) instance.editor.setEditable(isEditable, false);
  }, [instance, isEditable]);

  const restore = (document: string) => {
    if (!instance || !replaceDocument(instance.editor, document)) return false;
    instance.saver.changed();
    instance.saver.flush();
    return !instance.saver.isDirty();
  };
  return { host, editor: instance?.editor ?? null, isUnsupported, rejection: lastRejection, restore };
}

/** Saves immediately when the editor loses the focus or the page is hidden. */
function saveOnBlurOrUnload(editor: Editor, saver: Autosave): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') saver.flush();
  };
  const onUnload = (event: BeforeUnloadEvent) => {
    saver.flush();
    // A rejected text would be lost, so the browser asks before closing the page.
    if (saver.isDirty()) event.preventDefault();
  };
  editor.on('blur', saver.flush);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', saver.flush);
  window.addEventListener('beforeunload', onUnload);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', saver.flush);
    window.removeEventListener('beforeunload', onUnload);
  };
}
