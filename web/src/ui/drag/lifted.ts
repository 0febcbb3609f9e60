/** What is lifted at the moment. One thing for the whole page, as there is one hand. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What is lifted. */
export interface DragItem {
  id: string;
  /** `list` or `card`. */
  type: string;
}

/** Where it would lie if it were dropped now. */
export interface DropTarget {
  /** What would hold it. */
  group: string;
  /** What it would lie before; null is the end. */
  before: string | null;
}

export type DragInput = 'pointer' | 'keyboard';

export const activeDrag = createStore<{ what: DragItem | null; by: DragInput | null }>(() => ({ what: null, by: null }));

/** By what something is lifted; null while it is not. Only what is lifted draws again. */
export function useDragSource(id: string): DragInput | null {
  return useStore(activeDrag, ({ what, by }) => (what?.id === id ? by : null));
}

/** What an area does when something in it is lifted, moved and dropped. */
export interface Handlers {
  isBlocked: boolean;
  /** The ids that a group shows, what is lifted among them. */
  idsOf: (type: string, group: string) => readonly string[];
  onLift: (what: DragItem) => void;
  /** Whenever its place changes; null is where it was lifted from. */
  onOver: (what: DragItem, place: DropTarget | null) => void;
  onDrop: (what: DragItem, isCanceled: boolean) => void;
}
