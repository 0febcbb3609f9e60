/** The item being dragged. There is at most one per page. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A draggable item. */
export interface DragItem {
  id: string;
  /** `list` or `card`. */
  type: string;
}

/** The position that an item would get if it were dropped now. */
export interface DropTarget {
  /** The id of the containing group. */
  group: string;
  /** The id of the item to insert before; null for the end. */
  before: string | null;
}

type DragInput = 'pointer' | 'keyboard';

export const activeDrag = createStore<{ item: DragItem | null; input: DragInput | null }>(() => ({ item: null, input: null }));

/** What shows how a dropped item settles. Its module (`settle.ts`) is loaded after the board; an earlier drop is not animated. */
export const dropAnimation: { settle?: (overlay: Element, findTarget: () => Element | null, isTouch: boolean) => void } = {};

/** Returns how an item is being dragged, or null if it is not. Only the dragged item re-renders. */
export function useDragSource(id: string): DragInput | null {
  return useStore(activeDrag, ({ item, input }) => (item?.id === id ? input : null));
}

/** Screen reader announcements. */
export interface DragAnnouncements {
  pickedUp: (item: DragItem) => string;
  moved: (item: DragItem) => string;
  dropped: (item: DragItem) => string;
  canceled: (item: DragItem) => string;
  /** The instructions read out with every draggable element. */
  instructions: string;
}

/** The callbacks and texts of a drag area. */
export interface DragHandlers {
  announcements: DragAnnouncements;
  isBlocked: boolean;
  /** Returns the ids that a group shows, including the dragged item. */
  idsOf: (type: string, group: string) => readonly string[];
  /** Returns how many items are dragged with this one, including it. */
  countOf: (item: DragItem) => number;
  onPickUp: (item: DragItem) => void;
  /** Called whenever the drop target changes; null is the original position. */
  onOver: (item: DragItem, target: DropTarget | null) => void;
  onDrop: (item: DragItem, isCanceled: boolean) => void;
  /** Called after a long press has picked up an item and released it without moving it. */
  onLongPress: (item: DragItem) => void;
}
