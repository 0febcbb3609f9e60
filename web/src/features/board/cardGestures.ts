/**
 * What touch screens add to the cards of a board: swiping a card to the right marks it as done, and to the left opens its
 * menu. A flick scrolls to the list beside it, because the swipe takes that movement from the board.
 */
import { mirror } from '../../core/client';
import { isMotionReduced } from '../../platform/motion';
import { completeTask } from '../../shell/completeTask';
import { enableSwipe } from '../../ui/swipe';
import { openCardMenu } from './CardMenu';
import { activeDrag } from './dnd/activeDrag';
import { showListPosition } from './listPosition';

/** Returns the card of a row. */
const cardOf = ({ dataset }: HTMLElement) => mirror.getState().cards.get(dataset.dragId ?? '');

function canEditCards(): boolean {
  const { board, permissions } = mirror.getState();
  return board !== null && permissions[board.role ?? 'owner'].can_edit;
}

/** Marks a card as done or not done, and offers to undo it. */
function complete(row: HTMLElement): void {
  const { board } = mirror.getState();
  const card = cardOf(row);
  if (board && card) completeTask({ board_id: board.id, card_id: card.id, priority: card.priority }, true);
}

function openMenu(row: HTMLElement): void {
  const card = row.querySelector<HTMLElement>('[data-card-id]');
  if (card) openCardMenu(card.dataset.cardId ?? '', card, null);
}

/** Scrolls to the list beside a card's, as a flick does beside the cards. Returns whether the board can be scrolled there. */
function showListBeside(row: HTMLElement, side: 'previous' | 'next'): boolean {
  const list = row.closest('[data-drag-type="list"]');
  const board = list?.parentElement;
  if (!board) return false;
  const canScroll = side === 'previous' ? board.scrollLeft > 0 : board.scrollLeft < board.scrollWidth - board.clientWidth - 1;
  if (!canScroll) return false;
  list[`${side}ElementSibling`]?.scrollIntoView({ behavior: isMotionReduced() ? 'instant' : 'smooth', inline: 'start', block: 'nearest' });
  return true;
}

/** Enables the gestures in an element that contains lists of cards. */
export function enableCardGestures(area: HTMLElement): () => void {
  const hideListPosition = showListPosition(area);
  const disableSwipe = enableSwipe(area, {
    // A card that a long press has lifted is dragged.
    rowOf: (target) =>
      canEditCards() && activeDrag.getState().item === null ? target.closest<HTMLElement>('[data-drag-type="card"]') : null,
    iconOf: (row) => (cardOf(row)?.priority === 'completed' ? 'icon-not-done' : 'icon-done'),
    onSwipe: complete,
    onFlick: (row) => showListBeside(row, 'previous'),
    left: {
      iconOf: () => 'icon-ellipsis',
      onSwipe: openMenu,
      onFlick: (row) => showListBeside(row, 'next'),
      // Longer, because most movements to the left are for the next list.
      flickMs: 350,
    },
  });
  return () => {
    disableSwipe();
    hideListPosition();
  };
}
