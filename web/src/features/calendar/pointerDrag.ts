/** Drags cards between days, and between times of the week, by mouse, pen and touch, with dnd-kit. A card costs nothing until it is pressed. */
import type { Id, TaskView } from '@twentyfour/core';
import { AutoScroller, type DragEndEvent, Draggable, type DragStartEvent, DragDropManager, Feedback, PreventSelection, StyleInjector } from '@dnd-kit/dom';
import { isKey } from '../../ui/keyboard';
import { addOverlay, pointerSensor, suppressNextClick } from '../board';
import { moveTime, withDay } from './days';
import { cancelDrag, currentDrag, dragTo, drop, pickUp, timeText } from './dragStore';

/** Returns the time at a height of a time axis, in minutes from midnight. */
function minuteAt(clientY: number, axis: HTMLElement): number {
  const { top, height } = axis.getBoundingClientRect();
  return ((clientY - top) / height) * 24 * 60;
}

/**
 * Returns the due date that a card would get at a point of the window; null outside of all days. `pressedMinute` is the time at
 * which it was pressed on a time axis; null elsewhere.
 */
function dueDateAt({ clientX, clientY }: PointerEvent, task: TaskView, pressedMinute: number | null): string | null {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-day]');
  const day = cell?.dataset.day;
  if (!cell || day === undefined) return null;
  const due_date = withDay(task.due_date ?? '', day);
  if (pressedMinute === null || cell.dataset.timeAxis === undefined) return due_date;
  return moveTime(due_date, minuteAt(clientY, cell) - pressedMinute);
}

const isDragging = (): boolean => currentDrag()?.input === 'pointer';

/** Enables dragging in an area. Returns a function that ends it. */
export function enablePointerDrag(area: HTMLElement, taskOf: (card_id: Id) => TaskView | undefined): () => void {
  const manager = new DragDropManager({
    sensors: [pointerSensor],
    plugins: [AutoScroller, Feedback.configure({ dropAnimation: null }), PreventSelection],
  });
  const feedback = manager.registry.plugins.get(Feedback);
  // The overlay has its own styles, and a new style sheet would restyle the whole page at each pick-up.
  manager.registry.plugins.unregister(StyleInjector);
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let draggable: Draggable | null = null;
  let pressedMinute: number | null = null;
  /** The last event of the pointer that drags. */
  let pointer: PointerEvent | null = null;

  /** Moves the dragged card to the due date below the pointer, and shows its time in the overlay. */
  const followPointer = () => {
    const drag = currentDrag();
    if (drag?.input !== 'pointer' || !pointer) return;
    const due_date = dueDateAt(pointer, drag.task, pressedMinute);
    dragTo(due_date);
    const time = feedback?.overlay?.querySelector('[data-time]');
    if (time) time.textContent = timeText(due_date ?? drag.task.due_date);
  };

  const onPointer = (event: PointerEvent) => {
    if (!isDragging()) return;
    // dnd-kit would also follow a second finger.
    if (!event.isPrimary) return event.stopPropagation();
    if (event.type === 'pointerup') suppressNextClick();
    if (event.type === 'pointercancel') return;
    pointer = event;
    followPointer();
  };

  const press = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0 || !manager.dragOperation.status.idle || !(event.target instanceof Element)) return;
    draggable?.destroy();
    draggable = null;
    const element = event.target.closest<HTMLElement>('[data-entry]');
    const task = element && taskOf(element.dataset.entry ?? '');
    if (!element || !task?.can_complete) return;
    const axis = element.closest<HTMLElement>('[data-time-axis]');
    pressedMinute = axis && minuteAt(event.clientY, axis);
    pointer = event;
    draggable = new Draggable({ id: task.card_id, data: task, element, register: false }, manager);
    draggable.register();
    // They would turn the card into a toggle button.
    queueMicrotask(() => ['aria-pressed', 'aria-grabbed', 'aria-disabled'].forEach((name) => element.removeAttribute(name)));
  };

  const onDragStart = ({ operation: { source, activatorEvent } }: DragStartEvent) => {
    if (!(source?.element instanceof HTMLElement) || !(activatorEvent instanceof PointerEvent)) return;
    const overlay = addOverlay(source.element, 1);
    try {
      overlay.setPointerCapture(activatorEvent.pointerId);
    } catch {
      // The pointer has gone, for example with its pen.
    }
    if (feedback) feedback.overlay = overlay;
    pickUp(source.data as TaskView, 'pointer');
    // At an edge of the week, it scrolls below a pointer that rests.
    window.addEventListener('scroll', followPointer, options);
  };

  const onDragEnd = ({ canceled }: DragEndEvent) => {
    window.removeEventListener('scroll', followPointer, options);
    feedback?.overlay?.remove();
    if (canceled) cancelDrag();
    else drop();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isDragging() || !isKey(event, 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    manager.actions.stop({ canceled: true });
  };

  manager.monitor.addEventListener('dragstart', onDragStart);
  manager.monitor.addEventListener('dragend', onDragEnd);
  area.addEventListener('pointerdown', press, options);
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const) window.addEventListener(type, onPointer, options);
  window.addEventListener('keydown', onKeyDown, options);
  return () => {
    listening.abort();
    cancelDrag();
    manager.destroy();
  };
}
