import type { NoteView } from '@twentyfour/core';
import { useEffect } from 'react';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { removeUnsavedText, type UnsavedText as Text } from '../../platform/unsaved-notes';
import { Button } from '../../ui/Button';
import { NoteBanner } from './NoteBanner';
import { useUnsavedTexts } from './useUnsavedTexts';

interface UnsavedTextBannerProps {
  note: NoteView;
  /** Replaces the note's text. Returns whether it was accepted. */
  onRestore: (document: string) => boolean;
}

/** Offers each of the note's texts that a crash kept from being saved, if it differs from the note. */
export function UnsavedTextBanner({ note, onRestore }: UnsavedTextBannerProps) {
  const texts = useUnsavedTexts(note.id);
  // The core may have saved one before it crashed.
  useEffect(() => {
    for (const { key, document } of texts) if (document === note.document) removeUnsavedText(key);
  }, [texts, note.document]);
  const restore = ({ key, document }: Text) => {
    if (onRestore(document)) removeUnsavedText(key);
  };
  return texts
    .filter(({ document }) => document !== note.document)
    .map((text) => (
      <NoteBanner
        key={text.key}
        action={
          <>
            <Button onClick={() => removeUnsavedText(text.key)}>{common.discard()}</Button>
            <Button variant="primary" onClick={() => restore(text)}>
              {common.restore()}
            </Button>
          </>
        }
      >
        {messages.unsavedText()}
      </NoteBanner>
    ));
}
