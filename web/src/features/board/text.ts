import type { Mirror } from '../../core/mirror';
import * as messages from '../../messages/board';
import type { DragItem, DragAnnouncements } from './dnd/DragArea';
import { type BoardOrder, findCard } from './dragOrder';

/** Returns the displayed name of a list, whose name may be empty. */
export function displayListName(name: string): string {
  return name === '' ? messages.untitledList() : name;
}

/** Returns the screen reader announcements for dragging. */
export function dragAnnouncements(mirror: () => Mirror, order: () => BoardOrder): DragAnnouncements {
  const nameOf = ({ id, type }: DragItem) =>
    type === 'list' ? displayListName(mirror().lists.get(id)?.name ?? '') : (mirror().cards.get(id)?.title ?? messages.card());

  const describePosition = ({ id, type }: DragItem): string => {
    const { lists, cards } = order();
    if (type === 'list') return messages.dragPosition({ position: lists.indexOf(id) + 1, count: lists.length });
    const position = findCard(order(), id);
    if (!position) return messages.dragNoList();
    const list = displayListName(mirror().lists.get(position.list_id)?.name ?? '');
    return messages.dragPositionInList({ list, position: position.index + 1, count: cards[position.list_id]?.length ?? 0 });
  };

  return {
    instructions: messages.dragInstructions(),
    pickedUp: (item) => messages.dragPickedUp({ name: nameOf(item), position: describePosition(item) }),
    moved: (item) => messages.dragMoved({ name: nameOf(item), position: describePosition(item) }),
    dropped: (item) => messages.dragDropped({ name: nameOf(item), position: describePosition(item) }),
    canceled: (item) => messages.dragCanceled({ name: nameOf(item) }),
  };
}
