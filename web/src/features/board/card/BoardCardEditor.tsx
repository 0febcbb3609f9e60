import type { CardView, Id } from '@twentyfour/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMirror } from '../../../core/hooks';
import { showToast } from '../../../platform/toasts';
import type { PickedField } from '../cardFields';
import { CardPicker } from './CardPicker';
import { TitleField } from './TitleField';

/** The distance from the text of a card's title to the edge of the field over it, in pixels. */
const PADDING_PX = 6;

interface BoardCardEditorProps {
  card_id: Id;
  field: PickedField | 'title';
  onClose: () => void;
}

/** What edits a field of a card on the board, at the card. */
export function BoardCardEditor({ card_id, field, onClose }: BoardCardEditorProps) {
  const card = useMirror(({ cards }) => cards.get(card_id));
  const [element] = useState(() => document.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(card_id)}"]`));
  const isLost = !card || !element;
  useEffect(() => {
    if (isLost) onClose();
  }, [isLost, onClose]);
  if (isLost) return null;
  const focusCard = () => element.focus({ preventScroll: true });
  return field === 'title' ? (
    <BoardTitleField card={card} element={element} onClose={onClose} focusCard={focusCard} />
  ) : (
    // Beside the whole card, because what shows a field is removed with its value.
    <CardPicker card={card} field={field} anchor={element} onClose={onClose} onCloseFocus={focusCard} />
  );
}

interface BoardTitleFieldProps {
  card: CardView;
  /** The card on the board. */
  element: HTMLElement;
  onClose: () => void;
  focusCard: () => void;
}

/** A field over the title of a card. It is in the card's row, so that it scrolls with the card. */
function BoardTitleField({ card, element, onClose, focusCard }: BoardTitleFieldProps) {
  const row = element.closest('li');
  const title = element.querySelector<HTMLElement>('[data-card-title]');
  useLayoutEffect(() => {
    // A long title covers the next cards.
    row?.style.setProperty('z-index', '1');
    return () => void row?.style.removeProperty('z-index');
  }, [row]);
  if (!row || !title) return null;
  return createPortal(
    <div className="absolute inset-x-1.5 rounded-sm bg-(--card-bg-hover)" style={{ top: title.offsetTop - PADDING_PX }}>
      <TitleField
        card={card}
        takesFocus
        className="p-1.5"
        onClose={(error, isByKey) => {
          onClose();
          if (error !== null) showToast('error', error, null);
          if (isByKey) focusCard();
        }}
      />
    </div>,
    row,
  );
}
