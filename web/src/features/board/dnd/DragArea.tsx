/**
 * Drag and drop for mouse, touch and keyboard. One set of listeners serves the whole area, so that a row costs nothing
 * until it is picked up, and a drag only updates what changes.
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as messages from '../../../messages/board';
import type { DragHandlers, DragItem } from './activeDrag';
import { trackKeys } from './keyboard';
import { trackPointers } from './pointer';

export { type DragItem, activeDrag, useDragSource } from './activeDrag';

/** The id of the hidden drag instructions, which every draggable element refers to in `aria-describedby`. */
export const DRAG_INSTRUCTIONS_ID = 'drag-instructions';

/** Screen reader announcements. */
export interface DragAnnouncements {
  pickedUp: (item: DragItem) => string;
  moved: (item: DragItem) => string;
  dropped: (item: DragItem) => string;
  canceled: (item: DragItem) => string;
  /** The instructions read out with every draggable element. */
  instructions: string;
}

interface DragAreaProps extends DragHandlers {
  announcements: DragAnnouncements;
  /** Whether the dragged item has been deleted during the drag. */
  isItemRemoved: boolean;
  children: ReactNode;
}

/** The part of a page within which items are dragged. `geometry.ts` lists the attributes that its rows need. */
export function DragArea({ announcements, isItemRemoved, children, ...handlers }: DragAreaProps) {
  const [announcement, setAnnouncement] = useState('');
  const area = useRef<HTMLDivElement>(null);
  const cancel = useRef<() => void>(() => undefined);
  const current = useRef<DragHandlers>(handlers);
  useLayoutEffect(() => {
    current.current = {
      ...handlers,
      onPickUp: (item) => {
        handlers.onPickUp(item);
        setAnnouncement(announcements.pickedUp(item));
      },
      onOver: (item, target) => {
        handlers.onOver(item, target);
        setAnnouncement(announcements.moved(item));
      },
      onDrop: (item, isCanceled) => {
        handlers.onDrop(item, isCanceled);
        setAnnouncement(isCanceled ? announcements.canceled(item) : announcements.dropped(item));
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
    // Deferred, because a drop renders with `flushSync`, which React forbids in an effect.
    if (isItemRemoved) queueMicrotask(() => cancel.current());
  }, [isItemRemoved]);

  return (
    <div ref={area} className="contents">
      {children}
      <p id={DRAG_INSTRUCTIONS_ID} hidden>
        {announcements.instructions}
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** Marks a control as the drag handle of its row. */
export function dragHandleRef(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.dataset.dragHandle = '';
  element.setAttribute('aria-describedby', DRAG_INSTRUCTIONS_ID);
  element.setAttribute('aria-roledescription', messages.dragRole());
}
