import type { Editor } from '@tiptap/core';
import type { Id, NoteView, Rejection } from '@twentyfour/core';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CORE_CRASHED_REJECTION, dispatch, mirror } from '../../core/client';
import { storeUnsavedText, newEditorId } from '../../core/unsaved-texts';
import { serializeDocument } from './editor/documents';
import { createEditor, replaceDocument } from './editor/editor';
import { createAutosave, type Autosave } from './editor/autosave';

/** Texts that were refused, until they are taken: whoever looks at another note meanwhile finds them again. */
const rejectedDrafts = new Map<Id, string>();

interface NoteEditorState {
  /** Where the editor stands. */
  host: RefObject<HTMLDivElement | null>;
  /** Null before the first drawing, and where the note cannot be shown. */
  editor: Editor | null;
  /** Whether the note holds what this version of the app cannot show. */
  isUnsupported: boolean;
  /** Why the text was refused when it was last saved. */
  refusal: Rejection | null;
  /** Replaces the text and saves it. Returns whether it was saved. */
  restore: (document: string) => boolean;
}

/**
 * The editor of the open note, which saves what is written. The text in the mirror is what the note was opened with: it is put
 * into the editor once, and again only when its `edition` changes.
 */
export function useNoteEditor(note: NoteView, isEditable: boolean, keys: { onTools: () => void; onLink: () => void }): NoteEditorState {
  const host = useRef<HTMLDivElement>(null);
  const [instance, setInstance] = useState<{ editor: Editor; saver: Autosave } | null>(null);
  const [isUnsupported, setIsUnsupported] = useState(false);
  const [refusal, setRefusal] = useState<Rejection | null>(null);
  const latest = useRef({ note, isEditable, keys });
  useEffect(() => {
    latest.current = { note, isEditable, keys };
  });

  // Before the page is drawn, and on the way out before the page that follows opens another note.
  useLayoutEffect(() => {
    if (!host.current) return;
    const { id, document: text } = latest.current.note;
    const editor_id = newEditorId();
    let { edition } = latest.current.note;
    const refused = rejectedDrafts.get(id);
    const editor = createEditor(host.current, {
      label: 'Note',
      document: refused ?? text,
      isEditable: latest.current.isEditable,
      onChange: () => saver.changed(),
      onTools: () => latest.current.keys.onTools(),
      onLink: () => latest.current.keys.onLink(),
    });
    if (!editor) {
      setIsUnsupported(true);
      return;
    }
    // The core tells the mirror while it saves.
    let isSaving = false;
    const saver = createAutosave(() => {
      const written = serializeDocument(editor.state.doc);
      isSaving = true;
      const rejection = dispatch({ type: 'edit_note', note_id: id, document: written, edition });
      isSaving = false;
      // A text that a core crashes on would crash the next one too: it is offered instead of being put into the editor.
      if (rejection === CORE_CRASHED_REJECTION) storeUnsavedText(id, editor_id, written);
      if (rejection && rejection !== CORE_CRASHED_REJECTION) rejectedDrafts.set(id, written);
      else rejectedDrafts.delete(id);
      setRefusal(rejection);
      return rejection === null;
    });
    if (refused !== undefined) saver.changed();
    if (text === '' && latest.current.isEditable) editor.view.focus();
    setInstance({ editor, saver });
    const stopSaving = saveOnBlurOrUnload(editor, saver);
    const stopFollowing = mirror.subscribe(({ open_note }) => {
      if (open_note?.id !== id || open_note.edition === edition) return;
      // What was typed a moment ago was written upon the edition before. Once the core knows, it says what both are worth. Where it
      // was taken back again nothing is worth saying, and the edition that is there then is the one to take.
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
  return { host, editor: instance?.editor ?? null, isUnsupported, refusal, restore };
}

/** Saves at once when the person turns to something else, or away. */
function saveOnBlurOrUnload(editor: Editor, saver: Autosave): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') saver.flush();
  };
  const onUnload = (event: BeforeUnloadEvent) => {
    saver.flush();
    // A text that is refused would go with the page: the browser asks.
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
