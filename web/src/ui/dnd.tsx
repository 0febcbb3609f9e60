/**
 * Drag and drop, behind our own names: `@dnd-kit/react` is young and pinned, and only this file knows it. Mouse, touch
 * and keyboard work alike: Space lifts, the arrows move, Space drops, Escape puts back.
 */
import {
  Accessibility,
  type DragDropManager,
  Feedback,
  KeyboardSensor,
  PointerSensor,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
} from '@dnd-kit/dom';
import { SortableKeyboardPlugin } from '@dnd-kit/dom/sortable';
import { move } from '@dnd-kit/helpers';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, useLayoutEffect, useState } from 'react';

/** Makes the id of the hidden text that tells how to drag, so that things with a description of their own can name it too. */
const AREA_ID = 'drag-area';
export const DRAG_INSTRUCTIONS_ID = `dnd-kit-description-${AREA_ID}`;

/** What is lifted. */
export interface Lifted {
  id: string;
  /** `list` or `card`. */
  type: string;
}

/** What a screen reader is told. */
export interface Words {
  lifted: (what: Lifted) => string;
  moved: (what: Lifted) => string;
  dropped: (what: Lifted) => string;
  putBack: (what: Lifted) => string;
  /** Read out with everything that can be lifted. */
  instructions: string;
}

/** Gives ids a new order as what is dragged comes over something. */
export type Reorder = {
  ids: (ids: readonly string[]) => string[];
  groups: (groups: Readonly<Record<string, readonly string[]>>) => Record<string, string[]>;
};

interface DragAreaProps {
  words: Words;
  onLift: (what: Lifted) => void;
  onOver: (what: Lifted, reorder: Reorder) => void;
  /** At the drop. `isCanceled` when it was put back, or dropped outside. */
  onDrop: (what: Lifted, isCanceled: boolean) => void;
  children: ReactNode;
}

function liftedOf(event: DragStartEvent | DragOverEvent | DragEndEvent): Lifted | null {
  const { source } = event.operation;
  return source ? { id: String(source.id), type: String(source.type) } : null;
}

/** The part of a page within which things are dragged. */
export function DragArea({ words, onLift, onOver, onDrop, children }: DragAreaProps) {
  const [said, say] = useState('');
  return (
    <DragDropProvider
      sensors={[
        PointerSensor.configure({
          // A list is dragged by its whole header, not only by the grip that the keyboard uses.
          activatorElements: (source) => [
            source.handle ?? source.element,
            source.handle ? (source.element?.querySelector('[data-drag-header]') ?? undefined) : undefined,
          ],
        }),
        // Enter opens a card, so that only Space lifts one.
        KeyboardSensor.configure({
          keyboardCodes: {
            start: ['Space'],
            cancel: ['Escape'],
            end: ['Space', 'Enter', 'Tab'],
            up: ['ArrowUp'],
            down: ['ArrowDown'],
            left: ['ArrowLeft'],
            right: ['ArrowRight'],
          },
        }),
      ]}
      plugins={(defaults) => [
        ...defaults.filter((plugin) => plugin !== Accessibility && plugin !== Feedback),
        // At the drop it is simply there.
        Feedback.configure({ dropAnimation: null }),
        // It speaks before we have reordered anything, so it only gives the instructions; the words are said below.
        Accessibility.configure({
          id: AREA_ID,
          screenReaderInstructions: { draggable: words.instructions },
          announcements: { dragstart: () => undefined, dragend: () => undefined },
        }),
      ]}
      onDragStart={(event) => {
        const what = liftedOf(event);
        if (!what) return;
        onLift(what);
        say(words.lifted(what));
      }}
      onDragOver={(event) => {
        const what = liftedOf(event);
        if (!what) return;
        onOver(what, {
          ids: (ids) => move([...ids], event),
          groups: (groups) => move(groups as Record<string, string[]>, event),
        });
        say(words.moved(what));
      }}
      onDragEnd={(event, manager) => {
        const what = liftedOf(event);
        if (!what) return;
        const isCanceled = event.canceled || !event.operation.target;
        onDrop(what, isCanceled);
        say(isCanceled ? words.putBack(what) : words.dropped(what));
        if (event.operation.activatorEvent instanceof KeyboardEvent) {
          void manager.renderer.rendering.then(() => focusAgain(manager, what.id));
        }
      }}
    >
      {children}
      <p role="status" aria-live="assertive" className="sr-only">
        {said}
      </p>
    </DragDropProvider>
  );
}

/** What was moved by keyboard was drawn anew elsewhere and lost the focus on the way; it gets it back. */
function focusAgain(manager: DragDropManager, id: string): void {
  requestAnimationFrame(() => {
    const moved = manager.registry.draggables.get(id);
    const element = moved?.handle ?? moved?.element;
    if (element instanceof HTMLElement) element.focus();
  });
}

interface DraggableOptions {
  id: string;
  /** Its place among its neighbours. */
  index: number;
  type: string;
  /** What may be dropped on it. */
  accepts: string | string[];
  /** The id of what holds it and its neighbours. */
  group?: string;
  isDisabled: boolean;
  /** Whether it yields to what lies on it: a list to its cards. */
  yields?: boolean;
}

/** Makes an element draggable, and droppable beside its neighbours. */
export function useDraggableItem({ id, index, type, accepts, group, isDisabled, yields = false }: DraggableOptions) {
  const { ref, handleRef, isDragging, sortable } = useSortable({
    id,
    index,
    type,
    accept: accepts,
    ...(group === undefined ? {} : { group }),
    disabled: isDisabled,
    // React draws every step from its own copy of the order, so the library must not reorder elements itself.
    plugins: [SortableKeyboardPlugin],
    // Lowest is 0 in the library's scale, which the cards' default lies above.
    ...(yields ? { collisionPriority: 0 } : {}),
    transition: { duration: 200, easing: 'ease-out' },
  });
  useLayoutEffect(() => {
    // What is lifted lies in the browser's top layer, and falls out of it when React moves the row around it.
    const { element } = sortable.draggable;
    if (isDragging && element instanceof HTMLElement && element.popover && !element.matches(':popover-open')) {
      element.showPopover();
    }
  });
  return { ref, handleRef, isDragging };
}
