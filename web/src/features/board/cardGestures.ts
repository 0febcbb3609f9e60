/**
 * What touch screens add to the cards of a board: swiping a card to the right marks it as done. A flick to the right scrolls to
 * the previous list, because the swipe takes that movement from the board.
 */
import { dispatch, mirror } from '../../core/client';
import { showToast } from '../../platform/toasts';
import { isMotionReduced } from '../../ui/motion';
import { enableSwipe } from '../../ui/swipe';
import { activeDrag } from './dnd/activeDrag';
import { LIST_DISTANCE_PX } from './useNearView';

/** Returns the card of a row. */
const cardOf = ({ dataset }: HTMLElement) => mirror.getState().cards.get(dataset.dragId ?? '');

function canEditCards(): boolean {
  const { board, permissions } = mirror.getState();
  return board !== null && permissions[board.role ?? 'owner'].can_edit;
}

/** Marks a card as done or not done, and offers to undo it. */
function onSwipe(row: HTMLElement): void {
  const { board } = mirror.getState();
  const card = cardOf(row);
  if (!board || !card) return;
  const rejection = dispatch({ type: 'complete_task', board_id: board.id, card_id: card.id, offers_undo: true });
  if (rejection) showToast('error', rejection.message, null);
}

/** Scrolls to the list before, as a flick does beside the cards. Returns whether there is one. */
function showPreviousList(row: HTMLElement): boolean {
  const board = row.closest('[data-drag-axis="x"]');
  if (!board || board.scrollLeft === 0) return false;
  board.scrollBy({ left: -LIST_DISTANCE_PX, behavior: isMotionReduced() ? 'instant' : 'smooth' });
  return true;
}

/** Enables the gestures in an element that contains cards. */
export function enableCardGestures(area: HTMLElement): () => void {
  return enableSwipe(area, {
    // A card that a long press has lifted is dragged.
    rowOf: (target) =>
      canEditCards() && activeDrag.getState().item === null ? target.closest<HTMLElement>('[data-drag-type="card"]') : null,
    iconOf: (row) => (cardOf(row)?.priority === 'completed' ? 'icon-not-done' : 'icon-done'),
    onSwipe,
    onFlick: showPreviousList,
  });
}
