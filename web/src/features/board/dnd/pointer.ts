/**
 * Dragging by mouse, pen and touch. A mouse drags as soon as it moves. A finger drags after a long press; if it moves
 * earlier, the browser scrolls and cancels the pointer.
 */
import { isKey } from '../../../ui/keyboard';
import { type Handlers, type DragItem, activeDrag, type DropTarget } from './activeDrag';
import { scrollNear } from './autoscroll';
import { groupAt, groupsOf, placeIn, type Point, rowOf } from './geometry';
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
function liftable(target: EventTarget | null): HTMLElement | null {
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
export function trackPointers(area: HTMLElement, handlers: () => Handlers): { cancel: () => void; stop: () => void } {
  let end: ((isCanceled: boolean) => void) | null = null;

  const press = (event: PointerEvent) => {
    if (end || activeDrag.getState().what || handlers().isBlocked || !event.isPrimary || event.button !== 0) return;
    const row = liftable(event.target);
    const what = row && { id: row.dataset.dragId ?? '', type: row.dataset.dragType ?? '' };
    if (row && what) end = follow(event, what);
  };

  /** Handles one press until the pointer is released. Returns the function that ends it. */
  function follow(pressed: PointerEvent, what: DragItem): (isCanceled: boolean) => void {
    const start: Point = { x: pressed.clientX, y: pressed.clientY };
    const isTouch = pressed.pointerType === 'touch';
    const listening = new AbortController();
    const listen = <K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void, target: EventTarget = window) =>
      target.addEventListener(type, hear as EventListener, { capture: true, passive: false, signal: listening.signal });
    let drag: Drag | null = null as Drag | null;

    const lift = () => {
      drag = beginDrag(area, handlers, what, start);
      // With pointer capture, events continue when the pointer leaves the window or the pressed element is remounted.
      try {
        drag?.overlay.setPointerCapture(pressed.pointerId);
      } catch {
        // The pointer was just released; its last event is about to arrive.
      }
      return drag;
    };
    const rest = isTouch ? setTimeout(lift, LONG_PRESS_MS) : undefined;

    const finish = (isCanceled: boolean) => {
      clearTimeout(rest);
      listening.abort();
      end = null;
      drag?.end(isCanceled);
    };

    listen('pointermove', (event) => {
      if (event.pointerId !== pressed.pointerId) return;
      // The mouse was released outside the window, which fires no event here.
      if (!isTouch && !drag && event.buttons === 0) return finish(true);
      const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (drag) drag.moveTo({ x: event.clientX, y: event.clientY });
      else if (isTouch && far > TOUCH_TOLERANCE_PX) finish(true);
      else if (!isTouch && far >= MOUSE_DRAG_DISTANCE_PX) {
        lift()?.moveTo({ x: event.clientX, y: event.clientY });
      }
    });
    // Scrolling by wheel or momentum moves the content below a resting pointer.
    listen('scroll', () => drag?.look());
    listen('pointerup', (event) => {
      if (event.pointerId !== pressed.pointerId) return;
      if (drag) swallowClick();
      finish(false);
    });
    listen('pointercancel', (event) => {
      if (event.pointerId === pressed.pointerId) finish(true);
    });
    listen('keydown', (event) => {
      if (!isKey(event, 'Escape') || !drag) return;
      event.preventDefault();
      event.stopPropagation();
      swallowClick();
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
  if (activeDrag.getState().by === 'pointer' && event.cancelable) event.preventDefault();
}

function swallow(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Suppresses the click that follows a drag. */
function swallowClick(): void {
  window.addEventListener('click', swallow, { capture: true, once: true });
  // Often no click follows, and the next one is a real one.
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50);
}

function focusAgain(area: HTMLElement, what: DragItem): void {
  const element = rowOf(area, what)?.firstElementChild;
  if (document.activeElement === document.body && element instanceof HTMLElement) element.focus({ preventScroll: true });
}

interface Drag {
  overlay: HTMLElement;
  moveTo: (point: Point) => void;
  /** Recomputes the drop target in the next frame. */
  look: () => void;
  end: (isCanceled: boolean) => void;
}

/** Handles a drag from the pick-up to the drop. It does its work once per frame, however often the pointer reports. */
function beginDrag(area: HTMLElement, handlers: () => Handlers, what: DragItem, start: Point): Drag | null {
  const original = rowOf(area, what)?.firstElementChild;
  if (!(original instanceof HTMLElement)) return null;
  const hadFocus = original.contains(document.activeElement);
  const overlay = overlayOf(original);
  const across = groupsOf(area, 'list')[0];
  // Scroll snapping would conflict with scrolling at the edges.
  if (across) across.style.scrollSnapType = 'none';
  let point = start;
  let place: DropTarget | null = null;
  let frame = 0;
  let last = 0;

  const look = () => {
    const group = groupAt(area, what.type, point);
    const found = group && placeIn(group, what, point);
    if (found?.group === place?.group && found?.before === place?.before) return;
    place = found;
    handlers().onOver(what, place);
  };

  const draw = (now: number) => {
    frame = 0;
    const elapsed = last === 0 ? 16 : Math.min(now - last, 50);
    last = now;
    const group = groupAt(area, what.type, point);
    const hasMoved = Math.hypot(point.x - start.x, point.y - start.y) > MOUSE_DRAG_DISTANCE_PX;
    const isScrolling =
      hasMoved && group !== null && [group, across].some((one) => one !== undefined && scrollNear(one, point, elapsed));
    look();
    overlay.moveBy(point.x - start.x, point.y - start.y);
    if (isScrolling) frame = requestAnimationFrame(draw);
    else last = 0;
  };

  const soon = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };

  activeDrag.setState({ what, by: 'pointer' });
  handlers().onLift(what);
  return {
    overlay: overlay.element,
    look: soon,
    moveTo: (to) => {
      point = to;
      soon();
    },
    end: (isCanceled) => {
      cancelAnimationFrame(frame);
      if (!isCanceled) look();
      overlay.remove();
      if (across) across.style.scrollSnapType = '';
      activeDrag.setState({ what: null, by: null });
      handlers().onDrop(what, isCanceled || place === null);
      // In another list the row is a new element, and the focused one has been removed.
      if (hadFocus) requestAnimationFrame(() => focusAgain(area, what));
    },
  };
}
