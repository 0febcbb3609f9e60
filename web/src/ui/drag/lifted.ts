/** What is lifted at the moment. One thing for the whole page, as there is one hand. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What is lifted. */
export interface Lifted {
  id: string;
  /** `list` or `card`. */
  type: string;
}

/** Where it would lie if it were dropped now. */
export interface Place {
  /** What would hold it. */
  group: string;
  /** What it would lie before; null is the end. */
  before: string | null;
}

export type Means = 'pointer' | 'keyboard';

export const lifted = createStore<{ what: Lifted | null; by: Means | null }>(() => ({ what: null, by: null }));

/** By what something is lifted; null while it is not. Only what is lifted draws again. */
export function useLifted(id: string): Means | null {
  return useStore(lifted, ({ what, by }) => (what?.id === id ? by : null));
}

/** What an area does when something in it is lifted, moved and dropped. */
export interface Handlers {
  isBlocked: boolean;
  /** The ids that a group shows, what is lifted among them. */
  idsOf: (type: string, group: string) => readonly string[];
  onLift: (what: Lifted) => void;
  /** Whenever its place changes; null is where it was lifted from. */
  onOver: (what: Lifted, place: Place | null) => void;
  onDrop: (what: Lifted, isCanceled: boolean) => void;
}
