/**
 * Dragging by mouse, pen and touch. A mouse drags as soon as it moves. A finger drags after a long press; if it moves
 * earlier, the browser scrolls and cancels the pointer.
 */
import { isKey } from '../../../ui/keyboard';
import { type DragHandlers, type DragItem, activeDrag, type DropTarget } from './activeDrag';
import { scrollNear } from './autoscroll';
import { groupAt, groupsOf, dropTargetIn, type Point, rowOf } from './geometry';
import { overlayOf } from './overlay';

/** How far a mouse moves before a drag starts, in pixels, so that clicks still work. */
const MOUSE_DRAG_DISTANCE_PX = 5;
/**
 * How long a finger must rest before a drag starts, in milliseconds, and how far it may move during that time, in
 * pixels.
 */
const LONG_PRESS_MS = 260;
const TOUCH_TOLERANCE_PX = 8;
/** Controls in a row that are pressed for their own sake. */
const INTERACTIVE = 'a, button, input, select, textarea, [contenteditable]';

/** Returns the row that a press would pick up, or null if the press has another meaning. */
function findDraggableRow(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-drag-type]');
  // A row with a header is only dragged by its header.
  const header = row?.querySelector('[data-drag-header]');
  if (!row || (header && !header.contains(target))) return null;
  const control = target.closest<HTMLElement>(INTERACTIVE);
  return control && row.contains(control) && control.dataset.dragHandle === undefined ? null : row;
}

/**
 * Enables dragging by pointer in an area. Returns functions that cancel the current drag and that remove the listeners.
 */
export function trackPointers(area: HTMLElement, handlers: () => DragHandlers): { cancel: () => void; stop: () => void } {
  let end: ((isCanceled: boolean) => void) | null = null;

  const press = (event: PointerEvent) => {
    if (end || activeDrag.getState().item || handlers().isBlocked || !event.isPrimary || event.button !== 0) return;
    const row = findDraggableRow(event.target);
    const item = row && { id: row.dataset.dragId ?? '', type: row.dataset.dragType ?? '' };
    if (row && item) end = follow(event, item);
  };

  /** Handles one press until the pointer is released. Returns the function that ends it. */
  function follow(pressed: PointerEvent, item: DragItem): (isCanceled: boolean) => void {
    const start: Point = { x: pressed.clientX, y: pressed.clientY };
    const isTouch = pressed.pointerType === 'touch';
    const listening = new AbortController();
    const listen = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void, target: EventTarget = window) =>
      target.addEventListener(type, listener as EventListener, { capture: true, passive: false, signal: listening.signal });
    let drag: Drag | null = null as Drag | null;

    const pickUp = () => {
      drag = beginDrag(area, handlers, item, start);
      // With pointer capture, events continue when the pointer leaves the window or the pressed element is remounted.
      try {
        drag?.overlay.setPointerCapture(pressed.pointerId);
      } catch {
        // The pointer was just released; its last event is about to arrive.
      }
      return drag;
    };
    const longPressTimer = isTouch ? setTimeout(pickUp, LONG_PRESS_MS) : undefined;

    const finish = (isCanceled: boolean) => {
      clearTimeout(longPressTimer);
      listening.abort();
      end = null;
      drag?.end(isCanceled);
    };

    listen('pointermove', (event) => {
      if (event.pointerId !== pressed.pointerId) return;
      // The mouse was released outside the window, which fires no event here.
      if (!isTouch && !drag && event.buttons === 0) return finish(true);
      const distance = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (drag) drag.moveTo({ x: event.clientX, y: event.clientY });
      else if (isTouch && distance > TOUCH_TOLERANCE_PX) finish(true);
      else if (!isTouch && distance >= MOUSE_DRAG_DISTANCE_PX) {
        pickUp()?.moveTo({ x: event.clientX, y: event.clientY });
      }
    });
    // Scrolling by wheel or momentum moves the content below a resting pointer.
    listen('scroll', () => drag?.updateDropTarget());
    listen('pointerup', (event) => {
      if (event.pointerId !== pressed.pointerId) return;
      if (drag) suppressNextClick();
      finish(false);
    });
    listen('pointercancel', (event) => {
      if (event.pointerId === pressed.pointerId) finish(true);
    });
    listen('keydown', (event) => {
      if (!isKey(event, 'Escape') || !drag) return;
      event.preventDefault();
      event.stopPropagation();
      suppressNextClick();
      finish(true);
    });
    // Touch events are still sent to the pressed element after it has been removed from the page.
    if (pressed.target) listen('touchmove', preventTouchScroll, pressed.target);
    // A long press must not open the context menu.
    listen('contextmenu', (event) => (drag || isTouch) && event.preventDefault());
    listen('selectstart', (event) => event.preventDefault());
    listen('dragstart', (event) => event.preventDefault());
    return finish;
  }

  area.addEventListener('pointerdown', press);
  // A listener that can prevent scrolling must be registered before the touch starts.
  area.addEventListener('touchmove', preventTouchScroll, { passive: false });
  return {
    cancel: () => end?.(true),
    stop: () => {
      end?.(true);
      area.removeEventListener('pointerdown', press);
      area.removeEventListener('touchmove', preventTouchScroll);
    },
  };
}

/** Prevents scrolling by touch during a drag. */
function preventTouchScroll(event: TouchEvent): void {
  if (activeDrag.getState().input === 'pointer' && event.cancelable) event.preventDefault();
}

function suppressEvent(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Suppresses the click that follows a drag. */
function suppressNextClick(): void {
  window.addEventListener('click', suppressEvent, { capture: true, once: true });
  // Often no click follows, and the next one is a real one.
  setTimeout(() => window.removeEventListener('click', suppressEvent, { capture: true }), 50);
}

function focusAgain(area: HTMLElement, item: DragItem): void {
  const element = rowOf(area, item)?.firstElementChild;
  if (document.activeElement === document.body && element instanceof HTMLElement) element.focus({ preventScroll: true });
}

interface Drag {
  overlay: HTMLElement;
  moveTo: (point: Point) => void;
  /** Recomputes the drop target in the next frame. */
  updateDropTarget: () => void;
  end: (isCanceled: boolean) => void;
}

/** Handles a drag from the pick-up to the drop. It does its work once per frame, however often the pointer reports. */
function beginDrag(area: HTMLElement, handlers: () => DragHandlers, item: DragItem, start: Point): Drag | null {
  const original = rowOf(area, item)?.firstElementChild;
  if (!(original instanceof HTMLElement)) return null;
  const hadFocus = original.contains(document.activeElement);
  const overlay = overlayOf(original);
  const across = groupsOf(area, 'list')[0];
  // Scroll snapping would conflict with scrolling at the edges.
  if (across) across.style.scrollSnapType = 'none';
  let point = start;
  let dropTarget: DropTarget | null = null;
  let frame = 0;
  let last = 0;

  const updateDropTarget = () => {
    const group = groupAt(area, item.type, point);
    const found = group && dropTargetIn(group, item, point);
    if (found?.group === dropTarget?.group && found?.before === dropTarget?.before) return;
    dropTarget = found;
    handlers().onOver(item, dropTarget);
  };

  const draw = (now: number) => {
    frame = 0;
    const elapsed = last === 0 ? 16 : Math.min(now - last, 50);
    last = now;
    const group = groupAt(area, item.type, point);
    const hasMoved = Math.hypot(point.x - start.x, point.y - start.y) > MOUSE_DRAG_DISTANCE_PX;
    const isScrolling =
      hasMoved && group !== null && [group, across].some((one) => one !== undefined && scrollNear(one, point, elapsed));
    updateDropTarget();
    overlay.moveBy(point.x - start.x, point.y - start.y);
    if (isScrolling) frame = requestAnimationFrame(draw);
    else last = 0;
  };

  const scheduleFrame = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };

  activeDrag.setState({ item, input: 'pointer' });
  handlers().onPickUp(item);
  return {
    overlay: overlay.element,
    updateDropTarget: scheduleFrame,
    moveTo: (to) => {
      point = to;
      scheduleFrame();
    },
    end: (isCanceled) => {
      cancelAnimationFrame(frame);
      if (!isCanceled) updateDropTarget();
      overlay.remove();
      if (across) across.style.scrollSnapType = '';
      activeDrag.setState({ item: null, input: null });
      handlers().onDrop(item, isCanceled || dropTarget === null);
      // In another list the row is a new element, and the focused one has been removed.
      if (hadFocus) requestAnimationFrame(() => focusAgain(area, item));
    },
  };
}
