import type { Id } from '@twentyfour/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMirror } from '../../../core/hooks';
import { showToast } from '../../../platform/toasts';
import { TitleField } from './TitleField';

/** The distance from the text of a card's title to the edge of the field over it, in pixels. */
const PADDING_PX = 6;

/** A field over the title of a card on the board. It is in the card's row, so that it scrolls with the card. */
export function CardTitleEditor({ card_id, onClose }: { card_id: Id; onClose: () => void }) {
  const card = useMirror(({ cards }) => cards.get(card_id));
  const [row] = useState(() => document.querySelector<HTMLElement>(`[data-drag-type="card"][data-drag-id="${CSS.escape(card_id)}"]`));
  const title = row?.querySelector<HTMLElement>('[data-card-title]');
  const isLost = !card || !title;
  useEffect(() => {
    if (isLost) onClose();
  }, [isLost, onClose]);
  useLayoutEffect(() => {
    // A long title covers the next cards.
    row?.style.setProperty('z-index', '1');
    return () => void row?.style.removeProperty('z-index');
  }, [row]);
  if (isLost || !row) return null;
  return createPortal(
    <div
      className="absolute inset-x-1.5 rounded-sm bg-(--card-bg-hover)"
      style={{ top: title.offsetTop - PADDING_PX }}
    >
      <TitleField
        card={card}
        takesFocus
        className="px-1.5 py-1.5"
        onClose={(error, isByKey) => {
          onClose();
          if (error !== null) showToast('error', error, null);
          if (isByKey) row.querySelector<HTMLElement>('[data-card-id]')?.focus({ preventScroll: true });
        }}
      />
    </div>,
    row,
  );
}
