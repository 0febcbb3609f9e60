import type { DragEvent } from 'react';
import { attachFiles, droppedFiles, hasFiles } from './attachFiles';

/** The attribute of the card over which files are dragged. */
const ATTRIBUTE = 'data-file-drop';

/** Returns the element of the card below the pointer, which also covers the card's buttons. */
function cardBelow({ target }: DragEvent): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest('[data-drag-type=card]')?.querySelector<HTMLElement>('[data-card-id]') ?? null;
}

/** Marks a card as the drop target, and no other one. */
function mark(card: HTMLElement | null): void {
  for (const marked of document.querySelectorAll(`[${ATTRIBUTE}]`)) if (marked !== card) marked.removeAttribute(ATTRIBUTE);
  card?.setAttribute(ATTRIBUTE, '');
}

/**
 * The handlers of an element that contains the cards of a board. Files that are dropped on a card are attached to it. Beside
 * the cards nothing happens; without the handlers the browser would leave the app and show the file.
 */
export const boardDropHandlers = {
  onDragOver(event: DragEvent): void {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const card = cardBelow(event);
    event.dataTransfer.dropEffect = card ? 'copy' : 'none';
    mark(card);
  },
  onDragLeave(event: DragEvent): void {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) mark(null);
  },
  onDrop(event: DragEvent): void {
    mark(null);
    if (!hasFiles(event)) return;
    event.preventDefault();
    const card_id = cardBelow(event)?.dataset.cardId;
    if (card_id !== undefined) attachFiles(card_id, droppedFiles(event));
  },
};
