import type { Editor } from '@tiptap/core';
import type { Id, NoteView, Rejection } from '@twentyfour/core';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CRASHED, dispatch, mirror } from '../../core/client';
import { keepUnsavedText, newEditorId } from '../../core/unsaved-texts';
import { documentText } from './editor/documents';
import { createEditor, replaceDocument } from './editor/editor';
import { createSaver, type Saver } from './editor/saver';

/** Texts that were refused, until they are taken: whoever looks at another note meanwhile finds them again. */
const refused_texts = new Map<Id, string>();

interface NoteEditorState {
  /** Where the editor stands. */
  host: RefObject<HTMLDivElement | null>;
  /** Null before the first drawing, and where the note cannot be shown. */
  editor: Editor | null;
  /** Whether the note holds what this version of the app cannot show. */
  isUnknown: boolean;
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
  const [made, setMade] = useState<{ editor: Editor; saver: Saver } | null>(null);
  const [isUnknown, setIsUnknown] = useState(false);
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
    const refused = refused_texts.get(id);
    const editor = createEditor(host.current, {
      label: 'Note',
      document: refused ?? text,
      isEditable: latest.current.isEditable,
      onChange: () => saver.changed(),
      onTools: () => latest.current.keys.onTools(),
      onLink: () => latest.current.keys.onLink(),
    });
    if (!editor) {
      setIsUnknown(true);
      return;
    }
    // The core tells the mirror while it saves.
    let isSaving = false;
    const saver = createSaver(() => {
      const written = documentText(editor.state.doc);
      isSaving = true;
      const rejection = dispatch({ type: 'edit_note', note_id: id, document: written, edition });
      isSaving = false;
      // A text that a core crashes on would crash the next one too: it is offered instead of being put into the editor.
      if (rejection === CRASHED) keepUnsavedText(id, editor_id, written);
      if (rejection && rejection !== CRASHED) refused_texts.set(id, written);
      else refused_texts.delete(id);
      setRefusal(rejection);
      return rejection === null;
    });
    if (refused !== undefined) saver.changed();
    if (text === '' && latest.current.isEditable) editor.view.focus();
    setMade({ editor, saver });
    const stopSaving = saveOnLeaving(editor, saver);
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
      if (!replaceDocument(editor, shown.document)) setIsUnknown(true);
    });
    return () => {
      stopFollowing();
      stopSaving();
      saver.flush();
      editor.destroy();
    };
  }, []);

  useLayoutEffect(() => {
    if (made && made.editor.options.editable !== isEditable) made.editor.setEditable(isEditable, false);
  }, [made, isEditable]);

  const restore = (document: string) => {
    if (!made || !replaceDocument(made.editor, document)) return false;
    made.saver.changed();
    made.saver.flush();
    return !made.saver.isDirty();
  };
  return { host, editor: made?.editor ?? null, isUnknown, refusal, restore };
}

/** Saves at once when the person turns to something else, or away. */
function saveOnLeaving(editor: Editor, saver: Saver): () => void {
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
