/**
 * Drag and drop, of our own: one set of listeners for the whole area, so that a row costs nothing until it is lifted, and
 * neither a lift nor a move touches more than what it changes. Mouse, touch and keyboard work alike.
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { trackKeys } from './drag/keyboard';
import type { Handlers, DragItem } from './drag/lifted';
import { trackPointers } from './drag/pointer';

export { type DragItem, type DropTarget, activeDrag, useDragSource } from './drag/lifted';

/** The id of the hidden text that tells how to drag, which everything that can be lifted is described by. */
export const DRAG_INSTRUCTIONS_ID = 'drag-instructions';

/** What a screen reader is told. */
export interface DragAnnouncements {
  pickedUp: (what: DragItem) => string;
  moved: (what: DragItem) => string;
  dropped: (what: DragItem) => string;
  canceled: (what: DragItem) => string;
  /** Read out with everything that can be lifted. */
  instructions: string;
}

interface DragAreaProps extends Handlers {
  words: DragAnnouncements;
  /** Whether what is lifted is no longer there: somebody else has deleted it. */
  isItemRemoved: boolean;
  children: ReactNode;
}

/** The part of a page within which things are dragged. What its rows have to bear is told in `drag/geometry.ts`. */
export function DragArea({ words, isItemRemoved, children, ...handlers }: DragAreaProps) {
  const [said, say] = useState('');
  const area = useRef<HTMLDivElement>(null);
  const cancel = useRef<() => void>(() => undefined);
  const current = useRef<Handlers>(handlers);
  useLayoutEffect(() => {
    current.current = {
      ...handlers,
      onLift: (what) => {
        handlers.onLift(what);
        say(words.pickedUp(what));
      },
      onOver: (what, place) => {
        handlers.onOver(what, place);
        say(words.moved(what));
      },
      onDrop: (what, isCanceled) => {
        handlers.onDrop(what, isCanceled);
        say(isCanceled ? words.canceled(what) : words.dropped(what));
      },
    };
  });
  useEffect(() => {
    if (!area.current) return undefined;
    const followed = [trackPointers, trackKeys].map((follow) => follow(area.current as HTMLElement, () => current.current));
    cancel.current = () => followed.forEach((one) => one.cancel());
    return () => followed.forEach((one) => one.stop());
  }, []);
  useEffect(() => {
    // Not at once: a drop draws, and this is called while React does.
    if (isItemRemoved) queueMicrotask(() => cancel.current());
  }, [isItemRemoved]);

  return (
    <div ref={area} className="contents">
      {children}
      <p id={DRAG_INSTRUCTIONS_ID} hidden>
        {words.instructions}
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Makes a control the grip that a row is lifted by. */
export function dragHandleRef(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.dataset.dragHandle = '';
  element.setAttribute('aria-describedby', DRAG_INSTRUCTIONS_ID);
  element.setAttribute('aria-roledescription', 'draggable');
}
