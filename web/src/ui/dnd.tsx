/**
 * Drag and drop, behind our own names: `@dnd-kit/react` is young and pinned, and only this file knows it (and
 * `features/board/drag.ts`, by the types exported here). Mouse, touch and keyboard work alike: Space lifts, the arrows
 * move, Space drops, Escape puts back.
 */
import {
  Accessibility,
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
import type { ReactNode } from 'react';

/** Makes the id of the hidden text that tells how to drag, so that things with a description of their own can name it too. */
const AREA_ID = 'drag-area';
export const DRAG_INSTRUCTIONS_ID = `dnd-kit-description-${AREA_ID}`;

/** What is lifted. */
export interface Lifted {
  id: string;
  /** `list` or `card`. */
  type: string;
}

/** What a screen reader is told; undefined says nothing. */
export interface Words {
  lifted: (what: Lifted) => string | undefined;
  moved: (what: Lifted) => string | undefined;
  dropped: (what: Lifted) => string | undefined;
  putBack: (what: Lifted) => string | undefined;
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
        Accessibility.configure({
          id: AREA_ID,
          screenReaderInstructions: { draggable: words.instructions },
          announcements: {
            dragstart: (event: DragStartEvent) => say(words.lifted, event),
            dragover: (event: DragOverEvent) => say(words.moved, event),
            dragend: (event: DragEndEvent) => say(event.canceled ? words.putBack : words.dropped, event),
          },
        }),
      ]}
      onDragStart={(event) => {
        const what = liftedOf(event);
        if (what) onLift(what);
      }}
      onDragOver={(event) => {
        const what = liftedOf(event);
        if (!what) return;
        onOver(what, {
          ids: (ids) => move([...ids], event),
          groups: (groups) => move(groups as Record<string, string[]>, event),
        });
      }}
      onDragEnd={(event) => {
        const what = liftedOf(event);
        if (what) onDrop(what, event.canceled || !event.operation.target);
      }}
    >
      {children}
    </DragDropProvider>
  );
}

function say(
  words: (what: Lifted) => string | undefined,
  event: DragStartEvent | DragOverEvent | DragEndEvent,
): string | undefined {
  const what = liftedOf(event);
  return what ? words(what) : undefined;
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
  const { ref, handleRef, isDragging } = useSortable({
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
  return { ref, handleRef, isDragging };
}
