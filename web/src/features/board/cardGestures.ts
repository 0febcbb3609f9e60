/** What touch screens add to the cards of a board: swiping a card to the right marks it as done. */
import { dispatch, mirror } from '../../core/client';
import { showDoneToast } from '../../shell/doneToast';
import { enableSwipe } from '../../ui/swipe';
import { activeDrag } from './dnd/activeDrag';

/** Returns the card of a row. */
const cardOf = ({ dataset }: HTMLElement) => mirror.getState().cards.get(dataset.dragId ?? '');

function canEditCards(): boolean {
  const { board, permissions } = mirror.getState();
  return board !== null && permissions[board.role ?? 'owner'].can_edit;
}

/** Marks a card as done or not done, and offers to undo it. */
function toggleDone(row: HTMLElement): void {
  const card = cardOf(row);
  if (!card) return;
  const isDone = card.priority !== 'completed';
  const mark = (value: boolean) => dispatch({ type: 'edit_card', card_id: card.id, edits: [{ field: 'completed', value }] });
  if (mark(isDone) === null) showDoneToast(isDone, () => mark(!isDone));
}

/** Enables the gestures in an element that contains cards. */
export function enableCardGestures(area: HTMLElement): () => void {
  return enableSwipe(area, {
    // A card that a long press has lifted is dragged.
    rowOf: (target) =>
      canEditCards() && activeDrag.getState().item === null ? target.closest<HTMLElement>('[data-drag-type="card"]') : null,
    iconOf: (row) => (cardOf(row)?.priority === 'completed' ? 'icon-not-done' : 'icon-done'),
    onSwipe: toggleDone,
  });
}
