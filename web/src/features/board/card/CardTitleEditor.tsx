import type { Id } from '@twentyfour/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useMirror } from '../../../core/hooks';
import { showToast } from '../../../platform/toasts';
import { focusCard } from '../boardFocus';
import { closeTitle, editedTitle } from '../editedTitle';
import { TitleField } from './TitleField';

/** The distance from the text of a card's title to the edge of the field over it, in pixels. */
const PADDING_PX = 6;

/** The field for a title on the board. All cards share it, so that they need not subscribe to it. */
export function CardTitleEditor() {
  const { card_id } = useStore(editedTitle);
  useEffect(() => closeTitle, []);
  const list_id = useMirror(({ list_of }) => (card_id === null ? undefined : list_of.get(card_id)));
  // In another list, the card has another row.
  return card_id !== null && <TitleEditor key={`${card_id} ${list_id}`} card_id={card_id} />;
}

/** A field over the title of a card. It is in the card's row, so that it scrolls with the card. */
function TitleEditor({ card_id }: { card_id: Id }) {
  const card = useMirror(({ cards }) => cards.get(card_id));
  // Undefined until the card's row is on the page.
  const [title, setTitle] = useState<HTMLElement | null>();
  // oxlint-disable-next-line react/set-state-in-effect -- While this renders, the page may still have the card's previous row.
  useLayoutEffect(() => setTitle(document.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(card_id)}"] [data-card-title]`)), [card_id]);
  const row = title?.closest('li');
  const isLost = !card || title === null || (title !== undefined && !row);
  useEffect(() => {
    if (isLost) closeTitle();
  }, [isLost]);
  useLayoutEffect(() => {
    // A long title covers the next cards.
    row?.style.setProperty('z-index', '1');
    return () => void row?.style.removeProperty('z-index');
  }, [row]);
  useEffect(() => {
    if (title?.isConnected === false) closeTitle();
  });
  if (isLost || !title || !row) return null;
  return createPortal(
    // Covers the whole title, which is narrower than the field and may have more lines.
    <div
      className="absolute inset-x-1.5 rounded-sm bg-(--card-bg-hover)"
      style={{ top: title.offsetTop - PADDING_PX, minHeight: title.offsetHeight + 2 * PADDING_PX }}
    >
      <TitleField
        card={card}
        takesFocus
        className="p-1.5"
        onClose={(error, isByKey) => {
          closeTitle();
          if (error !== null) showToast('error', error, null);
          if (isByKey) focusCard(card_id);
        }}
      />
    </div>,
    row,
  );
}
