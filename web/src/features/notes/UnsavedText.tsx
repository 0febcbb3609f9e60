import type { NoteView } from '@twentyfour/core';
import { useEffect } from 'react';
import { forgetUnsavedText, useUnsavedText } from '../../core/unsaved-texts';
import { Button } from '../../ui/Button';
import { Line } from './Line';

interface UnsavedTextProps {
  note: NoteView;
  /** Makes a text that of the note. Returns whether it was taken. */
  onRestore: (document: string) => boolean;
}

/** Offers the text of a note that a crash kept from being saved, where it differs from the note's. */
export function UnsavedText({ note, onRestore }: UnsavedTextProps) {
  const unsaved = useUnsavedText(note.id);
  const isSaved = unsaved === note.document;
  // The core may have stored it before it crashed.
  useEffect(() => {
    if (isSaved) forgetUnsavedText(note.id);
  }, [isSaved, note.id]);
  if (unsaved === null || isSaved) return null;
  const restore = () => {
    if (onRestore(unsaved)) forgetUnsavedText(note.id);
  };
  return (
    <Line
      action={
        <>
          <Button onClick={() => forgetUnsavedText(note.id)}>Discard</Button>
          <Button look="primary" onClick={restore}>
            Restore
          </Button>
        </>
      }
    >
      Your last changes to this note weren’t saved.
    </Line>
  );
}
