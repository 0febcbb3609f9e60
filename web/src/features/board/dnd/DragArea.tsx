import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import * as messages from '../../../messages/board';
import type { DragHandlers } from './activeDrag';
import { type BoardDrag, createBoardDrag, DRAG_INSTRUCTIONS_ID } from './boardDrag';

export { type DragAnnouncements, type DragItem, activeDrag, useDragSource } from './activeDrag';
export { DRAG_INSTRUCTIONS_ID } from './boardDrag';

interface DragAreaProps extends DragHandlers {
  /** Whether the dragged item has been deleted during the drag, or may not be moved any more. */
  isItemRemoved: boolean;
  children: ReactNode;
}

/**
 * The part of a page within which items are dragged, by mouse, touch and keyboard. `geometry.ts` lists the attributes
 * that its rows need.
 */
export function DragArea({ isItemRemoved, children, ...handlers }: DragAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const drag = useRef<BoardDrag>(null);
  const current = useRef<DragHandlers>(handlers);
  useLayoutEffect(() => {
    current.current = handlers;
  });
  useEffect(() => {
    if (!area.current) return undefined;
    const created = createBoardDrag(area.current, () => current.current);
    drag.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => drag.current?.updateGroups());
  useEffect(() => {
    // Deferred, because a drop renders with `flushSync`, which React forbids in an effect.
    if (isItemRemoved) queueMicrotask(() => drag.current?.cancel());
  }, [isItemRemoved]);

  return (
    <div ref={area} className="contents">
      {children}
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
