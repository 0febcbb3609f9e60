import type { Mirror } from '../../core/mirror';
import type { DragItem, DragAnnouncements } from './dnd/DragArea';
import { type BoardOrder, findCard } from './dragOrder';

/** Returns the displayed name of a list, whose name may be empty. */
export function displayListName(name: string): string {
  return name === '' ? 'Untitled list' : name;
}

/** Returns the screen reader announcements for dragging. */
export function dragAnnouncements(mirror: () => Mirror, order: () => BoardOrder): DragAnnouncements {
  const nameOf = ({ id, type }: DragItem) =>
    type === 'list' ? displayListName(mirror().lists.get(id)?.name ?? '') : (mirror().cards.get(id)?.title ?? 'Card');

  const describePosition = ({ id, type }: DragItem): string => {
    const { lists, cards } = order();
    if (type === 'list') return `position ${lists.indexOf(id) + 1} of ${lists.length}`;
    const position = findCard(order(), id);
    if (!position) return 'no list';
    const list = displayListName(mirror().lists.get(position.list_id)?.name ?? '');
    return `${list}, position ${position.index + 1} of ${cards[position.list_id]?.length ?? 0}`;
  };

  return {
    instructions: 'Press Space to pick up, the arrow keys to move, Space to drop, or Escape to cancel.',
    pickedUp: (item) => `Picked up ${nameOf(item)} from ${describePosition(item)}.`,
    moved: (item) => `${nameOf(item)} moved to ${describePosition(item)}.`,
    dropped: (item) => `${nameOf(item)} dropped in ${describePosition(item)}.`,
    canceled: (item) => `Canceled moving ${nameOf(item)}.`,
  };
}
