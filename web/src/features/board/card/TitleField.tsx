import type { CardView } from '@twentyfour/core';
import { useEffect, useRef, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useDraft } from '../../../core/drafts';
import * as messages from '../../../messages/card';
import { cx } from '../../../ui/cx';
import { ErrorText } from '../../../ui/ErrorText';
import { isKey } from '../../../ui/keyboard';
import { useEditing } from '../../sharing';
import { OtherText } from '../OtherText';

/** Returns the key of the draft of a card's title. */
export const titleDraftKey = (card_id: string) => `card/${card_id}/title`;

interface TitleFieldProps {
  card: CardView;
  takesFocus: boolean;
  className?: string;
  /**
   * Called when the field is to be removed: the title was saved or restored. `error` says why a title was not saved, and
   * `isByKey` whether a key closed the field, so that the focus has to go somewhere.
   */
  onClose: (error: string | null, isByKey: boolean) => void;
}

/**
 * A field for a card's title. Enter and leaving the field save; Escape, or leaving it empty, restores the old title. It
 * stays open if the title is refused, so that it can be corrected.
 */
export function TitleField({ card, takesFocus, className, onClose }: TitleFieldProps) {
  const draft = useDraft(titleDraftKey(card.id), card.title);
  const editing = useEditing(card.id, 'title');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  // Removing the field blurs it, which must not save again.
  const isClosed = useRef(false);

  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    if (takesFocus) field.current?.setSelectionRange(end, end);
  }, [takesFocus]);

  const close = (reason: string | null, isByKey: boolean) => {
    isClosed.current = true;
    draft.discard();
    onClose(reason, isByKey);
  };
  const save = (isByKey: boolean) => {
    if (isClosed.current) return;
    const rejection = draft.isDirty
      ? dispatch({ type: 'edit_card', card_id: card.id, edits: [{ field: 'title', value: draft.value }] })
      : null;
    if (rejection && draft.value.trim() !== '') setError(rejection.message);
    else close(rejection?.message ?? null, isByKey);
  };

  return (
    <div ref={frame} className="flex flex-col gap-1.5">
      {/*
        A text area, because a long title needs several lines. The copy of its text gives it their height in every browser, with the
        size of text that fields have on touch screens.
      */}
      <div className="grid grid-cols-1 *:col-start-1 *:row-start-1">
        <div aria-hidden dir="auto" className={cx('invisible overflow-hidden whitespace-pre-wrap wrap-anywhere coarse:text-[max(16px,1rem)]!', className)}>
          {draft.value}
          {'\u200b'}
        </div>
        <textarea
          ref={field}
          aria-label={messages.titleLabel()}
          aria-invalid={error ? true : undefined}
          data-handles-escape
          dir="auto"
          rows={1}
          autoFocus={takesFocus}
          autoComplete="off"
          value={draft.value}
          onFocus={editing.onFocus}
          onChange={(event) => draft.change(event.target.value.replace(/\s*\n\s*/g, ' '))}
          onBlur={(event) => {
            editing.onBlur();
            // The button that takes over somebody else's title.
            if (!frame.current?.contains(event.relatedTarget)) save(false);
          }}
          onKeyDown={(event) => {
            if (isKey(event, 'Enter')) {
              event.preventDefault();
              save(true);
            }
            if (isKey(event, 'Escape')) close(null, true);
          }}
          className={cx('w-full resize-none rounded-sm bg-field text-primary ring-1 ring-control ring-inset focus-visible:-outline-offset-2 aria-invalid:ring-danger', className)}
        />
      </div>
      {error && <ErrorText>{error}</ErrorText>}
      {/* A press on its button must not blur the field, which would save first. */}
      <div role="presentation" className="empty:hidden" onMouseDown={(event) => event.preventDefault()}>
        <OtherText field={draft} />
      </div>
    </div>
  );
}
