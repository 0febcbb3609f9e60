import type { Mirror } from '../../core/mirror-state';
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

  const canceled = (item: DragItem) => messages.dragCanceled({ name: nameOf(item) });

  /** Returns an announcement with the item's position among the lists, or in the card's list. */
  const announcement = (ofList: typeof messages.dragMovedList, ofCard: typeof messages.dragMovedCard) => (item: DragItem) => {
    const { lists, cards } = order();
    const name = nameOf(item);
    if (item.type === 'list') return ofList({ name, position: lists.indexOf(item.id) + 1, count: lists.length });
    const position = findCard(order(), item.id);
    // The card has been deleted meanwhile, so there is nothing left to move.
    if (!position) return canceled(item);
    const list = mirror().lists.get(position.list_id);
    const ids = cards[position.list_id] ?? [];
    const count = ids.length + (list?.unloaded_cards ?? 0);
    // What was moved below the loaded cards is at the end of the list.
    const isMovedToEnd = position.index === ids.length - 1 && list?.card_ids.at(-1) !== item.id;
    return ofCard({ name, list: displayListName(list?.name ?? ''), position: isMovedToEnd ? count : position.index + 1, count });
  };

  return {
    instructions: messages.dragInstructions(),
    pickedUp: announcement(messages.dragPickedUpList, messages.dragPickedUpCard),
    moved: announcement(messages.dragMovedList, messages.dragMovedCard),
    dropped: announcement(messages.dragDroppedList, messages.dragDroppedCard),
    canceled,
  };
}
